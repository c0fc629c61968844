"""A logic feature unfolded: for every solution, the conjunctions of facts that prove it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, product
from math import prod
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import TooMany
from boardworth.features.configurations import Configurations, max_values
from boardworth.pickling import WithoutDerived

if TYPE_CHECKING:
    from boardworth.features.logic.logic_feature import LogicFeature
    from boardworth.rules import Game
    from boardworth.rules.gdl.syntax.terms import Term

Counted: TypeAlias = Literal["solutions", "proofs"]


@dataclass(frozen=True, eq=False)
class Unfolding(WithoutDerived):
    """The conjunctions of a feature, solution by solution.

    Conjunction i is ``literals[starts[i] : starts[i + 1]]``. A literal is ``r + 1`` if relation r
    (see `Configurations`) must hold, and ``-(r + 1)`` if it must not. Each conjunction is a proof:
    two of a solution may be the same where they rest on different atoms that cannot be derived.
    """

    game: Game
    feature: LogicFeature
    solutions: tuple[Term, ...]  # those that some position has, and that are unfolded completely
    starts: NDArray[np.uint64]  # [conjunctions + 1]
    literals: NDArray[np.int32]
    solution_of: NDArray[np.int32]  # [conjunctions], ascending
    missing: str | None = None  # which solutions were cut, and why; None if there are all
    # Why conjunctions that the theory calls impossible are among them; None if they are deleted.
    unconstrained: str | None = None

    def __len__(self) -> int:
        """The number of conjunctions."""
        return len(self.solution_of)

    def __repr__(self) -> str:
        return f"<{self.feature.name}: {len(self.solutions):,} solutions, {len(self):,} proofs>"

    def conjunction(self, number: int) -> tuple[int, ...]:
        """The literals of one conjunction."""
        first, last = self.starts[number : number + 2].tolist()
        return tuple(self.literals[first:last].tolist())

    def counts(
        self, positions: NDArray[np.uint8], of: Counted = "solutions", threads: int = 1
    ) -> NDArray[np.int32]:
        """[positions], how many solutions packed positions have, or how many proofs of them."""
        relations = _core.RelationRows(self.game.core, np.ascontiguousarray(positions), threads)
        return self.counts_in(relations, of, threads)

    def counts_in(
        self, relations: _core.RelationRows, of: Counted = "solutions", threads: int = 1
    ) -> NDArray[np.int32]:
        """The same, where the relations of the positions are known already."""
        own = self if of == "proofs" else self.minimal
        return _core.satisfied_counts(
            relations, own.starts, own.literals, own.solution_of, of == "proofs", threads
        )

    @cached_property
    def minimal(self) -> Unfolding:
        """Without conjunctions that imply another one of their solution: its solutions count."""
        kept = _core.not_subsumed(self.game.core, self.starts, self.literals, self.solution_of)
        return self.select(kept)

    def positive(self, max_conjunctions: int = 1_000_000) -> Unfolding:
        """The same without negated literals: one conjunction for each of the atom's other values.

        In any position one of them holds, or none, so that proofs are counted as before. Raises
        TooMany if there are too many.
        """
        choices = [self._choices(number) for number in range(len(self))]
        if sum(prod(map(len, own)) for own in choices) > max_conjunctions:
            raise TooMany(
                f"logic feature '{self.feature.name}': more than {max_conjunctions:,} "
                "conjunctions without negated literals"
            )
        starts, literals, solution_of = [0], list[int](), list[int]()
        for own, solution in zip(choices, self.solution_of.tolist(), strict=True):
            for facts in product(*own):
                literals += facts
                starts.append(len(literals))
                solution_of.append(solution)
        return self._with(
            np.array(starts, np.uint64),
            np.array(literals, np.int32),
            np.array(solution_of, np.int32),
        )

    def configurations(self) -> Configurations:
        """The distinct conjunctions, without negated literals and without the empty one."""
        own = self.positive()
        kept = own.select(np.flatnonzero((own._lengths > 0) & (own._lengths < 256)))
        lengths = kept._lengths.astype(np.uint8)
        relations = (kept.literals - 1).astype(np.uint16)
        return Configurations(
            self.game, relations, lengths, np.zeros(len(lengths), np.uint32)
        ).distinct()

    @property
    def _lengths(self) -> NDArray[np.int64]:
        """[conjunctions], how many literals each has."""
        return (self.starts[1:] - self.starts[:-1]).astype(np.int64)

    def _choices(self, number: int) -> list[list[int]]:
        """For every atom of a conjunction the positive literals one of which must hold."""
        values = max_values(self.game)
        own = self.conjunction(number)
        choices = []
        for atom, group in groupby(own, key=lambda literal: (abs(literal) - 1) // values):
            literals = list(group)
            if literals[0] > 0:
                choices.append(literals)
                continue
            every = range(atom * values + 1, atom * values + 1 + len(self.game.atoms[atom].values))
            choices.append([literal for literal in every if -literal not in literals])
        return choices

    @cached_property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """[conjunctions] each: how many atoms it speaks of, and what `positive` makes of it."""
        values = max_values(self.game)
        conjunction_of = np.repeat(np.arange(len(self)), self._lengths)
        atoms = (np.abs(self.literals) - 1) // values
        keys, first, count = np.unique(
            conjunction_of * len(self.game.atoms) + atoms, return_index=True, return_counts=True
        )
        own, atom = np.divmod(keys, len(self.game.atoms))
        all_values = np.array([len(a.values) for a in self.game.atoms])[atom]
        choices = np.where(self.literals[first] > 0, 1, all_values - count)
        made = np.exp2(np.bincount(own, np.log2(np.maximum(choices, 1)), len(self)))
        return np.bincount(own, minlength=len(self)), made

    def select(self, numbers: NDArray[np.int64]) -> Unfolding:
        """Some of the conjunctions, in order."""
        lengths = self._lengths[numbers]
        ends = np.cumsum(lengths)
        firsts = self.starts[numbers].astype(np.int64)
        places = np.arange(lengths.sum()) + np.repeat(firsts - (ends - lengths), lengths)
        starts = np.concatenate([[0], ends]).astype(np.uint64)
        return self._with(starts, self.literals[places], self.solution_of[numbers])

    def _with(
        self,
        starts: NDArray[np.uint64],
        literals: NDArray[np.int32],
        solution_of: NDArray[np.int32],
    ) -> Unfolding:
        return replace(self, starts=starts, literals=literals, solution_of=solution_of)
