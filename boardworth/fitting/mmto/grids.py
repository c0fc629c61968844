"""Weights on grids: how far apart the points are, where learning begins, how models store them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, NotFitted
from boardworth.features import Relations

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.fitting.model import Model

_LARGEST = np.iinfo(np.int16).max


@dataclass(frozen=True, slots=True)
class Grids:
    """The steps of all weights of a feature set, [weights] in units of the stored ones.

    Piece values are whole units of the paper's: their step is `unit`. All other weights go by 1.
    """

    steps: NDArray[np.float32]
    major: NDArray[np.int64]  # the weights of material

    @staticmethod
    def of(features: FeatureSet, unit: float) -> Grids:
        """Of features that may have material."""
        major = _material_weights(features)
        steps = np.ones(len(features), np.float32)
        steps[major] = unit
        return Grids(steps, major)

    def start(self, sets: int, piece_value: float) -> NDArray[np.float32]:
        """[sets, weights] in steps: all pieces worth the same, all else nothing."""
        weights = np.zeros((sets, len(self.steps)), np.float32)
        weights[:, self.major] = piece_value
        return weights

    def stored(self, weights: NDArray[np.float32]) -> tuple[NDArray[np.int16], int]:
        """Weights in steps as a model's, rounded to the grid, and what they were divided by.

        That is 1 unless they do not fit 16 bits. Raises NotFitted if they are not finite.
        """
        units = np.rint(weights)
        units *= self.steps
        largest = float(np.maximum(units.max(initial=0), -units.min(initial=0)))
        if not np.isfinite(largest):
            raise NotFitted("the fit diverged: its weights are not finite")
        divisor = 1
        while largest > _LARGEST * divisor:
            divisor *= 2
        if divisor > 1:
            np.rint(units / divisor, out=units)
        return units.astype(np.int16), divisor

    def of_model(self, model: Model, features: FeatureSet, sets: int) -> NDArray[np.float32]:
        """[sets, weights] in steps: a model's weights, and 0 for those that it does not have.

        Its features are the same, or relations of fewer kinds, whose weights come first. A model
        with one set of weights gives it to all sets.
        """
        own = model.weighted_sum
        if own.features.game != features.game or not _begins_with(features, own.features):
            raise BoardworthError("the model to begin with has other features")
        known = own.weights if own.ends is None else own.ends
        if len(known) not in {1, sets}:
            raise BoardworthError(
                f"the model to begin with has {len(known)} sets of weights, not {sets}"
            )
        weights = self.start(sets, 0)
        weights[:, : known.shape[1] - 1] = known[:, :-1]
        return weights * (np.float32(divisor_of(model)) / self.steps)


def divisor_of(model: Model) -> int:
    """What its weights were divided by, to be stored in 16 bits (`Grids.stored`)."""
    return int(model.metrics.get("mmto", {}).get("divisor", 1))


def _material_weights(features: FeatureSet) -> NDArray[np.int64]:
    """The weights of material, if there are relations."""
    first = len(features) - 1 - sum(map(len, features.parts))
    found = []
    for part in features.parts:
        if isinstance(part, Relations):
            found += [first + weight for weight in part.pieces.values()]
        first += len(part)
    return np.array(found, np.int64)


def _begins_with(features: FeatureSet, first: FeatureSet) -> bool:
    """Whether they are others, or these and more kinds of relations after them."""
    if features.patterns != first.patterns or len(features.parts) != len(first.parts):
        return False
    if not all(map(np.array_equal, features.valid or (), first.valid or ())):
        return False
    last = first.parts[-1] if first.parts else None
    if not isinstance(last, Relations):
        return [p.definition for p in features.parts] == [p.definition for p in first.parts]
    own = features.parts[-1]
    others = zip(features.parts[:-1], first.parts[:-1], strict=True)
    return (
        isinstance(own, Relations)
        and own.kinds[: len(last.kinds)] == last.kinds
        and all(one.definition == other.definition for one, other in others)
    )
