"""Evaluations as the core's tables: what searches of positions evaluate with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.fitting.evaluation import Target


@dataclass(frozen=True, slots=True)
class CompiledTables:
    """Tables in the core, and what their integers are worth."""

    core: _core.Evaluator  # what a search evaluates with
    scale: int  # units per point of score, or per unit of log-odds

    def values(self, positions: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The mover's value of every packed position."""
        return self.core.values(positions) / self.scale


def compiled(
    features: FeatureSet,  # what the weights belong to
    weights: NDArray[np.int16],  # [stages, weights], the constant's last
    stage_of: NDArray[np.uint8],  # [max_progress + 1], which stage's weights a progress has
    scale: int,  # units of a value per point of score or per unit of log-odds
    target: Target,  # what a value estimates
    # How patterns' sums are combined, if they are not added up.
    combination: _core.Combination | None = None,
) -> CompiledTables:
    """Weights as tables, added up, or combined in another way."""
    tables = np.ascontiguousarray(weights[:, features.table_weights])
    constants = weights[:, -1].astype(int).tolist()
    offsets, stages = features.table_offsets.tolist(), stage_of.tolist()
    patterns = _core.EvaluatorPart.tables(
        features.core, tables, constants, offsets, stages, combination
    )
    parts = [patterns, *features.core_parts(weights, stage_of)]
    return CompiledTables(_core.Evaluator(features.game.core, parts, scale, target), scale)
