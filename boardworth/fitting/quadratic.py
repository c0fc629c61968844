"""Two ways to the minimum of a quadratic 1/2 w'Aw - b'w whose A is known by its products alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.model import Parameters

if TYPE_CHECKING:
    Vector: TypeAlias = NDArray[np.float32]

    # Told the weights and the gradient's relative size, at first and after every pass; True ends
    # the work.
    Monitor: TypeAlias = Callable[[Vector, float], bool]

# Weights that no row uses have nothing to divide by.
SMALLEST_DIAGONAL = np.float32(1e-6)


class Penalty(Protocol):
    """The quadratic 1/2 w'Pw that a fit adds to its loss."""

    @property
    def diagonal(self) -> Vector:
        """Of P, roughly."""

    def product(self, vector: Vector) -> Vector:
        """P v."""


@dataclass(frozen=True)
class DiagonalPenalty:
    """1/2 sum_i p_i w_i^2."""

    diagonal: Vector

    @staticmethod
    def but_the_last(weights: int, l2: float) -> DiagonalPenalty:
        """The same for every weight; the constant goes free."""
        penalty = np.full(weights, l2, np.float32)
        penalty[-1] = 0
        return DiagonalPenalty(penalty)

    def product(self, vector: Vector) -> Vector:
        """P v."""
        return self.diagonal * vector


@dataclass(frozen=True)
class Quadratic:
    """A positive definite system A w = b."""

    product: Callable[[Vector], Vector]  # v -> A v, one pass over the rows
    b: Vector  # the right-hand side
    diagonal: Vector  # of A, roughly: how often each weight is used, plus the L2 penalty
    columns: int  # how many weights one row uses; no eigenvalue of A / diagonal exceeds it by much


class Solver(Protocol):
    """Minimises a quadratic, starting from w = 0."""

    def solve(self, problem: Quadratic, monitor: Monitor) -> Vector:
        """The weights at a small gradient, after the last pass, or when the monitor says stop."""


@dataclass(frozen=True, slots=True)
class ConjugateGradients(Parameters):
    """Conjugate gradients with the diagonal as preconditioner.

    Dividing by the diagonal is GLEM's rule that each weight's gradient be divided by its number of
    occurrences; conjugate directions need a third of the passes.
    """

    tolerance: float = 1e-3
    passes: int = 100

    def solve(self, problem: Quadratic, monitor: Monitor) -> Vector:
        """Steps along directions that do not undo each other."""
        w = np.zeros_like(problem.b)
        residual = problem.b.copy()
        scaled = residual / problem.diagonal
        direction = scaled.copy()
        energy = start = dot(residual, scaled)
        monitor(w, 1.0)
        for _ in range(self.passes):
            if energy <= self.tolerance**2 * start:
                break
            product = problem.product(direction)
            step = np.float32(energy / dot(direction, product))
            w += step * direction
            residual -= step * product
            scaled = residual / problem.diagonal
            last, energy = energy, dot(residual, scaled)
            if monitor(w, float(np.sqrt(energy / start))):
                break
            direction = scaled + np.float32(energy / last) * direction
        return w


@dataclass(frozen=True, slots=True)
class Descent(Parameters):
    """Gradient descent as in GLEM: a weight's gradient is divided by its number of occurrences."""

    tolerance: float = 1e-3  # relative size of the gradient at which to stop
    passes: int = 250  # at most
    step: float = 1.0  # as a share of the largest step that is safe for any data
    momentum: float = 0.0  # share of the last change that is repeated

    def solve(self, problem: Quadratic, monitor: Monitor) -> Vector:
        """Steps down the scaled gradient."""
        w = np.zeros_like(problem.b)
        change = np.zeros_like(w)
        start = dot(problem.b, problem.b / problem.diagonal)
        for number in range(self.passes):
            residual = problem.b - problem.product(w) if number else problem.b.copy()
            scaled = residual / problem.diagonal
            size = float(np.sqrt(dot(residual, scaled) / start)) if start else 0.0
            if monitor(w, size) or size <= self.tolerance:
                break
            rate = np.float32(self.step / problem.columns)
            change = np.float32(self.momentum) * change + rate * scaled
            w = w + change
        return w


def dot(a: Vector, b: Vector) -> float:
    """In double precision and in a fixed order: BLAS may group sums by its number of threads."""
    return float(np.add.reduce(a.astype(np.float64) * b))
