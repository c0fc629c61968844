"""What searches ask of every evaluator: values for the side to move, by compiled tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.features import FeatureSet
    from boardworth.fitting import Target, Valuation
    from boardworth.rules import Game, Position


class CompiledEvaluator:
    """An evaluation and its compiled form.

    Attributes:
        model: what was compiled.
        core: what a search evaluates with.
    """

    model: Valuation
    core: _core.Evaluator

    @property
    def game(self) -> Game:
        """The game it evaluates."""
        return self.model.game

    def value(self, position: Position) -> float:
        """For the side to move, in points of score or units of log-odds."""
        return self.core.value(position.packed) / self.model.scale

    def values(self, positions: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The same for many packed positions."""
        return self.core.values(positions) / self.model.scale


def compiled(
    features: FeatureSet,
    weights: NDArray[np.int16],
    stage_of: NDArray[np.uint8],
    scale: int,
    target: Target,
    combination: _core.Combination | None = None,
) -> _core.Evaluator:
    """Weights as tables, added up, or combined in another way.

    Args:
        features: what the weights belong to.
        weights: [stages, weights], the constant's last.
        stage_of: [max_progress + 1], which stage's weights a progress has.
        scale: units of a value per point of score or per unit of log-odds.
        target: what a value estimates.
        combination: how patterns' sums are combined, if they are not added up.
    """
    tables = np.ascontiguousarray(weights[:, features.table_weights])
    constants = weights[:, -1].astype(int).tolist()
    offsets, stages = features.table_offsets.tolist(), stage_of.tolist()
    if not features.parts:
        return _core.Evaluator(
            features.core, tables, constants, offsets, stages, scale, target, combination
        )
    patterns = _core.EvaluatorPart.tables(
        features.core, tables, constants, offsets, stages, combination
    )
    parts = [patterns, *features.core_parts(weights, stage_of)]
    return _core.Evaluator.sum(features.game.core, parts, scale, target)
