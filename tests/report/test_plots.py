"""Plots: axes that hold all numbers, labels that do not overlap, and words for what is drawn."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardworth.report.plots import Bars, Series, bar_plot, grid_plot, interval_plot, line_plot
from boardworth.report.plots.frame import WIDTH
from boardworth.report.plots.scale import ticks, whole_ticks

numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))


@given(numbers, numbers)
def test_ticks_enclose_a_range_in_equal_steps(one, other):
    low, high = sorted((one, other))
    found = ticks(low, high)
    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 8
    steps = np.diff(found)
    np.testing.assert_allclose(steps, steps[0], rtol=1e-6)


@given(st.integers(0, 10**4), st.integers(0, 10**4))
def test_whole_ticks_are_few_whole_numbers_within_a_range(one, other):
    low, high = sorted((one, other))
    found = whole_ticks(low, high)
    assert all(low <= mark <= high for mark in found)
    assert len(found) <= 8


def labels_below(svg):
    """Where labels of the x axis are, and what they say."""
    found = re.findall(r'class="middle" x="([\d.]+)" y="\d+">([^<]*)<', svg)
    return [(float(x), text) for x, text in found]


def test_labels_of_many_bars_do_not_overlap():
    names = [f"{n}–{n + 4}" for n in range(0, 200, 5)]
    plot = bar_plot("t", names, [Bars("b", (1.0,) * len(names))], x="x", y="y")
    labels = labels_below(plot.svg)
    assert 3 <= len(labels) < len(names)
    widths = [7.2 * len(text) for _, text in labels]
    for (x, _), (y, _), a, b in zip(labels, labels[1:], widths, widths[1:], strict=False):
        assert y - x >= (a + b) / 2
    assert all(0 < x < WIDTH for x, _ in labels)


def test_bars_are_as_high_as_their_numbers():
    plot = bar_plot("t", ["a", "b"], [Bars("b", (1.0, 2.0))], x="x", y="y")
    heights = [float(h) for h in re.findall(r'class="bar one"[^>]*height="([\d.]+)"', plot.svg)]
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.2)


def test_a_line_goes_through_its_points():
    plot = line_plot("t", [Series("s", ((1, 0.0), (2, 1.0), (3, 0.5)))], x="x", y="y")
    (points,) = re.findall(r'points="([^"]*)"', plot.svg)
    xs, ys = np.array(points.split(), float).reshape(-1, 2).T
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.2)
    assert ys[0] - ys[1] == pytest.approx(2 * (ys[0] - ys[2]), abs=0.3)


def test_names_of_series_are_escaped():
    plot = line_plot("a <b>", [Series("<s>", ((1, 0.0), (2, 1.0)))], x='x"', y="y&")
    assert "<s>" not in plot.svg
    assert "&lt;s&gt;" in plot.svg
    assert 'x"' not in plot.svg


def test_the_grid_shows_the_mean_of_each_column_that_has_one():
    counts = np.zeros((4, 4))
    counts[0, 0] = counts[3, 3] = 100  # right on average
    counts[1, 3] = 1  # too few
    plot = grid_plot("t", counts, (-2, 2), x="x", y="y")
    means = re.findall(r'class="line two" points="([^"]*)"', plot.svg)[0].split()
    assert len(means) == 2 * 2
    assert len(re.findall(r"M[\d.]+ [\d.]+h", plot.svg)) == 3


def test_an_interval_lies_where_its_numbers_are():
    svg = interval_plot("50 %", (0.25, 0.75), (0, 1), value=0.5, even=0.5)
    (x, width) = re.search(r'class="band" x="([\d.]+)"[^>]* width="([\d.]+)"', svg).groups()
    (dot,) = re.findall(r'cx="([\d.]+)"', svg)
    assert float(dot) == pytest.approx(float(x) + float(width) / 2, abs=0.2)
    assert 'aria-label="50 %"' in svg
