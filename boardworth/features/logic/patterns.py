"""Patterns from unfolded logic features: their distinct conjunctions, and parts of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features.configurations import Configurations, from_table, joined, max_values

if TYPE_CHECKING:
    from boardworth.features.logic.unfolding import Unfolding
    from boardworth.rules import Game

# Of conjunctions with at most so many facts all parts are taken, of longer ones those that lack
# a single fact.
MAX_WHOLE = 5


@dataclass(frozen=True)
class LogicPatterns:
    """Conjunctions, each once, with the logic feature that it is from."""

    found: Configurations
    origin_of: NDArray[np.int64]  # by conjunction, the number of its name
    names: tuple[str, ...]

    @staticmethod
    def of(game: Game, unfoldings: Sequence[Unfolding], max_facts: int) -> LogicPatterns:
        """Those of several features; one that several have is named after the first of them.

        Where both players see a position as it is, each says what it says for either to move.
        """
        each = [_seen_by_movers(unfolding.configurations(), max_facts) for unfolding in unfoldings]
        names = tuple(unfolding.feature.name for unfolding in unfoldings)
        numbers = np.repeat(np.arange(len(each)), [len(own) for own in each])
        return LogicPatterns(joined(game, each), numbers, names)._distinct()

    def __len__(self) -> int:
        return len(self.found)

    def select(self, numbers: NDArray[np.int64]) -> LogicPatterns:
        """The conjunctions of the given numbers, in that order."""
        return LogicPatterns(self.found.select(numbers), self.origin_of[numbers], self.names)

    def origins(self) -> list[str]:
        """The name of every conjunction."""
        return [self.names[number] for number in self.origin_of]

    def with_parts(self) -> LogicPatterns:
        """With sub-conjunctions after them."""
        table, lengths = self.found.table(), self.found.lengths
        tables, origins = [], []
        for length in np.unique(lengths).tolist():
            of_length = np.flatnonzero(lengths == length)
            sizes = range(1, length) if length <= MAX_WHOLE else (length - 1,)
            for size in sizes:
                for places in combinations(range(length), size):
                    tables.append(table[of_length][:, places])
                    origins.append(self.origin_of[of_length])
        parts = [from_table(self.found.game, part) for part in tables]
        return LogicPatterns(
            joined(self.found.game, [self.found, *parts]),
            np.concatenate([self.origin_of, *(len(self.names) + own for own in origins)]),
            (*self.names, *(f"part of: {name}" for name in self.names)),
        )._distinct()

    def _distinct(self) -> LogicPatterns:
        return self.select(np.sort(self.found.first_of_each()))


def _seen_by_movers(found: Configurations, max_facts: int) -> Configurations:
    """Conjunctions that are short enough; with whose turn it is, where that makes a difference."""
    game = found.game
    kept = found.select(np.flatnonzero((found.lengths > 0) & (found.lengths <= max_facts)))
    views = game.view_atoms
    if not views or len(kept) == 0:
        return kept
    table = kept.table()
    values = [range(len(game.atoms[atom].values)) for atom in views]
    seen = []
    for chosen in product(*values):
        turn = [atom * max_values(game) + v for atom, v in zip(views, chosen, strict=True)]
        seen.append(np.column_stack([table, np.tile(turn, (len(table), 1))]))
    everywhere = np.concatenate(seen)
    atoms = np.where(everywhere < 0, -1, everywhere // max_values(game))
    once = [np.unique(row[row >= 0]).size == np.count_nonzero(row >= 0) for row in atoms]
    return from_table(game, everywhere[np.array(once, np.bool_)])
