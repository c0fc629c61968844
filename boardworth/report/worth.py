"""What a model's weights say in the game's own terms: configurations worth knowing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.shown import occurrences

if TYPE_CHECKING:
    from boardworth.features import Configuration, Pattern
    from boardworth.fitting import Model

# A configuration that occurs less often than this is no knowledge yet.
MIN_COUNT = 256


@dataclass(frozen=True, slots=True)
class Valued:
    """A configuration, what it adds to the mover's value, and how often it occurred (at least)."""

    pattern: Pattern
    configuration: Configuration
    value: float
    count: int


def most_valuable(model: Model, stage: int, count: int) -> tuple[list[Valued], list[Valued]]:
    """The configurations that add most to the mover's value, and those that take most."""
    values, counts = model.weighted_sum.values(stage)[:-1], occurrences(model, stage)[:-1]
    known = np.setdiff1d(
        np.flatnonzero(counts >= MIN_COUNT), model.weighted_sum.features.term_weights
    )
    ranked = known[np.argsort(values[known], kind="stable")]

    def described(weights: NDArray[np.intp]) -> list[Valued]:
        return [
            Valued(*model.weighted_sum.features.describe(int(w)), float(values[w]), int(counts[w]))
            for w in weights
        ]

    return described(ranked[::-1][:count]), described(ranked[:count])
