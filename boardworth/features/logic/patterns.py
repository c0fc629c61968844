"""Patterns from unfolded logic features: their distinct conjunctions, and parts of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features.configurations import Configurations, from_table, joined, max_values
from boardworth.features.logic.counts import LogicCounts
from boardworth.features.pattern import Configuration

if TYPE_CHECKING:
    from boardworth.features.logic.unfolding import Unfolding
    from boardworth.rules import Game

# Of conjunctions with at most so many facts all parts are taken, of longer ones those that lack
# a single fact.
MAX_WHOLE = 5
# What a conjunction with negated literals may become without them.
MAX_POSITIVE = 256


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
        each = [_seen_by_movers(_short(unfolding, max_facts)) for unfolding in unfoldings]
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


def counts_of(unfoldings: Sequence[Unfolding]) -> LogicCounts:
    """The numbers of solutions of features, at least one.

    Where both players see a position as it is, each feature is one number for either to move.
    """
    counts = LogicCounts.of(unfoldings)
    game = counts.game
    found = Configurations(
        game, counts.relations, counts.lengths, np.zeros(len(counts.lengths), np.uint32)
    )
    turns = _turns(game)
    if not turns:
        return counts
    seen = [_with_turn(found, turn) for turn in turns.values()]
    solutions, features = len(counts.feature_of_solution), len(counts)
    both = joined(game, [own for own, _ in seen])
    return LogicCounts(
        game,
        [f"{name}, {turn}" for turn in turns for name in counts.names],
        both.relations,
        both.lengths,
        np.concatenate(
            [counts.solution_of[kept] + n * solutions for n, (_, kept) in enumerate(seen)]
        ).astype(np.uint32),
        np.concatenate(
            [counts.feature_of_solution + n * features for n in range(len(turns))]
        ).astype(np.uint32),
    )


def _short(unfolding: Unfolding, max_facts: int) -> Configurations:
    """Conjunctions that are short enough, and stand for few without negations."""
    facts, made = unfolding.sizes
    few = (facts > 0) & (facts <= max_facts) & (made <= MAX_POSITIVE)
    return unfolding.select(np.flatnonzero(few)).configurations()


def _seen_by_movers(found: Configurations) -> Configurations:
    """With whose turn it is, where that makes a difference."""
    turns = _turns(found.game)
    if not turns or len(found) == 0:
        return found
    return joined(found.game, [_with_turn(found, turn)[0] for turn in turns.values()])


def _turns(game: Game) -> dict[str, list[int]]:
    """What tells whose turn it is, in words and as relations; nothing if all see the same."""
    views = game.view_atoms
    values = [range(len(game.atoms[atom].values)) for atom in views]
    found = {}
    for chosen in product(*values) if views else ():
        facts = tuple(zip(views, chosen, strict=True))
        found[str(Configuration(game, facts))] = [a * max_values(game) + v for a, v in facts]
    return found


def _with_turn(
    found: Configurations, turn: Sequence[int]
) -> tuple[Configurations, NDArray[np.int64]]:
    """Conjunctions with further relations, and the numbers of those that do not contradict them."""
    game, table = found.game, found.table()
    wide = np.column_stack([table, np.tile(turn, (len(table), 1))])
    atoms = np.sort(np.where(wide < 0, -1 - np.arange(wide.shape[1]), wide // max_values(game)))
    kept = np.flatnonzero((np.diff(atoms, axis=1) != 0).all(axis=1))
    return from_table(game, wide[kept]), kept
