"""The syntax of rule sheets as immutable values: terms, literals, rules, sheets.

Only what the Game Description Language means is kept: bodies are plain conjunctions ("or" has
become several rules), the language's own words are in lower case. Places in the file go along for
messages and never count in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, overload

from boardworth.rules.game import NATURE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from boardworth.rules.gdl.syntax.problems import Problem

# What only the language itself gives a meaning, with the numbers of their arguments.
KEYWORDS = {
    "role": 1,
    "init": 1,
    "true": 1,
    "next": 1,
    "does": 2,
    "legal": 2,
    "goal": 2,
    "terminal": 0,
    "base": 1,
    "input": 2,
}
# Words that build bodies; they name no predicate and no function.
CONNECTIVES = frozenset({"<=", "and", "or", "not", "distinct"})
# What tells players of a game with hidden information what they see, in the second version of the
# language.
SEES = "sees"
# Words that mean the same in capital letters. All others are as different as they are written.
OWN_WORDS = frozenset({*KEYWORDS, *CONNECTIVES, NATURE, SEES})

_MAX_DIGITS = 9  # of a goal


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in a file something begins; lines and columns count from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


NOWHERE = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, by its name without the question mark."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True, slots=True)
class Term:
    """A constant, a function of arguments, or an atom: a predicate of arguments."""

    name: str
    arguments: tuple[Argument, ...] = ()

    @property
    def signature(self) -> Signature:
        """Name and number of arguments."""
        return self.name, len(self.arguments)

    @property
    def is_ground(self) -> bool:
        """Whether it has no variables."""
        return next(variables(self), None) is None

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"({self.name} {' '.join(map(str, self.arguments))})"


Argument: TypeAlias = Variable | Term
Signature: TypeAlias = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom that must hold, or must not."""

    atom: Term
    negated: bool = False
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(not {self.atom})" if self.negated else str(self.atom)


@dataclass(frozen=True, slots=True)
class Distinct:
    """Two terms that must not be the same."""

    left: Argument
    right: Argument
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(distinct {self.left} {self.right})"


Condition: TypeAlias = Literal | Distinct


@dataclass(frozen=True, slots=True)
class Rule:
    """The head holds wherever all conditions of the body do; without a body it is a fact."""

    head: Term
    body: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        if not self.body:
            return str(self.head) if self.head.arguments else f"({self.head})"
        return f"(<= {self.head} {' '.join(map(str, self.body))})"


@dataclass(frozen=True)
class RuleSheet:
    """A game as its author wrote it down: rules in the order of the file, and the file's name.

    What could not be read is left out, and `unread` tells of it.
    """

    rules: tuple[Rule, ...]
    source: str = field(default="rule sheet", compare=False)
    unread: tuple[Problem, ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The players, in the order of the file: moves are listed in it."""
        heads = (rule.head for rule in self.rules if rule.head.signature == ("role", 1))
        named = (str(head.arguments[0]) for head in heads if head.is_ground)
        return tuple(dict.fromkeys(named))

    @cached_property
    def by_predicate(self) -> Mapping[Signature, tuple[Rule, ...]]:
        """The rules of each predicate, in the order of the file."""
        found: dict[Signature, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.head.signature, []).append(rule)
        return {signature: tuple(rules) for signature, rules in found.items()}


def goal_value(term: Term) -> int | None:
    """The number that a goal is, also beyond 100; None if it is none."""
    number = not term.arguments and term.name.isdecimal() and len(term.name) <= _MAX_DIGITS
    return int(term.name) if number else None


def variables(term: Argument) -> Iterator[Variable]:
    """Every occurrence of a variable in a term, from left to right."""
    if isinstance(term, Variable):
        yield term
        return
    for argument in term.arguments:
        yield from variables(argument)


@overload
def renamed(term: Term, name: Callable[[str], str]) -> Term: ...
@overload
def renamed(term: Argument, name: Callable[[str], str]) -> Argument: ...
def renamed(term: Argument, name: Callable[[str], str]) -> Argument:
    """The term with other names of everything in it."""
    if isinstance(term, Variable):
        return Variable(name(term.name))
    return Term(name(term.name), tuple([renamed(argument, name) for argument in term.arguments]))


def substitute(term: Argument, values: Mapping[Variable, Argument]) -> Argument:
    """The term with variables replaced by their values, and those by theirs."""
    if isinstance(term, Variable):
        return substitute(values[term], values) if term in values else term
    if not term.arguments:
        return term
    return Term(term.name, tuple(substitute(argument, values) for argument in term.arguments))


def instance(rule: Rule, values: Mapping[Variable, Argument]) -> Rule:
    """The rule with variables replaced by their values."""
    body = tuple(_instance_of_condition(condition, values) for condition in rule.body)
    return Rule(_instance_of_atom(rule.head, values), body, rule.place)


def _instance_of_condition(condition: Condition, values: Mapping[Variable, Argument]) -> Condition:
    if isinstance(condition, Distinct):
        left, right = substitute(condition.left, values), substitute(condition.right, values)
        return Distinct(left, right, condition.place)
    atom = _instance_of_atom(condition.atom, values)
    return Literal(atom, condition.negated, condition.place)


def _instance_of_atom(atom: Term, values: Mapping[Variable, Argument]) -> Term:
    replaced = substitute(atom, values)
    assert isinstance(replaced, Term)
    return replaced
