"""How well evaluations agree with perfect play, with intervals by resampling whole games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.positions import Dataset

DRAWS = 1000
_PERCENTILES = (2.5, 97.5)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __format__(self, form: str) -> str:
        """Each number by the format, which is that of a number."""
        own = form or ".3f"
        return f"{self.value:{own}} [{self.low:{own}}, {self.high:{own}}]"


class Resampled:
    """Statistics of rows, each also of games drawn with replacement.

    Args:
        game_ids: [rows], the game each row is from: rows of one game are not independent.
        seed: of the draws.
    """

    def __init__(self, game_ids: NDArray[np.int32], seed: int = 0) -> None:
        _, self._game_of = np.unique(game_ids, return_inverse=True)
        games = int(self._game_of.max(initial=-1)) + 1
        even = np.full(games, 1 / games)
        self._draws = np.random.default_rng(seed).multinomial(games, even, DRAWS)
        # All games once, then the draws.
        self._draws = np.vstack([np.ones(games, np.int64), self._draws])

    def mean(self, values: Floats) -> Floats:
        """Of all rows, then of each draw."""
        return self._sums(values) / self._sums(np.ones(len(values)))

    def correlation(self, values: Floats, truth: Floats) -> Floats:
        """Of all rows, then of each draw."""
        # Moments about the means of all rows: of large numbers little would be left.
        values, truth = values - values.mean(), truth - truth.mean()
        mean_value, mean_truth = self.mean(values), self.mean(truth)
        covariance = self.mean(values * truth) - mean_value * mean_truth
        spread = self.mean(values**2) - mean_value**2
        return np.asarray(covariance / np.sqrt(spread * (self.mean(truth**2) - mean_truth**2)))

    def _sums(self, values: Floats) -> Floats:
        return np.asarray(self._draws @ np.bincount(self._game_of, values))


def estimate(statistic: Floats) -> Estimate:
    """What `Resampled` found: the statistic of all rows, and the interval of the draws."""
    low, high = np.percentile(statistic[1:], _PERCENTILES)
    return Estimate(float(statistic[0]), float(low), float(high))


@dataclass(frozen=True)
class Agreement:
    """Values of several evaluations for the same held-out positions."""

    held_out: Dataset
    values: Mapping[str, Floats]  # by the evaluation's name

    @cached_property
    def _resampled(self) -> Resampled:
        return Resampled(self.held_out.game_ids)

    @cached_property
    def _truth(self) -> Floats:
        return self.held_out.targets.astype(np.float64)

    def squared_error(self, name: str) -> Estimate:
        """Its mean."""
        return estimate(self._resampled.mean((self.values[name] - self._truth) ** 2))

    def absolute_error(self, name: str) -> Estimate:
        """Its mean."""
        return estimate(self._resampled.mean(np.abs(self.values[name] - self._truth)))

    def correlation(self, name: str) -> Estimate:
        """With the scores of perfect play."""
        return estimate(self._correlations(name))

    def correlation_difference(self, first: str, second: str) -> Estimate:
        """That of the first less that of the second, in the same draws."""
        return estimate(self._correlations(first) - self._correlations(second))

    def _correlations(self, name: str) -> Floats:
        return self._resampled.correlation(self.values[name], self._truth)
