"""Unfolding: the rules that features rest on are grounded, then rewritten into facts.

Every atom is replaced by the bodies of its rules, until only facts about the position are left.
Conjunctions that no position can satisfy are deleted on the way (core/features/logic).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.features.configurations import max_values
from boardworth.features.logic.theory import IMPOSSIBLE, Theory
from boardworth.features.logic.unfolding import Unfolding
from boardworth.rules.gdl.ground.grounding import (
    NEVER,
    GroundingLimits,
    GroundQueries,
    ground_queries,
)
from boardworth.rules.gdl.syntax.terms import Literal, Rule, Term

if TYPE_CHECKING:
    from boardworth.features.logic.logic_feature import LogicFeature

_IN_ALL, _IN_NONE = -1, -2  # the relations of facts that are the same in every position


@dataclass(frozen=True)
class Bounds:
    """How much each feature may cost, and how long all together may take.

    All but the seconds cut the same feature in the same way.
    """

    conjunctions: int = 100_000  # of the feature, and of any atom on the way
    literals: int = 64  # of a conjunction
    steps: int = 50_000_000  # literals that are looked at
    memory: int = 1 << 30  # in bytes
    seconds: float = 60.0  # for all features

    def reason(self, cut: int) -> str:
        """What the core means by the number of a bound that was met."""
        return (
            "",
            f"more than {self.conjunctions:,} conjunctions",
            f"conjunctions of more than {self.literals:,} literals",
            f"more than their share of {self.steps:,} steps",
            f"more than {self.memory / (1 << 20):,.1f} MiB",
            f"more than {self.seconds:g} seconds",
            "rules that rest on too many others",
            "moves that the feature does not name",
        )[cut]


class GroundFeatures:
    """Features with the ground rules that they rest on.

    Raises RulesError for a feature that asks for what the theory does not know, TooCostly for rules
    that are too many without variables.
    """

    def __init__(
        self,
        theory: Theory,
        features: Sequence[LogicFeature],
        limits: GroundingLimits | None = None,
    ) -> None:
        for feature in features:
            theory.check(feature)
        self.theory = theory
        self.features = tuple(features)
        heads = [
            Term(f" feature {n}", feature.head.arguments) for n, feature in enumerate(features)
        ]
        queries = [Rule(head, own.body) for head, own in zip(heads, features, strict=True)]
        # A name with a blank in it cannot be one of the theory's.
        forbidden = Rule(Term(" impossible"), (Literal(IMPOSSIBLE),))
        ground = ground_queries(theory.sheet_for(features), [*queries, forbidden], limits)
        self._solutions = [ground.atoms[head.signature] for head in heads]
        self._core = _core.LogicRules(
            theory.game.core,
            ground.rules.heads,
            ground.rules.starts,
            ground.rules.literals,
            facts=_facts(theory, ground.atoms["true", 1]),
            moves=_moves(ground),
            impossible=ground.atoms[forbidden.head.signature].get(forbidden.head, NEVER),
        )

    def unfold(self, bounds: Bounds | None = None, threads: int = 1) -> list[Unfolding]:
        """The unfolding of each feature; a solution beyond the bounds is left out of it."""
        bounds = bounds or Bounds()
        found = self._core.unfold(
            [list(solutions.values()) for solutions in self._solutions],
            bounds.conjunctions,
            bounds.literals,
            bounds.steps,
            bounds.memory,
            bounds.seconds,
            threads,
        )
        parts = zip(self.features, self._solutions, found, strict=True)
        return [self._unfolding(f, list(solutions), a, bounds) for f, solutions, a in parts]

    def _unfolding(
        self,
        feature: LogicFeature,
        solutions: list[Term],
        arrays: tuple[
            NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], int
        ],
        bounds: Bounds,
    ) -> Unfolding:
        starts, literals, solution_of, cuts, constraints_cut = arrays
        named = [Term(feature.head.name, solution.arguments) for solution in solutions]
        had, numbers = np.unique(solution_of, return_inverse=True)
        return Unfolding(
            self.theory.game,
            feature,
            tuple(named[n] for n in had.tolist()),
            starts,
            literals,
            numbers.astype(np.int32),
            _missing(named, cuts, bounds),
            bounds.reason(constraints_cut) or None,
        )


def unfold(
    theory: Theory,
    features: Sequence[LogicFeature],
    bounds: Bounds | None = None,
    threads: int = 1,
) -> list[Unfolding]:
    """Grounds the rules of a theory, and unfolds each feature within its bounds."""
    return GroundFeatures(theory, features).unfold(bounds, threads)


def _facts(theory: Theory, atoms: Mapping[Term, int]) -> list[tuple[int, int]]:
    """The atom of each state fact, and the relation that it stands for."""
    values = max_values(theory.game)
    settled = theory.game.settled_facts
    found = []
    for term, number in atoms.items():
        (fact,) = term.arguments
        assert isinstance(fact, Term)
        if fact in settled or fact not in theory.facts:
            found.append((number, _IN_ALL if settled.get(fact) else _IN_NONE))
        else:
            atom, value = theory.facts[fact]
            found.append((number, atom * values + value))
    return found


def _moves(ground: GroundQueries) -> list[tuple[int, int, int]]:
    """The atoms of all moves, those that allow them, and their roles."""
    legal = ground.atoms["legal", 2]
    roles: dict[object, int] = {}
    found = []
    for term, number in ground.atoms["does", 2].items():
        role = roles.setdefault(term.arguments[0], len(roles))
        found.append((number, legal.get(Term("legal", term.arguments), NEVER), role))
    return found


def _missing(solutions: Sequence[Term], cuts: NDArray[np.uint8], bounds: Bounds) -> str | None:
    """What was cut: how many solutions, the first of them, and why."""
    causes = []
    for cut in np.unique(cuts[cuts > 0]).tolist():
        first, *others = np.flatnonzero(cuts == cut).tolist()
        more = f" and {len(others):,} more" if others else ""
        causes.append(f"{solutions[first]}{more}: {bounds.reason(cut)}")
    if not causes:
        return None
    return f"{np.count_nonzero(cuts):,} of {len(solutions):,} solutions: {'; '.join(causes)}"
