"""Active configurations, followed move by move (cover propagation, Kaneko et al. 2002)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from boardworth.features.specialisation import SpecialisationDag
    from boardworth.rules import Move, Position


class CoverDiagram:
    """Which configurations need what in order to hold, and what each is worth.

    A configuration needs a few others that together have all its relations, mostly two. It is
    looked at only when one of them begins or ceases to hold.

    Args:
        dag: the configurations.
        weights: one for each, as 32-bit integers; without them all are worth nothing.
    """

    def __init__(self, dag: SpecialisationDag, weights: NDArray[np.int32] | None = None) -> None:
        self.dag = dag
        count = len(dag.configurations)
        self.weights = np.zeros(count, np.int32) if weights is None else weights
        if self.weights.shape != (count,) or self.weights.dtype != np.int32:
            raise BoardworthError(
                f"{count:,} configurations need as many 32-bit weights, "
                f"not {self.weights.shape} of {self.weights.dtype}"
            )

    @cached_property
    def core(self) -> _core.CoverDiagram:
        """The compiled diagram."""
        return _core.CoverDiagram(self.dag.core, self.weights)

    def follow(self, position: Position) -> ActiveConfigurations:
        """The active configurations of a position, ready for the moves to come."""
        return ActiveConfigurations(self, position)


class ActiveConfigurations:
    """The active configurations of a game's latest position; moves are played and taken back.

    Attributes:
        position: where the moves have led.
    """

    def __init__(self, diagram: CoverDiagram, position: Position) -> None:
        game = diagram.dag.configurations.game
        if position.game != game:
            raise BoardworthError(
                f"configurations of {game.name} do not tell of {position.game.name}"
            )
        self._core = _core.ActiveConfigurations(diagram.core, position.packed)
        self._earlier: list[Position] = []
        self.position = position

    def play(self, move: Move | str) -> None:
        """Follows a move. Raises IllegalMove."""
        here = self.position
        number = here.parse_move(move) if isinstance(move, str) else move
        after = here.play(number)
        self._core.play(number)
        self._earlier.append(here)
        self.position = after

    def undo(self) -> None:
        """Takes the last move back."""
        if not self._earlier:
            raise BoardworthError("there is no move to take back")
        self._core.undo()
        self.position = self._earlier.pop()

    @property
    def active(self) -> list[int]:
        """The numbers of all configurations that hold, the mover's view."""
        numbers: list[int] = self._core.active().tolist()
        return numbers

    @property
    def most_specific(self) -> list[int]:
        """The numbers of those that hold while none of their specialisations does."""
        numbers: list[int] = self._core.most_specific().tolist()
        return numbers

    @property
    def value(self) -> int:
        """The weights of the most specific ones, added up: kept up to date, not computed."""
        return self._core.sum
