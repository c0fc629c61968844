"""Bodies of rules without "or": each way to satisfy one becomes a rule of its own.

Negation moves inwards until it stands before an atom. The negation of `distinct` makes two terms
equal, which is written into the rule itself: (p ?x ?y) with ?x equal to ?y is (p ?x ?x).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from boardworth.rules.gdl.syntax.terms import (
    Argument,
    Condition,
    Distinct,
    Literal,
    Place,
    Rule,
    Term,
    Variable,
    instance,
    substitute,
)

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.expressions import Expression
    from boardworth.rules.gdl.syntax.parser import Reader

MAX_ALTERNATIVES = 10_000


@dataclass(frozen=True, slots=True)
class _Equal:
    """Two terms that must be the same."""

    left: Argument
    right: Argument


_Part: TypeAlias = Condition | _Equal
_Body: TypeAlias = tuple[_Part, ...]


def alternatives(reader: Reader, conditions: Sequence[Expression], rule: Expression) -> list[_Body]:
    """All ways to satisfy conditions that must all hold, as plain conjunctions."""
    return _all_of(reader, [_ways(reader, c, holds=True) for c in conditions], rule)


def resolved(head: Term, body: _Body, place: Place) -> Rule | None:
    """The rule of a plain conjunction, its equalities written into it; None if they cannot hold."""
    values: dict[Variable, Argument] = {}
    for part in body:
        if isinstance(part, _Equal) and not _unify(part.left, part.right, values):
            return None
    rule = Rule(head, tuple(part for part in body if not isinstance(part, _Equal)), place)
    return instance(rule, values) if values else rule


def _ways(reader: Reader, condition: Expression, *, holds: bool) -> list[_Body]:
    """The ways in which a condition holds, or does not."""
    connective, parts = reader.connective(condition)
    if connective == "":
        atom = reader.atom(condition, "a condition")
        return [(Literal(atom, not holds, condition.place),)]
    if connective == "distinct":
        if len(parts) != 2:
            raise reader.misread(condition, f"distinct compares 2 terms, not {len(parts)}")
        left, right = map(reader.argument, parts)
        if holds:
            return [(Distinct(left, right, condition.place),)]
        for side in (left, right):
            if isinstance(side, Term) and not side.is_ground:
                raise reader.misread(condition, f"write {side} wherever what equals it stands")
        return [(_Equal(left, right),)]
    if connective == "not":
        if len(parts) != 1:
            raise reader.misread(condition, f"not has 1 condition, not {len(parts)}")
        return _ways(reader, parts[0], holds=not holds)
    if connective == "<=":
        raise reader.misread(condition, "a rule inside of another: is a parenthesis missing above?")
    if not parts:
        raise reader.misread(condition, f"'{connective}' without conditions")
    ways = [_ways(reader, part, holds=holds) for part in parts]
    if (connective == "and") == holds:
        return _all_of(reader, ways, condition)
    return [body for bodies in ways for body in bodies]


def _all_of(reader: Reader, ways: Sequence[list[_Body]], where: Expression) -> list[_Body]:
    """Every choice of one way for each condition."""
    count = 1
    for choices in ways:
        count *= len(choices)
        if count > MAX_ALTERNATIVES:
            raise reader.misread(
                where,
                f"its 'or' conditions can be satisfied in more than {MAX_ALTERNATIVES:,} ways; "
                "give some of them a predicate of their own",
            )
    return [tuple(part for body in choice for part in body) for choice in product(*ways)]


def _unify(left: Argument, right: Argument, values: dict[Variable, Argument]) -> bool:
    """Makes variables and constants equal by a value for a variable, if that is possible."""
    left, right = substitute(left, values), substitute(right, values)
    if left == right:
        return True
    if isinstance(left, Variable):
        values[left] = right
    elif isinstance(right, Variable):
        values[right] = left
    else:
        return False
    return True
