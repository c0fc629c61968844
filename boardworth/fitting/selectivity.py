"""How well shallow searches predict deep ones: what Multi-ProbCut cuts by (Buro 1997)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted

if TYPE_CHECKING:
    Floats = NDArray[np.float64]

# Fewer pairs of values say nothing about how far a prediction may be off.
MIN_SAMPLES = 50
# Coefficients of points, depths and logarithms are far smaller.
LARGEST = 1e6


@dataclass(frozen=True, slots=True)
class SearchPairs:
    """Values of the same positions from shallow and from deep searches, one of each a row."""

    progress: Floats  # how far the game has come, from 0 to 1
    depth: Floats  # of the deep search
    shallow_depth: Floats  # of the shallow one
    deep: Floats  # the mover's values from the deep search, in points of score or units of log-odds
    shallow: Floats  # the mover's values from the shallow one

    def __len__(self) -> int:
        return len(self.deep)


class Prediction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """deep = slope * shallow + offset, give or take sigma.

    slope is linear in (1, progress, depth), offset in (1, progress), and the logarithm of sigma in
    (1, progress, progress^2, depth, shallow depth).
    """

    slope: tuple[float, float, float]
    offset: tuple[float, float]
    log_sigma: tuple[float, float, float, float, float]
    samples: int

    @classmethod
    def fit(cls, data: SearchPairs) -> Prediction:
        """Least squares for slope and offset, then for the size of what they leave."""
        if len(data) < MIN_SAMPLES:
            raise NotFitted(f"calibration: {len(data)} comparisons are too few")
        by_depth = np.stack([np.ones(len(data)), data.progress, data.depth])
        columns = np.concatenate([by_depth * data.shallow, by_depth[:2]])
        line = np.linalg.lstsq(columns.T, data.deep, rcond=None)[0]
        residual = np.abs(data.deep - line @ columns)
        spread = _spread_columns(data.progress, data.depth, data.shallow_depth)
        smallest = 1e-3 * max(float(residual.max()), 1e-9)
        log_sigma = np.linalg.lstsq(spread.T, np.log(np.maximum(residual, smallest)), rcond=None)[0]
        # The mean of a logarithm is less than the logarithm of a deviation: make up for it.
        sizes = (residual / np.exp(log_sigma @ spread)) ** 2
        log_sigma[0] += 0.5 * np.log(max(float(sizes.mean()), 1e-12))
        return cls(
            tuple(line[:3].tolist()), tuple(line[3:].tolist()), tuple(log_sigma.tolist()), len(data)
        )

    def at(
        self, progress: Floats, depth: Floats, shallow_depth: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Slope, offset and sigma."""
        ones = np.ones_like(progress)
        slope = np.array(self.slope) @ np.stack([ones, progress, depth])
        offset = np.array(self.offset) @ np.stack([ones, progress])
        spread = _spread_columns(progress, depth, shallow_depth)
        return slope, offset, np.exp(np.array(self.log_sigma) @ spread)


class Selectivity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model's calibration."""

    horizon: Prediction  # predicts searches that end in evaluations
    # Predicts the outcome of the game; None if the model estimates no scores.
    ending: Prediction | None
    deepest: int  # depth of the deepest searches compared

    def sound(self) -> bool:
        """Whether its numbers are such as a fit can give: a file may hold anything."""
        predictions = [self.horizon, *([self.ending] if self.ending else [])]
        numbers = [n for p in predictions for n in (*p.slope, *p.offset, *p.log_sigma)]
        return bool((np.abs(numbers) < LARGEST).all())


def _spread_columns(progress: Floats, depth: Floats, shallow_depth: Floats) -> Floats:
    return np.stack([np.ones_like(progress), progress, progress**2, depth, shallow_depth])
