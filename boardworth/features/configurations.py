"""Many configurations at once: a few arrays, and `Configuration` objects on demand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.features.pattern import Configuration

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from boardworth.rules import Game


def max_values(game: Game) -> int:
    """How many values the atoms have at most."""
    return max(len(atom.values) for atom in game.atoms)


@dataclass(frozen=True)
class Configurations:
    """Configurations with the number of positions in which each is active.

    A relation `atom = value` is the number ``atom * values + value``, where `values` is the most
    that any atom has.
    """

    game: Game  # whose atoms they speak of
    # All configurations' relations one after the other, each one's in ascending order.
    relations: NDArray[np.uint16]
    lengths: NDArray[np.uint8]  # [configurations], how many relations each has
    counts: NDArray[np.uint32]  # [configurations], in how many positions each is active

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, number: int) -> Configuration:
        """One configuration."""
        start = int(self._starts[number])
        relations = self.relations[start : start + int(self.lengths[number])]
        values = max_values(self.game)
        return Configuration(self.game, tuple(divmod(r, values) for r in relations.tolist()))

    def __iter__(self) -> Iterator[Configuration]:
        return (self[number] for number in range(len(self)))

    def select(self, numbers: Sequence[int] | NDArray[Any]) -> Configurations:
        """The configurations of the given numbers, in that order."""
        chosen = np.asarray(numbers, np.int64)
        lengths = self.lengths[chosen]
        ends = np.cumsum(lengths, dtype=np.int64)
        within = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - lengths, lengths)
        relations = self.relations[np.repeat(self._starts[chosen], lengths) + within]
        return Configurations(self.game, relations, lengths, self.counts[chosen])

    def most_frequent_first(self) -> Configurations:
        """Sorted by count, then by relations; the same whatever order they were found in."""
        table = self.table()
        keys = np.column_stack([-self.counts.astype(np.int64), table])
        return self.select(np.lexsort(keys.T[::-1]))

    def table(self) -> NDArray[np.int32]:
        """[configurations, longest]: the relations of each, then -1."""
        longest = int(self.lengths.max(initial=0))
        table = np.full((len(self), longest), -1, np.int32)
        table[np.arange(longest) < self.lengths[:, None]] = self.relations
        return table

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return np.cumsum(self.lengths, dtype=np.int64) - self.lengths


def joined(game: Game, parts: Sequence[Configurations]) -> Configurations:
    """All configurations of all parts, in order."""
    return Configurations(
        game,
        np.concatenate([np.empty(0, np.uint16), *(part.relations for part in parts)]),
        np.concatenate([np.empty(0, np.uint8), *(part.lengths for part in parts)]),
        np.concatenate([np.empty(0, np.uint32), *(part.counts for part in parts)]),
    )


def to_configurations(
    configurations: Sequence[Configuration], counts: Sequence[int] | None = None
) -> Configurations:
    """The arrays of some configurations, at least one."""
    game = configurations[0].game
    values = max_values(game)
    numbers = [sorted(atom * values + value for atom, value in c.facts) for c in configurations]
    return Configurations(
        game,
        np.array([r for own in numbers for r in own], np.uint16),
        np.array([len(own) for own in numbers], np.uint8),
        np.array(counts if counts is not None else [0] * len(numbers), np.uint32),
    )
