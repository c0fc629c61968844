"""What a search must know of a fitted evaluation, whatever its values are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from boardworth.fitting.model import Target
    from boardworth.fitting.selectivity import Selectivity
    from boardworth.rules import Game


class Valuation(Protocol):
    """A `Model`, which adds up weights, or a `Combination` of a few numbers."""

    @property
    def game(self) -> Game:
        """Whose positions it values."""

    @property
    def scale(self) -> int:
        """Units per point of score, or per unit of log-odds."""

    @property
    def target(self) -> Target:
        """What it estimates: the mover's score, or the log-odds of a win."""

    @property
    def selectivity(self) -> Selectivity | None:
        """How well its shallow searches predict deep ones, if that is known."""
