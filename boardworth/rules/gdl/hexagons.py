"""Whether squares have six neighbours, as in Hex: then each row is shifted by half a square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from boardworth.errors import RulesError
from boardworth.rules.gdl.ground.grounding import GroundingLimits, ground_queries
from boardworth.rules.gdl.syntax.terms import (
    KEYWORDS,
    Literal,
    Rule,
    RuleSheet,
    Signature,
    Term,
    Variable,
)

_ACROSS = ((1, -1), (-1, 1)), ((1, 1), (-1, -1))
_STRAIGHT = {(1, 0), (-1, 0), (0, 1), (0, -1)}
# Ground rules that are worth the look. They bound the time, too, which is only limited in case:
# a drawing must not depend on how busy the machine is.
_MAX_RULES, _MAX_SECONDS = 20_000, 30


def slant(sheet: RuleSheet, columns: Sequence[str], rows: Sequence[str]) -> int:
    """1 if each row lies half a square to the right of the one before, -1 to the left, else 0.

    It is told by a relation of four coordinates that takes part in no state: which squares touch.
    """
    for name, size in sheet.by_predicate:
        if size != 4 or not _may_be_squares(sheet, name, {*columns, *rows}):
            continue
        below = _below(sheet, (name, size))
        if below & set(KEYWORDS.items()):
            continue
        steps = set()
        for x, y, x2, y2 in _pairs(sheet, name, below):
            if {x, x2} <= set(columns) and {y, y2} <= set(rows):
                steps.add((columns.index(x2) - columns.index(x), rows.index(y2) - rows.index(y)))
        for side, across in zip((1, -1), _ACROSS, strict=True):
            if steps == _STRAIGHT | set(across):
                return side
    return 0


def _may_be_squares(sheet: RuleSheet, name: str, coordinates: Set[str]) -> bool:
    """Whether heads name nothing but coordinates, so that a closer look is worth its time."""
    heads = [rule.head for rule in sheet.by_predicate[name, 4]]
    named = (one for head in heads for one in head.arguments if isinstance(one, Term))
    return all(str(one) in coordinates for one in named)


def _below(sheet: RuleSheet, asked: Signature) -> set[Signature]:
    """All that a predicate is about, itself included."""
    found, left = {asked}, [asked]
    while left:
        for rule in sheet.by_predicate.get(left.pop(), ()):
            conditions = (one.atom.signature for one in rule.body if isinstance(one, Literal))
            new = set(conditions) - found
            found |= new
            left += new
    return found


def _pairs(sheet: RuleSheet, name: str, below: Set[Signature]) -> Iterator[tuple[str, ...]]:
    """The squares that a relation is about, two by two; none if that costs too much."""
    asked = Term(name, tuple(map(Variable, "abcd")))
    query = Rule(Term(f" {name}", asked.arguments), (Literal(asked),))
    rules = tuple(rule for rule in sheet.rules if rule.head.signature in below)
    limits = GroundingLimits(seconds=_MAX_SECONDS, rules=_MAX_RULES, split_rules=_MAX_RULES)
    try:
        found = ground_queries(RuleSheet(rules), [query], limits)
    except RulesError:
        return
    for pair in found.atoms[query.head.signature]:
        yield tuple(map(str, pair.arguments))
