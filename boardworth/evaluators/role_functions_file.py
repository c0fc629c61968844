"""Files of functions for the roles of a rule sheet; they contain the rules."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from boardworth.errors import BoardworthError, FormatError
from boardworth.evaluators.container import Kind, decode, encode
from boardworth.features.from_rules import ANY, Difference, Expression
from boardworth.files import FilePath, written_atomically
from boardworth.fitting.model import PlayerName  # noqa: TC001 - read by msgspec
from boardworth.fitting.role_functions import RoleFunction, RoleFunctions, WeightedFeature
from boardworth.rules.gdl import Term, parse_rule_sheet, print_rule_sheet

if TYPE_CHECKING:
    from boardworth.features.from_rules import Feature
    from boardworth.rules.gdl.terms import Argument

# A constant by its name, a function as a list of its name and arguments, None for any.
_Written: TypeAlias = str | list[Any] | None


class _Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weighted expression; if there is another one, it is taken from the first."""

    weight: float
    correlation: float
    stability: float
    expression: list[Any]
    less: list[Any] | None = None


class _Function(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str
    constant: float
    terms: list[_Term]


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rules: str
    functions: list[_Function]
    player: PlayerName | None
    metrics: dict[str, Any]
    provenance: dict[str, Any]


def save_role_functions(functions: RoleFunctions, path: FilePath) -> None:
    """Writes a file of functions; it is either whole or not there."""
    about = _About(
        functions.name,
        print_rule_sheet(functions.sheet),
        [_written_function(function) for function in functions],
        functions.player,
        dict(functions.metrics),
        dict(functions.provenance),
    )
    with written_atomically(path) as file:
        file.write(encode(Kind.ROLE_FUNCTIONS, msgspec.to_builtins(about), {}))


def load_role_functions(file_path: FilePath) -> RoleFunctions:
    """Reads a file of functions. Raises FormatError if a single byte is not as it was written."""
    path = Path(file_path)
    content, tensors = decode(Kind.ROLE_FUNCTIONS, path)
    try:
        about = msgspec.convert(content, _About)
        sheet = parse_rule_sheet(about.rules, str(path))
        functions = tuple(_function(function) for function in about.functions)
    except (msgspec.ValidationError, BoardworthError, RecursionError) as error:
        raise FormatError(f"{path}: not functions of this version: {error}") from None
    roles = [function.role for function in functions]
    problems = {
        "tensors": bool(tensors),
        "roles": len(set(roles)) != len(roles) or not set(sheet.roles) <= set(roles),
        "weights": not all(map(_finite, functions)),
    }
    for name, wrong in problems.items():
        if wrong:
            raise FormatError(f"{path}: its {name} do not fit {about.name}")
    return RoleFunctions(
        about.name, sheet, functions, about.player, about.metrics, about.provenance
    )


def _written_function(function: RoleFunction) -> _Function:
    terms = [_written_term(term) for term in function.terms]
    return _Function(function.role, function.constant, terms)


def _written_term(term: WeightedFeature) -> _Term:
    numbers = (term.weight, term.correlation, term.stability)
    if isinstance(term.feature, Difference):
        more, less = term.feature.more, term.feature.less
        return _Term(*numbers, _written_expression(more), _written_expression(less))
    return _Term(*numbers, _written_expression(term.feature))


def _written_expression(expression: Expression) -> list[Any]:
    return [expression.term.name, *map(_written, expression.term.arguments)]


def _written(argument: Argument) -> _Written:
    if not isinstance(argument, Term):
        return None
    return (
        [argument.name, *map(_written, argument.arguments)] if argument.arguments else argument.name
    )


def _function(written: _Function) -> RoleFunction:
    return RoleFunction(written.role, written.constant, tuple(map(_term, written.terms)))


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
