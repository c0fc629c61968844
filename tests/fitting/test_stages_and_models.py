"""Stages, and what a model is made of."""

from dataclasses import replace

import numpy as np
import pytest
from workers import a_record

import boardworth as bw
from boardworth.errors import FormatError, NotFitted
from boardworth.features import board_patterns
from boardworth.fitting import LeastSquares, Stages, WeightedSum
from boardworth.fitting.weighted_sum import bit_lengths, quantised
from boardworth.positions import Dataset
from boardworth.rules import load_game


@pytest.mark.parametrize(("most", "count"), [(60, 13), (60, 1), (9, 13), (60, 61)])
def test_stages_cover_all_progress_in_order(most, count):
    stages = Stages.equal(most, count)
    table = stages.table()
    assert len(table) == most + 1
    assert table[0] == 0
    assert set(np.diff(table)) <= {0, 1}
    for stage in range(len(stages)):
        first, last = stages.span(stage)
        assert (np.flatnonzero(table == stage) == np.arange(first, last + 1)).all()


def test_a_tapered_sum_passes_from_the_beginning_to_the_end():
    features = board_patterns(load_game("tic_tac_toe"))
    ends = np.zeros((2, len(features)), np.int16)
    ends[:, 0], ends[:, 1] = (90, 0), (-9, 18)
    counts = np.zeros(len(features), np.uint8)
    found = WeightedSum.tapered(features, ends, 1, "score", counts)
    assert found.weights[:, 0].tolist() == [90, 80, 70, 60, 50, 40, 30, 20, 10, 0]
    assert found.weights[:, 1].tolist() == list(range(-9, 19, 3))
    assert found.values(3).tolist() == found.weights[3].tolist()
    assert found.to_section()[1]["weights"].shape == ends.shape
    assert found.summary().startswith(f"two sets of {len(features):,} weights, of the beginning")


def test_ends_that_are_not_those_of_the_weights_are_refused():
    features = board_patterns(load_game("tic_tac_toe"))
    ends = np.ones((2, len(features)), np.int16)
    found = WeightedSum.tapered(features, ends, 1, "score", np.zeros(len(features), np.uint8))
    with pytest.raises(FormatError, match="ends do not fit"):
        replace(found, weights=found.weights + np.int16(1))
    with pytest.raises(FormatError, match="two sets"):
        WeightedSum.tapered(features, ends[:1], 1, "score", found.counts[0])


def test_neighbours_count_less_the_farther_they_are():
    stages = Stages.equal(60, 13)
    progress = np.arange(61, dtype=np.int16)
    importance = stages.importance(5, progress, pool=3)
    first, last = stages.span(5)
    assert (importance[first : last + 1] == 1).all()
    np.testing.assert_allclose(importance[last + 1 : last + 5], [0.75, 0.5, 0.25, 0])
    np.testing.assert_allclose(importance[first - 4 : first], [0, 0.25, 0.5, 0.75])
    assert (stages.importance(5, progress, pool=0)[:first] == 0).all()


def test_weights_become_16_bit_integers_at_the_largest_scale_that_fits():
    integers, scale = quantised(np.array([1.0, -100.0, 0.5]))
    assert scale == 256
    np.testing.assert_array_equal(integers, [256, -25600, 128])
    integers, scale = quantised(np.array([1000.0]))
    assert (scale, integers[0]) == (32, 32000)
    for bad in (np.array([np.nan]), np.array([1e6])):
        with pytest.raises(NotFitted, match="diverged"):
            quantised(bad)


def test_a_count_is_kept_as_its_bit_length():
    np.testing.assert_array_equal(
        bit_lengths(np.array([0, 1, 2, 3, 4, 1000.0])), [0, 1, 2, 2, 3, 10]
    )


def test_a_fit_without_positions_is_refused():
    game = load_game("tic_tac_toe")
    nothing = np.empty(0, np.float32)
    data = Dataset(
        game,
        np.empty((0, game.packed_size), np.uint8),
        nothing,
        nothing.astype(np.int16),
        nothing.astype(np.int32),
    )
    with pytest.raises(NotFitted, match="no position"):
        LeastSquares().fit(board_patterns(game), data, data)


def test_a_fit_says_only_what_was_held_out(othello):
    """Nothing where nothing was given; else that all of it was also learned from."""
    records = [a_record(othello, seed) for seed in range(3)]
    data = bw.label(othello, records)
    features = bw.board_patterns(othello, 30)
    fitter = bw.LeastSquares(stages=1)
    model = fitter.fit(features, data)
    assert "held_out" not in model.metrics
    assert model.summary() == f"{len(features):,} weights"
    assert "held out" not in model._repr_html_()
    met = fitter.fit(features, data, data.select(slice(0)))
    assert met.summary().endswith("; every held-out position was also met in training")
    assert "held out: MSE" in fitter.fit(features, data, data).summary()
