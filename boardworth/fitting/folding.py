"""Linear combinations of a model's pattern sums are linear models again, and search as fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boardworth.errors import NotFitted
from boardworth.features import PatternSums
from boardworth.fitting.model import Model, quantised
from boardworth.fitting.stages import Stages

if TYPE_CHECKING:
    from boardworth.fitting.combination import Combination


def folded(combination: Combination, tables: Model) -> Model:
    """One model with the combination's values: every table multiplied by its coefficient.

    Only the rounding to 16-bit weights is lost. Mobility has no table, and QUAD multiplies
    features with each other: neither can be folded.

    Args:
        combination: of `tables.pattern_sums()`, and linear.
        tables: whose weights are folded in.
    """
    sums = combination.features
    if not isinstance(sums, PatternSums) or sums.features is not tables.features:
        raise NotFitted("only a combination of the model's own pattern sums can be folded")
    if any(discriminant.quadratic is not None for discriminant in combination.discriminants):
        raise NotFitted("a quadratic combination cannot be folded: it is no sum of tables")
    by_progress = np.stack([sums.stage_of, combination.stages.table()])
    changes = np.flatnonzero((np.diff(by_progress) != 0).any(axis=0)) + 1
    starts = [0, *changes.tolist()]
    weights = np.empty((len(starts), len(sums.features)))
    for row, (table_stage, stage) in zip(weights, by_progress[:, starts].T, strict=True):
        discriminant = combination.discriminants[stage]
        coefficients = discriminant.linear[sums.features.pattern_of_weight]
        row[:-1] = coefficients * sums.weights[table_stage, :-1]
        row[-1] = discriminant.constant
    integers, scale = quantised(weights)
    return Model(
        tables.features,
        Stages(tuple(starts), tables.game.max_progress),
        integers,
        scale,
        "win",
        tables.support[sums.stage_of[starts]],
        provenance={"folded": dict(tables.provenance)},
    )
