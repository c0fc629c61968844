"""One search of our engine: what it tells while it goes on, and the move in the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.arena.protocols.uci.score import score_text
from boardworth.search import StopSign

if TYPE_CHECKING:
    from boardworth.arena.protocols.uci.dialect import Dialect
    from boardworth.arena.protocols.uci.go import Go
    from boardworth.arena.protocols.uci.options import Options
    from boardworth.rules import History, Move, Position
    from boardworth.search import AlphaBeta, Limit, SearchResult


class Thinking:
    """A search that runs in one thread and is stopped from another."""

    def __init__(
        self,
        dialect: Dialect,
        player: AlphaBeta,
        history: History,
        go: Go,
        options: Options,
        own: Limit | None,
        say: Callable[[str], None],
    ) -> None:
        self._dialect = dialect
        self._player = player
        self._history = history
        self._go = go
        self._options = options
        self._say = say
        self._stop = StopSign()
        mover, overhead = history.position.mover, options.overhead / 1000
        self._limit = go.limit(dialect, mover, overhead, own, self._stop)
        self._best: Move | None = None  # of the last report
        self._answering = True
        # An answer that was not yet asked for is kept.
        self._asked = threading.Event()
        if not go.waits:
            self._asked.set()

    def stop(self, *, answering: bool = True) -> None:
        """Ends the search; its answer may be unwanted."""
        self._answering = answering
        self._stop.stop()
        self._asked.set()

    def ponder_hit(self) -> None:
        """From now on its time counts."""
        if self._limit.start is not None:
            self._limit.start.start()
        if "infinite" not in self._go.flags:
            self._asked.set()

    def run(self) -> None:
        """Searches and answers."""
        solves = self._go.solves_mate(self._dialect)
        if solves and not _may_check(self._history.position):
            self._say("checkmate nomate")
            return
        found = self._player.search(
            self._history.position,
            self._limit,
            history=self._history.positions[:-1],
            moves=self._go.moves,
            variations=self._options.variations,
            report=self._report,
        )
        self._asked.wait()
        if not self._answering:
            return
        if solves:
            self._say(f"checkmate {self._mate(found)}")
            return
        # What was told before a hit, programs may have taken for thoughts about another move.
        if found.pv[0] != self._best or self._go.ponders:
            self._tell(found)
        best, *rest = self._line(found.pv[:2]).split()
        self._say(f"bestmove {best} ponder {rest[0]}" if rest else f"bestmove {best}")

    def _report(self, found: SearchResult) -> None:
        if found.variation == 1:
            self._best = found.pv[0]
        self._tell(found)
        if self._go.mate and found.distance is not None and found.value > 0:
            plies = 1000 if self._dialect.solves_mates else 2 * self._go.mate - 1
            if found.distance <= plies:
                self._stop.stop()

    def _tell(self, found: SearchResult) -> None:
        seconds = max(found.seconds, 1e-6)
        parts = [f"info depth {found.depth} seldepth {found.selective_depth}"]
        if self._options.variations > 1:
            parts.append(f"multipv {found.variation}")
        parts.append(f"score {score_text(self._dialect, self._player.evaluator.model, found)}")
        parts.append(f"nodes {found.nodes} nps {round(found.nodes / seconds)}")
        parts.append(f"hashfull {found.table_use} time {round(1000 * found.seconds)}")
        parts.append(f"pv {self._line(found.pv)}")
        self._say(" ".join(parts))

    def _line(self, moves: list[Move]) -> str:
        return self._dialect.line(self._history.position, moves, chess960=self._options.chess960)

    def _mate(self, found: SearchResult) -> str:
        """A whole mate by checks, if the search has found one."""
        if found.distance is not None and found.value < 0:
            return "nomate"
        if found.distance is None or len(found.pv) != found.distance:
            return "timeout"
        position = self._history.position
        for number, move in enumerate(found.pv):
            position = position.play(move)
            if number % 2 == 0 and not _in_check(position):
                return "timeout"
        return self._line(found.pv)


def _in_check(position: Position) -> bool:
    return _core.in_check(position.game.core, position.packed)


def _may_check(position: Position) -> bool:
    """Whether a move gives check: a mate by checks begins with one."""
    return any(_in_check(position.play(move)) for move in position.legal_moves())
