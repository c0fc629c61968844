"""Quiescence search: threats are answered at the horizon, and only in its first plies; in Othello
corners are taken there, where that is asked for."""

import random

import pytest

from boardworth import _core
from boardworth.errors import MissingCapability
from boardworth.evaluators import Evaluator, baseline
from boardworth.rules import load_game
from boardworth.search import AlphaBeta, Limit

GAME = load_game("dobutsu")


def searched(position, depth):
    player = AlphaBeta(Evaluator(baseline(GAME, "nothing")), memory=1 << 18)
    return player.search(position, Limit(depth=depth))


def in_check(position):
    return _core.in_check(GAME.core, position.packed)


@pytest.mark.parametrize(
    ("board", "move"), [("lge/2c/L1G/E2 b C", "C*a2"), ("c1l/1e1/g2/EGL w c", "C*c3")]
)
def test_a_mate_that_ends_beyond_the_depth_is_seen(board, move):
    """The chick attacks the lion, and every answer loses it."""
    position = GAME.parse(board)
    assert not in_check(position)
    assert in_check(position.play(move))
    found = searched(position, 1)
    assert position.move_text(found.pv[0]) == move
    assert found.distance == 3


def test_a_lion_that_nothing_attacks_is_not_in_check():
    """The chick on b2 attacks b3, the elephant c1 only the corner beside it."""
    position = GAME.parse("g1e/1cl/3/ELG b C")
    assert not in_check(position)
    assert in_check(GAME.parse("g1e/1cl/1L1/E1G b C"))


def test_answers_to_attacks_do_not_make_the_tree_explode():
    """With pieces in hand an attack has dozens of answers."""
    draw = random.Random(1)
    for _ in range(20):
        position = GAME.parse("1l1/3/3/1L1 b 2C2E2G")
        for _ in range(draw.randrange(6)):
            after = position.play(draw.choice(position.legal_moves()))
            if after.over:
                break
            position = after
        assert searched(position, 3).nodes < 100_000


CORNER_TRAPS = """
- - - - - - - -
- - - - - - - -
- - O - - - - -
- - - O - - - -
- - - - X - - -
- - - - - O - -
- - - - - - - -
- - - O X - - - X"""


def test_a_corner_that_the_opponent_takes_beyond_the_depth_is_seen(othello):
    """b2 turns most discs and leads by three, but white answers a1 and leads by six."""
    position = othello.parse(CORNER_TRAPS)
    evaluator = Evaluator(baseline(othello, "discs"))
    usual, quiet = (AlphaBeta(evaluator, quiescence=choice) for choice in (None, True))
    greedy, careful = (player.search(position, Limit(depth=1)) for player in (usual, quiet))
    scale = evaluator.model.scale
    assert (othello.line_text(position, greedy.pv), greedy.value) == ("b2", 3 * scale)
    assert (othello.line_text(position, careful.pv), careful.value) == ("c8", scale)


def test_games_without_noisy_moves_refuse_quiescence_search():
    evaluator = Evaluator(baseline(load_game("connect-four"), "nothing"))
    assert not AlphaBeta(evaluator).quiescence
    with pytest.raises(MissingCapability, match="no moves for quiescence search"):
        AlphaBeta(evaluator, quiescence=True)
