"""Combinations of features over the phases of a game, and what cannot be fitted."""

import numpy as np
import pytest
from conftest import packed, random_game, random_model

from boardworth.errors import MissingCapability, NotFitted
from boardworth.features import Mobility, board_patterns
from boardworth.fitting import ClassifiedRows, Fisher, Log, Quad, Stages, folded, probability
from boardworth.positions import Dataset, no_positions

FITTERS = [Log(stages=3, pool=2), Fisher(stages=3, pool=2), Quad(stages=3, pool=2)]
# What mobility is worth in each stage.
WORTH = np.array([0.1, 0.3, 0.6])


@pytest.fixture(scope="module")
def data(othello):
    """Positions of random games whose results depend on mobility, more so the later it is."""
    positions = packed([p for i in range(250) for p in random_game(othello, f"phase {i}")[0][:-1]])
    progress = othello.progress(positions)
    mobility = Mobility(othello).values(positions)[:, 0]
    worth = WORTH[Stages.equal(60, 3).table()[progress]]
    draw = np.random.default_rng(1)
    wins = draw.uniform(size=len(positions)) < probability(worth * mobility)
    ids = np.arange(len(positions), dtype=np.int32)
    targets = np.where(wins, 10, -10).astype(np.float32)
    return Dataset(othello, positions, targets, progress, ids)


def test_every_phase_gets_its_own_coefficients(othello, data):
    found = Log(stages=3, pool=0).fit(Mobility(othello), data).evaluation
    linear = [d.linear for d in found.discriminants]
    np.testing.assert_allclose([x[0] for x in linear], WORTH, rtol=0.15, atol=0.02)
    np.testing.assert_allclose([x[1] for x in linear], 0, atol=0.05)


@pytest.mark.parametrize("fitter", FITTERS)
def test_a_combination_values_each_position_by_its_phase(othello, data, fitter):
    model = fitter.fit(Mobility(othello), data)
    found = model.evaluation
    some = data.select(np.arange(0, len(data), 97))
    x = Mobility(othello).values(some.positions)
    stage_of = Stages.equal(60, 3).table()[some.progress]
    expected = [
        found.discriminants[s].log_odds(row[None])[0] for s, row in zip(stage_of, x, strict=True)
    ]
    np.testing.assert_allclose(model.predict(some), expected)
    chances = probability(model.predict(data))
    assert chances[data.targets > 0].mean() > chances[data.targets < 0].mean() + 0.05


@pytest.mark.parametrize("fitter", FITTERS)
def test_threads_change_no_byte_of_a_combination(othello, data, fitter):
    one, two = (
        fitter.fit(Mobility(othello), data, threads=threads).evaluation for threads in (1, 2)
    )
    for a, b in zip(one.discriminants, two.discriminants, strict=True):
        assert (a.constant, a.linear.tobytes()) == (b.constant, b.linear.tobytes())


def test_adjacent_groups_are_pooled(othello, data):
    alone = list(Fisher(stages=3, pool=0).groups(Mobility(othello), data))
    assert sum(len(group) for group in alone) == len(data)
    assert all((group.importance == 1).all() for group in alone)
    pooled = list(Fisher(stages=3, pool=4).groups(Mobility(othello), data))
    first, last = Stages.equal(60, 3).span(1)
    near = (data.progress >= first - 4) & (data.progress <= last + 4)
    assert len(pooled[1]) == np.count_nonzero(near)
    assert set(np.round(pooled[1].importance, 3)) == {1, 0.8, 0.6, 0.4, 0.2}


def test_a_phase_with_few_positions_borrows_from_farther_away(othello, data):
    late = data.select(data.progress >= 40)
    groups = Fisher(stages=3, pool=0).groups(Mobility(othello), late)
    assert all(len(group) >= 1000 for group in groups)


def examples(x, results):
    x = np.asarray(x, float)
    names = tuple("abc"[: x.shape[1]])
    return ClassifiedRows(names, x, np.asarray(results, float), np.ones(len(x)))


RANDOM = np.random.default_rng(2).normal(size=(40, 2))
HALVES = np.repeat([1, -1], 20)


@pytest.mark.parametrize("fitter", FITTERS)
@pytest.mark.parametrize(
    ("x", "results", "message"),
    [
        (RANDOM, np.ones(40), "none of 40 positions is lost: both classes are needed"),
        (RANDOM[:5], [1, 1, 1, -1, -1], "2 lost positions are too few for 2 features"),
        (RANDOM * [1, 0] + [0, 7], HALVES, "covariance matrix is singular: 'b' is the same in all"),
        (RANDOM[:, [0, 0]] * [1, 3], HALVES, "singular: 'a', 'b' determine each other in all"),
    ],
)
def test_what_cannot_be_fitted_is_said(fitter, x, results, message):
    with pytest.raises(NotFitted, match=message):
        fitter.fit_group(examples(x, results))


def test_quad_needs_every_feature_to_vary_in_both_classes():
    x = RANDOM.copy()
    x[HALVES < 0, 1] = 3
    with pytest.raises(NotFitted, match="'b' is the same in all lost positions"):
        Quad().fit_group(examples(x, HALVES))
    assert np.isfinite(Fisher().fit_group(examples(x, HALVES)).constant)


def test_numbers_that_are_not_finite_are_refused():
    x = RANDOM.copy()
    x[7, 1] = np.nan
    with pytest.raises(NotFitted, match="feature 'b' is nan in row 8"):
        examples(x, HALVES)


def test_results_are_wins_draws_and_losses():
    with pytest.raises(NotFitted, match="results must be 1"):
        examples(RANDOM, HALVES * 2)


def test_the_phase_that_cannot_be_fitted_is_named(othello, data):
    winners = data.select(data.targets > 0)
    with pytest.raises(NotFitted, match=r"progress 0 to 20: none of .* positions is lost"):
        Fisher(stages=3).fit(Mobility(othello), winners)


def test_a_combination_without_positions_is_refused(othello):
    with pytest.raises(NotFitted, match="no position to learn from"):
        Log().fit(Mobility(othello), no_positions(othello))


def test_newton_raphson_says_when_it_has_not_converged():
    with pytest.raises(NotFitted, match="not converged in 1 steps"):
        Log(steps=1).fit_group(examples(RANDOM, HALVES))


@pytest.fixture(scope="module")
def tables(othello):
    return random_model(board_patterns(othello, 100), 3, stages=4, largest=5, target="win")


@pytest.mark.parametrize("fitter", [Log(stages=3), Fisher(stages=3)])
def test_a_linear_combination_folds_into_one_model(othello, data, tables, fitter):
    """Its stages are those of the tables and of the combination, whichever begins first."""
    combination = fitter.fit(tables.pattern_sums(), data)
    model = folded(combination, tables)
    assert model.stages.starts == tuple(sorted({*tables.stages.starts, *combination.stages.starts}))
    assert model.target == "win"
    np.testing.assert_array_equal(model.weighted_sum.counts, 0)
    error = model.predict(data) - combination.predict(data)
    # Half a unit for every weight that is added up, at most.
    most = (len(tables.weighted_sum.features.instances) + 1) / 2 / model.scale
    assert np.abs(error).max() <= most


def test_what_is_no_sum_of_tables_cannot_be_folded(othello, data, tables):
    with pytest.raises(MissingCapability, match="quadratic combination cannot be folded"):
        folded(Quad(stages=2).fit(tables.pattern_sums(), data), tables)
    with pytest.raises(MissingCapability, match="one model's pattern sums"):
        folded(Log(stages=2).fit(Mobility(othello), data), tables)
