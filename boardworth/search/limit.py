"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, TypeVar

from boardworth.errors import BoardworthError, FormatError

if TYPE_CHECKING:
    from boardworth._core import StartSign, StopSign
    from boardworth.rules import Game, Position

T = TypeVar("T", int, float)

# Deeper than any game is long, and within the core's integers.
MAX_DEPTH = 1000
MAX_NODES = 10**18
# Seconds of a clock that are never planned with.
RESERVE = 0.05


def smallest(*limits: T | None) -> T | None:
    """The smallest of the limits that are given."""
    return min((limit for limit in limits if limit is not None), default=None)


@dataclass(frozen=True, slots=True)
class Clock:
    """What a player has left for the rest of a game, and what every move adds to it.

    >>> print(Clock(60, 0.5))
    60+0.5 s a game
    """

    seconds: float
    increment: float = 0.0
    byoyomi: float = 0.0  # of every move besides: what a move does not use of it is lost
    moves: int | None = None  # for how many moves the seconds are, if not for the whole game

    def __post_init__(self) -> None:
        given = (self.seconds, self.increment, self.byoyomi)
        if not all(0 <= seconds < float("inf") for seconds in given):
            raise BoardworthError(f"a clock of {self.seconds}+{self.increment} seconds")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Reads seconds for the game and, after a plus, for every move: 60 or 0.2+0.002."""
        seconds, _, increment = text.partition("+")
        try:
            return cls(float(seconds), float(increment or 0))
        except ValueError:
            raise FormatError(
                f"clock '{text}': expected seconds for a game, or seconds+increment"
            ) from None

    def budget(self, moves_to_go: int) -> tuple[float, float]:
        """Seconds after which to begin nothing new, and after which to stop, for the next move.

        The even share of what is left, and a few times as much where a search is not settled; a
        reserve stays for what lies between a search and its clock. Byoyomi is used up.
        """
        usable = max(self.seconds - min(RESERVE, self.seconds / 2), 0.0)
        moves = max(smallest(moves_to_go, self.moves) or 1, 1)
        share = usable / moves + self.increment
        most = usable if self.moves == 1 else usable / 2
        soft, hard = min(share, most) + self.byoyomi, min(3 * share, most) + self.byoyomi
        # Even a settled move, for which half of it would do, saves nothing.
        return (2 * hard if self.byoyomi > 0 and self.seconds == 0 else soft), hard

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g} s a game"


@dataclass(frozen=True, slots=True)
class Solving:
    """From how many moves before its end a game is searched to the end, whatever the depth."""

    exact: int = 0  # for the score
    wld: int = 0  # for win, draw or loss
    probable: int = 0  # for the same, with forward pruning: not proven
    selectivity: int = 0  # the level of that pruning


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search is to find out."""

    depth: int | None  # how far it looks, if that is limited
    wld: bool = False  # whether win, draw or loss is all that is asked
    # At which level of pruning a search to the end of the game is careful enough.
    selectivity: int = 0


@dataclass(frozen=True, slots=True)
class Limit:
    """Depth in plies, nodes or seconds per move, a clock, or a sign; whichever comes first.

    With `solving`, endings are searched further than to the depth: a level (search/level.py).

    >>> print(Limit(depth=4))
    depth 4
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None
    stop: StopSign | None = None
    solving: Solving | None = None
    start: StartSign | None = None  # from when on time counts, if it is not the beginning

    @property
    def repeatable(self) -> bool:
        """Whether the same search always ends at the same point, unless it is stopped."""
        timed = self.seconds is not None or self.clock is not None
        return not timed and (self.depth is not None or self.nodes is not None)

    def __post_init__(self) -> None:
        given = {
            "depth": (self.depth, MAX_DEPTH),
            "nodes": (self.nodes, MAX_NODES),
            "seconds": (self.seconds, float("inf")),
        }
        endless = self.stop is None and self.clock is None
        if endless and all(value is None for value, _ in given.values()):
            raise BoardworthError("a limit needs a depth, a number of nodes, seconds or a clock")
        for name, (value, largest) in given.items():
            if value is not None and not 0 < value <= largest:
                most = f", at most {largest:,}" if isfinite(largest) else ""
                raise BoardworthError(f"a limit of {value} {name}: it must be more than 0{most}")

    def of_simulations(self, nodes: int | None, seconds: float | None) -> Limit:
        """What counts for a player that simulates games: no depth, but limits of its own."""
        return replace(
            self,
            depth=None,
            solving=None,
            nodes=smallest(nodes, self.nodes),
            seconds=smallest(seconds, self.seconds),
        )

    def goal(self, position: Position, selectivity: int) -> Goal:
        """What a search of a position is to find out, if it prunes at a selectivity level."""
        solving = self.solving
        if solving is None or not position.ends_within(max(solving.probable, solving.wld)):
            return Goal(self.depth)
        if position.ends_within(max(solving.exact, self.depth or 0)):
            return Goal(MAX_DEPTH)
        if position.ends_within(solving.wld):
            return Goal(MAX_DEPTH, wld=True)
        # What prunes nothing would have to prove it.
        return Goal(MAX_DEPTH, True, solving.selectivity) if selectivity else Goal(self.depth)

    def no_deeper_than(self, other: Limit) -> Limit:
        """This limit, with the other's depth or level where that is the smaller one."""
        if self.depth is not None and other.depth is not None and self.depth <= other.depth:
            return self
        return replace(self, depth=other.depth, solving=other.solving)

    def move_seconds(self, game: Game) -> float | None:
        """Seconds for the next move of a game: those of the limit, or the share of the clock.

        Its length is asked for only where there is a clock: to find it out may take long.
        """
        if self.clock is None:
            return self.seconds
        return smallest(self.seconds, *self.clock.budget(game.usual_length // 2 + 1))

    def times(self, factor: float) -> Limit:
        """This limit with its nodes, seconds and clock multiplied.

        >>> print(Limit(seconds=0.5).times(1.2))
        0.6 s
        """
        nodes = None if self.nodes is None else max(round(self.nodes * factor), 1)
        seconds = None if self.seconds is None else self.seconds * factor
        clock = self.clock
        if clock is not None:
            clock = replace(
                clock,
                seconds=factor * clock.seconds,
                increment=factor * clock.increment,
                byoyomi=factor * clock.byoyomi,
            )
        return replace(self, nodes=nodes, seconds=seconds, clock=clock)

    def __str__(self) -> str:
        parts = []
        if self.depth is not None:
            parts.append(f"{'depth' if self.solving is None else 'level'} {self.depth}")
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} nodes")
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s")
        if self.clock is not None:
            parts.append(str(self.clock))
        return ", ".join(parts)
