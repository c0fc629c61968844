"""Tables of winning probabilities, each conditioned on a configuration (Buro 1995, section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features import PatternSums
from boardworth.fitting import Stages

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.positions import Dataset

# Positions, half of them won, that every configuration is given beside those that show it.
PRIOR = 10.0
# Positions this far outside a phase count too, less the farther they are.
POOL = 6


def win_rates(
    features: FeatureSet, data: Dataset, phases: int, *, prior: float = PRIOR, threads: int = 1
) -> PatternSums:
    """For every configuration and phase the share of won positions among those that show it.

    p = (won + drawn / 2 + prior / 2) / (shown + prior); the table holds p - 1/2, so that what was
    never shown adds nothing. Each configuration stands for itself: nothing is fitted jointly. An
    instance that shows a configuration counts once, so a position may count several times.

    Args:
        features: patterns.
        data: classified positions; the sign of a target is the mover's result.
        phases: how many, of equal length.
        prior: positions that smooth the shares.
        threads: how many to use.
    """
    stages = Stages.equal(features.game.max_progress, phases)
    tables = np.zeros((phases, len(features)), np.float32)
    won = (0.5 + 0.5 * np.sign(data.targets)).astype(np.float32)
    for phase in range(phases):
        importance = stages.importance(phase, data.progress, POOL)
        inside = importance > 0
        rows = features.rows(data.positions[inside], threads)
        shown = rows.transposed_product(importance[inside])
        wins = rows.transposed_product(importance[inside] * won[inside])
        tables[phase] = _share(wins, shown, prior) - 0.5
    tables[:, -1] = 0  # the constant stands in no configuration
    return PatternSums(features, tables, stages.table().astype(np.uint8))


def _share(
    wins: NDArray[np.float32], shown: NDArray[np.float32], prior: float
) -> NDArray[np.float32]:
    return ((wins + prior / 2) / (shown + prior)).astype(np.float32)
