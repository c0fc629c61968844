"""Linear combinations of a model's pattern sums are weighted sums again, and search as fast."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boardworth.errors import MissingCapability
from boardworth.features import PatternSums
from boardworth.fitting.model import Model
from boardworth.fitting.stages import Stages
from boardworth.fitting.weighted_sum import WeightedSum, quantised

if TYPE_CHECKING:
    from boardworth.fitting.combination import Combination


def folded_sum(combination: Combination) -> WeightedSum:
    """Every table multiplied by its coefficient; how often weights were met is not known.

    Only the rounding to 16-bit weights is lost. Mobility has no table, and QUAD multiplies
    features with each other: neither can be folded. Raises MissingCapability.
    """
    sums = combination.features
    if not isinstance(sums, PatternSums):
        raise MissingCapability("only a combination of one model's pattern sums can be folded")
    if any(discriminant.quadratic is not None for discriminant in combination.discriminants):
        raise MissingCapability("a quadratic combination cannot be folded: it is no sum of tables")
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
    stages = Stages(tuple(starts), combination.game.max_progress)
    counts = np.zeros(weights.shape, np.uint8)
    return WeightedSum(sums.features, stages, integers, scale, "win", counts)


def folded(model: Model, tables: Model) -> Model:
    """A combination of another model's pattern sums as one weighted sum.

    Args:
        model: linear, of `tables.pattern_sums()`.
        tables: whose weights are folded in, and whose counts are taken over.
    """
    found, counted = model.weighted_sum, tables.weighted_sum
    if found.features is not counted.features:
        raise MissingCapability("only a combination of the model's own pattern sums can be folded")
    counts = counted.counts[counted.stages.table()[list(found.stages.starts)]]
    return Model(replace(found, counts=counts), provenance={"folded": dict(tables.provenance)})
