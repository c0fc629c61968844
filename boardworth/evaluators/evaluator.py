"""A model made ready to value positions and to explain its values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, MissingCapability, check_kind
from boardworth.fitting import Model
from boardworth.pickling import ByArguments
from boardworth.rules import Position

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.fitting import Explanation
    from boardworth.rules import Game

Positions: TypeAlias = "Position | str | Iterable[Position | str] | NDArray[np.uint8]"

_TAKEN = "an Evaluator takes positions, their texts or packed ones (uint8, a row each)"


class Evaluator(ByArguments):
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

    def value(self, position: Position | str) -> float:
        """For the side to move, in the model's unit. A position may be given by its text."""
        return float(self.values([position])[0])

    def values(self, positions: Positions) -> NDArray[np.float64]:
        """The same for many positions, by whatever they are given.

        Args:
            positions: `Position` objects or their texts, one or many; or an array of packed
                positions (uint8, a row each), as a `Dataset` has.
        """
        if isinstance(positions, (Position, str)):
            positions = [positions]
        if not isinstance(positions, np.ndarray):
            check_kind(positions, Iterable, _TAKEN)
            rows = [np.frombuffer(self._read(one).packed, np.uint8) for one in positions]
            positions = np.array(rows, np.uint8).reshape(len(rows), self.game.packed_size)
        if positions.dtype != np.uint8:
            raise BoardworthError(f"{_TAKEN}, not an array of {positions.dtype}")
        if positions.ndim != 2:
            raise BoardworthError(f"{positions.ndim} dimensions: packed positions are rows of two")
        return self._compiled.values(positions)

    def explain(self, position: Position | str, role: int | None = None) -> Explanation:
        """The value for the side to move, or for a role, and everything it is the sum of."""
        return self.model.explain(self._read(position), role)

    def _read(self, position: Position | str) -> Position:
        """A position of its own game, which may be given as text. Raises BoardworthError."""
        if isinstance(position, str):
            return self.game.parse(position)
        check_kind(position, Position, _TAKEN)
        if position.game is not self.game and position.game != self.game:
            raise MissingCapability(
                f"a model of {self.game.name} does not value positions of {position.game.name}"
            )
        return position
