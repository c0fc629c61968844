"""Pairs of games that a long tournament has finished: kept at once, so that it can go on later."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from boardworth.arena.rating import Pentanomial, Rating, pentanomial, rate
from boardworth.errors import BoardworthError
from boardworth.recipes.workspace import PAIRS

if TYPE_CHECKING:
    from boardworth.recipes import Reporter

# All that a pair of games depends on, but for its number and the hour: a dataclass.
C = TypeVar("C")


@dataclass(frozen=True)
class KeptPair(Generic[C]):
    """Two games from one opening, the roles swapped."""

    contest: C  # what it is a part of
    number: int  # of the pair
    # Of the contest's first player: as the first role, as the second; 1, 0.5 or 0.
    points: tuple[float, float]
    moves: tuple[str, str]  # of both games


@dataclass(frozen=True)
class Score:
    """What pairs say, from the first player's side."""

    points: tuple[tuple[float, float], ...]  # of every pair: 1, 0.5 or 0 for each of its games

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Games."""
        points = [game for pair in self.points for game in pair]
        return points.count(1), points.count(0.5), points.count(0)

    @cached_property
    def pairs(self) -> Pentanomial:
        """How many brought 0, 1/2, 1, 3/2 and 2 points."""
        return pentanomial(map(sum, self.points))

    @property
    def rating(self) -> Rating:
        """Elo with its interval; there must be a pair."""
        return rate(self.pairs)


class KeptPairs(Generic[C]):
    """A file of such pairs, one a line, of any contests of one kind; it only ever grows."""

    def __init__(self, folder: Path, reporter: Reporter, kind: type[C]) -> None:
        self.path = folder / PAIRS
        self._reporter = reporter
        self._line: Any = KeptPair.__class_getitem__(kind)  # type: ignore[attr-defined]
        self._found: dict[tuple[C, int], KeptPair[C]] = {}

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Claims the file for a tournament; without any pair it leaves nothing."""
        new = not self.path.parent.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BoardworthError(f"another tournament is at work in {self.path}") from None
            try:
                self._read()
                yield
            finally:
                if self.path.stat().st_size == 0:
                    self.path.unlink()
                    if new:
                        self.path.parent.rmdir()

    def find(self, contest: C, number: int) -> KeptPair[C] | None:
        """A pair that was finished before."""
        return self._found.get((contest, number))

    def of(self, contest: C) -> tuple[KeptPair[C], ...]:
        """All pairs of a contest, in the order of their numbers."""
        own = (pair for (its_contest, _), pair in self._found.items() if its_contest == contest)
        return tuple(sorted(own, key=lambda pair: pair.number))

    def keep(self, pair: KeptPair[C]) -> None:
        """Writes a pair down."""
        self._found[pair.contest, pair.number] = pair
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(pair) + b"\n")

    def _read(self) -> None:
        content = self.path.read_bytes()
        damaged = 0
        for line in content.splitlines():
            try:
                pair = msgspec.json.decode(line, type=self._line)
            except msgspec.MsgspecError:
                damaged += 1
            else:
                self._found[pair.contest, pair.number] = pair
        if damaged:
            self._reporter.line(f"{self.path}: {damaged} damaged lines are left out")
        if content and not content.endswith(b"\n"):
            with self.path.open("ab") as file:
                file.write(b"\n")
