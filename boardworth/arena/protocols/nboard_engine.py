"""NBoard, version 2: our engine. Every command is one line; a line that is not known is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from boardworth.arena.protocols.commands import Commands
from boardworth.arena.protocols.ggf_time import after_move, clocks_left
from boardworth.arena.protocols.moves import read_move, written
from boardworth.errors import BoardworthError
from boardworth.evaluators import in_points
from boardworth.rules import History, Move, Position
from boardworth.rules.records.ggf import ggf_properties, ggf_record
from boardworth.search import MAX_LEVEL, AlphaBeta, Clock, Limit, StopSign, level, usual_limit

if TYPE_CHECKING:
    from boardworth._core import SearchResult

_URGENT = {"ping", "quit"}


def serve_nboard(
    player: AlphaBeta, limit: Limit | None, lines: Iterable[str], output: TextIO
) -> None:
    """Answers an NBoard program until it says quit or its lines end.

    Args:
        player: searches the positions.
        limit: holds for every move, besides what the program sets; else the program's depth, which
            is a level, and its clock hold, or the usual level if it sets neither.
        lines: what the program says.
        output: what it is answered.
    """
    commands = Commands(lines, lambda line: _split(line)[0] in _URGENT)
    engine = _NBoardEngine(player, limit, commands, output)
    try:
        for line in commands:
            word, rest = _split(line)
            if word == "quit":
                return
            engine.obey(word, rest)
    finally:
        player.stop_pondering()


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word.lower(), rest.strip()


class _NBoardEngine:
    """The game that a program speaks of, and what it has set."""

    def __init__(
        self, player: AlphaBeta, limit: Limit | None, commands: Commands, output: TextIO
    ) -> None:
        self._player = player
        self._rules = player.evaluator.game
        self._limit = limit
        self._commands = commands
        self._output = output
        self._level: Limit | None = None
        self._clocks: list[Clock | None] = [None, None]
        # None after a game that could not be read: better no answer than one to another question.
        self._game: History | None = History.after(self._rules.start())

    def obey(self, word: str, rest: str) -> None:
        """Does what a command says. One that makes no sense is answered by a status."""
        known: dict[str, Callable[[str], None]] = {
            "nboard": self._greet,
            "set": self._set,
            "move": self._move,
            "go": self._go,
            "hint": self._hint,
            "analyze": self._analyze,
            "ping": lambda number: self._say(f"pong {number}"),
            "learn": lambda _: self._say("learned"),
        }
        if word in known:
            try:
                known[word](rest)
            except BoardworthError as error:
                self._say(f"status {' '.join(str(error).split())}")

    def _say(self, line: str) -> None:
        print(line, file=self._output, flush=True)

    def _greet(self, _version: str) -> None:
        self._say(f"set myname {self._player.name}")

    def _set(self, rest: str) -> None:
        what, value = _split(rest)
        if what == "depth":
            self._level = level(self._rules, min(_number(value), MAX_LEVEL))
        elif what == "game":
            self._game = None
            properties = ggf_properties(value, "set game")
            record = ggf_record(self._rules, properties, "set game")
            self._clocks = clocks_left(properties)
            self._game = History.after(record.start, record.moves)

    def _move(self, rest: str) -> None:
        game, self._game = self._current(), None
        moved = game.play(read_move(self._rules, rest.partition("/")[0]))
        clock = self._clocks[game.position.mover]
        if clock is not None:
            self._clocks[game.position.mover] = after_move(clock, rest)
        self._game = moved

    def _go(self, _rest: str) -> None:
        position = self._current().position
        if position.over:
            self._say("status The game is over")
            return
        self._say("status Thinking")
        limit = self._search_limit(self._clocks[position.mover])
        found = self._player.search(position, limit)
        move = self._written(found.pv[0])
        self._say(f"nodestats {found.nodes} {found.seconds:.2f}")
        if found.depth == 0:  # Stopped at once, or nothing to choose: a move without a value.
            self._say(f"=== {move}//{found.seconds:.2f}")
        else:
            depth = self._depth_text(position, limit, found)
            self._say(self._search_line(found.pv, self._points(found), depth))
            self._say(f"=== {move}/{self._points(found):.2f}/{found.seconds:.2f}")
        self._say("status")
        self._player.ponder(position.play(found.pv[0]))

    def _hint(self, rest: str) -> None:
        """The best moves and their values; each of them is searched as deep as one would be."""
        position = self._current().position
        count = min(_number(rest or "1"), len(position.legal_moves()))
        if count < 1:
            return
        limit = self._search_limit(None)
        if count == 1:
            found = self._player.search(position, limit)
            depth = self._depth_text(position, limit, found)
            hints = [(self._points(found), found.pv, depth)] if found.depth else []
        else:
            hints = self._each_move(limit)
        if limit.stop is None or not limit.stop.stopped:
            for points, line, depth in sorted(hints, key=lambda hint: -hint[0])[:count]:
                self._say(self._search_line(line, points, depth))
        self._say("status")

    def _each_move(self, limit: Limit) -> list[tuple[float, list[Move], str]]:
        """The mover's value, line and depth of each legal move."""
        position = self._current().position
        moves = position.legal_moves()
        share = _share(limit, len(moves))
        hints = []
        for move in moves:
            after = position.play(move)
            outcome = self._rules.outcome(after)
            if outcome is not None:
                hints.append((-float(outcome), [move], "100%"))
            else:
                found = self._player.search(after, share)
                depth = self._depth_text(after, share, found)
                hints.append((-self._points(found), [move, *found.pv], depth))
        return hints

    def _analyze(self, _rest: str) -> None:
        """The value of every position of the game, from the last to the first, for its mover."""
        game = self._current()
        position, positions = game.start, [game.start]
        for move in game.moves:
            position = position.play(move)
            positions.append(position)
        limit = self._search_limit(None)
        for number, position in reversed(list(enumerate(positions))):
            outcome = self._rules.outcome(position)
            if outcome is None:
                points = self._points(self._player.search(position, limit))
            else:
                points = float(outcome)
            if limit.stop is not None and limit.stop.stopped:
                return
            self._say(f"analysis {number} {points:.2f}")

    def _current(self) -> History:
        if self._game is None:
            raise BoardworthError("there is no game: the last one sent could not be read")
        return self._game

    def _search_limit(self, clock: Clock | None) -> Limit:
        """What holds for a search: our own limit, the program's depth, the clock, its commands."""
        sign: StopSign = self._commands.stop_sign()
        ours = self._limit or Limit(stop=sign)
        if self._level is not None:
            ours = ours.no_deeper_than(self._level)
        elif self._limit is None and clock is None:
            ours = usual_limit(self._rules)
        return replace(ours, clock=clock, stop=sign)

    def _depth_text(self, position: Position, limit: Limit, found: SearchResult) -> str:
        """How sure a value is: 100% proven, 100%W only who wins."""
        depth = "100%" if found.exact else str(found.depth)
        return f"{depth}W" if self._player.is_bound(position, limit, found) else depth

    def _points(self, found: SearchResult) -> float:
        return in_points(self._player.evaluator.model, found.value)

    def _search_line(self, line: Sequence[Move], points: float, depth: str) -> str:
        return f"search {''.join(map(self._written, line))} {points:.2f} 0 {depth}"

    def _written(self, move: Move) -> str:
        return written(self._rules, move, "PA")


def _share(limit: Limit, moves: int) -> Limit:
    """The limit for each of several moves, one ply on: time and nodes are shared out."""
    return replace(
        limit,
        depth=None if limit.depth is None else max(limit.depth - 1, 1),
        nodes=None if limit.nodes is None else max(limit.nodes // moves, 1),
        seconds=None if limit.seconds is None else limit.seconds / moves,
    )


def _number(text: str) -> int:
    try:
        return int(text.split(maxsplit=1)[0])
    except (ValueError, IndexError):
        raise BoardworthError(f"'{text[:20]}' is not a number") from None
