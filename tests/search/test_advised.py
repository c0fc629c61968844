"""Players for evaluations."""

import pytest
from conftest import random_model

import boardworth as bw
from boardworth.errors import BoardworthError, RulesError
from boardworth.features import short_tuples
from boardworth.fitting.role_functions import networked
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.search import (
    AlphaBeta,
    ByPositions,
    Mtdf,
    RulesPlayer,
    Uct,
    advised_chooser,
    advised_player,
)


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
    ("way", "kind"), [("alpha-beta", ByPositions), ("guided uct", Uct), ("uct", Uct), (None, Uct)]
)
def test_a_model_is_played_with_as_it_advises(model, way, kind):
    advising = model.with_playing(player=way)
    chooser = advised_chooser(advising, seconds=0.01)
    assert type(chooser) is kind
    assert type(advised_player(advising)) is (
        RulesPlayer if way in {"guided uct", "uct"} else AlphaBeta
    )
    if kind is Uct:
        assert (chooser.function is not None) == (way != "uct")
    reasoner = model.game.reasoner
    assert (
        chooser.choose(reasoner, reasoner.start(), 0) in reasoner.legal_moves(reasoner.start())[0]
    )


@pytest.mark.parametrize(("way", "kind"), [("mtdf", Mtdf), ("guided uct", Uct), (None, Uct)])
def test_functions_are_played_with_by_any_reasoner_of_the_rules(functions, way, kind):
    advising = functions.with_playing(player=way)
    other = networked(functions.game.sheet)
    assert other is not functions.evaluation.reasoner
    chooser = advised_chooser(advising, other, seconds=0.01)
    assert type(chooser) is kind
    assert chooser.choose(other, other.start(), 0) in other.legal_moves(other.start())[0]
    assert advised_player(advising).name == (way or "guided uct")


def test_a_way_that_an_evaluation_does_not_know_is_refused(model, functions):
    for evaluation, way in ((model, "mtdf"), (functions, "alpha-beta")):
        with pytest.raises(BoardworthError, match=f"{way} does not play with"):
            advised_chooser(evaluation, way=way)


def test_positions_and_states_are_the_same(noughts, model):
    """A player of positions finds the win as a role's move, and has nothing to say out of turn."""
    position = noughts.legal_replay(
        noughts.start(),
        noughts.parse_line(noughts.start(), "(mark 1 1)(mark 1 2)(mark 2 1)(mark 2 2)"),
    ).last
    reasoner = noughts.reasoner
    chooser = ByPositions(AlphaBeta(bw.Evaluator(model)), noughts)
    move = chooser.choose(reasoner, position.packed, 0, simulations=1000)
    assert str(reasoner.move(0, move)) == "(mark 3 1)"
    waiting = chooser.choose(reasoner, position.packed, 1, simulations=1000)
    assert [waiting] == reasoner.legal_moves(position.packed)[1]
    late = chooser.choose(reasoner, position.packed, 0, deadline=0.0)
    assert late in reasoner.legal_moves(position.packed)[0]


def test_states_of_another_reasoner_are_refused(noughts, model):
    other = networked(noughts.sheet)
    chooser = ByPositions(AlphaBeta(bw.Evaluator(model)), noughts)
    with pytest.raises(RulesError, match="no states but those of tic-tac-toe"):
        chooser.choose(other, other.start(), 0)
