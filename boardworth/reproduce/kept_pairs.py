"""Pairs of games that a long tournament has finished: kept at once, so that it can go on later."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from boardworth.errors import BoardworthError
from boardworth.search import Limit

if TYPE_CHECKING:
    from boardworth.recipes import Reporter


@dataclass(frozen=True)
class Contest:
    """All that a pair of games depends on, but for its number and the hour."""

    figure: str  # of the paper
    game: str  # the name of the rule sheet
    rules: str  # a checksum of it
    functions: str  # which settings make them
    seconds: float | None  # for a move, or
    nodes: int | None  # or simulations
    threads: int  # of (Guided) UCT
    opening: int  # how many random moves games begin with
    seed: int  # of everything random

    @property
    def limit(self) -> Limit:
        """Of a move of either player."""
        return Limit(nodes=self.nodes, seconds=self.seconds)


@dataclass(frozen=True)
class KeptPair:
    """Two games from one opening, the roles swapped."""

    contest: Contest  # what it is a part of
    number: int  # of the pair
    # Of the contest's first player: as the first role, as the second; 1, 0.5 or 0.
    points: tuple[float, float]
    moves: tuple[str, str]  # of both games


class KeptPairs:
    """A file of such pairs, one a line, of any contests; it only ever grows."""

    def __init__(self, folder: Path, reporter: Reporter) -> None:
        self.path = folder / "pairs.jsonl"
        self._reporter = reporter
        self._found: dict[tuple[Contest, int], KeptPair] = {}

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Claims the file for a tournament."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BoardworthError(f"another tournament is at work in {self.path}") from None
            self._read()
            yield

    def find(self, contest: Contest, number: int) -> KeptPair | None:
        """A pair that was finished before."""
        return self._found.get((contest, number))

    def of(self, contest: Contest) -> tuple[KeptPair, ...]:
        """All pairs of a contest, in the order of their numbers."""
        own = (pair for (its_contest, _), pair in self._found.items() if its_contest == contest)
        return tuple(sorted(own, key=lambda pair: pair.number))

    def keep(self, pair: KeptPair) -> None:
        """Writes a pair down."""
        self._found[pair.contest, pair.number] = pair
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(pair) + b"\n")

    def _read(self) -> None:
        content = self.path.read_bytes()
        damaged = 0
        for line in content.splitlines():
            try:
                pair = msgspec.json.decode(line, type=KeptPair)
            except msgspec.MsgspecError:
                damaged += 1
            else:
                self._found[pair.contest, pair.number] = pair
        if damaged:
            self._reporter.line(f"{self.path}: {damaged} damaged lines are left out")
        if content and not content.endswith(b"\n"):
            with self.path.open("ab") as file:
                file.write(b"\n")
