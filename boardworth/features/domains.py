"""Which constants the arguments of fluents can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Protocol, TypeAlias

from boardworth.rules.gdl import Literal, Rule, RuleSheet, Term, Variable

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument

# What holds in states is said in these.
_OF_STATES = ("init", "true", "next", "base")
# The first argument of these is a role.
_OF_ROLES = ("role", "does", "legal", "goal")

# A fluent's or function's name, its number of arguments, and which of them.
_Place: TypeAlias = tuple[str, int, int]
_ROLE: _Place = ("role", 1, 0)


class Domains(Protocol):
    """Tells what arguments can be."""

    def of_argument(self, function: Term, number: int) -> Sequence[Term]:
        """The constants that one of a fluent's or function's arguments can be."""


class StatedDomains:
    """What a sheet says of states and roles, without looking at what follows from it.

    Arguments of state terms that share a variable in a rule have one domain: all constants that
    stand in any of them. So have those that share one with a role: where a cell becomes what the
    player is called who marks it, it can be any role. To join the arguments of other predicates as
    well, which the paper seems to say, makes one domain of the columns and rows of checkers; its
    numbers of features (4,343 in checkers, 28,163 in chess) come out exactly if only state terms
    and roles are looked at.
    """

    def __init__(self, sheet: RuleSheet) -> None:
        self._parents: dict[_Place, _Place] = {}
        found: list[tuple[_Place, Term]] = []
        for rule in sheet.rules:
            first: dict[Variable, _Place] = {}
            for place, argument in _stated_arguments(rule):
                if isinstance(argument, Variable):
                    self._parents[self._root(place)] = self._root(first.setdefault(argument, place))
                elif argument.is_ground:
                    found.append((place, argument))
        self._constants = _collected((self._root(place), constant) for place, constant in found)

    def of_argument(self, function: Term, number: int) -> Sequence[Term]:
        """See Domains."""
        place = (*function.signature, number)
        return self._constants.get(self._root(place), ())

    def _root(self, place: _Place) -> _Place:
        while (parent := self._parents.get(place, place)) != place:
            place = parent
        return place


class FluentDomains:
    """What stands in the fluents of a ground game: neither more nor less."""

    def __init__(self, fluents: Iterable[Term]) -> None:
        places = chain.from_iterable(map(_places, fluents))
        self._constants = _collected((p, a) for p, a in places if isinstance(a, Term))

    def of_argument(self, function: Term, number: int) -> Sequence[Term]:
        """See Domains."""
        return self._constants.get((*function.signature, number), ())


def state_terms(rule: Rule) -> Iterator[Term]:
    """What a rule says of states, with variables as they are."""
    for atom in _atoms(rule):
        if atom.name in _OF_STATES and len(atom.arguments) == 1:
            (stated,) = atom.arguments
            if isinstance(stated, Term):
                yield stated


def _stated_arguments(rule: Rule) -> Iterator[tuple[_Place, Argument]]:
    """What stands in a rule's state terms, and its roles."""
    yield from chain.from_iterable(map(_places, state_terms(rule)))
    for atom in _atoms(rule):
        if atom.name in _OF_ROLES and atom.arguments:
            yield _ROLE, atom.arguments[0]


def _atoms(rule: Rule) -> Iterator[Term]:
    yield rule.head
    yield from (condition.atom for condition in rule.body if isinstance(condition, Literal))


def _places(term: Term) -> Iterator[tuple[_Place, Argument]]:
    """Every argument in a term, with the place where it stands."""
    for number, argument in enumerate(term.arguments):
        yield (*term.signature, number), argument
        if isinstance(argument, Term):
            yield from _places(argument)


def _collected(found: Iterable[tuple[_Place, Term]]) -> dict[_Place, tuple[Term, ...]]:
    """The constants of each place, in the order in which they are met."""
    constants: dict[_Place, dict[Term, None]] = {}
    for place, constant in found:
        constants.setdefault(place, {})[constant] = None
    return {place: tuple(domain) for place, domain in constants.items()}
