"""How a gradient changes weights. Weights are counted in steps of their grids here.

A grid's step is one of the paper's units for piece values, 1/32 of it for all other relations.
So rates are those of the paper, whatever the weights are stored in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.mmto.measures import length

Vector: TypeAlias = "NDArray[np.float32]"
Memory: TypeAlias = "dict[str, NDArray[np.float32]]"
UpdateName: TypeAlias = Literal["grid", "descent", "constant", "adagrad", "adam"]


class Update(ABC):
    """Turns gradients into changes of weights, under the constraint that a sum stays as it is."""

    def memory(self, weights: int) -> Memory:  # noqa: ARG002
        """What is remembered from step to step, before the first."""
        return {}

    @abstractmethod
    def change(self, gradient: Vector, memory: Memory) -> Vector:
        """What is added to the weights; the memory is brought up to date."""

    def constrained(self, gradient: Vector, change: Vector) -> Vector:  # noqa: ARG002
        """The change of the major weights, made to keep their sum.

        The change less its mean: for plain descent this is the Lagrange multiplier lambda_0 that
        keeps g(w') = sum w' - constant at 0 (section 3.2), the mean of the derivatives.
        """
        return np.asarray(change - change.mean(dtype=np.float64), np.float32)


@dataclass(frozen=True, slots=True)
class Grid(Update):
    """The grid-adjacent update w_i <- w_i - h sgn(dJ / dw_i), sgn(0) = 0 (section 3.4)."""

    step: int = 1  # h

    def change(self, gradient: Vector, memory: Memory) -> Vector:  # noqa: ARG002
        """By the formula above."""
        return np.float32(-self.step) * np.sign(gradient)

    def constrained(self, gradient: Vector, change: Vector) -> Vector:  # noqa: ARG002
        """lambda_0 is the median of the major weights' derivatives (section 3.5.1).

        Of 2n + 1 weights n go up, n go down and one stays. The paper has no rule for 2n: there the
        median is the mean of the two in the middle, so n go up and n go down. Where derivatives
        equal the median, fewer move: as many up as down, those farthest from it (of equal ones the
        first go up and the last go down). So the sum is kept exactly.
        """
        middle = np.median(gradient.astype(np.float64))
        moving = min(np.count_nonzero(gradient < middle), np.count_nonzero(gradient > middle))
        order = np.argsort(gradient, kind="stable")
        kept = np.zeros_like(gradient)
        kept[order[:moving]] = self.step
        kept[order[len(order) - moving :]] = -self.step
        return kept


@dataclass(frozen=True, slots=True)
class PlainDescent(Update):
    """w <- w - r grad J (equation (10)).

    The paper's r = 0.5 for 13 pieces, 0.031 with king-piece relations, 0.01 with 32 reuses.
    """

    rate: float = 0.5  # r

    def change(self, gradient: Vector, memory: Memory) -> Vector:  # noqa: ARG002
        """By the formula above."""
        return np.float32(-self.rate) * gradient


@dataclass(frozen=True, slots=True)
class ConstantStep(Update):
    """w <- w - r_c grad J / |grad J| (section 4.3)."""

    rate: float = 1000.0  # r_c

    def change(self, gradient: Vector, memory: Memory) -> Vector:  # noqa: ARG002
        """By the formula above."""
        norm = length(gradient)
        return np.float32(-self.rate / norm if norm else 0) * gradient


@dataclass(frozen=True, slots=True)
class AdaGrad(Update):
    """w_i <- w_i - r g_i / sqrt(sum of all g_i^2 so far) (Duchi, Hazan and Singer 2011)."""

    rate: float = 4.0

    def memory(self, weights: int) -> Memory:
        """Zeros."""
        return {"squares": np.zeros(weights, np.float32)}

    def change(self, gradient: Vector, memory: Memory) -> Vector:
        """By the formula above."""
        memory["squares"] += gradient**2
        return np.float32(-self.rate) * _ratio(gradient, np.sqrt(memory["squares"]))


@dataclass(frozen=True, slots=True)
class Adam(Update):
    """w_i <- w_i - r m_i / sqrt(v_i) (Kingma and Ba 2015).

    m and v are running means of g and g^2 with the weights 1 - 0.9 and 1 - 0.999 for the newest,
    each divided by the sum of its weights so far.
    """

    rate: float = 1.0
    decays: tuple[float, float] = (0.9, 0.999)

    def memory(self, weights: int) -> Memory:
        """Zeros."""
        return {
            "means": np.zeros(weights, np.float32),
            "squares": np.zeros(weights, np.float32),
            "steps": np.zeros(1, np.float32),
        }

    def change(self, gradient: Vector, memory: Memory) -> Vector:
        """By the formula above."""
        memory["steps"] += 1
        for name, newest, decay in zip(
            ("means", "squares"), (gradient, gradient**2), self.decays, strict=True
        ):
            memory[name] *= np.float32(decay)
            memory[name] += np.float32(1 - decay) * newest
        first, second = (1 - decay ** float(memory["steps"][0]) for decay in self.decays)
        deviations = np.sqrt(memory["squares"] / np.float32(second))
        return np.float32(-self.rate / first) * _ratio(memory["means"], deviations)


UPDATES: Mapping[UpdateName, type[Grid | PlainDescent | ConstantStep | AdaGrad | Adam]] = {
    "grid": Grid,
    "descent": PlainDescent,
    "constant": ConstantStep,
    "adagrad": AdaGrad,
    "adam": Adam,
}


def changed(
    update: Update,
    weights: Vector,  # in steps of their grids
    gradient: Vector,  # of the unnormalised J, by these
    memory: Memory,
    major: NDArray[np.int64],  # w' of every set, [sets, pieces]: each sum is kept; may be empty
    minor: NDArray[np.bool_],  # w'', all others that are learned
    l1: float,  # lambda_1
) -> Vector:
    """The weights after a step.

    The derivative of lambda_1 |w''|_1 is lambda_1 sgn(w_i), sgn(0) = 0 (section 3.3): a weight of 0
    goes where J sends it, and comes back with the next step if |dJ / dw_i| < lambda_1. So an even
    number of steps leaves it at 0.
    """
    if l1:
        gradient = gradient + np.float32(l1) * np.sign(weights) * minor
    change = update.change(gradient, memory)
    for pieces in major:
        if len(pieces):
            change[pieces] = update.constrained(gradient[pieces], change[pieces])
    return weights + change


def _ratio(over: Vector, under: Vector) -> Vector:
    """Quotients, 0 where the denominator is."""
    return np.divide(over, under, out=np.zeros_like(over), where=under > 0)
