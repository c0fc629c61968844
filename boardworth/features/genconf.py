"""GenConf: every configuration that is active in enough positions (GLEM, section 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import BoardworthError, TooMany
from boardworth.features.configurations import Configurations, joined

if TYPE_CHECKING:
    from boardworth.rules import Game

# Told what share of the work is done, roughly.
Progress: TypeAlias = Callable[[float], None]

MAX_FOUND = 5_000_000
_LINE = 512  # positions that the core counts at once
_PIECES_AT_ONCE = 16  # whatever the threads: the bound on what is found must not depend on them


@dataclass(frozen=True, slots=True)
class MatchHeuristic:
    """Decides by a sample whether a configuration is frequent (GLEM, figure 2).

    The positions are put in random order. A candidate is one relation more than a configuration
    known to be active in m positions; with q = n / m, after each chunk of them, d in all of which
    u match, it is taken if u >= dq + t sqrt(dq(1 - q)) and dropped if u < dq - t sqrt(dq(1 - q)).
    If only candidates of the greatest length are left, just one chunk is prepared; those that it
    leaves undecided are counted. Supports of configurations of the greatest length are then
    estimates, u m / d; all others are counted before they are extended, so errors do not add up.
    """

    chunk: int = 512  # positions between two looks, a multiple of 512
    confidence: float = 0.8  # t; the larger, the slower and the surer
    seed: int = 0  # of the random order

    def __post_init__(self) -> None:
        if self.chunk < _LINE or self.chunk % _LINE:
            raise BoardworthError(f"chunks of {self.chunk} positions: expected a multiple of 512")
        if not self.confidence > 0:
            raise BoardworthError(f"a confidence of {self.confidence:g}: expected more than 0")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many configurations there are."""

    by_length: tuple[int, ...]  # of 1, 2, ... relations
    candidates: int  # how many had to be tried for that

    @property
    def total(self) -> int:
        """Of any length."""
        return sum(self.by_length)


def genconf(
    game: Game,
    positions: NDArray[np.uint8],
    min_count: int,
    *,
    max_length: int | None = None,
    heuristic: MatchHeuristic | None = None,
    max_found: int = MAX_FOUND,
    threads: int = 1,
    progress: Progress | None = None,
) -> Configurations:
    """All configurations that are active in at least `min_count` positions, frequent ones first.

    A configuration c is a conjunction of relations `atom = value`, mover's view; its count is
    #{p : every relation of c holds in p}. Found by specialising depth-first in a total order of the
    relations, so that each is tried once.

    >>> from boardworth.rules import load_game
    >>> game = load_game("tic_tac_toe")
    >>> boards = [game.parse(text).packed for text in ("x-------- o", "x---o---- x", "x---o---x o")]
    >>> packed = np.frombuffer(b"".join(boards), np.uint8).reshape(3, -1)
    >>> found = genconf(game, packed, 3, max_length=2)
    >>> len(found), str(found[0]), int(found.counts[0])
    (21, 'b1 empty', 3)

    Args:
        game: whose positions they are.
        positions: packed, one a row.
        min_count: the least number of positions, n.
        max_length: the greatest number of relations; any number if not given.
        heuristic: decide by a sample; else all counts are exact.
        max_found: raise TooMany rather than find more configurations than this.
        threads: how many to use; they do not change the result.
        progress: told the share that is done, now and then.
    """
    parts: list[Configurations] = []
    work = _Work(game, positions, min_count, max_length, heuristic, threads)
    found = 0
    for part in work.blocks(0, max_found):
        parts.append(part)
        found += len(part)
        if found > max_found:
            raise work.too_many(max_found)
        if progress:
            progress(work.share(len(parts)))
    return joined(game, parts).most_frequent_first()


def genconf_blocks(
    game: Game,
    positions: NDArray[np.uint8],
    min_count: int,
    *,
    max_length: int | None = None,
    heuristic: MatchHeuristic | None = None,
    max_found: int = 4 * MAX_FOUND,
    threads: int = 1,
    start: int = 0,
) -> Iterator[Configurations]:
    """The same block by block, for more configurations than memory holds.

    A block holds the configurations whose rarest relation is the same. Blocks come in a fixed
    order: `start` leaves the first ones out, so work that was interrupted can go on where it was.
    16 blocks are made at once; TooMany is raised if they hold more than `max_found` configurations.
    """
    return _Work(game, positions, min_count, max_length, heuristic, threads).blocks(
        start, max_found
    )


def genconf_counts(
    game: Game,
    positions: NDArray[np.uint8],
    min_count: int,
    *,
    max_length: int | None = None,
    heuristic: MatchHeuristic | None = None,
    threads: int = 1,
    kernel: str | None = None,
) -> Counts:
    """How many there are of each length; none of them is kept. Arguments as for `genconf`.

    `kernel` is the instruction set to count with, one of `_core.and_count_kernels()`; the fastest
    if not given.
    """
    work = _Work(game, positions, min_count, max_length, heuristic, threads, kernel)
    by_length = np.zeros(len(game.atoms), np.int64)
    candidates = 0
    for *_, lengths, tried in work.pieces(0, None):
        by_length[: len(lengths)] += lengths
        candidates += tried
    return Counts(tuple(np.trim_zeros(by_length, "b").tolist()), candidates)


class _Work:
    """One run of GenConf, piece by piece."""

    def __init__(
        self,
        game: Game,
        positions: NDArray[np.uint8],
        min_count: int,
        max_length: int | None,
        heuristic: MatchHeuristic | None,
        threads: int,
        kernel: str | None = None,
    ) -> None:
        if min_count < 1:
            raise BoardworthError(f"a count of {min_count}: expected at least 1 position")
        if max_length is not None and max_length < 1:
            raise BoardworthError(
                f"configurations of at most {max_length} relations: there are none"
            )
        self.game, self.threads = game, threads
        self.min_count, self.positions = min_count, len(positions)
        self.max_length = min(len(game.atoms), max_length or len(game.atoms))
        self.kernel = kernel or _core.and_count_kernels()[-1]
        chunk_lines, confidence = 0, 0.0
        if heuristic is not None:
            order = np.random.default_rng(heuristic.seed).permutation(len(positions))
            positions = positions[order]
            chunk_lines, confidence = heuristic.chunk // _LINE, heuristic.confidence
        rows = _core.RelationRows(game.core, np.ascontiguousarray(positions), threads)
        min_count = min(min_count, len(positions) + 1)
        self.miner = _core.Miner(rows, min_count, self.max_length, chunk_lines, confidence)

    def pieces(self, start: int, max_found: int | None) -> Iterator[_Piece]:
        """What the core finds, piece by piece; a few pieces are worked on at once."""
        for first in range(start, self.miner.pieces, _PIECES_AT_ONCE):
            yield from self.miner.mine(first, _PIECES_AT_ONCE, max_found, self.kernel, self.threads)

    def blocks(self, start: int, max_found: int) -> Iterator[Configurations]:
        """The configurations of every piece; at most `max_found` of them at once."""
        try:
            for relations, lengths, counts, *_ in self.pieces(start, max_found):
                yield Configurations(self.game, relations, lengths, counts)
        except TooMany:
            raise self.too_many(max_found) from None

    def too_many(self, max_found: int) -> TooMany:
        """What to tell someone whose settings find more than that."""
        return TooMany(
            f"more than {max_found:,} configurations are active in at least {self.min_count:,} of "
            f"{self.positions:,} positions: ask for a larger count or for shorter ones"
        )

    def share(self, done: int) -> float:
        """How much of the work the first pieces are: the earlier, the more extensions."""
        return 1 - (1 - done / self.miner.pieces) ** min(self.max_length, 4)


_Piece: TypeAlias = tuple[
    "NDArray[np.uint16]", "NDArray[np.uint8]", "NDArray[np.uint32]", list[int], int
]
