"""A number that never falls during a game: a clock, or how much of something has come or gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.rules.gdl.ground.grounding import GroundGame
    from boardworth.rules.gdl.structure.groups import GroupedKind
    from boardworth.rules.gdl.structure.sample import Sample
    from boardworth.rules.gdl.structure.structure import FluentGroup

# A predicate with more values than that does not tell pieces apart.
_MAX_VALUES = 32


@dataclass(frozen=True)
class Progress:
    """Weights of fluents, what makes their sum 0 at the start, and the most it can be then."""

    weights: tuple[int, ...]
    offset: int
    most: int


def progress(
    game: GroundGame,
    grouped: Sequence[GroupedKind],
    counts: Sequence[tuple[int, ...]],
    sample: Sample,
) -> Progress:
    """The longest clock if there is one, else the quantity that grows most on average."""
    fluents = len(game.fluents)
    clocks = [_clock(fluents, values) for values in counts]
    clock = _fastest(clocks, sample)
    if clock is not None:  # it runs by itself, so that one of its values holds at a time
        return _from_start(game, clock, int(clock.max()))
    quantity = _fastest([q for kind in grouped for q in _quantities(fluents, kind)], sample)
    if quantity is not None:
        groups = [group for kind in grouped for group in kind.groups]
        return _from_start(game, quantity, sum(_most(group, quantity) for group in groups))
    return Progress((0,) * fluents, 0, 0)


def _from_start(game: GroundGame, weights: NDArray[np.int64], most: int) -> Progress:
    offset = -int(weights[list(game.initial)].sum())
    return Progress(tuple(weights.tolist()), offset, most + offset)


def _clock(fluents: int, values: tuple[int, ...]) -> NDArray[np.int64]:
    weights = np.zeros(fluents, np.int64)
    weights[list(values)] = range(len(values))
    return weights


def _quantities(fluents: int, kind: GroupedKind) -> Iterator[NDArray[np.int64]]:
    """How many fluents of the predicate hold, and how many of them that have a certain value."""
    members = kind.partition.kind
    weights = np.zeros(fluents, np.int64)
    weights[list(members.fluents)] = 1
    yield weights
    for position in kind.partition.varying or range(members.arity):
        column = [arguments[position] for arguments in members.arguments]
        values = sorted(set(column))
        if 1 < len(values) <= _MAX_VALUES:
            for value in values:
                pairs = zip(members.fluents, column, strict=True)
                weights = np.zeros(fluents, np.int64)
                weights[[fluent for fluent, found in pairs if found == value]] = 1
                yield weights


def _fastest(candidates: list[NDArray[np.int64]], sample: Sample) -> NDArray[np.int64] | None:
    """Of those that never fall, or never rise, the one that changes most; made to rise."""
    if not candidates:
        return None
    totals = sample.totals(np.stack(candidates, axis=1))
    changes = (totals[1:] - totals[:-1])[sample.follows[:-1]]
    if len(changes) == 0:
        return None
    rises = (changes.min(axis=0) >= 0) & (changes.max(axis=0) > 0)
    falls = (changes.max(axis=0) <= 0) & (changes.min(axis=0) < 0)
    ranges = np.abs(totals - totals[0, 0])[sample.playing].mean(axis=0)
    ranges = np.where(rises | falls, ranges, 0)
    best = int(ranges.argmax())
    if ranges[best] == 0:
        return None
    return candidates[best] if rises[best] else -candidates[best]


def _most(group: FluentGroup, weights: NDArray[np.int64]) -> int:
    """The most that the fluents of a group can add, as far as it is proven."""
    own = [int(weights[fluent]) for fluent in group.fluents]
    if not group.proven:
        return sum(max(0, weight) for weight in own)
    return max(own) if group.complete else max(0, *own)
