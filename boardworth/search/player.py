"""Who chooses moves."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from boardworth.rules import Move, Position
    from boardworth.search.limit import Limit


class Player(Protocol):
    """A name and a choice. May be asked by several threads at once."""

    @property
    def name(self) -> str:
        """Who it is, for tables and records."""

    def choose(self, position: Position, limit: Limit) -> Move:
        """A legal move of a position that is not over."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Any legal move; the same one whenever it is asked about the same position."""

    seed: int = 0
    name: str = "random"

    def choose(self, position: Position, limit: Limit) -> Move:  # noqa: ARG002
        """A move drawn by the seed and the position."""
        moves = position.legal_moves()
        return random.Random(f"{self.seed} {position.packed.hex()}").choice(moves)
