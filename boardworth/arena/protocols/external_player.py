"""An engine in processes of its own, as a player: one process for each game that is under way."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boardworth.arena.protocols.moves import forced_pass
from boardworth.arena.seat import GameSoFar
from boardworth.errors import EngineError, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardworth.rules import Move, Position
    from boardworth.search import Limit

START_PATIENCE = 60.0  # Seconds for an engine to be ready.
MOVE_PATIENCE = 300.0  # Seconds for a move that has no limit in time.


class Session(Protocol):
    """A running engine, spoken to in its protocol. After an error it is of no more use."""

    def prepare(self, limit: Limit) -> None:
        """Tells the engine what can be told before its clock runs, and waits until it is ready."""

    def choose(self, game: GameSoFar, limit: Limit) -> Move:
        """Asks the engine for a move; it need not be legal."""

    def leave(self) -> None:
        """Says good-bye and ends the process."""

    def kill(self) -> None:
        """Ends the process at once."""


def patience(limit: Limit) -> float:
    """How many seconds an answer is waited for.

    A clock is kept to: later, the game is lost anyway. Engines cannot be held to seconds per move,
    which not every protocol can express; what takes ten times as long has hung.
    """
    if limit.clock is not None:
        return limit.clock.seconds + 0.01
    return MOVE_PATIENCE if limit.seconds is None else 10 * limit.seconds + 5


class ExternalPlayer:
    """A player whose games are played by sessions, started when needed and kept for later games.

    May be asked by several threads at once. `close` it in the end.

    Args:
        name: for tables and records.
        start: starts the engine. Raises EngineError.
    """

    def __init__(self, name: str, start: Callable[[], Session]) -> None:
        self.name = name
        self._start = start
        self._idle: list[Session] = []
        self._lock = threading.Lock()

    @contextmanager
    def seat(self, limit: Limit) -> Iterator[_ExternalSeat]:
        """A session for one game. Raises EngineError if there is none to be had."""
        seat = self._ready_seat(limit)
        try:
            yield seat
        except BaseException:
            seat.abandon()
            raise
        if not seat.abandoned:
            with self._lock:
                self._idle.append(seat.session)

    def _ready_seat(self, limit: Limit) -> _ExternalSeat:
        """An engine that may have ended since its last game is replaced by a fresh one."""
        while True:
            with self._lock:
                used = self._idle.pop() if self._idle else None
            seat = _ExternalSeat(used if used is not None else self._start())
            try:
                seat.session.prepare(limit)
            except BaseException as error:
                seat.abandon()
                if used is None or not isinstance(error, EngineError):
                    raise
            else:
                return seat

    def choose(self, position: Position, limit: Limit) -> Move:
        """The engine's move, as if a game began with the position."""
        with self.seat(limit) as seat:
            return seat.choose(GameSoFar.after(position), limit)

    def close(self) -> None:
        """Ends all processes; no game may be under way."""
        while self._idle:
            self._idle.pop().leave()


@dataclass(slots=True)
class _ExternalSeat:
    """A session in one game. What fails once is not asked again."""

    session: Session
    abandoned: bool = False

    def choose(self, game: GameSoFar, limit: Limit) -> Move:
        """The engine's move. Raises EngineError, and IllegalMove.

        Nobody is asked about a forced pass: there is no choice, and some engines have no answer.
        """
        if (forced := forced_pass(game.position)) is not None:
            return forced
        try:
            move = self.session.choose(game, limit)
            if move not in game.position.legal_moves():
                rules = game.position.game
                raise IllegalMove(f"{rules.move_text(move)} in {rules.text(game.position)}")
        except BaseException:
            self.abandon()
            raise
        return move

    def abandon(self) -> None:
        self.abandoned = True
        self.session.kill()
