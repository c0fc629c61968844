"""Guided UCT by rule sheets: the four uses of a function of states."""

from functools import cache

import numpy as np
import pytest
from instruction_sets import LANES
from playable_sheets import SHEETS

from boardworth import _core
from boardworth.errors import BoardworthError, MissingCapability
from boardworth.rules.gdl import parse_term
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Limit, Uct, UctSettings


@cache
def rule_game(name):
    return RuleGame(machine_for(SHEETS[name]), name)


def weights(game, **by_expression):
    """A sum of fluents: for each role, weights by what a fluent is called."""
    fluents = game.state_machine.ground_game.fluents
    rows = np.zeros((len(game.roles), len(fluents)), np.float32)
    for role, wanted in enumerate(game.roles):
        for number, fluent in enumerate(fluents):
            rows[role, number] = by_expression.get(wanted, {}).get(str(fluent), 0)
    return rows


def function(game, constant=50.0, **by_expression):
    constants = np.full(len(game.roles), constant, np.float32)
    return _core.FluentSum(game.state_machine.propnet, weights(game, **by_expression), constants)


def centre(game):
    """The player in the centre of tic-tac-toe has won, by this function."""
    mine, other = "(cell 2 2 x)", "(cell 2 2 o)"
    return function(game, x={mine: 50, other: -50}, o={mine: -50, other: 50})


def middle(game):
    return game.state_machine.move_number(0, parse_term("(mark 2 2)", "move"))


def by_move(result, role=0):
    return {move.move: move for move in result.moves[role]}


@pytest.mark.parametrize("lanes", [0, LANES[-1]])
def test_a_rollout_that_is_cut_ends_with_the_function(lanes):
    game = rule_game("tic-tac-toe")
    at_once = UctSettings(lanes=lanes, cut=1.0, exploration=5.0)
    start, limit = game.start(), Limit(nodes=500)
    found = by_move(Uct(settings=at_once, function=centre(game)).search(start, limit))
    best = max(found.values(), key=lambda move: move.visits)
    assert best.move == middle(game)
    null = Uct(settings=at_once, function=function(game)).search(start, limit)
    first = [move.mean for move in null.moves[0]]
    assert all(40 < mean < 60 for mean in first)
    rarely = UctSettings(lanes=lanes, cut=0.5, exploration=5.0)
    limit = Limit(nodes=900)
    some = by_move(Uct(settings=rarely, function=centre(game)).search(start, limit))
    assert some[middle(game)].mean < best.mean


@pytest.mark.parametrize("lanes", [0, 64])
def test_untried_moves_come_in_the_order_of_the_function(lanes):
    game = rule_game("tic-tac-toe")
    for seed in range(4):
        settings = UctSettings(lanes=lanes, order_moves=True, cut=0.0)
        player = Uct(seed=seed, settings=settings, function=centre(game))
        found = player.search(game.start(), Limit(nodes=1))
        assert [move.move for move in found.moves[0] if move.visits] == [middle(game)]
        assert found.moves[0][0].move == middle(game)


def test_the_function_counts_as_visits():
    game = rule_game("tic-tac-toe")
    settings = UctSettings(prior_visits=1000, cut=0.0)
    found = Uct(settings=settings, function=centre(game)).search(game.start(), Limit(nodes=200))
    moves = by_move(found)
    assert moves[middle(game)].visits == 200 == found.simulations
    assert all(move.mean == 50 for move in found.moves[0] if move.move != middle(game))
    assert moves[middle(game)].mean > 85


@pytest.mark.parametrize("settings", [{"greed": 1.0}, {"temperature": 0.01}])
def test_rollouts_follow_the_function(settings):
    """Two who both want the centre take it at once: a rollout in which x misses it is lost."""
    game = rule_game("tic-tac-toe")
    wins = function(
        game,
        50,
        x={"(cell 1 1 x)": 10, "(cell 2 2 x)": 20, "(cell 3 3 x)": 10},
        o={"(cell 1 2 o)": 5},
    )
    biased = UctSettings(cut=0.0, memory=1, exploration=1000.0, **settings)
    found = Uct(settings=biased, function=wins).search(game.start(), Limit(nodes=300))
    plain = UctSettings(memory=1, exploration=1000.0)
    uniform = Uct(settings=plain).search(game.start(), Limit(nodes=300))

    def mean(result):
        return sum(move.mean * move.visits for move in result.moves[0]) / result.simulations

    assert mean(found) > mean(uniform) + 10


def test_moves_at_the_same_time_are_judged_by_several_replies():
    game = rule_game("fingers")
    settings = UctSettings(prior_visits=5, order_moves=True, greed=0.5, temperature=0.1, cut=0.1)
    player = Uct(settings=settings, function=function(game))
    found = player.search(game.start(), Limit(nodes=200))
    assert all(sum(move.visits for move in moves) == 200 for moves in found.moves)


@pytest.mark.parametrize(
    "settings", [{"cut": 0.1}, {"order_moves": True}, {"greed": 0.1}, {"prior_visits": 1}]
)
def test_nothing_is_guided_without_a_function(settings):
    with pytest.raises(BoardworthError, match="function"):
        Uct(1, settings=UctSettings(**settings))


def test_a_player_of_one_game_refuses_another():
    game = rule_game("tic-tac-toe")
    player = Uct(function=centre(game), game=game)
    with pytest.raises(MissingCapability, match="uct plays tic-tac-toe, not fingers"):
        player.choose(rule_game("fingers").start(), 0, Limit(nodes=5))
