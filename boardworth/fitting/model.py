"""A fitted evaluation: features, weights and all that must be known to use and to trust it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from boardworth.errors import NotFitted
from boardworth.features import PatternSums

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from boardworth.features import FeatureSet
    from boardworth.fitting.selectivity import Selectivity
    from boardworth.fitting.stages import Stages
    from boardworth.positions import Dataset
    from boardworth.rules import Game

Target = Literal["score", "win"]
# Ways to play with an evaluation; the last one leaves it alone.
PlayerName = Literal["alpha-beta", "mtdf", "guided uct", "lightly guided uct", "uct"]

# More precision than 1/256 of a point or of a unit of log-odds buys nothing.
MOST_SCALE = 256


@dataclass(frozen=True)
class Model:
    """What a fitter returns. Its weights are the integers that the evaluator adds up.

    Attributes:
        features: what is summed over.
        stages: which positions share weights.
        weights: [stages, weights], in units of 1 / scale.
        scale: units per point of score, or per unit of log-odds.
        target: what the sum estimates: the mover's score, or the log-odds of a win.
        support: [stages, weights], bit lengths of the counts of occurrences in training.
        selectivity: how well its shallow searches predict deep ones, once it is calibrated.
        metrics: figures of the fit, among them the held-out error.
        provenance: where it comes from: data, seed, settings, versions.
        player: who plays best with it, if that was tried.
    """

    features: FeatureSet
    stages: Stages
    weights: NDArray[np.int16]
    scale: int
    target: Target
    support: NDArray[np.uint8]
    selectivity: Selectivity | None = None
    metrics: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    player: PlayerName | None = None

    @property
    def game(self) -> Game:
        """The game it evaluates."""
        return self.features.game

    @property
    def unit(self) -> str:
        """What its values are measured in."""
        return "points" if self.target == "score" else "log-odds of a win"

    def predict(self, data: Dataset, threads: int = 1) -> NDArray[np.float32]:
        """The mover's value of every position, in points of score or units of log-odds."""
        values = np.empty(len(data), np.float32)
        stage_of = self.stages.table()[data.progress]
        for stage in range(len(self.stages)):
            inside = stage_of == stage
            rows = self.features.rows(data.positions[inside], threads)
            values[inside] = rows.predict(self.weights[stage].astype(np.float32)) / self.scale
        return values

    def values(self, stage: int) -> NDArray[np.float64]:
        """A stage's weights in points of score or units of log-odds."""
        return np.asarray(self.weights[stage] / self.scale)

    def pattern_sums(self) -> PatternSums:
        """Its patterns as numeric features: the part that each has in the value."""
        return PatternSums(self.features, self.weights / self.scale, self.stages.table())


def quantised(weights: NDArray[np.floating[Any]]) -> tuple[NDArray[np.int16], int]:
    """16-bit weights and their scale, the largest power of two at which all of them fit."""
    largest = float(np.abs(weights).max(initial=0))
    if not np.isfinite(largest):
        raise NotFitted("the fit diverged: its weights are not finite")
    scale = MOST_SCALE
    while scale > 1 and largest * scale > np.iinfo(np.int16).max:
        scale //= 2
    if largest * scale > np.iinfo(np.int16).max:
        raise NotFitted(f"the fit diverged: a weight of {largest:.3g} does not fit 16 bits")
    return np.rint(weights * scale).astype(np.int16), scale


def bit_lengths(counts: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """The bit length of each count: 0 for none, 1 for one, 2 for two or three, ..."""
    return np.asarray(np.ceil(np.log2(np.rint(counts) + 1)), np.uint8)
