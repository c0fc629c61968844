"""What a state is worth to one role, as a sum of few features of a rule sheet.

And how such a function stands in a model file: weighted expressions as lists of names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from boardworth.errors import FormatError
from boardworth.features.from_rules import ANY, Difference, Expression, Feature
from boardworth.rules.gdl import Term

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument

# A constant by its name, a function as a list of its name and arguments, None for any.
_Written: TypeAlias = str | list[Any] | None


@dataclass(frozen=True, slots=True)
class WeightedFeature:
    """A feature, what it is multiplied by, and why."""

    weight: float  # of the feature's value
    feature: Feature  # an expression, or a difference of two
    correlation: float  # of its value with the role's score
    stability: float  # from 0, if it is anything in every state of a game, to 1

    def __str__(self) -> str:
        text = str(self.feature) if len(self.feature.parts) == 1 else f"({self.feature})"
        return f"{self.weight:.2g} * {text}"


@dataclass(frozen=True, slots=True)
class RoleFunction:
    """What a state is worth to one role: a constant and a weighted sum of features."""

    role: str
    constant: float
    terms: tuple[WeightedFeature, ...]

    def value(self, state: Sequence[Term]) -> float:
        """Of the state in which just these fluents hold, within 0 and 100."""
        total = self.constant + sum(t.weight * t.feature.value(state) for t in self.terms)
        return min(max(total, 0.0), 100.0)

    def __str__(self) -> str:
        return " + ".join([*map(str, self.terms), f"{self.constant:.3g}"])


class _Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weighted expression; if there is another one, it is taken from the first."""

    weight: float
    correlation: float
    stability: float
    expression: list[Any]
    less: list[Any] | None = None


class WrittenFunction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A function as JSON can hold it."""

    role: str
    constant: float
    terms: list[_Term]


def written_function(function: RoleFunction) -> WrittenFunction:
    """What a file holds."""
    terms = [_written_term(term) for term in function.terms]
    return WrittenFunction(function.role, function.constant, terms)


def _written_term(term: WeightedFeature) -> _Term:
    written = [
        [part.term.name, *map(_written, part.term.arguments)] for _, part in term.feature.parts
    ]
    return _Term(term.weight, term.correlation, term.stability, *written)


def _written(argument: Argument) -> _Written:
    if not isinstance(argument, Term):
        return None
    return (
        [argument.name, *map(_written, argument.arguments)] if argument.arguments else argument.name
    )


def read_function(written: WrittenFunction) -> RoleFunction:
    """What a file means. Raises FormatError."""
    function = RoleFunction(written.role, written.constant, tuple(map(_term, written.terms)))
    if not _finite(function):
        raise FormatError(f"the weights of {written.role} are not all finite")
    return function


def _term(written: _Term) -> WeightedFeature:
    more = Expression(_fluent(written.expression))
    feature: Feature = more
    if written.less is not None:
        feature = Difference(more, Expression(_fluent(written.less)))
    return WeightedFeature(written.weight, feature, written.correlation, written.stability)


def _fluent(written: list[Any]) -> Term:
    match written:
        case [str(name), *arguments]:
            return Term(name, tuple(map(_argument, arguments)))
    raise FormatError(f"{written} is not an expression")


def _argument(written: _Written) -> Argument:
    if written is None:
        return ANY
    return Term(written) if isinstance(written, str) else _fluent(written)


def _finite(function: RoleFunction) -> bool:
    numbers = (n for t in function.terms for n in (t.weight, t.correlation, t.stability))
    return all(map(math.isfinite, (function.constant, *numbers)))
