"""GTP, version 2, for Othello: our engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import version
from typing import TextIO

from boardworth.arena.protocols.commands import Commands
from boardworth.arena.protocols.moves import forced_pass, is_pass, read_move, written
from boardworth.errors import BoardworthError
from boardworth.rules import History, Move
from boardworth.search import AlphaBeta, Clock, Limit, level, usual_limit
from boardworth.search.limit import smallest

_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


def serve_gtp(player: AlphaBeta, limit: Limit | None, lines: Iterable[str], output: TextIO) -> None:
    """Answers a GTP program until it says quit or its lines end.

    Args:
        player: searches the positions.
        limit: holds for every move, besides the program's level and clock; else these hold, or the
            usual level if there are none.
        lines: what the program says.
        output: what it is answered.
    """
    commands = Commands(lines, lambda line: _split(line)[1] == "quit")
    engine = _GtpEngine(player, limit, commands)
    try:
        for line in commands:
            number, name, arguments = _split(line)
            if not name:
                continue
            mark, answer = engine.answer(name, arguments)
            print(f"{mark}{number} {answer}".rstrip() + "\n", file=output, flush=True)
            if name == "quit":
                return
    finally:
        player.stop_pondering()


def _split(line: str) -> tuple[str, str, list[str]]:
    """Number (or nothing), name and arguments of a command, without comments and odd characters."""
    clean = "".join(
        " " if c == "\t" else c for c in line.partition("#")[0] if c >= " " or c == "\t"
    )
    words = [word for word in clean.replace("\x7f", "").split() if word]
    number = words.pop(0) if words and words[0].isdecimal() else ""
    return (number, words[0], words[1:]) if words else (number, "", [])


class _GtpEngine:
    """The game on the engine's board, and the clocks it was told of."""

    def __init__(self, player: AlphaBeta, limit: Limit | None, commands: Commands) -> None:
        self._player = player
        self._rules = player.evaluator.game
        self._limit = limit
        self._commands = commands
        self._games = [History.after(self._rules.start())]  # One for every undo.
        self._clocks: list[Clock | None] = [None, None]
        self._per_move: list[float | None] = [None, None]
        self._level: Limit | None = None
        self._known: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: f"Boardworth {self._player.name}",
            "version": lambda _: version("boardworth"),
            "known_command": lambda names: str(names[:1] != [] and names[0] in self._known).lower(),
            "list_commands": lambda _: "\n".join(self._known),
            "quit": lambda _: "",
            "set_game": self._set_game,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": lambda _: "",  # Of no meaning here, but many programs send it.
            "play": self._play,
            "genmove": lambda words: self._genmove(words, keep=True),
            "reg_genmove": lambda words: self._genmove(words, keep=False),
            "undo": self._undo,
            "showboard": lambda _: f"\n{self._rules.draw(self._games[-1].position)}",
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "level": self._set_level,
        }

    def answer(self, name: str, arguments: list[str]) -> tuple[str, str]:
        """'=' and the answer to a command, or '?' and what is wrong with it."""
        if name not in self._known:
            return "?", "unknown command"
        try:
            return "=", self._known[name](arguments)
        except BoardworthError as error:
            return "?", " ".join(str(error).split())

    def _set_game(self, words: list[str]) -> str:
        if [word.lower() for word in words] != [self._rules.name]:
            raise BoardworthError("unsupported game")
        return self._clear_board(words)

    def _boardsize(self, words: list[str]) -> str:
        if words != ["8"]:
            raise BoardworthError("unacceptable size")
        return self._clear_board(words)

    def _clear_board(self, _words: list[str]) -> str:
        self._games = [History.after(self._rules.start())]
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise BoardworthError("syntax error: play COLOUR MOVE")
        move = read_move(self._rules, words[1])
        game = self._games[-1]
        if not (is_pass(self._rules, move) and game.position.over):
            self._games.append(self._turned_to(words[0], game).play(move))
        return ""

    def _genmove(self, words: list[str], *, keep: bool) -> str:
        game = self._games[-1]
        if game.position.over:
            _colour(words[:1])
            return "pass"
        game = self._turned_to(words[0] if words else "", game)
        mover = game.position.mover
        start = time.perf_counter()
        move: Move = self._player.move(game.position, self._search_limit(mover))
        clock = self._clocks[mover]
        if clock is not None:
            left = clock.seconds - (time.perf_counter() - start) + clock.increment
            self._clocks[mover] = Clock(max(left, 0), clock.increment)
        if keep:
            self._games.append(game.play(move))
            self._player.ponder(self._games[-1].position)
        return written(self._rules, move, "pass")

    def _turned_to(self, colour: str, game: History) -> History:
        """The game with this colour to move: many programs leave out the other's forced pass."""
        if game.position.mover == _colour([colour]):
            return game
        forced = forced_pass(game.position)
        if forced is None:
            raise BoardworthError(f"it is {self._rules.roles[game.position.mover]}'s turn")
        return game.play(forced)

    def _undo(self, _words: list[str]) -> str:
        if len(self._games) == 1:
            raise BoardworthError("cannot undo")
        self._games.pop()
        return ""

    def _final_score(self, _words: list[str]) -> str:
        score = self._rules.final_score(self._games[-1].position)
        if score is None:
            raise BoardworthError("the game is not over")
        return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score)}"

    def _time_settings(self, words: list[str]) -> str:
        """Main time; then a period for a number of moves: taken as an increment."""
        main, period, moves = _numbers(words, 3)
        unlimited = moves == 0 and period > 0
        each = period / moves if moves else 0.0
        clock = None if unlimited or main == 0 else Clock(main, each)
        self._clocks = [clock, clock]
        per_move = each if not unlimited and main == 0 and each > 0 else None
        self._per_move = [per_move, per_move]
        return ""

    def _time_left(self, words: list[str]) -> str:
        mover = _colour(words[:1])
        seconds, moves = _numbers(words[1:], 2)
        clock = self._clocks[mover]
        if moves:
            self._clocks[mover] = None
            self._per_move[mover] = max(seconds / moves, 0.001)
        else:
            self._clocks[mover] = Clock(seconds, clock.increment if clock else 0.0)
        return ""

    def _set_level(self, words: list[str]) -> str:
        """As in GNU Go: how well to play."""
        self._level = level(self._rules, int(_numbers(words, 1)[0]))
        return ""

    def _search_limit(self, mover: int) -> Limit:
        """What holds for a search: our own limit, the program's level and clock, its commands."""
        sign = self._commands.stop_sign()
        clock, each = self._clocks[mover], self._per_move[mover]
        ours = self._limit or Limit(stop=sign)
        if self._level is not None:
            ours = ours.no_deeper_than(self._level)
        elif self._limit is None and clock is None and each is None:
            ours = usual_limit(self._rules)
        return replace(ours, seconds=smallest(ours.seconds, each), clock=clock, stop=sign)


def _colour(words: list[str]) -> int:
    colour = _COLOURS.get(words[0].lower() if words else "")
    if colour is None:
        raise BoardworthError(f"syntax error: expected black or white, not '{' '.join(words)}'")
    return colour


def _numbers(words: list[str], count: int) -> list[float]:
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(0 <= number < 1e9 for number in numbers):
        wanted = "a number" if count == 1 else f"{count} numbers"
        raise BoardworthError(f"syntax error: expected {wanted}, not '{' '.join(words)}'")
    return numbers
