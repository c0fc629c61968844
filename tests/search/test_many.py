"""Searches of many positions: the same as one by one."""

import numpy as np
import pytest
from conftest import random_game

import boardworth as bw
from boardworth.search import ManySearches


@pytest.fixture(params=["othello", "tic_tac_toe"])
def model(request, othello_model):
    if request.param == "othello":
        return othello_model
    return bw.baseline(bw.load_game(request.param), "discs")


def positions_of(game, seeds=3):
    return [position for seed in range(seeds) for position in random_game(game, seed)[0]]


def packed(positions):
    return np.stack([np.frombuffer(p.packed, np.uint8) for p in positions])


def test_values_are_those_of_single_searches(model):
    positions = positions_of(model.game)
    depths = np.array([1 + i % 4 for i in range(len(positions))], np.int32)
    found = ManySearches(model).search(packed(positions), depths)
    player = bw.AlphaBeta(bw.Evaluator(model), features="learning")
    for row, position in enumerate(positions):
        if position.over:
            assert (found.values[row], found.signs[row]) == (model.game.outcome(position), 0)
            continue
        best = player.search(position, bw.Limit(depth=int(depths[row])))
        assert found.values[row] == best.value / model.scale
        after = position.play(best.pv[0])
        assert found.successors[row].tobytes() == after.packed
        same = 1 if after.mover == position.mover else -1
        assert found.signs[row] == (0 if after.over else same)


def test_threads_change_nothing(othello_model):
    positions = packed(positions_of(othello_model.game, 6))
    depths = np.full(len(positions), 3, np.int32)
    one, two = (ManySearches(othello_model, threads) for threads in (1, 2))
    for field in ("values", "successors", "signs"):
        searched = [getattr(s.search(positions, depths), field) for s in (one, two)]
        assert searched[0].tobytes() == searched[1].tobytes()
    sampled = [s.sample(positions, 3, 2, seed=5) for s in (one, two)]
    for a, b in zip(*sampled, strict=True):
        assert a.tobytes() == b.tobytes()


def within(position, plies):
    """All positions that so many moves, or fewer, lead to."""
    found, last = {position.packed}, [position]
    for _ in range(plies):
        after = {p.packed: p for before in last for p in map(before.play, before.legal_moves())}
        last = [p for key, p in after.items() if key not in found]
        found |= after.keys()
    return found


def test_samples_are_positions_that_the_search_can_evaluate(model):
    starts = [p for p in positions_of(model.game, 1) if not p.over]
    found, rows = ManySearches(model).sample(packed(starts), 2, 3, seed=1)
    assert np.bincount(rows).max() == 3
    for position, row in zip(found, rows, strict=True):
        # A forced pass may extend a search, and so do threats that must be answered.
        longest = 9 if model.game.name == "tic_tac_toe" else 4
        reached = within(starts[row], longest) - {starts[row].packed}
        assert position.tobytes() in reached


def test_every_evaluation_has_the_same_chance(othello):
    """At depth 1 the start evaluates its four successors, in each of its iterations alike."""
    model = bw.baseline(othello, "discs")
    start = np.repeat(packed([othello.start()]), 4000, axis=0)
    found, _ = ManySearches(model).sample(start, 1, 1, seed=3)
    _, counts = np.unique(found, axis=0, return_counts=True)
    assert len(counts) == 4
    assert np.abs(counts - 1000).max() < 5 * np.sqrt(1000)


@pytest.mark.parametrize("depths", [np.zeros(1, np.int32), np.ones(2, np.int32)])
def test_senseless_depths_are_refused(othello_model, depths):
    start = packed([othello_model.game.start()])
    with pytest.raises(ValueError, match="depth"):
        ManySearches(othello_model).search(start, depths)
