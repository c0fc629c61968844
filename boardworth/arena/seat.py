"""A player's seat in one game: engines that run elsewhere keep one from the first move to the last.

A player in this process needs no more than a position. An external engine must be running before
its clock does, and many are told the moves of a game, not its positions.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules import Move, Position
    from boardworth.search import Limit, Player


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """Where a game began, what was played, and where that led."""

    start: Position
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def after(cls, start: Position, moves: Sequence[Move] = ()) -> GameSoFar:
        """The game of these moves. Raises IllegalMove."""
        game = cls(start, (), start)
        for move in moves:
            game = game.play(move)
        return game

    def play(self, move: Move) -> GameSoFar:
        """The game with one more move. Raises IllegalMove."""
        return GameSoFar(self.start, (*self.moves, move), self.position.play(move))


class Seat(Protocol):
    """Who chooses one side's moves of a game."""

    def choose(self, game: GameSoFar, limit: Limit) -> Move:
        """A move of a game that is not over."""


@runtime_checkable
class SeatTaker(Protocol):
    """A player that prepares for a game, and follows its moves."""

    def seat(self, limit: Limit) -> AbstractContextManager[Seat]:
        """Gets ready to play by a limit; the clock does not run yet. Raises EngineError."""


@dataclass(frozen=True, slots=True)
class _PositionSeat:
    """The seat of a player that needs the position alone."""

    player: Player

    def choose(self, game: GameSoFar, limit: Limit) -> Move:
        return self.player.choose(game.position, limit)


def seat_of(player: Player, limit: Limit) -> AbstractContextManager[Seat]:
    """The seat that a player takes in a game."""
    return (
        player.seat(limit) if isinstance(player, SeatTaker) else nullcontext(_PositionSeat(player))
    )
