"""A model made ready to value positions and to explain its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import check_kind
from boardworth.fitting import Model
from boardworth.pickling import ByArguments
from boardworth.positions.given import packed_positions, position_of

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.fitting import Explanation
    from boardworth.positions.given import GivenPosition, GivenPositions
    from boardworth.rules import Game

_TAKER = "an Evaluator"


class Evaluator(ByArguments):
    """Values of one model, of whatever kind, for the side to move."""

    def __init__(self, model: Model) -> None:
        check_kind(model, Model, "an Evaluator takes a Model")
        self.model = model
        self._compiled = model.evaluation.compiled()

    def __repr__(self) -> str:
        return f"<evaluator of {self.game.name}: {self.model.summary()}>"

    @property
    def game(self) -> Game:
        """The game it evaluates."""
        return self.model.game

    @property
    def core(self) -> _core.Evaluator:
        """What alpha-beta evaluates with. Raises MissingCapability if the model has no tables."""
        return self._compiled.core

    def value(self, position: GivenPosition) -> float:
        """For the side to move, in the model's unit. It may be given by its text."""
        return float(self.values([position])[0])

    def values(self, positions: GivenPositions) -> NDArray[np.float64]:
        """The same for many positions, by whatever they are given.

        Args:
            positions: `Position` objects, their texts or packed ones (uint8, a row each), one or
                many, in a list, an array or a column of a table; or a `Dataset`, or rows of it.
        """
        return self._compiled.values(packed_positions(self.game, positions, _TAKER))

    def explain(self, position: GivenPosition, role: int | None = None) -> Explanation:
        """The value for the side to move, or for a role, and everything it is the sum of."""
        return self.model.explain(position_of(self.game, position, _TAKER), role)
