"""Agreement with perfect play: statistics by hand, and intervals that hold what they promise."""

import numpy as np
import pytest

from boardworth.positions import Dataset
from boardworth.reproduce.accuracy import Agreement, Estimate, Resampled, estimate


def test_without_resampling_statistics_are_the_usual_ones():
    draw = np.random.default_rng(0)
    values, truth = draw.normal(1000, 1, 200), draw.normal(-1000, 1, 200)
    resampled = Resampled(np.arange(200, dtype=np.int32))
    assert resampled.mean(values)[0] == pytest.approx(values.mean())
    wanted = np.corrcoef(values, truth)[0, 1]
    assert resampled.correlation(values, truth)[0] == pytest.approx(wanted, abs=1e-9)


def test_rows_of_a_game_are_drawn_together():
    """A hundred copies of every row say no more than one: intervals stay as wide."""
    values = np.random.default_rng(1).normal(size=60)
    once = estimate(Resampled(np.arange(60, dtype=np.int32)).mean(values))
    copies = np.repeat(np.arange(60, dtype=np.int32), 100)
    often = estimate(Resampled(copies).mean(np.repeat(values, 100)))
    assert often.high - often.low == pytest.approx(once.high - once.low, rel=1e-9)


def test_intervals_of_a_mean_hold_it_about_as_often_as_they_say():
    draw = np.random.default_rng(2)
    ids = np.arange(50, dtype=np.int32)
    found = [estimate(Resampled(ids, n).mean(draw.normal(size=50))) for n in range(300)]
    held = np.mean([own.low <= 0 <= own.high for own in found])
    assert 0.88 <= held <= 0.985


def test_evaluations_are_compared_in_the_same_games(othello):
    """Of two that differ by the same amount everywhere, no draw of games finds another one."""
    rows = 40
    draw = np.random.default_rng(3)
    targets = draw.normal(size=rows).astype(np.float32)
    packed = np.zeros((rows, othello.packed_size), np.uint8)
    progress = np.zeros(rows, np.int16)
    held_out = Dataset(othello, packed, targets, progress, np.arange(rows, dtype=np.int32) // 2)
    noise = targets + draw.normal(size=rows)
    agreement = Agreement(held_out, {"one": noise, "scaled": 3 * noise + 1, "right": targets * 1.0})
    same = agreement.correlation_difference("one", "scaled")
    assert (same.low, same.high) == pytest.approx((0, 0), abs=1e-9)
    better = agreement.correlation_difference("right", "one")
    assert better.low > 0
    assert agreement.squared_error("right").value == 0
    assert agreement.absolute_error("right").high == 0
    assert agreement.correlation("right").value == pytest.approx(1)


def test_an_estimate_is_written_with_its_interval():
    assert f"{Estimate(0.5, 0.25, 0.75):.2f}" == "0.50 [0.25, 0.75]"
    assert f"{Estimate(0.5, -0.25, 0.75):+.1f}" == "+0.5 [-0.2, +0.8]"
