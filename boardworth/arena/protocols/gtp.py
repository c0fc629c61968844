"""GTP, version 2, for Othello: an external engine as a player.

Squares have Othello's names (a1 is top left) and a pass is a move. The protocol knows no depth:
how deep an engine looks is for its own command line to say.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from boardworth.arena.protocols.external_player import (
    START_PATIENCE,
    ExternalPlayer,
    Session,
    patience,
)
from boardworth.arena.protocols.ggf_time import seconds_text
from boardworth.arena.protocols.moves import written
from boardworth.errors import EngineError

if TYPE_CHECKING:
    from boardworth.rules import History, Move, Position
    from boardworth.search import Limit

_ANSWER = re.compile(r"([=?])\d*(?:\s+(.*))?$")
_COLOURS = ("black", "white")


class GtpSession(Session):
    """A running engine that speaks GTP, and the moves on its board."""

    _moves: tuple[Move, ...] = ()

    def check_start(self, start: Position) -> None:
        """Raises EngineError unless it is the start of the game."""
        if start != start.game.start():
            raise EngineError(f"{self._process.name}: GTP has no words for a position, only moves")

    def prepare(self, limit: Limit, start: Position | None) -> None:  # noqa: ARG002
        """A fresh board of the right size, and how much time there will be."""
        for wish in ("set_game Othello", "boardsize 8"):  # For engines of many games or boards.
            self._ask(wish, START_PATIENCE, limit, needed=False)
        self._ask("clear_board", START_PATIENCE, limit)
        self._moves = ()
        if limit.clock is not None:
            times = f"{seconds_text(limit.clock.seconds)} 0 0"
        elif limit.seconds is not None:
            times = f"0 {seconds_text(limit.seconds)} 1"
        else:
            return
        self._ask(f"time_settings {times}", START_PATIENCE, limit, needed=False)

    def choose(self, game: History, limit: Limit) -> Move:
        """Brings the engine's board up to date and asks for a move."""
        deadline = time.monotonic() + patience(limit)
        self.check_start(game.start)
        self._follow(game, deadline, limit)
        colour = _COLOURS[game.position.mover]
        if limit.clock is not None:
            left = f"time_left {colour} {seconds_text(limit.clock.seconds)} 0"
            self._ask(left, deadline - time.monotonic(), limit, needed=False)
        answer = self._ask(f"genmove {colour}", deadline - time.monotonic(), limit)
        move = self.move(game, answer)
        self._moves = (*game.moves, move)
        return move

    def _follow(self, game: History, deadline: float, limit: Limit) -> None:
        """Plays the moves that are missing on the engine's board; from the start if it differs."""
        known = self._moves
        if game.moves[: len(known)] != known:
            self._ask("clear_board", deadline - time.monotonic(), limit)
            known = ()
        rules = game.position.game
        movers = rules.movers(rules.replay(game.start, game.moves).positions).tolist()
        for mover, move in list(zip(movers, game.moves, strict=False))[len(known) :]:
            text = f"play {_COLOURS[mover]} {written(rules, move, 'pass')}"
            self._ask(text, deadline - time.monotonic(), limit)
        self._moves = game.moves

    def _ask(self, command: str, seconds: float, limit: Limit, *, needed: bool = True) -> str:
        """The answer to a command; an engine may refuse what is not needed."""
        self._process.send(command)
        deadline = time.monotonic() + seconds
        mark, answer = self._process.expect(_answer_of, seconds, limit.stop)
        # The rest of the answer, up to its empty line.
        rest = deadline - time.monotonic()
        self._process.expect(lambda line: not line.strip() or None, rest, limit.stop)
        if mark == "?" and needed:
            raise self._process.failure(f"it refuses: {answer}")
        return answer


class GtpPlayer(ExternalPlayer):
    """An engine that speaks GTP."""

    protocol = "gtp"
    session = GtpSession


def _answer_of(line: str) -> tuple[str, str] | None:
    """Success or refusal, and its text, of an answer's first line."""
    found = _ANSWER.match(line.strip())
    return (found[1], (found[2] or "").strip()) if found else None
