"""Hidden information: sheets of the second version of the language, in which players see a part.

What a player sees is not simulated: all our players look at the whole state. A sheet in which
everybody sees all moves hides nothing, since a state follows from the moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.problems import Problem
from boardworth.rules.gdl.syntax.terms import SEES, Literal, Term, Variable, variables
from boardworth.rules.gdl.syntax.vocabulary import asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.rules.gdl.syntax.terms import Rule, RuleSheet


def information_problems(sheet: RuleSheet) -> Iterator[Problem]:
    """An error at the first "sees", if something is hidden.

    Older sheets have predicates of their own by that name: those are asked for in other rules.
    """
    rules = sheet.by_predicate.get((SEES, 2), ())
    used = any(atom.name == SEES for atom, _ in asked(sheet))
    if rules and not used and not any(map(_shows_all_moves, rules)):
        yield Problem(
            "error",
            rules[0].place,
            f"'{SEES}' says what players are told: hidden information is not supported",
        )


def _shows_all_moves(rule: Rule) -> bool:
    """Whether it is like (<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))."""
    viewer, sight = rule.head.arguments
    conditions = [c for c in rule.body if isinstance(c, Literal) and not c.negated]
    moves = [c.atom for c in conditions if c.atom.signature == ("does", 2)]
    roles = [Term("role", (viewer,))] if isinstance(viewer, Variable) else []
    if len(moves) != 1 or not roles or len(conditions) != len(rule.body):
        return False
    doer, done = moves[0].arguments
    others = [c.atom for c in conditions if c.atom != moves[0]]
    return (
        isinstance(doer, Variable)
        and isinstance(done, Variable)
        and len({viewer, doer, done}) == 3
        and {doer, done} <= set(variables(sight))
        and all(atom in (*roles, Term("role", (doer,))) for atom in others)
        and roles[0] in others
    )
