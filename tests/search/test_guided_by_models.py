"""UCT guided by a model of patterns."""

import pytest
from conftest import random_model

from boardworth.errors import FormatError
from boardworth.evaluators import Evaluator
from boardworth.features import board_patterns
from boardworth.rules import load_game
from boardworth.search import Limit, Uct, UctSettings


def model_function(name):
    model = random_model(board_patterns(load_game(name), 100), 1, largest=40)
    return Evaluator(model).core.state_function()


def test_where_rollouts_end_at_once_a_move_is_worth_what_the_model_says():
    game = load_game("connect-four")
    function = model_function("connect-four")
    settings = UctSettings(cut=1.0, lanes=0)
    for position in (game.start(), game.start().play("drop 4")):
        role = position.mover
        own_moves = game.state_machine.ground_game.moves[role]
        player = Uct(settings=settings, function=function)
        for move in player.search(position, Limit(nodes=7)).moves[role]:
            after = position.play(str(own_moves[move.move]))
            assert move.visits == 1
            assert move.mean == pytest.approx(function.values(after.packed)[role], abs=1e-3)


@pytest.mark.parametrize("lanes", [0, 64])
def test_a_win_is_found_whatever_the_model_says(lanes):
    game = load_game("connect-four")
    position = game.legal_replay(
        game.start(), game.parse_line(game.start(), "(drop 4)(drop 1)" * 3)
    ).last
    settings = UctSettings(
        prior_visits=10, order_moves=True, greed=0.3, temperature=0.1, cut=0.1, lanes=lanes
    )
    player = Uct(settings=settings, function=model_function("connect-four"))
    chosen = player.choose(position, 0, Limit(nodes=300)).move
    assert position.move_text(chosen) == "(drop 4)"


def test_a_model_of_another_game_is_refused():
    player = Uct(function=model_function("connect-four"))
    with pytest.raises(FormatError, match="another game"):
        player.search(load_game("english-draughts").start(), Limit(nodes=10))
