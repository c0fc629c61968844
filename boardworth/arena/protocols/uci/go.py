"""The command `go`: what to search, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.search import Clock, Limit, StartSign, StopSign
from boardworth.search.limit import MAX_DEPTH, MAX_NODES, smallest

if TYPE_CHECKING:
    from boardworth.arena.protocols.uci.dialect import Dialect
    from boardworth.rules import Move, Position

# A search without a limit of its own still builds on what the last one remembers, as those within
# a limit of time do.
_ENDLESS = 1e9  # seconds
_NUMBERS = frozenset(
    [
        *("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc"),
        "movestogo",
        "byoyomi",
    ]
)
_FLAGS = frozenset(["infinite", "ponder"])


@dataclass(frozen=True, slots=True)
class Go:
    """What a program asks for; times are in milliseconds."""

    numbers: dict[str, int] = field(default_factory=dict)  # by their words
    flags: frozenset[str] = frozenset()  # infinite, ponder, and mate without a limit
    moves: tuple[Move, ...] = ()  # those to choose from, if not from all
    skipped: tuple[str, ...] = ()  # what was among them and is no legal move

    @classmethod
    def read(cls, words: Sequence[str], position: Position) -> Go:
        """Reads what follows the word `go`; what it does not know it skips.

        Moves that are not legal are skipped, too: a program that gets no answer waits for ever.
        """
        numbers: dict[str, int] = {}
        flags, moves, skipped = set(), [], []
        left = list(words)
        while left:
            word = left.pop(0)
            if word in _FLAGS:
                flags.add(word)
            elif word in _NUMBERS:
                if left and _is_number(left[0]):
                    numbers[word] = int(left.pop(0))
                elif word == "mate":
                    flags.add(word)
                    if left[:1] == ["infinite"]:
                        left.pop(0)
            elif word == "searchmoves":
                while left and left[0] not in _NUMBERS | _FLAGS:
                    text = left.pop(0)
                    move = _legal_move(position, text)
                    skipped.append(text) if move is None else moves.append(move)
        return cls(numbers, frozenset(flags), tuple(moves), tuple(skipped))

    @property
    def waits(self) -> bool:
        """Whether the answer is not to be given before it is asked for."""
        return bool(self.flags & _FLAGS)

    @property
    def ponders(self) -> bool:
        """Whether time does not count yet."""
        return "ponder" in self.flags

    @property
    def mate(self) -> int | None:
        """Within how many moves (UCI) or milliseconds (USI) a mate is asked for, if it is."""
        return self.numbers.get("mate", 0 if "mate" in self.flags else None)

    def solves_mate(self, dialect: Dialect) -> bool:
        """Whether the answer is a whole mate, and not a move."""
        return self.mate is not None and dialect.solves_mates

    def limit(
        self, dialect: Dialect, mover: int, overhead: float, own: Limit | None, stop: StopSign
    ) -> Limit:
        """What holds for the search, with what the engine has set itself.

        Args:
            dialect: whose words they are.
            mover: whose clock counts.
            overhead: seconds that are lost between the program and the engine.
            own: the engine's, which holds besides.
            stop: ends the search.
        """
        clock = self._clock(dialect, mover, overhead)
        depth = self._positive("depth", MAX_DEPTH)
        nodes = self._positive("nodes", MAX_NODES)
        seconds = None
        per_move = self.mate if self.mate and dialect.solves_mates else self.numbers.get("movetime")
        if per_move is not None:
            seconds = _without(per_move / 1000, overhead)
        if own is not None:
            depth, nodes = smallest(depth, own.depth), smallest(nodes, own.nodes)
            seconds = smallest(seconds, own.seconds)
        if (depth, nodes, seconds, clock) == (None, None, None, None) or self.ponders:
            seconds = _ENDLESS if seconds is None else seconds
        start = StartSign() if self.ponders else None
        return Limit(depth, nodes, seconds, clock, stop, start=start)

    def _clock(self, dialect: Dialect, mover: int, overhead: float) -> Clock | None:
        """The mover's; a program that tells one clock alone means both."""
        own, other = dialect.colours[mover], dialect.colours[1 - mover]
        colour = own if f"{own}time" in self.numbers or "byoyomi" in self.numbers else other
        words = (f"{colour}time", f"{colour}inc", "byoyomi")
        if "infinite" in self.flags or not {words[0], "byoyomi"} & self.numbers.keys():
            return None
        left, increment, byoyomi = (max(self.numbers.get(word, 0), 0) / 1000 for word in words)
        if byoyomi:
            return Clock(left, increment, _without(byoyomi, overhead))
        moves = self._positive("movestogo", MAX_DEPTH)
        return Clock(max(left - overhead, left / 10, 0.001), increment, moves=moves)

    def _positive(self, word: str, most: int) -> int | None:
        number = self.numbers.get(word)
        return None if number is None else max(min(number, most), 1)


def _without(seconds: float, overhead: float) -> float:
    return max(seconds - overhead, seconds / 2, 0.001)


def _legal_move(position: Position, text: str) -> Move | None:
    try:
        move = position.parse_move(text)
    except BoardworthError:
        return None
    return move if move in position.legal_moves() else None


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal()
