"""UCI and USI: our engine. It reads commands while it thinks in another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING, TextIO

from boardworth.arena.protocols.uci.dialect import Dialect, ToldGame, any_move
from boardworth.arena.protocols.uci.go import Go
from boardworth.arena.protocols.uci.options import Options, clears_table
from boardworth.arena.protocols.uci.thinking import Thinking
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from boardworth.search import AlphaBeta, Limit


def serve_uci(
    dialect: Dialect,
    player: AlphaBeta,
    limit: Limit | None,
    lines: Iterable[str],
    output: TextIO,
) -> None:
    """Answers a program that speaks UCI or USI until it says quit or its lines end.

    Args:
        dialect: which of the two.
        player: searches the positions, with as many threads and as large a table as are set.
        limit: holds for every search, besides what the program asks for.
        lines: what the program says.
        output: what it is answered.
    """
    with ThreadPoolExecutor(1) as thread:
        engine = _Engine(dialect, player, limit, output, thread)
        try:
            for line in lines:
                if not engine.obey(line.split()):
                    return
        finally:
            engine.stop()


class _Engine:
    """The game that a program speaks of, what it has set, and the search that is under way."""

    def __init__(
        self,
        dialect: Dialect,
        player: AlphaBeta,
        limit: Limit | None,
        output: TextIO,
        thread: ThreadPoolExecutor,
    ) -> None:
        self._dialect = dialect
        self._player = player
        self._limit = limit
        self._output = output
        self._options = Options(threads=player.threads, memory=max(player.memory >> 20, 1))
        self._thread = thread
        self._writing = threading.Lock()
        self._fresh = True  # whether the table is as it is wanted
        self._had = self._options.memory  # MiB of the last table
        self._game = ToldGame(dialect, player.evaluator.game)
        self._thinking: Thinking | None = None
        self._answer: Future[None] = Future()
        self._answer.set_result(None)
        self._known: dict[str, Callable[[Sequence[str]], None]] = {
            dialect.name: self._greet,
            "isready": self._get_ready,
            "setoption": self._set_option,
            f"{dialect.name}newgame": lambda _: self._forget(),
            "position": self._game.read,
            "go": self._go,
            "stop": lambda _: self.stop(),
            "ponderhit": self._ponder_hit,
            "gameover": lambda _: self.stop(answering=False),
        }

    def obey(self, words: Sequence[str]) -> bool:
        """Does what a line says; False once it says quit. Words before a known one are skipped."""
        for place, word in enumerate(words):
            if word == "quit":
                return False
            if word in self._known:
                try:
                    self._known[word](words[place + 1 :])
                except BoardworthError as error:
                    self._complain(error)
                break
        return True

    def _complain(self, error: BoardworthError | str) -> None:
        self.say(f"info string {' '.join(str(error).split())}")

    def say(self, line: str) -> None:
        """Writes a line as a whole; whether anybody still reads shows in the lines that come."""
        with self._writing, suppress(OSError, ValueError):
            self._output.write(f"{line}\n")
            self._output.flush()

    def stop(self, *, answering: bool = True) -> None:
        """Ends the search that is under way, and waits for its answer."""
        if self._thinking is not None:
            self._thinking.stop(answering=answering)
            self._finish()

    def _finish(self) -> None:
        """Waits for the answer; what went wrong in the other thread is raised here."""
        self._answer.result()
        self._thinking = None

    def _greet(self, _words: Sequence[str]) -> None:
        self.say(f"id name Boardworth {version('boardworth')} {self._player.name}")
        self.say("id author the authors of Boardworth")
        for line in self._options.lines(self._dialect):
            self.say(line)
        self.say(f"{self._dialect.name}ok")

    def _get_ready(self, _words: Sequence[str]) -> None:
        """Is answered at once in the middle of a search."""
        if self._answer.done():
            self._make_table()
        self.say("readyok")

    def _make_table(self) -> None:
        """In the thread that searches, which alone will use it.

        One that cannot be had leaves the size as it was, or the least.
        """
        wanted = self._options.memory
        for memory in dict.fromkeys((wanted, self._had, 1)):
            if not self._fresh:
                self._player.renew(self._options.threads, memory << 20)
                self._fresh = True
            try:
                self._thread.submit(self._player.allocate).result()
            except MemoryError:
                self._complain(f"there is no memory for a table of {memory} MiB")
                self._fresh = False
            else:
                self._options, self._had = replace(self._options, memory=memory), memory
                return
        raise BoardworthError("there is no memory for a search")

    def _forget(self) -> None:
        """The next search begins with an empty table."""
        self._fresh = False

    def _set_option(self, words: Sequence[str]) -> None:
        before = (self._options.threads, self._options.memory)
        self._options = self._options.set(words)
        if before != (self._options.threads, self._options.memory) or clears_table(words):
            self._forget()

    def _go(self, words: Sequence[str]) -> None:
        """Whatever goes wrong, there is an answer: a program waits for it."""
        if "perft" in words:
            raise BoardworthError("go perft: moves are counted by boardworth perft, not here")
        self.stop()
        go = Go.read(words, self._game.history.position)
        for text in go.skipped:
            self._complain(f"searchmoves {text[:20]}: it is not legal")
        if self._game.history.position.over:
            self._answer_without_search(go)
            return
        try:
            self._begin(go)
        except BoardworthError as error:
            self._complain(error)
            self._answer_without_search(go)

    def _begin(self, go: Go) -> None:
        self._make_table()
        history = self._game.history
        self._thinking = Thinking(
            self._dialect, self._player, history, go, self._options, self._limit, self.say
        )
        self._answer = self._thread.submit(self._thinking.run)

    def _answer_without_search(self, go: Go) -> None:
        position = self._game.history.position
        move = any_move(position)
        if go.solves_mate(self._dialect):
            self.say(f"checkmate {'nomate' if position.over else 'timeout'}")
        elif move is None:
            self.say(f"bestmove {self._dialect.no_move}")
        else:
            text = self._dialect.move_text(position, move, chess960=self._options.chess960)
            self.say(f"bestmove {text}")

    def _ponder_hit(self, _words: Sequence[str]) -> None:
        if self._thinking is not None:
            self._thinking.ponder_hit()
