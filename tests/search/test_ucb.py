"""How UCT chooses: UCB1 on the way down, the final move, and where its rollouts are cut."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from conftest import random_game, random_model
from reference import uct as reference

import boardworth as bw
from boardworth import _core
from boardworth.arena import parse_player
from boardworth.errors import BoardworthError
from boardworth.features import board_patterns
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Limit, Uct, UctSettings, model_player
from boardworth.search.uct import best_move

# A choice between two, and then nine steps in which nothing happens. Nobody wins anything.
TWO_WAYS = """
(role one)
(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (follows 4 5)
(follows 5 6) (follows 6 7) (follows 7 8) (follows 8 9) (follows 9 10)
(init (step 0))
(<= (legal one (go left)) (true (step 0))) (<= (legal one (go right)) (true (step 0)))
(<= (legal one wait) (not (true (step 0))))
(<= (next (went ?way)) (does one (go ?way))) (<= (next (went ?way)) (true (went ?way)))
(<= (next (step ?n)) (true (step ?m)) (follows ?m ?n))
(<= terminal (true (step 10)))
(goal one 0)
"""
STEPS = 9


@cache
def two_ways():
    return RuleGame(machine_for(parse_rule_sheet(TWO_WAYS, "two-ways")), "two-ways")


def worth(left, right):
    """A function that values states by the way that was chosen."""
    game = two_ways()
    fluents = [str(fluent) for fluent in game.state_machine.ground_game.fluents]
    weights = {"(went left)": left, "(went right)": right}
    row = np.array([[weights.get(fluent, 0) for fluent in fluents]], np.float32)
    return _core.FluentSum(game.state_machine.propnet, row, np.zeros(1, np.float32))


def visits(simulations, exploration):
    """How often either way was tried, where left is worth 90 points and right 60."""
    # One simulation at a time, and no node but the root.
    settings = UctSettings(lanes=1, cut=1.0, exploration=exploration, expand_after=10**6)
    player = Uct(settings=settings, function=worth(90, 60))
    position = two_ways().start()
    found = player.search(position, Limit(nodes=simulations)).moves[0]
    moves = two_ways().state_machine.ground_game.moves[0]
    by_name = {str(moves[move.move]): move.visits for move in found}
    return by_name["(go left)"], by_name["(go right)"]


def test_the_reference_has_the_formula():
    """0.9 + sqrt(ln 4 / 2) = 0.9 + sqrt(0.693) and 0.6 + sqrt(ln 4 / 1) = 0.6 + sqrt(1.386)."""
    assert reference.ucb1(1.8, 2, 4, 1.0) == pytest.approx(1.7326, abs=1e-4)
    assert reference.ucb1(0.6, 1, 4, 1.0) == pytest.approx(1.7774, abs=1e-4)


def test_ucb1_by_hand():
    """With C = 1, the n-th try goes where mean + sqrt(ln n / visits) is greater.

    n  left                       right                      to
    3  0.9 + sqrt(1.10 / 1) 1.95  0.6 + sqrt(1.10 / 1) 1.65  left
    4  0.9 + sqrt(1.39 / 2) 1.73  0.6 + sqrt(1.39 / 1) 1.78  right
    5  0.9 + sqrt(1.61 / 2) 1.80  0.6 + sqrt(1.61 / 2) 1.50  left
    6  0.9 + sqrt(1.79 / 3) 1.67  0.6 + sqrt(1.79 / 2) 1.55  left
    7  0.9 + sqrt(1.95 / 4) 1.60  0.6 + sqrt(1.95 / 2) 1.59  left
    8  0.9 + sqrt(2.08 / 5) 1.54  0.6 + sqrt(2.08 / 2) 1.62  right
    """
    found = [visits(simulations, 1.0) for simulations in range(2, 9)]
    assert found == [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (5, 2), (5, 3)]


@pytest.mark.parametrize("exploration", [0.0, 0.1, 0.4, 2.0])
def test_the_tree_is_searched_as_by_the_reference(othello, exploration):
    # Units so small that no two moves are worth the same: their order would be drawn.
    drawn = random_model(board_patterns(othello, 100), 1, largest=2_000)
    fine = replace(drawn, evaluation=replace(drawn.evaluation, scale=4_000))
    function = bw.Evaluator(fine).core.state_function()
    settings = UctSettings(cut=1.0, order_moves=True, exploration=exploration)
    player = Uct(settings=settings, function=function)

    @cache
    def values(position):
        return [points / 100 for points in function.values(position.packed)]

    for seed in range(3):
        position = random_game(othello, seed)[0][12]
        found = player.search(position, Limit(nodes=400)).moves[position.mover]
        expected = reference.search(position, 400, exploration, values)
        assert {move.move: move.visits for move in found} == expected.visits
        for move in found:
            if move.visits:
                mean = 100 * expected.points[move.move] / move.visits
                assert move.mean == pytest.approx(mean, abs=1e-3)


@dataclass(frozen=True)
class Tried:
    """A move as a search reports it."""

    move: int
    visits: int
    mean: float
    proven: int | None = None


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        # The most visits, not the highest mean; at equal visits the mean decides.
        ([Tried(0, 70, 55), Tried(1, 30, 60)], 0),
        ([Tried(0, 50, 55), Tried(1, 50, 60)], 1),
        # What is proven counts by its points, however often it was tried.
        ([Tried(0, 70, 55), Tried(1, 1, 60, 100)], 1),
        ([Tried(0, 70, 55), Tried(1, 30, 60, 50)], 0),
        ([Tried(0, 70, 55), Tried(1, 30, 60, 55)], 1),
        # A proven loss only where there is nothing else.
        ([Tried(0, 70, 1), Tried(1, 90, 40, 0)], 0),
        ([Tried(0, 70, 0, 0), Tried(1, 30, 50, 50), Tried(2, 40, 50, 50)], 2),
    ],
)
def test_the_final_move(moves, best):
    assert best_move(moves).move == best
    assert best_move(moves[::-1]).move == best


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        # The highest mean, not the most visits; at equal means the visits decide.
        ([Tried(0, 70, 55), Tried(1, 30, 60)], 1),
        ([Tried(0, 50, 60), Tried(1, 49, 60)], 0),
        # What was never tried has no mean.
        ([Tried(0, 1, 0), Tried(1, 0, 0)], 0),
        # What is proven counts by its points.
        ([Tried(0, 70, 55), Tried(1, 1, 60, 100)], 1),
        ([Tried(0, 70, 55), Tried(1, 30, 60, 50)], 0),
        ([Tried(0, 70, 1), Tried(1, 90, 40, 0)], 0),
    ],
)
def test_the_final_move_by_its_mean(moves, best):
    assert best_move(moves, "mean").move == best
    assert best_move(moves[::-1], "mean").move == best


@pytest.mark.parametrize("by", ["visits", "mean"])
def test_the_move_that_is_played_is_the_final_move(othello, by):
    player = Uct(seed=3, settings=UctSettings(final_move=by))
    for seed in range(4):
        position = random_game(othello, seed)[0][30]
        found = player.search(position, Limit(nodes=300))
        decision = player.choose(position, position.mover, Limit(nodes=300))
        assert decision.move == best_move(found.moves[position.mover], by).move


# The left way ends the game at once with 70 points, the right way leads to a choice.
PROVABLE = """
(role one) (init start)
(<= (legal one left) (true start)) (<= (legal one right) (true start))
(<= (legal one good) (true turn)) (<= (legal one bad) (true turn))
(<= (next turn) (does one right)) (<= (next (end ?move)) (does one ?move) (distinct ?move right))
(<= terminal (true (end ?move)))
(<= (goal one 70) (true (end left))) (<= (goal one 100) (true (end good)))
(<= (goal one 0) (true (end bad)))
"""


@pytest.mark.parametrize("lanes", [0, 64])
def test_without_proofs_ends_of_the_game_are_results_like_others(lanes):
    game = RuleGame(machine_for(parse_rule_sheet(PROVABLE, "provable")), "provable")
    moves = [str(move) for move in game.state_machine.ground_game.moves[0]]
    settings = UctSettings(lanes=lanes, expand_after=0)
    proving = Uct(settings=settings).search(game.start(), Limit(nodes=2_000))
    assert proving.values == [100]
    assert proving.simulations < 100
    plain = Uct(settings=replace(settings, proofs=False)).search(game.start(), Limit(nodes=2_000))
    assert plain.values == [None]
    assert plain.simulations == 2_000
    found = {moves[move.move]: move for move in plain.moves[0]}
    assert all(move.proven is None for move in plain.moves[0])
    assert found["left"].mean == pytest.approx(70)
    assert found["right"].visits > 10 * found["left"].visits
    assert 70 < found["right"].mean < 100  # bad moves that were tried count as they came out


def test_a_tree_that_is_kept_goes_on_with_what_it_knows(othello):
    position = random_game(othello, 1)[0][20]
    limit = Limit(nodes=200)
    for keep, nodes in [(False, 1), (True, 2)]:
        player = Uct(settings=UctSettings(keep_tree=keep))
        first, again = (player.search(position, limit) for _ in range(2))
        assert again.simulations == 200
        visits = sum(move.visits for move in again.moves[position.mover])
        assert visits == nodes * sum(move.visits for move in first.moves[position.mover])


@pytest.mark.parametrize("lanes", [0, 1, 64])
@pytest.mark.parametrize(("cut", "share"), [(None, 0.1), (0.1, 0.1), (0.03, 0.03)])
def test_a_rollout_is_cut_at_each_step_with_its_probability(lanes, cut, share):
    """Of rollouts of so many steps, (1 - share) ** steps come to the end, where nothing is won."""
    position = two_ways().start()
    # Memory for the root alone: after the first move, all is rollout.
    settings = UctSettings(lanes=lanes, cut=cut, expand_after=10**6, memory=1)
    simulations = 20_000
    player = Uct(settings=settings, function=worth(100, 100), seed=1)
    found = player.search(position, Limit(nodes=simulations)).moves[0]
    mean = sum(move.mean * move.visits for move in found) / simulations / 100
    expected = 1 - (1 - share) ** STEPS
    error = (expected * (1 - expected) / simulations) ** 0.5
    assert abs(mean - expected) < 4 * error


def test_guided_uct_cuts_with_the_probability_of_the_paper(othello):
    model = bw.shipped_model(othello)
    assert model_player(model, method="guided-uct").settings.cut == 0.1
    assert model_player(model, method="lightly-guided-uct").settings.cut == 0.03
    assert Uct().settings.cut == 0


def test_a_description_of_uct_says_how_it_chooses(othello):
    player = parse_player("uct:9,exploration=0.02,proofs=false,final_move=mean,lanes=0").player(
        othello
    )
    settings = UctSettings(exploration=0.02, proofs=False, final_move="mean", lanes=0, cut=0.0)
    assert (player.simulations, player.settings) == (9, settings)
    with pytest.raises(BoardworthError, match="final_move"):
        parse_player("uct,final_move=best").player(othello)
