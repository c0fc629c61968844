"""What facts can be: the values of a game's atoms, and conditions split by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from boardworth.features.logic.bodies import Body, instantiated, literals
from boardworth.rules.gdl.syntax.terms import Distinct, Literal, Rule, Term, Variable, instance

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument, Condition, Signature

# Conditions are split by what a fact can be, if it is no more than this many things.
MAX_VALUES = 12


class FactValues:
    """Those of state facts, each given with its atom and value."""

    def __init__(self, facts: Mapping[Term, tuple[int, int]]) -> None:
        self.facts = facts

    @cached_property
    def places(self) -> dict[Signature, set[int]]:
        """Arguments of facts by which the values of an atom differ, if they are few."""
        by_atom: dict[int, list[Term]] = {}
        for fact, (atom, _) in self.facts.items():
            by_atom.setdefault(atom, []).append(fact)
        places: dict[Signature, set[int]] = {}
        for facts in by_atom.values():
            if len(facts) > MAX_VALUES or len({fact.signature for fact in facts}) > 1:
                continue
            arguments = zip(*(fact.arguments for fact in facts), strict=True)
            own = {place for place, values in enumerate(arguments) if len(set(values)) > 1}
            places.setdefault(facts[0].signature, set()).update(own)
        return places

    @cached_property
    def at(self) -> dict[tuple[Signature, int], set[Term]]:
        """By signature of facts and place among their arguments, what stands there."""
        found: dict[tuple[Signature, int], set[Term]] = {}
        for fact in self.facts:
            for place, argument in enumerate(fact.arguments):
                if isinstance(argument, Term):
                    found.setdefault((fact.signature, place), set()).add(argument)
        return found

    def instances(self, body: Body) -> int:
        """How many `split` tries: those in which distinct variables are the same included."""
        return prod(map(len, self._domains(body).values()))

    def split(self, body: Body) -> Iterator[Body]:
        """For every value that variables in it can have, if these are values of facts."""
        domains = self._domains(body)
        ordered = [sorted(domain, key=str) for domain in domains.values()]
        for constants in product(*ordered):
            chosen: dict[Variable, Argument] = dict(zip(domains, constants, strict=True))
            split = instantiated(body, chosen)
            if all(not isinstance(c, Distinct) or c.left != c.right for c in split):
                yield split

    def _domains(self, body: Body) -> dict[Variable, set[Term]]:
        domains: dict[Variable, set[Term]] = {}
        for literal in literals(body):
            for variable, values in self._variables(literal.atom):
                domains[variable] = domains.get(variable, values) & values
        return domains

    def _variables(self, atom: Term) -> Iterator[tuple[Variable, set[Term]]]:
        if atom.signature != ("true", 1):
            return
        (fact,) = atom.arguments
        if isinstance(fact, Variable):
            return
        for place in self.places.get(fact.signature, ()):
            argument = fact.arguments[place]
            if isinstance(argument, Variable):
                yield argument, self.at[fact.signature, place]


def split_head(rule: Rule, split: Body) -> Term:
    """The head of a rule whose body was split by the values of its variables."""
    values: dict[Variable, Argument] = {}
    for before, after in zip(rule.body, split, strict=True):
        values |= _chosen(before, after)
    return instance(Rule(rule.head), values).head


def _chosen(before: Condition, after: Condition) -> dict[Variable, Argument]:
    if not isinstance(before, Literal) or not isinstance(after, Literal):
        return {}
    found: dict[Variable, Argument] = {}
    pairs = [(before.atom, after.atom)]
    while pairs:
        one, other = pairs.pop()
        for left, right in zip(one.arguments, other.arguments, strict=True):
            if isinstance(left, Variable) and isinstance(right, Term):
                found[left] = right
            elif isinstance(left, Term) and isinstance(right, Term):
                pairs.append((left, right))
    return found
