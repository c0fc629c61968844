"""How a gradient changes weights, worked out by hand."""

import numpy as np
import pytest

from boardworth.fitting.mmto.updates import (
    AdaGrad,
    Adam,
    ConstantStep,
    Grid,
    PlainDescent,
    changed,
)

NONE = np.empty(0, np.int64)


def step(update, gradient, weights=None, major=NONE, l1=0.0, memory=None):
    gradient = np.float32(gradient)
    weights = np.zeros(len(gradient), np.float32) if weights is None else np.float32(weights)
    minor = ~np.isin(np.arange(len(gradient)), major)
    memory = update.memory(len(gradient)) if memory is None else memory
    return changed(update, weights, gradient, memory, np.atleast_2d(np.int64(major)), minor, l1)


def test_the_grid_goes_one_step_against_the_sign_of_the_gradient():
    assert step(Grid(), [3e-9, 0, -5000]).tolist() == [-1, 0, 1]
    assert step(Grid(4), [3e-9, 0, -5000], [8, 8, 8]).tolist() == [4, 8, 12]


def test_of_an_odd_number_of_major_weights_the_median_stays():
    found = step(Grid(), [5, 1, 9, -2, 7, 100, -100], [0] * 7, range(5))
    assert found[:5].tolist() == [0, 1, -1, 1, -1]
    assert found[5:].tolist() == [-1, 1]


def test_of_an_even_number_of_major_weights_half_go_up():
    assert step(Grid(), [4, 1, 3, 2], major=range(4)).tolist() == [-1, 1, -1, 1]


@pytest.mark.parametrize("seed", range(20))
def test_the_sum_of_major_weights_is_kept_exactly(seed):
    """Also where many derivatives are the same, such as those of pieces that do not occur."""
    draw = np.random.default_rng(seed)
    count = int(draw.integers(1, 14))
    gradient = draw.integers(-2, 3, count + 3)
    weights = draw.integers(0, 900, count + 3)
    found = step(Grid(3), gradient, weights, range(count), l1=0.5)
    assert found[:count].sum() == weights[:count].sum()
    moved = found[:count] - weights[:count]
    assert set(moved.tolist()) <= {-3.0, 0.0, 3.0}
    if moved.any():  # what goes up has a smaller derivative than what goes down
        assert gradient[:count][moved > 0].max() < gradient[:count][moved < 0].min()


def test_other_updates_keep_the_sum_by_its_mean():
    for update in (PlainDescent(0.1), ConstantStep(2.0), AdaGrad(), Adam()):
        found = step(update, [5, 1, 9, -2], [100, 200, 300, 400], range(4))
        assert found.sum() == pytest.approx(1000)
        assert found[3] > 400
        assert found[2] < 300


def test_l1_pulls_to_nothing_what_the_objective_hardly_wants():
    """A weight of 0 goes where J sends it, and comes back: after two steps it is 0 again."""
    gradient = [0.001, -0.001, 0.1, 0.0]
    once = step(Grid(), gradient, l1=0.01)
    assert once.tolist() == [-1, 1, -1, 0]
    assert step(Grid(), gradient, once, l1=0.01).tolist() == [0, 0, -2, 0]
    assert step(Grid(), [0.0, 0.0], [5, -5], l1=0.01).tolist() == [4, -4]


def test_major_weights_are_not_pulled():
    assert step(Grid(), [0, 0, 0], [5, 5, 5], [0, 1, 2], l1=1.0).tolist() == [5, 5, 5]


def test_descent_and_constant_steps():
    assert step(PlainDescent(0.5), [4, -6], [10, 10]).tolist() == [8, 13]
    assert step(ConstantStep(10), [3, -4], [0, 0]).tolist() == [-6, 8]
    assert step(ConstantStep(10), [0, 0], [1, 2]).tolist() == [1, 2]


def test_adagrad_divides_by_the_root_of_all_squares():
    memory = AdaGrad().memory(2)
    assert step(AdaGrad(2.0), [3, 0], memory=memory).tolist() == [-2, 0]
    found = step(AdaGrad(2.0), [4, 0], memory=memory)
    assert found == pytest.approx([-2 * 4 / 5, 0])


def test_adam_goes_by_its_rate_while_the_gradient_stays_the_same():
    memory = Adam().memory(3)
    for _ in range(5):
        found = step(Adam(0.5), [1e-3, -700, 0], memory=memory)
        assert found == pytest.approx([-0.5, 0.5, 0], rel=1e-3)
    # Means: 0.9 * 1 + 0.1 * -1 and so on; here after one step of 1 and one of -1.
    memory = Adam().memory(1)
    step(Adam(1.0), [1.0], memory=memory)
    mean = (0.9 * 0.1 - 0.1) / (1 - 0.9**2)
    assert step(Adam(1.0), [-1.0], memory=memory) == pytest.approx([-mean], rel=1e-3)
