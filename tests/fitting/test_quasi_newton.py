"""L-BFGS against solutions that are known."""

import itertools

import numpy as np
import pytest

from boardworth.fitting.quasi_newton import QuasiNewton


def quadratic(seed, size=30):
    draw = np.random.default_rng(seed)
    root = draw.normal(size=(size, size))
    a = (root @ root.T + np.diag(draw.uniform(0.1, 100, size))).astype(np.float32)
    b = draw.normal(size=size).astype(np.float32)
    return a, b


@pytest.mark.parametrize("seed", range(5))
def test_a_quadratic_is_solved(seed):
    a, b = quadratic(seed)
    found = QuasiNewton(tolerance=1e-5, passes=500).minimise(
        lambda w: (float(w @ a @ w / 2 - b @ w), a @ w - b), np.diag(a).copy(), 1.0, never
    )
    assert found == pytest.approx(np.linalg.solve(a.astype(float), b), abs=1e-3)


def never(_w, _size):
    return False


def test_the_function_falls_with_every_step_even_from_a_wild_first_one():
    a, b = quadratic(7)
    losses = []

    def function(w):
        return float(np.sum(np.logaddexp(0, a @ w) - b * w)), a.T @ (
            (1 + np.tanh(a @ w / 2)) / 2
        ) - b

    QuasiNewton(passes=60).minimise(
        function,
        np.ones(len(b), np.float32) * np.float32(1e-3),
        1.0,
        lambda w, _size: bool(losses.append(function(w)[0])),
    )
    assert len(losses) > 3
    assert all(after < before for before, after in itertools.pairwise(losses))


def test_the_monitor_and_the_passes_end_it():
    a, b = quadratic(3)
    evaluations = []

    def function(w):
        evaluations.append(1)
        return float(w @ a @ w / 2 - b @ w), a @ w - b

    diagonal = np.diag(a).copy()
    calls = []
    QuasiNewton().minimise(
        function, diagonal, 1.0, lambda _w, _s: len(calls) == 3 or calls.append(1)
    )
    assert len(calls) == 3
    evaluations.clear()
    QuasiNewton(tolerance=0, passes=7).minimise(function, diagonal, 1.0, never)
    assert len(evaluations) <= 7


def test_where_there_is_no_slope_nothing_moves():
    zero = np.zeros(4, np.float32)
    found = QuasiNewton().minimise(lambda _w: (1.0, zero), np.ones(4, np.float32), 1.0, never)
    assert not found.any()
