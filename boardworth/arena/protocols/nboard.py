"""NBoard, version 2: an external Othello engine as a player.

The engine is sent the whole game before every move, so nothing depends on what it remembers; a
ping shows that it has taken it in. Its limit is a depth, and the time left that stands in the game.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from boardworth.arena.protocols.external_player import (
    START_PATIENCE,
    ExternalPlayer,
    Session,
    patience,
)
from boardworth.arena.protocols.ggf_time import clock_text
from boardworth.rules.records.ggf import ggf_text
from boardworth.search import Clock, Limit

if TYPE_CHECKING:
    from boardworth.rules import History, Move, Position

# What an engine is told where the limit has no depth: the protocol demands one.
DEFAULT_DEPTH = 12


class NBoardSession(Session):
    """A running engine that speaks NBoard."""

    _pings = 0
    _depth = 0

    def prepare(self, limit: Limit, start: Position | None) -> None:  # noqa: ARG002
        """Sets the depth: some engines load their knowledge only then."""
        if not self._pings:
            self._process.send("nboard 2")
        depth = DEFAULT_DEPTH if limit.depth is None else limit.depth
        if depth != self._depth:
            self._process.send(f"set depth {depth}")
            self._depth = depth
        self._synchronise(START_PATIENCE, limit)

    def choose(self, game: History, limit: Limit) -> Move:
        """Sends the game and asks for a move."""
        deadline = time.monotonic() + patience(limit)
        self._process.send(f"set game {_game_text(game, limit)}")
        self._synchronise(patience(limit), limit)
        self._process.send("go")
        left = max(deadline - time.monotonic(), 0)
        return self.move(game, self._process.expect(_move_of, left, limit.stop))

    def _synchronise(self, seconds: float, limit: Limit) -> None:
        """Waits until the engine has seen all that was sent; what it said before is stale."""
        self._pings += 1
        self._process.send(f"ping {self._pings}")
        pong = ["pong", str(self._pings)]
        self._process.expect(lambda line: line.split() == pong or None, seconds, limit.stop)


class NBoardPlayer(ExternalPlayer):
    """An engine that speaks NBoard."""

    protocol = "nboard"
    session = NBoardSession


def _move_of(line: str) -> str | None:
    """The move of '=== F5/1.50/0.2', whatever stands between the parts."""
    mark, _, answer = line.strip().partition(" ")
    words = answer.replace("/", " ").split()
    return (words[0] if words else "") if mark == "===" else None


def _game_text(game: History, limit: Limit) -> str:
    """The game in GGF; its time is what the mover has left."""
    clock = limit.clock
    if clock is None and limit.seconds is not None:
        clock = Clock(limit.seconds * ((game.position.moves_to_go + 1) // 2))
    time_left = [("TI", clock_text(clock))] if clock is not None else []
    names = [("PC", "Boardworth"), ("PB", "black"), ("PW", "white"), ("RE", "?")]
    return ggf_text(game.start, game.moves, [*names, *time_left])
