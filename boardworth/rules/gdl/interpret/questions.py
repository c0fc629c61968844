"""What rules ask: a predicate, and which parts of its arguments are known and which wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from boardworth.rules.gdl.syntax.terms import (
    Literal,
    Term,
    Variable,
    instance,
    substitute,
    variables,
)

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument, Rule, Signature


class Part(IntEnum):
    """What a question has to do with a part of an argument; the numbers are the core's."""

    KNOWN = -1
    ASKED = -2
    ANY = -3


@dataclass(frozen=True, slots=True)
class Shape:
    """An argument that is known to be this function, and its parts."""

    name: str
    parts: tuple[Pattern, ...]


Pattern: TypeAlias = Part | Shape


@dataclass(frozen=True, slots=True)
class Question:
    """A predicate with a pattern for each argument."""

    predicate: Signature  # name and number of arguments
    patterns: tuple[Pattern, ...]  # argument by argument
    only_facts: bool = False  # whether only the predicate's facts are asked, not its rules

    @property
    def parts(self) -> list[Part]:
        """All parts from left to right."""
        return [part for pattern in self.patterns for part in _parts(pattern)]


def fitted(rule: Rule, question: Question) -> Rule | None:
    """The rule as far as it answers a question: its head has the question's functions.

    None if it never does.
    """
    values: dict[Variable, Argument] = {}
    for argument, pattern in zip(rule.head.arguments, question.patterns, strict=True):
        if not _fit(argument, pattern, values):
            return None
    return instance(rule, values) if values else rule


def head_parts(rule: Rule, question: Question) -> list[tuple[Part, Argument]]:
    """What a fitted rule's head has at each part of the question."""
    found: list[tuple[Part, Argument]] = []
    for argument, pattern in zip(rule.head.arguments, question.patterns, strict=True):
        found += _paired(argument, pattern)
    return found


def uses_of_variables(rule: Rule, question: Question) -> Counter[Variable]:
    """How often each variable matters: what stands once stands for anything."""
    found: Counter[Variable] = Counter()
    for part, argument in head_parts(rule, question):
        if part is not Part.ANY:
            found.update(variables(argument))
    for condition in rule.body:
        if isinstance(condition, Literal):
            found.update(variables(condition.atom))
        else:
            found.update(variables(condition.left))
            found.update(variables(condition.right))
    return found


def _parts(pattern: Pattern) -> Iterator[Part]:
    if isinstance(pattern, Part):
        yield pattern
        return
    for part in pattern.parts:
        yield from _parts(part)


def _paired(argument: Argument, pattern: Pattern) -> Iterator[tuple[Part, Argument]]:
    if isinstance(pattern, Part):
        yield pattern, argument
        return
    assert isinstance(argument, Term)
    for inner, part in zip(argument.arguments, pattern.parts, strict=True):
        yield from _paired(inner, part)


def _fit(argument: Argument, pattern: Pattern, values: dict[Variable, Argument]) -> bool:
    if isinstance(pattern, Part):
        return True
    argument = substitute(argument, values)
    if isinstance(argument, Variable):
        # A name with a blank in it cannot be one of the sheet's.
        parts = (Variable(f"{argument.name} {i}") for i in range(len(pattern.parts)))
        function = Term(pattern.name, tuple(parts))
        values[argument] = function
        argument = function
    if argument.signature != (pattern.name, len(pattern.parts)):
        return False
    return all(_fit(*pair, values) for pair in zip(argument.arguments, pattern.parts, strict=True))
