"""Patterns from unfolded logic features: their distinct conjunctions, and parts of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.features.configurations import (
    Configurations,
    ConfigurationSet,
    from_table,
    joined,
    max_values,
)
from boardworth.features.logic.counts import LogicCounts
from boardworth.features.pattern import Configuration

if TYPE_CHECKING:
    from boardworth.features.logic.unfolding import Unfolding
    from boardworth.rules import Game

# Of conjunctions with no more facts all parts are taken, of longer ones those that lack a single
# fact.
MAX_WHOLE = 5
# What a conjunction with negated literals may become without them, and all those of a feature; the
# costliest are left out.
MAX_POSITIVE, MAX_CONJUNCTIONS = 256, 1_000_000


@dataclass(frozen=True)
class LogicPatterns:
    """Conjunctions, each once, with the logic feature that it is from."""

    found: Configurations
    origin_of: NDArray[np.int64]  # by conjunction, the number of its name
    names: tuple[str, ...]
    left_out: int = 0  # how many were too costly

    @staticmethod
    def of(
        game: Game,
        unfoldings: Sequence[Unfolding],
        max_facts: int,
        max_conjunctions: int = MAX_CONJUNCTIONS,
    ) -> LogicPatterns:
        """Those of several features; one that several have is named after the first of them.

        Of each feature there are no more than the given number, its cheapest ones. Where both
        players see a position as it is, each says what it says for either to move.
        """
        each, left_out = [], 0
        for unfolding in unfoldings:
            short, made = _short(unfolding, max_facts)
            cheap = short[_cheapest(made, max_conjunctions)]
            left_out += len(short) - len(cheap)
            each.append(_seen_by_movers(unfolding.select(cheap).configurations()))
        names = tuple(
            f"{u.feature.name} (in part)" if u.missing else u.feature.name for u in unfoldings
        )
        numbers = np.repeat(np.arange(len(each)), np.array([len(own) for own in each], np.int64))
        return LogicPatterns(joined(game, each), numbers, names, left_out)._distinct()

    def __len__(self) -> int:
        return len(self.found)

    def select(self, numbers: NDArray[np.int64]) -> LogicPatterns:
        """The conjunctions of the given numbers, in that order."""
        return replace(self, found=self.found.select(numbers), origin_of=self.origin_of[numbers])

    def first(self, max_conjunctions: int) -> LogicPatterns:
        """Without those that are too many."""
        more = len(self) - max_conjunctions
        if more <= 0:
            return self
        return replace(self.select(np.arange(max_conjunctions)), left_out=self.left_out + more)

    def origins(self) -> list[str]:
        """The name of every conjunction."""
        return [self.names[number] for number in self.origin_of]

    def names_of(self, numbers: NDArray[np.int64]) -> list[str]:
        """What weights of conjunctions are called, which their images share.

        An image need not be a conjunction of the same feature: then the name says that it may be
        one that holds.
        """
        chosen = self.select(numbers)
        origin_of = dict(zip(_keys(self.found), self.origin_of.tolist(), strict=True))
        shared = ConfigurationSet(chosen.found, "all")
        origins: dict[int, set[int | None]] = {}
        for key, weight in zip(_keys(shared.members), shared.weight_of_member, strict=True):
            origins.setdefault(int(weight), set()).add(origin_of.get(key))
        alone = [len(origins[int(weight)]) == 1 for weight in shared.weight_of_given]
        names = zip(chosen.origins(), alone, strict=True)
        return [name if own else f"{name}, or an image of it" for name, own in names]

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
            self.left_out,
        )._distinct()

    def _distinct(self) -> LogicPatterns:
        return self.select(np.sort(self.found.first_of_each()))


def _keys(found: Configurations) -> Iterator[bytes]:
    """Each conjunction as something that can be looked up."""
    starts = np.concatenate([[0], np.cumsum(found.lengths, dtype=np.int64)]).tolist()
    return (found.relations[a:b].tobytes() for a, b in pairwise(starts))


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


def patterns_in(unfolding: Unfolding, max_facts: int) -> int:
    """How many patterns a feature has, if no two are the same and there is room for all."""
    _, made = _short(unfolding, max_facts)
    return int(made[made <= MAX_POSITIVE].sum())


def _short(unfolding: Unfolding, max_facts: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The numbers of those with few facts, and what each becomes without negated literals."""
    facts, made = unfolding.sizes
    short = np.flatnonzero((facts > 0) & (facts <= max_facts))
    return short, np.rint(made[short])


def _cheapest(made: NDArray[np.float64], max_conjunctions: int) -> NDArray[np.int64]:
    """Which conjunctions become no more than is allowed, each and all together."""
    order = np.argsort(made, kind="stable")
    each = made[order]
    few = (each <= MAX_POSITIVE) & (np.cumsum(each) <= max_conjunctions)
    return np.sort(order[few])


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
