"""Figures and fits on a few rows, whose values are worked out by hand in the comments."""

import math

import numpy as np
import pytest

from boardworth.features import Rows
from boardworth.fitting import (
    ClassifiedRows,
    Fisher,
    LeastSquares,
    Logistic,
    Sharing,
    SquaredProbability,
)
from boardworth.fitting.densities import ClassDensities
from boardworth.fitting.fitter import StageTask
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.fitting.quasi_newton import QuasiNewton
from boardworth.fitting.scoring import agreement
from boardworth.fitting.sharing import SharedRows

EXACT = {"solver": QuasiNewton(tolerance=1e-6, passes=500), "patience": 500}


def test_errors_and_correlation_of_four_estimates():
    """Errors of -1, 0, 2 and 3; deviations -2, -1, 0, 3 from the mean and 0, 0, -1, 1."""
    values, truth = np.array([1.0, 2.0, 3.0, 6.0]), np.array([2.0, 2.0, 1.0, 3.0])
    correlation = round(3 / math.sqrt(14 * 2), 4)
    found = agreement(values, truth)
    assert found == {"rows": 4, "mse": 14 / 4, "mae": 6 / 4, "correlation": correlation}
    assert agreement(-values, truth)["correlation"] == -correlation


def task(used, targets):
    """Rows that use one weight each, and the constant; nothing is held out."""
    rows = Rows(np.array(used, np.uint16)[:, None], np.zeros(1, np.uint32), max(used) + 2)
    none = Rows(np.empty((0, 1), np.uint16), np.zeros(1, np.uint32), max(used) + 2)
    y = np.array(targets, np.float32)
    return StageTask(rows, np.ones(len(y), np.float32), y, none, y[:0])


@pytest.mark.parametrize("kind", [Logistic, SquaredProbability])
def test_a_draw_is_half_a_win_to_fits_of_wins(kind):
    """Of equal rows, both losses are least where the probability is the mean label."""
    fitter = kind(win=0.9, **EXACT)
    labels = fitter.labels(np.array([12, 0, -3, 0], np.float32))
    assert labels == pytest.approx([0.9, 0.5, 0.1, 0.5])
    # The constant is free: it makes the probability the mean label, (0.9 + 3 * 0.5) / 4 = 0.6.
    found = fitter.fit_stage(task([0] * 4, fitter.labels(np.array([1, 0, 0, 0], np.float32))))
    assert found.best == pytest.approx([0, math.log(0.6 / 0.4)], abs=1e-3)


def test_a_weight_seen_l2_times_goes_half_of_its_way():
    fitter = LeastSquares(l2=4, solver=ConjugateGradients(1e-6), patience=500)
    found = fitter.fit_stage(task([0] * 4 + [1] * 4, [3] * 4 + [-3] * 4))
    assert found.best == pytest.approx([1.5, -1.5, 0], abs=1e-4)


def test_the_penalty_of_a_logistic_fit():
    """At weights of 1 and -1 the slope 4 (p(1) - 0.9) of four rows each is held by l2."""
    l2 = 4 * (0.9 - 1 / (1 + math.exp(-1)))
    found = Logistic(l2=l2, **EXACT).fit_stage(task([0] * 4 + [1] * 4, [0.9] * 4 + [0.1] * 4))
    assert found.best == pytest.approx([1, -1, 0], abs=1e-3)


def test_the_loss_and_the_slope_of_the_nonlinear_fit():
    """At log-odds of ln 3, p = 3/4: 2 (0.9 - 0.75)^2, and 4 (0.75 - 0.9) 0.75 0.25."""
    log_odds, y = np.float32([math.log(3), 0, 0]), np.float32([0.9, 0.5, 0.1])
    assert SquaredProbability.losses(log_odds, y) == pytest.approx([0.045, 0, 0.32])
    assert SquaredProbability.slopes(log_odds, y) == pytest.approx([-0.1125, 0, 0.4])


def test_the_penalty_of_the_nonlinear_fit():
    """At weights of 1 and -1 the slope of four rows each is held by l2."""
    p = 1 / (1 + math.exp(-1))
    l2 = 4 * 4 * (0.9 - p) * p * (1 - p)
    fitter = SquaredProbability(l2=l2, **EXACT)
    found = fitter.fit_stage(task([0] * 4 + [1] * 4, [0.9] * 4 + [0.1] * 4))
    assert found.best == pytest.approx([1, -1, 0], abs=1e-3)


def test_an_upset_pulls_less_on_the_nonlinear_fit():
    """A lost position of three equal ones: both find the mean; of a sure thing it says less."""
    sure, y = np.float32([4.0]), np.float32([0.1])
    even = np.float32([0.0])
    pulls = {
        kind: float(kind.slopes(sure, y)[0] / kind.slopes(even, y)[0])
        for kind in (Logistic, SquaredProbability)
    }
    assert pulls[Logistic] > 2
    assert pulls[SquaredProbability] < 0.5


def test_weights_that_stages_share_have_one_penalty():
    """Twice two occurrences of one weight are four: it goes half of its way."""
    stages = [task([0] * 2 + [1] * 2, [3] * 2 + [-3] * 2).rows for _ in range(2)]
    binding = Sharing(own=4, min_count=1).bind(np.stack([rows.counts() for rows in stages]))
    x = SharedRows(stages, binding)
    y = np.array([3, 3, -3, -3] * 2, np.float32)
    none = SharedRows([task([0, 1], [0, 0]).held_out] * 2, binding)
    fitter = LeastSquares(l2=4, solver=ConjugateGradients(1e-6), patience=500)
    found = fitter.fit_stage(StageTask(x, np.ones(8, np.float32), y, none, y[:0], binding))
    table = binding.table(found.best)
    np.testing.assert_allclose(table, [[1.5, -1.5, 0]] * 2, atol=1e-4)


def test_a_shared_covariance_is_weighted_by_the_classes():
    """Two won positions of variance 1 about 1, six lost ones of variance 4 about 6."""
    x = np.array([0, 2, 4, 4, 4, 8, 8, 8], float)[:, None]
    rows = ClassifiedRows(("edges",), x, np.array([1.0] * 2 + [-1.0] * 6), np.ones(8))
    pooled = (2 * 1 + 6 * 4) / 8
    assert ClassDensities.of(rows).pooled_covariance() == pytest.approx(pooled)
    found = Fisher().fit_group(rows)
    assert found.linear == pytest.approx([(1 - 6) / pooled])
    assert found.constant == pytest.approx(-(1 - 6) / pooled * (1 + 6) / 2)
