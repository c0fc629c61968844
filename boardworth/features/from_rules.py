"""Expressions of a rule sheet and their differences (Waledzik & Mandziuk 2014, IV.A.1).

Names mean nothing: what a sheet asks of a state is generalised, specialised to the constants that
its arguments can have, and compared in pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.features.domains import Domains, StatedDomains, state_terms
from boardworth.rules.gdl import RuleSheet, Term, Variable

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument, Signature

# Whatever stands in this place; written "?".
ANY = Variable("")
# In the place of the constant that two expressions do not share.
_HOLE = Variable("-")

# Domains of more constants are not specialised to: the paper's threshold.
MAX_CONSTANTS = 30
# Most features that the specialisations of one name come to. The cells of chess have 14,508.
MAX_SPECIALISED = 100_000


@dataclass(frozen=True, slots=True)
class Expression:
    """A term in which any argument may be left open; its value is how many fluents match it.

    >>> wp = Expression(Term("cell", (ANY, ANY, Term("wp"))))
    >>> print(wp)
    (cell ? ? wp)
    >>> wp.value([Term("cell", (Term("a"), Term("1"), Term("wp"))), Term("control", (Term("x"),))])
    1
    """

    term: Term

    @property
    def parts(self) -> tuple[tuple[int, Expression], ...]:
        """The expressions that a feature adds up, each with its sign."""
        return ((1, self),)

    def value(self, state: Iterable[Term]) -> int:
        """How many of the fluents that hold match."""
        return sum(_matches(self.term, fluent) for fluent in state)

    def __str__(self) -> str:
        return str(self.term)


@dataclass(frozen=True, slots=True)
class Difference:
    """How many more fluents match one expression than another, which differs in one constant."""

    more: Expression
    less: Expression

    @property
    def parts(self) -> tuple[tuple[int, Expression], ...]:
        """Both, with their signs."""
        return ((1, self.more), (-1, self.less))

    def value(self, state: Sequence[Term]) -> int:
        """The difference of the expressions' values."""
        return self.more.value(state) - self.less.value(state)

    def __str__(self) -> str:
        return f"{self.more} - {self.less}"


Feature: TypeAlias = Expression | Difference


@dataclass(frozen=True)
class RuleFeatures:
    """All features of a sheet: expressions first, then differences as pairs of their numbers."""

    expressions: tuple[Expression, ...]
    differences: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.expressions) + len(self.differences)

    def __getitem__(self, number: int) -> Feature:
        if number < len(self.expressions):
            return self.expressions[number]
        more, less = self.differences[number - len(self.expressions)]
        return Difference(self.expressions[more], self.expressions[less])


def rule_features(
    sheet: RuleSheet,
    domains: Domains | None = None,
    *,
    max_constants: int = MAX_CONSTANTS,
    max_specialised: int = MAX_SPECIALISED,
) -> RuleFeatures:
    """The features that a sheet's rules lead to.

    Args:
        sheet: the rules.
        domains: what arguments can be; as the paper finds it if nothing else is said.
        max_constants: domains of more constants are not specialised to.
        max_specialised: fluents of many arguments are specialised in so few of them at a time that
            the specialisations of one name and their differences are no more than this.
    """
    choices = _Choices(domains or StatedDomains(sheet), max_constants, max_specialised)
    stated = dict.fromkeys(_opened(term) for rule in sheet.rules for term in state_terms(rule))
    general = dict.fromkeys(chain.from_iterable(map(_generalised_terms, stated)))
    found: dict[Term, None] = {}
    for term in sorted(general, key=_openness, reverse=True):
        # What is found already is a specialisation of something more general, and so are its own.
        if term not in found:
            found.update(dict.fromkeys(choices.specialised(term)))
    return RuleFeatures(tuple(map(Expression, found)), _similar_pairs(list(found)))


def fluent_masks(expressions: Sequence[Expression], fluents: Sequence[Term]) -> list[int]:
    """For each expression, a bit for each fluent that matches it."""
    having: dict[_Node, int] = {}
    for number, fluent in enumerate(fluents):
        for node in _nodes(fluent):
            having[node] = having.get(node, 0) | 1 << number
    masks = []
    for expression in expressions:
        mask = -1
        for node in _nodes(expression.term):
            mask &= having.get(node, 0)
        masks.append(mask)
    return masks


def _matches(pattern: Argument, term: Argument) -> bool:
    if isinstance(pattern, Variable):
        return True
    assert isinstance(term, Term)
    return pattern.signature == term.signature and all(
        map(_matches, pattern.arguments, term.arguments)
    )


# A name and its number of arguments, and which arguments of arguments it stands at.
_Node: TypeAlias = tuple[tuple[int, ...], str, int]


def _nodes(term: Argument, path: tuple[int, ...] = ()) -> Iterator[_Node]:
    if isinstance(term, Term):
        yield path, term.name, len(term.arguments)
        for number, argument in enumerate(term.arguments):
            yield from _nodes(argument, (*path, number))


def _openness(term: Argument) -> int:
    if isinstance(term, Variable):
        return 1
    return sum(map(_openness, term.arguments))


def _opened(term: Term) -> Term:
    """The term with all its variables alike."""
    return Term(
        term.name, tuple(_opened(a) if isinstance(a, Term) else ANY for a in term.arguments)
    )


def _generalised_terms(term: Term) -> Iterator[Term]:
    """The term with any of its arguments left open."""
    for arguments in product(*map(_generalised, term.arguments)):
        yield Term(term.name, arguments)


def _generalised(argument: Argument) -> Iterator[Argument]:
    if isinstance(argument, Term):
        yield from _generalised_terms(argument)
    yield ANY


class _Choices:
    """What open arguments can be specialised to."""

    def __init__(self, domains: Domains, max_constants: int, max_features: int) -> None:
        self._domains = domains
        self._max_constants = max_constants
        self._max_features = max_features
        self._used: Counter[Signature] = Counter()

    def specialised(self, term: Term) -> Iterator[Term]:
        """The term with any of its open arguments replaced by constants of their domains."""
        open_arguments = [domain for domain in self._open_domains(term) if domain]
        at_once = len(open_arguments)
        sizes = list(map(len, open_arguments))
        room = self._max_features - self._used[term.signature]
        while at_once > 0 and _features(sizes, at_once) > room:
            at_once -= 1
        self._used[term.signature] += _features(sizes, at_once)
        for chosen in combinations(range(len(open_arguments)), at_once):
            values: list[list[Argument]] = [
                [ANY, *domain] if number in chosen else [ANY]
                for number, domain in enumerate(open_arguments)
            ]
            for constants in product(*values):
                yield self._filled(term, iter(constants))

    def _open_domains(self, term: Term) -> Iterator[Sequence[Term]]:
        """The domains of open arguments from left to right; empty where there is no choice."""
        for number, argument in enumerate(term.arguments):
            if isinstance(argument, Term):
                yield from self._open_domains(argument)
            else:
                yield self._domain(term, number)

    def _domain(self, term: Term, number: int) -> Sequence[Term]:
        domain = self._domains.of_argument(term, number)
        return domain if len(domain) <= self._max_constants else ()

    def _filled(self, term: Term, constants: Iterator[Argument]) -> Term:
        arguments: list[Argument] = []
        for number, argument in enumerate(term.arguments):
            if isinstance(argument, Term):
                arguments.append(self._filled(argument, constants))
            else:
                arguments.append(next(constants) if self._domain(term, number) else ANY)
        return Term(term.name, tuple(arguments))


def _features(sizes: Sequence[int], at_once: int) -> int:
    """How many expressions and differences there are with at most `at_once` constants."""
    differences = (
        size * (size - 1) // 2 * _expressions([*sizes[:n], *sizes[n + 1 :]], at_once - 1)
        for n, size in enumerate(sizes)
    )
    return _expressions(sizes, at_once) + sum(differences)


def _expressions(sizes: Iterable[int], at_once: int) -> int:
    ways = [1] + [0] * at_once  # by how many arguments are constants
    for size in sizes:
        ways = [ways[0]] + [ways[n] + ways[n - 1] * size for n in range(1, at_once + 1)]
    return sum(ways)


def _similar_pairs(terms: Sequence[Term]) -> NDArray[np.int32]:
    """Pairs of terms that differ in one argument, which is a constant in both."""
    similar: dict[Term, list[int]] = {}
    for number, term in enumerate(terms):
        for rest in _without_a_constant(term):
            similar.setdefault(rest, []).append(number)
    pairs = dict.fromkeys(chain.from_iterable(combinations(group, 2) for group in similar.values()))
    return np.array(list(pairs), np.int32).reshape(-1, 2)


def _without_a_constant(term: Term) -> Iterator[Term]:
    """The term without one of its constants, each in turn."""
    for number, argument in enumerate(term.arguments):
        if isinstance(argument, Variable):
            continue
        before, after = term.arguments[:number], term.arguments[number + 1 :]
        if argument.is_ground:
            yield Term(term.name, (*before, _HOLE, *after))
        for rest in _without_a_constant(argument):
            yield Term(term.name, (*before, rest, *after))
