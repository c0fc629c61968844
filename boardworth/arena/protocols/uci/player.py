"""UCI and USI: an external engine as a player.

The engine is sent the whole game before every move, so nothing depends on what it remembers.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.arena.protocols.external_player import (
    START_PATIENCE,
    ExternalPlayer,
    Session,
    patience,
)
from boardworth.arena.protocols.uci.dialect import UCI, USI, Dialect
from boardworth.errors import BoardworthError, EngineError, Resignation
from boardworth.rules.chess960 import is_chess960

if TYPE_CHECKING:
    from boardworth.rules import History, Move, Position
    from boardworth.search import Limit

_OPTION = re.compile(r"option\s+name\s+(.+?)\s+type\s+(\w+)")
_CHESS960 = "UCI_Chess960"
_RESERVED = {"USI_Hash", "USI_Ponder"}  # engines need not announce them
# A setting of ours among the engine's options: whether it is told the increment of its clock. Some
# USI engines are older than the words for it, and fail at them.
_INCREMENT = "increment"


class UciSession(Session):
    """A running engine that speaks UCI or USI."""

    def __init__(
        self, process: EngineProcess, dialect: Dialect, options: Mapping[str, str]
    ) -> None:
        super().__init__(process)
        self._dialect = dialect
        self._options = {name: value for name, value in options.items() if name != _INCREMENT}
        self._told_increment = options.get(_INCREMENT, "true") != "false"
        self._known: dict[str, str] = {}  # the kinds of the engine's options by their names
        self._greeted = False
        self._always960 = any(
            name.lower() == _CHESS960.lower() and value.lower() == "true"
            for name, value in options.items()
        )
        self._chess960 = self._always960  # whether the engine was told so
        self._mover = 0

    def prepare(self, limit: Limit, start: Position | None) -> None:
        """Sets the options and announces a game; the engine may take its time."""
        name = self._dialect.name
        self.greet(limit)
        if start is not None:
            self._tell_variant(start)
        # In UCI, readiness comes after the announcement, which may take long; in USI before.
        lines = [f"{name}newgame", "isready"]
        for line in lines if name == "uci" else reversed(lines):
            self._process.send(line)
        self._wait_until_ready(limit)

    def _wait_until_ready(self, limit: Limit) -> None:
        ready = ["readyok"]
        self._process.expect(lambda line: line.split() == ready or None, START_PATIENCE, limit.stop)

    def greet(self, limit: Limit) -> None:
        """Sets the options, once. Raises EngineError if the engine lacks one, or is never ready."""
        if self._greeted:
            return
        known = self._known
        known |= dict.fromkeys(_RESERVED, "spin") if self._dialect is USI else {}
        done = f"{self._dialect.name}ok"

        def wanted(line: str) -> bool | None:
            if found := _OPTION.match(line.strip()):
                known[found[1]] = found[2]
            return line.split() == [done] or None

        self._process.send(self._dialect.name)
        self._process.expect(wanted, START_PATIENCE, limit.stop)
        self._greeted = True
        names = {name.lower(): name for name in known}
        for given, value in self._options.items():
            if given.lower() not in names:
                raise self._process.failure(
                    f"it has no option '{given}'; it has {', '.join(known) or 'none'}"
                )
            name = names[given.lower()]
            button = known[name] == "button"
            self._process.send(f"setoption name {name}" + ("" if button else f" value {value}"))
        self._process.send("isready")
        self._wait_until_ready(limit)

    def check_start(self, start: Position) -> None:
        """Raises EngineError at a start of Chess960 if the engine cannot castle from there."""
        if self._dialect is UCI and is_chess960(start) and _CHESS960 not in self._known:
            raise EngineError(
                f"{self._process.name}: it has no option {_CHESS960}, and cannot castle in games "
                f"from {start.game.text(start)}"
            )

    def _tell_variant(self, start: Position) -> None:
        """Tells the engine how castling is written, where that changes. Raises EngineError."""
        self.check_start(start)
        chess960 = self._always960 or (self._dialect is UCI and is_chess960(start))
        if chess960 != self._chess960:
            self._process.send(f"setoption name {_CHESS960} value {str(chess960).lower()}")
            self._chess960 = chess960

    def choose(self, game: History, limit: Limit) -> Move:
        """Sends the game and asks for a move. Raises Resignation."""
        deadline = time.monotonic() + patience(limit)
        self._mover = game.position.mover
        self._tell_variant(game.start)
        self._process.send(self._dialect.position_text(game, chess960=self._chess960))
        self._process.send(_go_text(limit, self._told_increment))
        left = max(deadline - time.monotonic(), 0)
        answer = self._process.expect(_best_move, left, limit.stop)
        if answer == "resign":
            raise Resignation(f"{self._process.name} resigns")
        return self.move(game, answer)

    def move(self, game: History, answer: str) -> Move:
        """The move that an answer means. Raises EngineError if it means none."""
        try:
            return game.position.parse_move(answer)
        except BoardworthError as error:
            raise self._process.failure(str(error)) from None

    def finish(self, game: History) -> None:
        """Tells a USI engine how the game went; others are not told."""
        if self._dialect is USI:
            payoff = game.payoffs[self._mover] if game.payoffs is not None else 0
            word = "win" if payoff > 0 else "lose" if payoff < 0 else "draw"
            self._process.send(f"gameover {word}")


class UciPlayer(ExternalPlayer):
    """An engine that speaks UCI."""

    protocol = "uci"
    plays = "chess"
    dialect: ClassVar[Dialect] = UCI

    def __init__(
        self, command: str, name: str = "", options: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(command, name)
        self.options = dict(options or {})

    def _start(self) -> Session:
        return UciSession(EngineProcess(self.command, self.name), self.dialect, self.options)


class UsiPlayer(UciPlayer):
    """An engine that speaks USI."""

    protocol = "usi"
    plays = "shogi"
    dialect = USI


def _best_move(line: str) -> str | None:
    """The move of 'bestmove e2e4 ponder e7e5'."""
    words = line.split()
    return " ".join(words[1:2]) if words[:1] == ["bestmove"] else None


def _go_text(limit: Limit, told_increment: bool) -> str:
    """The command to search within a limit; engines are told that both clocks show the same."""
    parts = ["go"]
    if limit.depth is not None:
        parts.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        parts.append(f"nodes {limit.nodes}")
    if limit.seconds is not None:
        parts.append(f"movetime {max(int(1000 * limit.seconds), 1)}")
    if limit.clock is not None:
        left, increment = (int(1000 * s) for s in (limit.clock.seconds, limit.clock.increment))
        parts.append(f"wtime {left} btime {left}")
        parts.append(f"winc {increment} binc {increment}" if told_increment else "byoyomi 0")
    return " ".join(parts)
