"""Weights that stages share (GLEM, section 5.2)."""

import numpy as np
import pytest

from boardworth.features import Rows
from boardworth.fitting import LeastSquares, Sharing
from boardworth.fitting.fitter import StageTask
from boardworth.fitting.sharing import Binding, SharedRows

# Occurrences by stage of five weights and of the constant.
COUNTS = np.array(
    [
        # often, rarely, in between, once often, hardly ever, constant
        [20, 4, 7, 9, 1, 100],
        [30, 4, 7, 50, 0, 100],
        [25, 4, 7, 6, 0, 100],
        [20, 4, 7, 0, 0, 100],
    ],
    np.float32,
)


def as_matrix(binding):
    """T, column by column."""
    units = np.eye(binding.parameters, dtype=np.float32)
    return np.stack([binding.table(unit).ravel() for unit in units], axis=1)


def random_binding(seed, sharing):
    draw = np.random.default_rng(seed)
    return sharing.bind(np.floor(draw.exponential(12, (7, 30))).astype(np.float32))


def test_a_weight_that_occurs_often_is_its_own_in_every_stage():
    low = Sharing().bind(COUNTS).low
    assert len(set(low[:, 0])) == len(set(low[:, 5])) == 4


def test_the_weight_of_a_term_is_its_own_however_rarely_it_is_not_0():
    low = Sharing().bind(COUNTS, np.uint32([1])).low
    assert len(set(low[:, 1])) == 4
    assert (Sharing().bind(COUNTS).low[:, 1] == Sharing().bind(COUNTS).parameters).all()


def test_a_weight_that_occurs_rarely_is_nothing():
    binding = Sharing().bind(COUNTS)
    table = binding.table(np.ones(binding.parameters, np.float32))
    assert not table[:, [1, 4]].any()
    assert table[:, [0, 2, 5]].all()


def test_stages_are_merged_until_a_weight_occurs_often_enough():
    """Three stages make 21 occurrences; the fourth is left over, and joins them."""
    low = Sharing().bind(COUNTS).low
    assert len(set(low[:, 2])) == 1
    low = Sharing(own=14).bind(COUNTS).low
    assert low[0, 2] == low[1, 2] != low[2, 2] == low[3, 2]


def test_stages_too_few_even_together_join_the_nearest_that_is_enough():
    low = Sharing().bind(COUNTS).low
    assert len(set(low[:3, 3])) == 1
    assert low[3, 3] == Sharing().bind(COUNTS).parameters


def test_merged_stages_lie_on_a_line_where_they_are_enough_for_one():
    binding = Sharing(own=14, between="line").bind(COUNTS)
    table = binding.table(np.arange(binding.parameters, dtype=np.float32))
    steps = np.diff(table[:, 2])
    assert steps[0] > 0
    np.testing.assert_allclose(steps, steps[0], rtol=1e-5)
    too_few = Sharing(own=20, between="line").bind(COUNTS)
    assert len(set(too_few.table(np.arange(too_few.parameters, dtype=np.float32))[:, 2])) == 1


@pytest.mark.parametrize("between", ["one weight", "line"])
def test_gathering_is_the_transpose_of_spreading(between):
    for seed in range(5):
        binding = random_binding(seed, Sharing(between=between))
        table = np.random.default_rng(seed).normal(size=binding.low.shape).astype(np.float32)
        exact = as_matrix(binding).T @ table.ravel()
        np.testing.assert_allclose(binding.gathered(table), exact, atol=1e-4)


@pytest.mark.parametrize("between", ["one weight", "line"])
def test_the_penalty_is_that_of_steps_between_stages(between):
    binding = random_binding(6, Sharing(between=between, smooth=3))
    matrix = as_matrix(binding)
    p = np.random.default_rng(7).normal(size=binding.parameters).astype(np.float32)
    steps = np.diff((matrix @ p).reshape(binding.low.shape), axis=0)
    free = np.isin(np.arange(binding.parameters), binding.low[:, -1])
    free |= np.isin(np.arange(binding.parameters), binding.high[:, -1])
    exact = 2 * (p[~free] ** 2).sum() + 3 * (steps**2).sum()
    penalty = binding.penalty(2)
    assert p @ penalty.product(p) == pytest.approx(exact, rel=1e-3)
    assert (penalty.diagonal >= 0).all()


def staged_rows(draw, stages, counts):
    """Rows of one column: in every stage each configuration occurs so often."""
    used = np.repeat(np.arange(len(counts), dtype=np.uint16), counts)
    orders = [draw.permutation(used)[:, None] for _ in range(stages)]
    return [Rows(order, np.zeros(1, np.uint32), len(counts) + 1) for order in orders]


def fitted(sharing, rows, table, noise=0.0):
    """The weights found for targets that a planted table gives, but for noise."""
    draw = np.random.default_rng(1)
    y = np.concatenate([r.predict(own) for r, own in zip(rows, table, strict=True)])
    y = (y + noise * draw.normal(size=len(y))).astype(np.float32)
    binding = sharing.bind(np.stack([r.counts() for r in rows]))
    x = SharedRows(rows, binding)
    task = StageTask(x, np.ones(len(y), np.float32), y, x, y, binding)
    return binding.table(LeastSquares(l2=1e-3, patience=50).fit_stage(task).best)


def test_planted_lines_are_found_from_few_occurrences():
    """Six occurrences a stage are too few for a weight of its own, not for a line through all."""
    stages, counts = 13, [200, 6, 6, 6, 2]
    rows = staged_rows(np.random.default_rng(2), stages, counts)
    k = np.arange(stages, dtype=np.float32)[:, None]
    slopes, offsets = np.float32([0, 0.5, -0.3, 0, 0, 0]), np.float32([0, 1, 2, -4, 0, 0])
    planted = slopes * k + offsets
    error = {}
    for between in ("line", "one weight"):
        found = fitted(Sharing(between=between), rows, planted, noise=0.5)
        assert not found[:, 4].any()
        error[between] = np.abs(found - planted)[:, 1:4].max()
    assert error["line"] < 0.6 < error["one weight"]


def test_a_weight_without_occurrences_is_drawn_from_its_neighbours():
    draw = np.random.default_rng(3)
    rows = staged_rows(draw, 3, [50, 50])
    gap = Rows(np.zeros((50, 1), np.uint16), np.zeros(1, np.uint32), 3)
    planted = np.float32([[-1, 1, 0]] * 3)
    found = fitted(Sharing(own=0, min_count=0, smooth=1), [rows[0], gap, rows[2]], planted)
    contrast = found[:, 1] - found[:, 0]
    np.testing.assert_allclose(contrast, 2, atol=0.1)


def test_a_binding_knows_nothing_where_there_are_no_parameters():
    binding = Sharing().bind(np.zeros((2, 3), np.float32))
    assert isinstance(binding, Binding)
    assert binding.parameters == 0
    assert not binding.table(np.empty(0, np.float32)).any()
