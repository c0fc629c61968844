"""What all compiled games share: turns, carried out by the core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from boardworth.rules.game import PATTERNS, Game
from boardworth.rules.position import Move, Position

if TYPE_CHECKING:
    from boardworth import _core


class CompiledGame(Game):
    """A game whose core plays it: one role, or two who take turns.

    What is said of it in words is left open.
    """

    @property
    def max_score(self) -> int:
        return self.core.max_score

    def turn_based(self, what: str = PATTERNS) -> Game:  # noqa: ARG002
        _ = self.core  # which raises if there are no turns
        return self

    @cached_property
    def _turns(self) -> _core.Game:
        """What knows whose turn it is. Raises MissingCapability if that is no single role's."""
        return self.core

    def mover(self, position: Position) -> int:
        return self._turns.mover(position.packed)

    def movers_moves(self, position: Position) -> list[Move]:
        return self._turns.legal_moves(position.packed)

    def play_move(self, position: Position, move: Move) -> Position:
        return Position(self, self._turns.play(position.packed, move))

    def outcome(self, position: Position) -> int | None:
        return self.core.score(position.packed) if self.core.over(position.packed) else None

    def perft(self, position: Position, depth: int) -> int:
        return self.core.perft(position.packed, depth)

    def line_text(self, start: Position, moves: Sequence[Move]) -> str:
        return "".join(self.move_texts(start, moves))
