"""Piece values: those of a model, random ones, and when they have settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features import Relations
from boardworth.fitting import Model, Stages, WeightedSum
from boardworth.fitting.mmto.grids import Grids, divisor_of

if TYPE_CHECKING:
    from boardworth.features import FeatureSet

UNIT = 32  # units of a weight in one of the paper's
# The grid's 32 steps of an iteration can move a piece this far, and back again.
NEAR = 32


def part_of(features: FeatureSet) -> Relations:
    """The only part."""
    part = features.parts[0]
    assert isinstance(part, Relations)
    return part


def piece_values_of(model: Model) -> list[float]:
    """Of a model, in the paper's units."""
    own = model.weighted_sum
    material = own.weights[0][: len(part_of(own.features).pieces)]
    return [float(weight) * divisor_of(model) / UNIT for weight in material]


def settled_after(rows: Sequence[Sequence[float]]) -> int:
    """Iterations after which no piece is further than `NEAR` from where the last ones leave it.

    That is the mean of the last sixth, since values go to and fro at the end.

    >>> settled_after([[500 + 100 * min(number, 7)] for number in range(1, 61)])
    7
    """
    values = np.array(rows)
    end = values[-max(len(values) // 6, 1) :].mean(axis=0)
    far = np.flatnonzero(np.abs(values - end).max(axis=1) > NEAR)
    return int(far[-1]) + 2 if len(far) else 1


def random_piece_values(draw: np.random.Generator, pieces: int) -> NDArray[np.float64]:
    """Whole numbers in random proportions, whose mean is exactly 500.

    >>> float(random_piece_values(np.random.default_rng(1), 13).sum())
    6500.0
    """
    drawn = draw.integers(0, 32768, pieces).astype(np.float64)
    ends = np.rint(np.cumsum(drawn) * (500 * pieces / drawn.sum()))
    return np.diff(ends, prepend=0)


def weighed(features: FeatureSet, piece_values: NDArray[np.float64]) -> Model:
    """A model of given piece values, in the paper's units."""
    weights = np.zeros((1, len(features)), np.float32)
    weights[0, : len(piece_values)] = piece_values
    stored, divisor = Grids.of(features, UNIT).stored(weights)
    stages = Stages((0,), features.game.max_progress)
    counts = np.zeros(weights.shape, np.uint8)
    own = WeightedSum(features, stages, stored, 600 * UNIT // divisor, "win", counts)
    return Model(own, {"mmto": {"divisor": divisor}})
