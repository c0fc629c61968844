"""Logic features about what a move changes: facts that end, ends that are reached, new moves.

Each is also asked as yes or no: whether there is such a move at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth.features.logic.logic_feature import LogicFeature
from boardworth.features.logic.wording import worded
from boardworth.rules.gdl.syntax.terms import Literal, Term, Variable, variables

if TYPE_CHECKING:
    from boardworth.features.logic.regression import Regression


def during_move(regression: Regression) -> list[LogicFeature]:
    """What the rules derive from a move on the way to the next position, such as captures."""
    found = []
    for name, arity in regression.predicates_of_moves:
        atom = Term(name, tuple(Variable(f"x{place + 1}") for place in range(arity)))
        told = Literal(regression.during(atom))
        found.append(_change(regression, atom, [told], [*variables(atom)]))
    return [*found, *_asked(found)]


def by_move(
    regression: Regression, ends: Iterable[Term], facts: Iterable[Term]
) -> list[LogicFeature]:
    """Moves that reach an end of the game, and moves that end a fact."""
    found = [_change(regression, end, [Literal(regression.after(end))]) for end in ends]
    for fact in facts:
        true = Term("true", (fact,))
        over = [Literal(true), Literal(regression.after(true), negated=True)]
        found.append(_change(regression, true, over, more=" ends"))
    return [*found, *_asked(found)]


def possible_after(
    regression: Regression, moves: Mapping[str, Sequence[Term]]
) -> list[LogicFeature]:
    """Moves that make others possible, whoever has these."""
    found = []
    for role, patterns in moves.items():
        for move in patterns:
            legal = Term("legal", (Term(role), move))
            new = [Literal(regression.after(legal)), Literal(legal, negated=True)]
            found.append(_change(regression, legal, new, more=" as it cannot now"))
    return [*found, *_asked(found)]


def _change(
    regression: Regression,
    what: Term,
    conditions: Sequence[Literal],
    told: Sequence[Variable] | None = None,
    more: str = "",
) -> LogicFeature:
    """A move, and what is asked of it; all variables tell solutions apart if none are given."""
    body = (*regression.can_move, *conditions)
    name = f"{regression.role} can move so that {worded([Literal(what)])}{more}"
    every = (v for literal in body for v in variables(literal.atom))
    return LogicFeature(
        name, Term(name, tuple(dict.fromkeys(every if told is None else told))), body
    )


def _asked(found: Iterable[LogicFeature]) -> Iterator[LogicFeature]:
    for feature in found:
        if feature.head.arguments:
            head = Term(feature.head.name)
            yield replace(feature, name=f"whether {feature.name}", head=head)
