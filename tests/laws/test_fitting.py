"""Laws of fits: passes equal dense algebra, minima are minima, planted weights are found again."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import packed, random_game
from hypothesis import given
from hypothesis import strategies as st

from boardworth.features import Pattern, Rows, board_patterns
from boardworth.features.feature import FeatureSet
from boardworth.features.rows import NEGATIVE
from boardworth.fitting import (
    ConjugateGradients,
    Descent,
    LeastSquares,
    Logistic,
    Sharing,
    SquaredProbability,
)
from boardworth.fitting.fitter import StageTask
from boardworth.fitting.quadratic import Quadratic
from boardworth.fitting.quasi_newton import QuasiNewton
from boardworth.fitting.scoring import probability
from boardworth.positions import Dataset
from boardworth.rules import load_game

FITTERS = [
    LeastSquares(stages=2, l2=1e-3),
    Logistic(stages=2, l2=1e-3),
    LeastSquares(stages=3, l2=1e-3, sharing=Sharing(between="line")),
    LeastSquares(stages=3, l2=1e-3, sharing=Sharing(own=0, min_count=0, smooth=20)),
    Logistic(stages=3, l2=1e-3, sharing=Sharing(smooth=5)),
    SquaredProbability(stages=2, l2=1e-3),
    SquaredProbability(stages=3, l2=1e-3, sharing=Sharing(between="line", smooth=5)),
]


def some_rows(seed, sparse_columns=0, max_compressed=0, terms=0, signs=False):
    """Rows of random tic-tac-toe positions, and the same as a dense matrix.

    Sparse columns use weights at random, each pattern's included, and often none; compressed rows
    use any number of them, with signs also -1 times. Terms have weights of their own, the last
    before the constant's.
    """
    game = load_game("tic_tac_toe")
    positions = [p for i in range(8) for p in random_game(game, f"{seed} {i}")[0]]
    rows = board_patterns(game, 100).rows(packed(positions))
    starts, plain = random_compressed(seed, len(rows), max_compressed, rows.weights)
    sign = np.random.default_rng([seed, 3]).choice([-1, 1], len(plain)) if signs else plain * 0 + 1
    numbers = np.where(sign < 0, plain | np.uint32(NEGATIVE), plain)
    weights = rows.weights + terms
    sparse = random_sparse(seed, len(rows), sparse_columns, rows.weights)
    sparse[sparse == rows.weights] = weights
    term_weights = np.arange(weights - 1 - terms, weights - 1, dtype=np.uint32)
    rows = replace(rows, weights=weights, sparse=sparse, starts=starts, numbers=numbers)
    rows = replace(rows, terms=random_terms(seed, len(rows), terms), term_weights=term_weights)
    dense = np.zeros((len(rows), rows.weights + 1))
    for row, used in enumerate(used_weights(rows)):
        np.add.at(dense[row], used, 1)
        own = slice(int(starts[row]), int(starts[row + 1]))
        np.add.at(dense[row], plain[own], sign[own])
    dense[:, term_weights] = rows.terms
    dense[:, -2] = 1
    return rows, dense[:, :-1]


def random_terms(seed, rows, terms):
    return np.random.default_rng([seed, 2]).integers(-20, 20, (rows, terms)).astype(np.int16)


def random_sparse(seed, rows, columns, weights):
    draw = np.random.default_rng(seed)
    used = draw.integers(0, weights - 1, (rows, columns))
    return np.where(draw.uniform(size=used.shape) < 0.5, weights, used).astype(np.uint32)


def random_compressed(seed, rows, most, weights):
    """Starts and numbers of rows of up to so many weights; some rows have none."""
    draw = np.random.default_rng([seed, 1])
    lengths = draw.integers(0, most + 1, rows) * (draw.uniform(size=rows) < 0.8)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint64)
    return starts, draw.integers(0, weights - 1, int(starts[-1])).astype(np.uint32)


def used_weights(rows):
    """The weights of every row but the constant's; `rows.weights` stands for none."""
    return np.concatenate([rows.indices + rows.bases, rows.sparse], axis=1)


def large_rows(seed, count, threads, sparse_columns=0, dense_columns=3, max_compressed=0, terms=0):
    """Random rows, enough of them for several pieces of work."""
    draw = np.random.default_rng(seed)
    sizes = np.array([50, 300, 7])
    weights = int(sizes.sum()) + terms + 1
    indices = np.stack([draw.integers(0, size, count) for size in sizes], axis=1)
    bases = np.cumsum([0, *sizes[:-1]]).astype(np.uint32)
    return Rows(
        np.ascontiguousarray(indices[:, :dense_columns], np.uint16),
        bases[:dense_columns],
        weights,
        threads,
        random_sparse(seed, count, sparse_columns, weights),
        *random_compressed(seed, count, max_compressed, weights),
        random_terms(seed, count, terms),
        np.arange(weights - 1 - terms, weights - 1, dtype=np.uint32),
    )


@given(
    st.integers(0, 1000),
    st.integers(0, 20),
    st.sampled_from([0, 3, 30]),
    st.integers(0, 5),
    st.booleans(),
)
def test_passes_equal_dense_products(seed, sparse_columns, max_compressed, terms, signs):
    rows, dense = some_rows(seed, sparse_columns, max_compressed, terms, signs)
    _, uses = some_rows(seed, sparse_columns, max_compressed, terms)
    zero_one = np.delete(uses, rows.term_weights, axis=1)
    assert zero_one.sum(axis=1).max() + terms <= rows.columns
    draw = np.random.default_rng(seed)
    w = draw.normal(size=rows.weights).astype(np.float32)
    r = draw.normal(size=len(rows)).astype(np.float32)
    d = draw.uniform(0, 2, size=len(rows)).astype(np.float32)
    np.testing.assert_allclose(rows.predict(w), dense @ w, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(rows.transposed_product(r), dense.T @ r, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(
        rows.gram_product(d, w), dense.T @ (d * (dense @ w)), rtol=1e-3, atol=1e-2
    )
    own = rows.term_weights
    np.testing.assert_allclose(np.delete(rows.counts(), own), zero_one.sum(axis=0))
    np.testing.assert_allclose(rows.counts()[own], np.count_nonzero(dense[:, own], axis=0))
    np.testing.assert_allclose(rows.diagonal(d)[own], d @ dense[:, own] ** 2, rtol=1e-4)
    np.testing.assert_allclose(np.delete(rows.diagonal(d), own), d @ zero_one, rtol=1e-4)


@pytest.mark.parametrize(
    ("sparse_columns", "max_compressed", "terms"), [(0, 0, 0), (2, 0, 0), (0, 20, 0), (0, 0, 3)]
)
def test_threads_change_no_byte(sparse_columns, max_compressed, terms):
    one, many = (
        large_rows(1, 300_000, threads, sparse_columns, max_compressed=max_compressed, terms=terms)
        for threads in (1, 5)
    )
    draw = np.random.default_rng(2)
    w = draw.normal(size=one.weights).astype(np.float32)
    r = draw.normal(size=len(one)).astype(np.float32)
    assert one.predict(w).tobytes() == many.predict(w).tobytes()
    assert one.transposed_product(r).tobytes() == many.transposed_product(r).tobytes()
    assert one.gram_product(r**2, w).tobytes() == many.gram_product(r**2, w).tobytes()


def test_rows_that_reach_beyond_the_weights_are_refused():
    with pytest.raises(ValueError, match="beyond the last of 8"):
        Rows(np.full((3, 2), 5, np.uint16), np.array([0, 3], np.uint32), 8)


@pytest.mark.parametrize("weight", [7, 9])
def test_sparse_columns_use_a_pattern_s_weight_or_none(weight):
    """Of 8 weights the last is the constant's; 8 would stand for none."""
    with pytest.raises(ValueError, match="beyond the last of 8"):
        Rows(np.empty((2, 0), np.uint16), np.empty(0, np.uint32), 8, 1, np.uint32([[6], [weight]]))


@pytest.mark.parametrize(
    ("starts", "numbers"),
    [
        ([0, 1, 2], [0, 7]),
        ([0, 1, 2], [0, NEGATIVE + 7]),
        ([0, 2, 1], [0, 1]),
        ([0, 1, 3], [0, 1]),
        ([1, 1, 2], [0, 1]),
    ],
)
def test_compressed_rows_that_reach_beyond_are_refused(starts, numbers):
    nothing = np.empty((2, 0), np.uint16), np.empty(0, np.uint32), 8, 1, np.empty((2, 0), np.uint32)
    with pytest.raises(ValueError, match="beyond the last of 8"):
        Rows(*nothing, np.uint64(starts), np.uint32(numbers))


def test_terms_use_weights_that_there_are():
    no_patterns = np.empty((2, 0), np.uint16), np.empty(0, np.uint32), 8
    with pytest.raises(ValueError, match="beyond the last of 8"):
        Rows(*no_patterns, terms=np.ones((2, 1), np.int16), term_weights=np.uint32([7]))


@pytest.mark.parametrize(("dense_columns", "sparse_columns"), [(3, 0), (3, 2), (0, 4)])
def test_large_passes_equal_plain_sums(dense_columns, sparse_columns):
    rows = large_rows(3, 200_000, 2, sparse_columns, dense_columns)
    draw = np.random.default_rng(4)
    w = draw.normal(size=rows.weights).astype(np.float32)
    used = used_weights(rows)
    values = np.append(w, 0)[used].sum(axis=1, dtype=np.float64) + w[-1]
    np.testing.assert_allclose(rows.predict(w), values, rtol=1e-4, atol=1e-4)
    sums = np.bincount(used.ravel(), np.repeat(values, used.shape[1]), rows.weights + 1)[:-1]
    sums[-1] += values.sum()
    product = rows.gram_product(np.ones(len(rows), np.float32), w)
    np.testing.assert_allclose(product, sums, rtol=1e-3, atol=0.5)


@pytest.mark.parametrize("terms", [0, 2])
@pytest.mark.parametrize("solver", [ConjugateGradients(1e-6, 300), Descent(1e-6, 20_000)])
def test_solvers_find_the_minimum_of_a_quadratic(solver, terms):
    rows, dense = some_rows(5, terms=terms)
    y = np.random.default_rng(6).normal(size=len(rows)).astype(np.float32)
    l2 = np.float32(0.5)
    problem = Quadratic(
        product=lambda v: rows.gram_product(np.ones(len(rows), np.float32), v) + l2 * v,
        b=rows.transposed_product(y),
        diagonal=rows.diagonal(np.ones(len(rows), np.float32)) + l2,
        columns=rows.columns,
    )
    found = solver.solve(problem, lambda _w, _size: False)
    exact = np.linalg.solve(dense.T @ dense + l2 * np.eye(rows.weights), dense.T @ y)
    np.testing.assert_allclose(found, exact, atol=2e-3)


def test_conjugate_gradients_need_fewer_passes_than_descent():
    rows, _ = some_rows(7)
    y = np.random.default_rng(8).normal(size=len(rows)).astype(np.float32)
    passes = {}
    for solver in (ConjugateGradients(1e-3, 500), Descent(1e-3, 5000)):
        count = []
        problem = Quadratic(
            product=lambda v: rows.gram_product(np.ones(len(rows), np.float32), v) + v,
            b=rows.transposed_product(y),
            diagonal=rows.counts() + 1,
            columns=rows.columns,
        )
        solver.solve(problem, lambda _w, size, count=count: bool(count.append(size)))
        passes[type(solver)] = len(count)
    assert passes[ConjugateGradients] < passes[Descent] / 2


@pytest.mark.parametrize("kind", [Logistic, SquaredProbability])
def test_a_fit_of_wins_ends_where_its_gradient_vanishes(kind):
    """The gradient itself is checked against finite differences of the loss."""
    rows, dense = some_rows(9, terms=2)
    draw = np.random.default_rng(10)
    y = draw.choice([0.1, 0.5, 0.9], len(rows)).astype(np.float32)
    d = np.ones(len(rows), np.float32)
    l2 = 0.7
    none = replace(rows, indices=rows.indices[:0], sparse=rows.sparse[:0], terms=rows.terms[:0])
    task = StageTask(rows, d, y, none, y[:0])
    solver = QuasiNewton(tolerance=1e-6, passes=1000)
    w = kind(l2=l2, solver=solver, patience=1000).fit_stage(task).best

    def objective(weights):
        values = (dense @ weights).astype(np.float32)
        return kind.losses(values, y).sum() + 0.5 * l2 * (weights[:-1] ** 2).sum()

    def gradient(weights):
        penalty = np.append(np.full(rows.weights - 1, l2), 0) * weights
        return dense.T @ kind.slopes((dense @ weights).astype(np.float32), y) + penalty

    point = draw.normal(size=rows.weights) * 0.3
    for i in draw.choice(rows.weights, 12, replace=False):
        step = np.zeros(rows.weights)
        step[i] = 1e-2
        slope = (objective(point + step) - objective(point - step)) / 2e-2
        assert gradient(point)[i] == pytest.approx(slope, abs=2e-2)
    assert np.abs(gradient(w)).max() < 0.02


def test_the_nonlinear_fit_is_the_minimum_that_gauss_and_newton_find():
    """An independent way to the same weights: steps of damped least squares in numpy."""
    rows, dense = some_rows(15)
    y = np.random.default_rng(16).choice([0.1, 0.5, 0.9], len(rows))
    pull = np.append(np.full(rows.weights - 1, 2.0), 1e-9)

    def objective(w):
        p = 1 / (1 + np.exp(-dense @ w))
        return 2 * ((y - p) ** 2).sum() + 0.5 * (pull * w**2).sum()

    w = np.zeros(rows.weights)
    damping = 1.0
    for _ in range(300):
        p = 1 / (1 + np.exp(-dense @ w))
        jacobian = (p * (1 - p))[:, None] * dense
        slope = 4 * jacobian.T @ (p - y) + pull * w
        step = np.linalg.solve(4 * jacobian.T @ jacobian + np.diag(pull + damping), slope)
        better = objective(w - step) < objective(w)
        w = w - step if better else w
        damping = damping / 2 if better else damping * 4
    none = replace(rows, indices=rows.indices[:0], sparse=rows.sparse[:0])
    d, targets = np.ones(len(rows), np.float32), y.astype(np.float32)
    solver = QuasiNewton(tolerance=1e-7, passes=2000)
    found = SquaredProbability(l2=2.0, solver=solver, patience=2000)
    best = found.fit_stage(StageTask(rows, d, targets, none, targets[:0])).best
    assert objective(best) == pytest.approx(objective(w), rel=1e-5)
    np.testing.assert_allclose(dense @ best, dense @ w, atol=5e-3)


def planted(fitter, noise_seed):
    """Positions whose targets are a planted sum of weights, and those weights."""
    game = load_game("tic_tac_toe")
    features = FeatureSet(game, [Pattern("corner", (0,)), Pattern("side", (1,))])
    positions = [p for i in range(600) for p in random_game(game, f"planted {i}")[0][:-1]]
    array = packed(positions)
    weights = np.array([-1.0, 0, 1.0, 0.5, 0, -0.5, 0.25], np.float32)
    values = features.rows(array).predict(weights)
    draw = np.random.default_rng(noise_seed)
    if fitter.target == "win":
        wins = draw.uniform(size=len(values)) < (probability(values) - 0.1) / 0.8
        targets = np.where(wins, 1, -1)
    else:
        targets = values + draw.normal(size=len(values)) * 0.1
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(game, array, targets.astype(np.float32), game.progress(array), ids)
    return features, data, weights


@pytest.mark.parametrize("fitter", FITTERS)
def test_fitters_find_planted_values_again(fitter):
    features, data, weights = planted(fitter, 11)
    train, held_out = data.select(data.game_ids % 5 > 0), data.select(data.game_ids % 5 == 0)
    model = fitter.fit(features, train, held_out)
    truth = features.rows(data.positions).predict(weights)
    error = model.predict(data) - truth
    assert np.sqrt(np.mean(error**2)) < 0.15 * truth.std()


@pytest.mark.parametrize("fitter", FITTERS)
def test_fits_are_the_same_with_any_number_of_threads(fitter):
    features, data, _ = planted(fitter, 12)
    train, held_out = data.split(0.2, 1)
    models = [fitter.fit(features, train, held_out, threads=threads) for threads in (1, 2, 3)]
    for model in models[1:]:
        assert model.weighted_sum.weights.tobytes() == models[0].weighted_sum.weights.tobytes()
        assert model.metrics == models[0].metrics


@pytest.mark.parametrize("fitter", FITTERS)
def test_the_reported_held_out_error_is_the_model_s(fitter):
    features, data, _ = planted(fitter, 13)
    train, held_out = data.split(0.2, 1)
    model = fitter.fit(features, train, held_out)
    values, truth = model.predict(held_out), held_out.targets
    if fitter.target == "win":
        values, truth = probability(values), (truth > 0).astype(np.float32)
    reported = model.metrics["held_out"]["all"]
    assert reported["mse"] == pytest.approx(float(np.mean((values - truth) ** 2)), abs=1e-3)
    assert reported["rows"] == len(held_out)
    assert sum(row["rows"] for row in model.metrics["held_out"]["by_stage"]) == len(held_out)


def test_a_fit_stops_when_the_held_out_error_rises():
    """Held-out targets that contradict the training ones are best served by no pass at all."""
    features, data, _ = planted(FITTERS[0], 14)
    opposite = Dataset(data.game, data.positions, -data.targets, data.progress, data.game_ids)
    model = LeastSquares(stages=1, patience=2).fit(features, data, opposite)
    assert len(model.metrics["fit"][0]["held_out_loss"]) == 3
    assert not model.weighted_sum.weights.any()
