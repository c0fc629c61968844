"""Laws of LOG, FISHER and QUAD: planted parameters, scales, colours, draws, derivatives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardworth.fitting import ClassifiedRows, Fisher, Log, Quad, compare_covariances, probability

FITTERS = [Log(), Fisher(), Quad()]
NAMES = ("edges", "mobility", "parity")
seeds = st.integers(0, 10_000)


def examples(x, results, importance=None):
    importance = np.ones(len(x)) if importance is None else importance
    return ClassifiedRows(NAMES[: x.shape[1]], x, results.astype(float), importance)


def some_examples(seed, rows=300, draws=0.1):
    """Skewed and correlated features, results that depend on them, rows of unequal importance."""
    draw = np.random.default_rng(seed)
    x = draw.normal(size=(rows, 3)) @ draw.normal(size=(3, 3)) + draw.exponential(size=(rows, 3))
    results = np.where(x @ draw.normal(size=3) + draw.normal(size=rows) * 2 > 1, 1, -1)
    results[draw.uniform(size=rows) < draws] = 0
    return examples(x, results, draw.uniform(0.1, 1, rows))


def normal_classes(seed, rows, won, lost):
    """Half of the rows from each of two normal densities, given as mean and root of covariance."""
    draw = np.random.default_rng(seed)
    parts = [mean + draw.normal(size=(rows // 2, len(mean))) @ root for mean, root in (won, lost)]
    return examples(np.concatenate(parts), np.repeat([1, -1], rows // 2))


def log_density(x, mean, root):
    covariance = root.T @ root
    centred = x - mean
    form = np.einsum("ij,jk,ik->i", centred, np.linalg.inv(covariance), centred)
    return -0.5 * (form + np.linalg.slogdet(covariance)[1])


WON = (np.array([1.0, 0.5, -2.0]), np.array([[2.0, 0.3, 0], [0, 1.0, 0.5], [0, 0, 0.7]]))
LOST = (np.array([-1.0, 0.7, -2.5]), WON[1])
LOST_OTHERWISE = (LOST[0], np.array([[1.0, 0, 0.4], [0, 1.6, 0], [0, 0, 1.1]]))


def test_log_finds_planted_coefficients_again():
    draw = np.random.default_rng(1)
    rows = 200_000
    # Features that are anything but normal: yes or no, counts, and skewed numbers.
    x = np.stack(
        [draw.integers(0, 2, rows), draw.poisson(3, rows), draw.exponential(1, rows)], axis=1
    ).astype(float)
    constant, linear = -1.5, np.array([1.2, 0.4, -0.6])
    # n = 100 and y = 1 or 99 stand for probabilities between 0.01 and 0.99.
    wins = draw.uniform(size=rows) < (probability(constant + x @ linear) - 0.01) / 0.98
    found = Log().fit_group(examples(x, np.where(wins, 1, -1)))
    np.testing.assert_allclose(found.linear, linear, atol=0.03)
    assert found.constant == pytest.approx(constant, abs=0.04)
    assert found.quadratic is None


def test_fisher_finds_planted_densities_of_equal_covariance_again():
    data = normal_classes(2, 200_000, WON, LOST)
    found = Fisher().fit_group(data)
    precision = np.linalg.inv(WON[1].T @ WON[1])
    np.testing.assert_allclose(found.linear, (WON[0] - LOST[0]) @ precision, rtol=0.05)
    truth = log_density(data.x, *WON) - log_density(data.x, *LOST)
    np.testing.assert_allclose(found.log_odds(data.x), truth, atol=0.15)


def test_quad_finds_planted_densities_of_unequal_covariance_again():
    data = normal_classes(3, 200_000, WON, LOST_OTHERWISE)
    truth = log_density(data.x, *WON) - log_density(data.x, *LOST_OTHERWISE)
    found = Quad().fit_group(data).log_odds(data.x)
    assert np.sqrt(np.mean((found - truth) ** 2)) < 0.02 * truth.std()
    linear = Fisher().fit_group(data).log_odds(data.x)
    assert np.sqrt(np.mean((linear - truth) ** 2)) > 0.2 * truth.std()


def test_quad_is_fisher_where_covariances_are_equal():
    draw = np.random.default_rng(4)
    won = draw.normal(size=(500, 3)) @ WON[1]
    x = np.concatenate([won, won + np.array([1.0, -0.5, 0.2])])
    data = examples(x, np.repeat([1, -1], 500))
    quad, fisher = Quad().fit_group(data), Fisher().fit_group(data)
    np.testing.assert_allclose(quad.quadratic, 0, atol=1e-12)
    np.testing.assert_allclose(quad.linear, fisher.linear, rtol=1e-9)
    assert quad.constant == pytest.approx(fisher.constant, rel=1e-9)


@pytest.mark.parametrize("fitter", FITTERS)
@given(seed=seeds)
def test_other_scales_and_mixtures_of_the_features_change_no_value(fitter, seed):
    data = some_examples(seed)
    draw = np.random.default_rng(seed)
    mixed = data.x @ (draw.normal(size=(3, 3)) + 3 * np.eye(3)) * [1e-3, 1, 1e3] + [50, -3, 0]
    again = ClassifiedRows(data.names, mixed, data.results, data.importance)
    np.testing.assert_allclose(
        fitter.fit_group(again).log_odds(mixed),
        fitter.fit_group(data).log_odds(data.x),
        rtol=1e-5,
        atol=1e-5,
    )


@pytest.mark.parametrize("fitter", FITTERS)
@given(seed=seeds)
def test_wins_and_losses_exchanged_change_the_sign(fitter, seed):
    data = some_examples(seed)
    other = ClassifiedRows(data.names, data.x, -data.results, data.importance)
    np.testing.assert_allclose(
        fitter.fit_group(other).log_odds(data.x),
        -fitter.fit_group(data).log_odds(data.x),
        rtol=1e-6,
        atol=1e-6,
    )


@pytest.mark.parametrize("fitter", FITTERS)
@given(seed=seeds)
def test_a_draw_counts_as_half_a_win_and_half_a_loss(fitter, seed):
    """Wins and losses twice, draws once as won and once as lost, leave every fit as it is."""
    data = some_examples(seed, draws=0.3)
    won, lost = data.results.copy(), data.results.copy()
    won[won == 0], lost[lost == 0] = 1, -1
    doubled = ClassifiedRows(
        data.names,
        np.concatenate([data.x, data.x]),
        np.concatenate([won, lost]),
        np.concatenate([data.importance, data.importance]),
    )
    np.testing.assert_allclose(
        fitter.fit_group(doubled).log_odds(data.x),
        fitter.fit_group(data).log_odds(data.x),
        rtol=1e-6,
        atol=1e-6,
    )


@pytest.mark.parametrize("fitter", FITTERS)
def test_probabilities_and_log_odds_belong_together(fitter):
    data = some_examples(5)
    found = fitter.fit_group(data)
    p = found.probability(data.x)
    assert ((p > 0) & (p < 1)).all()
    np.testing.assert_allclose(np.log(p / (1 - p)), found.log_odds(data.x), rtol=1e-6, atol=1e-6)


def a_likelihood(seed):
    data = some_examples(seed)
    return Log().likelihood(data, data.x.mean(axis=0), data.x.std(axis=0))


@given(seeds)
def test_log_s_gradient_and_hessian_match_finite_differences(seed):
    likelihood = a_likelihood(seed)
    b = np.random.default_rng(seed).normal(size=4)
    steps = 1e-5 * np.eye(4)
    slopes = [(likelihood.value(b + s) - likelihood.value(b - s)) / 2e-5 for s in steps]
    np.testing.assert_allclose(likelihood.gradient(b), slopes, rtol=1e-5, atol=1e-2)
    bends = [(likelihood.gradient(b + s) - likelihood.gradient(b - s)) / 2e-5 for s in steps]
    information = likelihood.information(likelihood.log_odds(b))
    np.testing.assert_allclose(-information, bends, rtol=1e-5, atol=1e-2)


@given(seeds)
def test_a_reweighted_step_is_a_newton_step(seed):
    likelihood = a_likelihood(seed)
    b = np.random.default_rng(seed).normal(size=4)
    information = likelihood.information(likelihood.log_odds(b))
    newton = b + np.linalg.solve(information, likelihood.gradient(b))
    np.testing.assert_allclose(likelihood.reweighted(likelihood.log_odds(b)), newton, rtol=1e-8)


@given(seeds)
def test_log_ends_where_its_gradient_vanishes(seed):
    data = some_examples(seed)
    found = Log().fit_group(data)
    plain = Log().likelihood(data, np.zeros(3), np.ones(3))
    gradient = plain.gradient(np.array([found.constant, *found.linear]))
    assert np.abs(gradient).max() < 1e-4


def test_positions_of_clear_result_are_no_trouble_to_log():
    """Without y = 1 and 99 of 100 the coefficient would grow for ever."""
    x = np.linspace(-1, 1, 50)[:, None]
    found = Log().fit_group(examples(x, np.sign(x[:, 0])))
    assert np.isfinite(found.linear).all()
    assert found.probability(np.array([[1.0]]))[0] > 0.98


def test_equal_covariances_look_equal():
    comparison = compare_covariances(normal_classes(6, 20_000, WON, LOST))
    np.testing.assert_allclose(comparison.ratios, 1, atol=0.1)
    assert comparison.degrees == 6
    assert abs(comparison.box_m - 6) < 4 * np.sqrt(12)
    assert comparison.share < 0.01


def test_unequal_covariances_show_their_ratios():
    root = np.diag([2.0, 1.0, 0.5])
    data = normal_classes(7, 200_000, (np.zeros(3), root), (np.ones(3), np.eye(3)))
    comparison = compare_covariances(data)
    np.testing.assert_allclose(comparison.ratios, [0.25, 1, 4], rtol=0.03)
    assert comparison.box_m > 10_000
    # Both parts are known: (4 + 1/4 - 2) for two features, and d (P_W + P_L) d' / 2.
    assert comparison.by_covariances == pytest.approx(2.25, rel=0.05)
    assert comparison.by_means == pytest.approx((3 + 0.25 + 1 + 4) / 2, rel=0.05)
    assert "variances of won over lost positions from 0.25 to 3.97" in str(comparison)


@given(seeds)
def test_the_divergence_is_what_quad_s_values_differ_by(seed):
    data = some_examples(seed)
    comparison = compare_covariances(data)
    values = Quad().fit_group(data).log_odds(data.x)
    won, lost = (np.average(values, weights=counts) for counts in data.class_counts())
    assert won - lost == pytest.approx(comparison.divergence, rel=1e-6)
