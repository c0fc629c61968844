"""Combinations (Buro 1995) as tables, for searches: LOG, FISHER and QUAD compiled.

A linear combination of a model's pattern sums is a weighted sum again, and searches as fast.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import MissingCapability
from boardworth.features import Mobility
from boardworth.fitting.compiled import CompiledTables, compiled
from boardworth.fitting.model import Model
from boardworth.fitting.stages import Stages
from boardworth.fitting.weighted_sum import WeightedSum, quantised

if TYPE_CHECKING:
    from boardworth.features import NumericFeatures, PatternSums
    from boardworth.fitting.combination import Combination


def compiled_combination(combination: Combination) -> CompiledTables:
    """A combination of one model's pattern sums, with or without mobility.

    Values are the combination's log-odds, rounded to units of 1 / scale. Weights of tables are
    kept in 16 bits, as those of fitted models are. Raises MissingCapability.
    """
    numbers = CombinedNumbers.of(combination.features)
    weights, table_scale = quantised(numbers.sums.weights)
    return compiled(
        numbers.sums.features,
        weights,
        numbers.sums.stage_of,
        combination.scale,
        combination.target,
        numbers.compiled(combination, table_scale),
    )


class Coefficients(NamedTuple):
    """What whole weights are combined by, for values in the combination's units."""

    constants: NDArray[np.float64]  # [stages]
    linear: NDArray[np.float64]  # [stages, numbers]
    quadratic: NDArray[np.float64] | None  # [stages, numbers, numbers]


@dataclass(frozen=True)
class CombinedNumbers:
    """What a search can combine: the sums of one model's patterns, then mobility."""

    sums: PatternSums  # the patterns and their weights
    mobility: bool  # whether it is among the features
    order: NDArray[np.int64]  # where each of these numbers stands among the combination's features

    @classmethod
    def of(cls, features: NumericFeatures) -> CombinedNumbers:
        """Those of some features. Raises MissingCapability."""
        parts = features.parts
        sums = [part.tables for part in parts if part.tables is not None]
        mobility = [part for part in parts if part.counts_mobility]
        if len(sums) != 1 or len(mobility) > 1 or len(sums) + len(mobility) != len(parts):
            raise MissingCapability(
                "a search combines the pattern sums of one model, with or without mobility; "
                f"these are {', '.join(type(part).__name__ for part in parts)}"
            )
        ends = np.cumsum([len(part.names) for part in parts])
        columns = np.split(np.arange(ends[-1]), ends[:-1])
        by_part = dict(zip(map(id, parts), columns, strict=True))
        order = np.concatenate([by_part[id(part)] for part in (*sums, *mobility)])
        return cls(sums[0], bool(mobility), order)

    def coefficients(self, combination: Combination, table_scale: int) -> Coefficients:
        """Those of tables' whole weights, of which table_scale are one, and of mobility."""
        patterns = len(self.sums.names)
        unit = np.ones(len(self.order))
        unit[:patterns] /= table_scale
        found, order = combination.discriminants, self.order
        linear = np.stack([d.linear[order] for d in found]) * unit
        quadratic = None
        if any(d.quadratic is not None for d in found):
            square = (len(order), len(order))
            matrices = [np.zeros(square) if d.quadratic is None else d.quadratic for d in found]
            quadratic = np.stack([m[np.ix_(order, order)] for m in matrices])
            quadratic *= np.outer(unit, unit) * combination.scale
        constants = np.array([d.constant for d in found]) * combination.scale
        return Coefficients(constants, linear * combination.scale, quadratic)

    def compiled(self, combination: Combination, table_scale: int) -> _core.Combination:
        """The same in the core."""
        patterns = np.arange(len(self.sums.names))
        ends = np.searchsorted(self.sums.features.pattern_of_instance, patterns, side="right")
        return _core.Combination(
            ends.tolist(),
            Mobility(self.sums.game).terms.places if self.mobility else [],
            *self.coefficients(combination, table_scale),
            combination.stages.table().tolist(),
        )


def folded_sum(combination: Combination) -> WeightedSum:
    """Every table multiplied by its coefficient; how often weights were met is not known.

    Only the rounding to 16-bit weights is lost. Mobility has no table, and QUAD multiplies
    features with each other: neither can be folded. Raises MissingCapability.
    """
    sums = combination.features.tables
    if sums is None:
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
