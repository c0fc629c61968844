"""An engine in processes of its own, as a player: one process for each game that is under way."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.arena.protocols.moves import read_move
from boardworth.errors import (
    EngineError,
    FormatError,
    IllegalMove,
    MissingCapability,
    Resignation,
)
from boardworth.pickling import ByArguments
from boardworth.rules import Game, History, Move, Position
from boardworth.search.player import Decision, Player, only_move

if TYPE_CHECKING:
    from boardworth.search import Limit, Seating

START_PATIENCE = 60.0  # Seconds for an engine to be ready.
MOVE_PATIENCE = 300.0  # Seconds for a move that has no limit in time.


class Session(ABC):
    """A running engine, spoken to in its protocol. After an error it is of no more use."""

    def __init__(self, process: EngineProcess) -> None:
        self._process = process

    def greet(self, limit: Limit) -> None:
        """Waits, before the first game, until the engine has answered."""
        self.prepare(limit, None)

    def check_start(self, start: Position) -> None:
        """Raises EngineError if the engine, once greeted, cannot be told games from there."""

    @abstractmethod
    def prepare(self, limit: Limit, start: Position | None) -> None:
        """Tells the engine what can be told before its clock runs, and waits until it is ready.

        Args:
            limit: of every move.
            start: where the game begins, if that is known.
        """

    @abstractmethod
    def choose(self, game: History, limit: Limit) -> Move:
        """Asks the engine for a move; it need not be legal."""

    def finish(self, game: History) -> None:
        """The game is over; an engine may want to know."""

    def move(self, game: History, answer: str) -> Move:
        """The move that an answer means. Raises EngineError if it means none."""
        try:
            return read_move(game.position.game, answer)
        except FormatError as error:
            raise self._process.failure(str(error)) from None

    def cpu_seconds(self) -> float:
        """CPU time that the engine has taken so far; on Linux."""
        return self._process.cpu_seconds()

    def leave(self) -> None:
        """Says good-bye and ends the process."""
        self._process.close(farewell="quit")

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.close()


def patience(limit: Limit) -> float:
    """How many seconds an answer is waited for.

    A clock is kept to: later, the game is lost anyway. Engines cannot be held to seconds per move,
    which not every protocol can express; what takes ten times as long has hung.
    """
    if limit.clock is not None:
        return limit.clock.seconds + 0.01
    return MOVE_PATIENCE if limit.seconds is None else 10 * limit.seconds + 5


class ExternalPlayer(ByArguments, Player):
    """A player whose games are played by sessions, started when needed and kept for later games.

    May be asked by several threads at once. `close` it in the end.
    """

    plays = "othello"  # the game that the protocol is for
    protocol: ClassVar[str]
    session: ClassVar[type[Session]]

    def __init__(self, command: str, name: str = "") -> None:
        self.name = name or f"{self.protocol}:{command}"
        self.command = command
        self._idle: list[Session] = []
        self._lock = threading.Lock()

    def _start(self) -> Session:
        return self.session(EngineProcess(self.command, self.name))

    def greet(self, limit: Limit, starts: Sequence[Position] = ()) -> None:
        """Starts a session, to be used in the first game, and waits until it answers."""
        with self._lock:
            used = self._idle.pop() if self._idle else None
        session = used if used is not None else self._start()
        try:
            if used is None:
                session.greet(limit)
            for start in starts:
                session.check_start(start)
        except BaseException:
            session.kill()
            raise
        self.take_back(session)

    def seat(self, seating: Seating) -> _ExternalSeat:
        """A session for one game. Raises EngineError if there is none to be had."""
        self._check(seating.game)
        return self._ready_seat(seating.limit, seating.start)

    def _check(self, game: Game) -> None:
        if game.name != self.plays:
            raise MissingCapability(f"{self.name} plays {self.plays}, not {game.name}")

    def take_back(self, session: Session) -> None:
        """Keeps a session for later games."""
        with self._lock:
            self._idle.append(session)

    def _ready_seat(self, limit: Limit, start: Position | None) -> _ExternalSeat:
        """An engine that may have ended since its last game is replaced by a fresh one."""
        while True:
            with self._lock:
                used = self._idle.pop() if self._idle else None
            seat = _ExternalSeat(self, used if used is not None else self._start())
            try:
                seat.session.prepare(limit, start)
            except BaseException as error:
                seat.abandon()
                if used is None or not isinstance(error, EngineError):
                    raise
            else:
                return seat

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The engine's move, as if the game so far were all of its games."""
        self._check(position.game)
        history = history or History.after(position)
        seat = self._ready_seat(limit, history.start)
        try:
            return seat.choose(position, role, limit, history)
        finally:
            seat.leave(history, finished=True)

    def cpu_seconds(self) -> float:
        """CPU time of the processes that are kept for later games; on Linux."""
        with self._lock:
            return sum(session.cpu_seconds() for session in self._idle)

    def close(self) -> None:
        """Ends all processes; no game may be under way."""
        while self._idle:
            self._idle.pop().leave()


class _ExternalSeat(Player):
    """A session in one game. What fails once is not asked again."""

    def __init__(self, player: ExternalPlayer, session: Session) -> None:
        self.name = player.name
        self.session = session
        self._player = player
        self._abandoned = False

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The engine's move. Raises EngineError, and IllegalMove."""
        if (forced := only_move(position, role)) is not None:
            return forced
        start = time.perf_counter()
        try:
            move = self.session.choose(history or History.after(position), limit)
            if move not in position.legal_moves(role):
                text = position.game.text(position)
                raise IllegalMove(f"{position.move_text(move, role)} in {text}")
        except Resignation:
            raise
        except BaseException:
            self.abandon()
            raise
        return Decision(move, seconds=time.perf_counter() - start)

    def leave(self, history: History, finished: bool) -> None:  # noqa: ARG002
        """The engine waits for another game, unless it was broken off in the middle of a move."""
        if self._abandoned:
            return
        try:
            self.session.finish(history)
        except EngineError:
            self.abandon()
        else:
            self._player.take_back(self.session)

    def abandon(self) -> None:
        """Ends the process."""
        self._abandoned = True
        self.session.kill()
