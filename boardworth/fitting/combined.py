"""Combinations (Buro 1995) compiled: LOG, FISHER and QUAD value positions inside a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core
from boardworth.errors import MissingCapability
from boardworth.features import JoinedFeatures, Mobility, NumericFeatures, PatternSums
from boardworth.fitting.compiled import CompiledTables, compiled
from boardworth.fitting.weighted_sum import quantised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boardworth.fitting.combination import Combination


def compiled_combination(combination: Combination) -> CompiledTables:
    """A combination of one model's pattern sums, with or without mobility.

    Values are the combination's log-odds, rounded to units of 1 / scale. Weights of tables are
    kept in 16 bits, as those of fitted models are. Raises MissingCapability.
    """
    numbers = _Numbers.of(combination.features)
    weights, table_scale = quantised(numbers.sums.weights)
    core = compiled(
        numbers.sums.features,
        weights,
        numbers.sums.stage_of,
        combination.scale,
        combination.target,
        numbers.compiled(combination, table_scale),
    )
    return CompiledTables(core, combination.scale)


@dataclass(frozen=True)
class _Numbers:
    """What a search can combine: the sums of one model's patterns, then mobility."""

    sums: PatternSums  # the patterns and their weights
    mobility: bool  # whether it is among the features
    order: NDArray[np.int64]  # where each of these numbers stands among the combination's features

    @classmethod
    def of(cls, features: NumericFeatures) -> _Numbers:
        parts = _parts(features)
        sums = [part for part in parts if isinstance(part, PatternSums)]
        mobility = [part for part in parts if isinstance(part, Mobility)]
        if len(sums) != 1 or len(mobility) > 1 or len(sums) + len(mobility) != len(parts):
            raise MissingCapability(
                "a search combines the pattern sums of one model, with or without mobility; "
                f"these are {', '.join(type(part).__name__ for part in parts)}"
            )
        if mobility and not _core.has_mobility(features.game.core):
            raise MissingCapability(f"searches of {features.game.name} know no mobility")
        ends = np.cumsum([len(part.names) for part in parts])
        columns = np.split(np.arange(ends[-1]), ends[:-1])
        by_part = dict(zip(map(id, parts), columns, strict=True))
        order = np.concatenate([by_part[id(part)] for part in (*sums, *mobility)])
        return cls(sums[0], bool(mobility), order)

    def compiled(self, combination: Combination, table_scale: int) -> _core.Combination:
        """Coefficients of whole weights, for values in the combination's units."""
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
        ends = np.searchsorted(
            self.sums.features.pattern_of_instance, np.arange(patterns), side="right"
        )
        return _core.Combination(
            ends.tolist(),
            self.mobility,
            np.array([d.constant for d in found]) * combination.scale,
            linear * combination.scale,
            quadratic,
            combination.stages.table().tolist(),
        )


def _parts(features: NumericFeatures) -> Sequence[NumericFeatures]:
    """The sets that others are joined of."""
    if isinstance(features, JoinedFeatures):
        return [part for joined in features.parts for part in _parts(joined)]
    return [features]
