"""The minimum of a smooth function that is known by its values and gradients (L-BFGS)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardworth.fitting.quadratic import dot

if TYPE_CHECKING:
    from boardworth.fitting.quadratic import Monitor, Vector

# A function's value and its gradient.
Function: TypeAlias = Callable[["Vector"], tuple[float, "Vector"]]

# A step must gain this share of what the slope promises.
_SUFFICIENT = 1e-4
_SHORTEST = 1e-6


@dataclass(frozen=True, slots=True)
class QuasiNewton:
    """L-BFGS: steps that know the curvature from the last few, and at first from a diagonal."""

    tolerance: float = 1e-3  # relative size of the gradient at which to stop
    passes: int = 150  # evaluations of the function, at most
    memory: int = 10  # how many steps are remembered

    def minimise(
        self, function: Function, diagonal: Vector, first: float, monitor: Monitor
    ) -> Vector:
        """The weights at a small gradient, after the last pass, or when the monitor says stop.

        Every step is halved until the function falls as far as its slope promises.

        Args:
            function: what to minimise, from w = 0.
            diagonal: of its second derivative, roughly.
            first: how long the first step is, as a share of the one that the diagonal asks for.
            monitor: told the weights, at first and after every step.
        """
        w = np.zeros_like(diagonal)
        loss, gradient = function(w)
        start = dot(gradient, gradient / diagonal)
        remembered: deque[tuple[Vector, Vector, float]] = deque(maxlen=self.memory)
        length, passes = np.float32(first), 1
        monitor(w, 1.0)
        while passes < self.passes and start > 0:
            direction = -_inverse_curvature(gradient, diagonal, remembered)
            slope = dot(direction, gradient)
            while True:
                candidate = w + length * direction
                new_loss, new_gradient = function(candidate)
                passes += 1
                if new_loss <= loss + _SUFFICIENT * float(length) * slope:
                    break
                length /= 2
                if length < _SHORTEST or passes >= self.passes:
                    return w
            step, change = candidate - w, new_gradient - gradient
            w, loss, gradient = candidate, new_loss, new_gradient
            if (curvature := dot(step, change)) > 0:
                remembered.append((step, change, curvature))
            length = np.float32(1)
            size = float(np.sqrt(dot(gradient, gradient / diagonal) / start))
            if monitor(w, size) or size <= self.tolerance:
                break
        return w


def _inverse_curvature(
    gradient: Vector, diagonal: Vector, remembered: deque[tuple[Vector, Vector, float]]
) -> Vector:
    """The gradient times an estimate of the second derivative's inverse: the two-loop recursion."""
    q = gradient.copy()
    shares = []
    for step, change, curvature in reversed(remembered):
        share = np.float32(dot(step, q) / curvature)
        q -= share * change
        shares.append(share)
    r = q / diagonal
    if remembered:
        _, change, curvature = remembered[-1]
        r *= np.float32(curvature / dot(change, change / diagonal))
    for (step, change, curvature), share in zip(remembered, reversed(shares), strict=True):
        r += (share - np.float32(dot(change, r) / curvature)) * step
    return r
