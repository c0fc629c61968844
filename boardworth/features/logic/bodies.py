"""Bodies of rules taken apart: parts of conjunctions that still hang together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from boardworth.rules.gdl.syntax.terms import (
    Distinct,
    Literal,
    Rule,
    Term,
    Variable,
    instance,
    variables,
)

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument, Condition

Body: TypeAlias = tuple["Condition", ...]

# Of a conjunction with more changing conditions, only single ones and pairs are parts.
MAX_CONDITIONS = 6


def literals(body: Iterable[Condition]) -> list[Literal]:
    """The conditions that are literals."""
    return [condition for condition in body if isinstance(condition, Literal)]


def variables_of(condition: Condition) -> list[Variable]:
    """Every occurrence of a variable."""
    if isinstance(condition, Distinct):
        return [*variables(condition.left), *variables(condition.right)]
    return list(variables(condition.atom))


def canonical(body: Body) -> Body:
    """The same for bodies that differ only in the names of their variables."""
    names: dict[Variable, Argument] = {}
    for condition in body:
        for variable in variables_of(condition):
            names.setdefault(variable, Variable(f"#{len(names)}"))
    return instantiated(body, names)


def instantiated(body: Body, values: dict[Variable, Argument]) -> Body:
    """With values for variables."""
    return instance(Rule(Term(""), body), values).body


def parts(changing: Sequence[Literal], fixed: Sequence[Condition]) -> Iterator[Body]:
    """A conjunction and its connected parts, long ones first.

    Args:
        changing: conditions on the state, of which parts have some.
        fixed: conditions that are the same in every state. Parts have those that relate what they
            speak of; where these only list the values of a variable, they are dropped.
    """
    yield (*changing, *fixed)
    count = len(changing)
    for size in range(count - 1, 0, -1) if count <= MAX_CONDITIONS else (2, 1):
        for some in combinations(changing, size):
            body = _pruned(some, fixed)
            positive = any(not literal.negated for literal in some)
            if (positive or not any(map(variables_of, some))) and _safe(body) and _connected(body):
                yield body


def _pruned(changing: Sequence[Literal], fixed: Sequence[Condition]) -> Body:
    """Without fixed conditions that share at most one variable with the rest."""
    kept = list(fixed)
    again = True
    while again:
        again = False
        for condition in list(kept):
            rest = (*changing, *(other for other in kept if other is not condition))
            around = {v for other in rest for v in variables_of(other)}
            loose = len(around & set(variables_of(condition))) <= 1
            if loose and (_safe(rest) or not _safe((*rest, condition))):
                kept.remove(condition)
                again = True
    return (*changing, *kept)


def _safe(body: Sequence[Condition]) -> bool:
    """Whether every variable is in a condition that lists its values."""
    listed = {v for c in literals(body) if not c.negated for v in variables_of(c)}
    return all(listed.issuperset(variables_of(condition)) for condition in body)


def _connected(body: Sequence[Condition]) -> bool:
    """Whether conditions with variables share them, directly or through others."""
    groups: list[set[Variable]] = []
    for condition in body:
        own = set(variables_of(condition))
        if own:
            joined = [group for group in groups if group & own]
            groups = [group for group in groups if not group & own]
            groups.append(own.union(*joined))
    return len(groups) <= 1
