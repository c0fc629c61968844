"""Names of logic features, made of the rules' own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardworth.features.logic.bodies import variables_of
from boardworth.rules.gdl.syntax.terms import Distinct, Term, Variable

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Argument, Condition


def worded(conditions: Sequence[Condition], related: Sequence[Condition] = ()) -> str:
    """Conditions in words, and how they are related; variables that stand once are question marks.

    >>> from boardworth.rules.gdl.syntax.terms import Literal
    >>> x, y = Variable("x"), Variable("y")
    >>> cell = Literal(Term("true", (Term("cell", (x, y, Term("white"))),)))
    >>> worded([cell, Literal(Term("legal", (Term("black"), Term("mark", (x, Term("3"))))))])
    'cell ?x ? white and black can mark ?x 3'
    """
    both = (*conditions, *related)
    counts = Counter(v for condition in both for v in variables_of(condition))
    said = " and ".join(_condition(condition, counts) for condition in conditions)
    relation = ", ".join(_condition(condition, counts) for condition in related)
    return f"{said} where {relation}" if relation else said


def _condition(condition: Condition, counts: Counter[Variable]) -> str:
    if isinstance(condition, Distinct):
        return f"{_text(condition.left, counts)} is not {_text(condition.right, counts)}"
    said = _atom(condition.atom, counts)
    return f"not {said}" if condition.negated else said


def _atom(atom: Term, counts: Counter[Variable]) -> str:
    arguments = atom.arguments
    match atom.signature:
        case "true", 1:
            return _bare(arguments[0], counts)
        case "legal", 2:
            who, what = (_bare(argument, counts) for argument in arguments)
            return f"{who} can move" if isinstance(arguments[1], Variable) else f"{who} can {what}"
        case "goal", 2:
            who, what = (_bare(argument, counts) for argument in arguments)
            return f"goal {what} for {who}"
    return _bare(atom, counts)


def _bare(term: Argument, counts: Counter[Variable]) -> str:
    """Without the outermost parentheses."""
    if isinstance(term, Variable) or not term.arguments:
        return _text(term, counts)
    return " ".join([term.name, *(_text(argument, counts) for argument in term.arguments)])


def _text(term: Argument, counts: Counter[Variable]) -> str:
    if isinstance(term, Variable):
        return str(term) if counts[term] > 1 else "?"
    if not term.arguments:
        return term.name
    return f"({_bare(term, counts)})"
