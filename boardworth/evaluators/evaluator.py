"""A model made ready to value positions and to explain its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, check_kind
from boardworth.fitting import Model
from boardworth.rules import Position

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.fitting import Explanation
    from boardworth.rules import Game


class Evaluator:
    """Values of one model, of whatever kind, for the side to move."""

    def __init__(self, model: Model) -> None:
        check_kind(model, Model, "an Evaluator takes a Model")
        self.model = model
        self._compiled = model.evaluation.compiled()

    @property
    def game(self) -> Game:
        """The game it evaluates."""
        return self.model.game

    @property
    def core(self) -> _core.Evaluator:
        """What alpha-beta evaluates with. Raises MissingCapability if the model has no tables."""
        return self._compiled.core

    def value(self, position: Position) -> float:
        """For the side to move, in the model's unit."""
        check_kind(position, Position, "value takes a Position")
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        return float(self.values(packed)[0])

    def values(self, positions: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The same for many packed positions, a row each."""
        if not isinstance(positions, np.ndarray) or positions.dtype != np.uint8:
            raise BoardworthError(
                f"values takes an array of packed positions (uint8, a row each), not a "
                f"{type(positions).__name__}; value takes one position"
            )
        if positions.ndim != 2:
            raise BoardworthError(f"{positions.ndim} dimensions: packed positions are rows of two")
        return self._compiled.values(positions)

    def explain(self, position: Position, role: int | None = None) -> Explanation:
        """The value for the side to move, or for a role, and everything it is the sum of."""
        check_kind(position, Position, "explain takes a Position")
        return self.model.evaluation.explain(position, role)
