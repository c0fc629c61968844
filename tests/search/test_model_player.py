"""Players for models."""

import pytest
from conftest import random_model

import boardworth as bw
from boardworth.errors import MissingCapability
from boardworth.features import short_tuples
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import AlphaBeta, Limit, Mtdf, Uct, model_player

QUICK = Limit(seconds=0.01)


@pytest.fixture(scope="module")
def noughts():
    return bw.load_game("tic-tac-toe")


@pytest.fixture(scope="module")
def model(noughts):
    return random_model(short_tuples(noughts), 1, largest=40)


@pytest.fixture(scope="module")
def functions(noughts):
    settings = PaperSettings(domains="fluents", scaled=True)
    return functions_from_rules(noughts, settings)


@pytest.mark.parametrize(
    ("method", "kind"),
    [("alpha-beta", AlphaBeta), ("guided-uct", Uct), ("uct", Uct), (None, AlphaBeta)],
)
def test_a_model_is_played_with_as_it_advises(model, method, kind):
    player = model_player(model.with_playing(player=method))
    assert type(player) is kind
    assert player.name == (method or "alpha-beta")
    if kind is Uct:
        assert (player.function is not None) == (method != "uct")
    start = model.game.start()
    for role in (0, 1):
        assert player.choose(start, role, QUICK).move in start.legal_moves(role)


@pytest.mark.parametrize(("method", "kind"), [("mtdf", Mtdf), ("guided-uct", Uct), (None, Uct)])
def test_functions_are_played_with_in_any_game_of_the_rules(functions, method, kind):
    advising = functions.with_playing(player=method)
    other = RuleGame(machine_for(functions.game.sheet), "other")
    assert other.state_machine is not functions.game.state_machine
    player = model_player(advising, game=other)
    assert type(player) is kind
    assert player.choose(other.start(), 0, QUICK).move in other.start().legal_moves(0)
    assert player.name == (method or "guided-uct")


def test_a_method_that_a_model_does_not_know_is_refused(model, functions):
    for one, method in ((model, "mtdf"), (functions, "alpha-beta")):
        with pytest.raises(MissingCapability, match=f"{method} does not play with"):
            model_player(one, method=method)


def test_a_player_has_seconds_of_its_own(model):
    for method in ("alpha-beta", "guided-uct", "uct"):
        player = model_player(model, method=method, seconds=0.01)
        start = model.game.start()
        assert player.move(start, Limit(seconds=1000)) in start.legal_moves()


def test_alpha_beta_finds_the_win_and_waits_out_of_turn(noughts, model):
    position = noughts.legal_replay(
        noughts.start(),
        noughts.parse_line(noughts.start(), "(mark 1 1)(mark 1 2)(mark 2 1)(mark 2 2)"),
    ).last
    player = model_player(model, method="alpha-beta")
    decision = player.choose(position, 0, Limit(nodes=1000))
    assert position.move_text(decision.move) == "(mark 3 1)"
    assert decision.pv[0] == decision.move
    waiting = player.choose(position, 1, Limit(nodes=1000)).move
    assert [waiting] == position.legal_moves(1)


@pytest.mark.parametrize("method", ["alpha-beta", "guided-uct"])
def test_a_model_plays_any_game_of_its_rules_and_no_other(noughts, model, method):
    player = model_player(model, method=method)
    same = RuleGame(machine_for(noughts.sheet), "same").start()
    assert player.move(same, QUICK) in same.legal_moves()
    with pytest.raises(MissingCapability, match="plays tic-tac-toe, not othello"):
        player.move(bw.load_game("othello").start(), QUICK)
