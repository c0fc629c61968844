"""The words of a rule sheet: predicates, functions and moves used as they are defined."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from boardworth.rules.gdl.syntax.problems import Problem
from boardworth.rules.gdl.syntax.spelling import spelling_problems
from boardworth.rules.gdl.syntax.terms import CONNECTIVES, KEYWORDS, SEES, Distinct, Literal, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boardworth.rules.gdl.syntax.terms import Argument, Place, Rule, RuleSheet, Signature

# Later additions to the language; older sheets have predicates of their own by these names.
_OPTIONAL = ("base", "input")


def vocabulary_problems(sheet: RuleSheet) -> Iterator[Problem]:
    """Words with changing numbers of arguments, or that are never defined or never used."""
    yield from _predicate_arities(sheet)
    yield from _function_arities(sheet)
    yield from _undefined(sheet)
    yield from _unused(sheet)
    yield from _never_made(sheet, "true", ("init", "next"), "no init and no next ever makes it")
    yield from _never_made(sheet, "does", ("legal",), "no such move is ever legal")
    yield from _odd_terms(sheet)
    for rule in sheet.rules:
        yield from wrong_arities(rule, optional=True)
    yield from spelling_problems(sheet)


def heads(sheet: RuleSheet) -> Iterator[tuple[Term, Place]]:
    """What rules conclude."""
    return ((rule.head, rule.place) for rule in sheet.rules)


def asked(sheet: RuleSheet) -> Iterator[tuple[Term, Place]]:
    """What rules ask for, negated or not."""
    for rule in sheet.rules:
        for condition in rule.body:
            if isinstance(condition, Literal):
                yield condition.atom, condition.place


def wrong_arities(rule: Rule, *, optional: bool = False) -> Iterator[Problem]:
    """Where the language's own predicates have too many or too few arguments."""
    asked = ((c.atom, c.place) for c in rule.body if isinstance(c, Literal))
    for atom, place in chain([(rule.head, rule.place)], asked):
        expected = KEYWORDS.get(atom.name, len(atom.arguments))
        if expected != len(atom.arguments) and (atom.name in _OPTIONAL) == optional:
            yield Problem(
                "warning" if optional else "error",
                place,
                f"'{atom.name}' has {_arguments(expected)}, not {len(atom.arguments)}",
            )


def _predicate_arities(sheet: RuleSheet) -> Iterator[Problem]:
    atoms = [(a, place) for a, place in chain(heads(sheet), asked(sheet)) if a.name not in KEYWORDS]
    for signature, place, other, where in _several_arities(atoms):
        yield Problem(
            "error",
            place,
            f"'{signature[0]}' has {_arguments(signature[1])} here and {other[1]} at {where}",
        )


def _function_arities(sheet: RuleSheet) -> Iterator[Problem]:
    for signature, place, other, where in _several_arities(_functions(sheet)):
        yield Problem(
            "warning",
            place,
            f"the function '{signature[0]}' has {_arguments(signature[1])} here "
            f"and {other[1]} at {where}",
        )


def _several_arities(
    terms: Iterable[tuple[Term, Place]],
) -> Iterator[tuple[Signature, Place, Signature, Place]]:
    """Where a name first has another number of arguments than at its first place."""
    first: dict[str, tuple[Signature, Place]] = {}
    seen: set[Signature] = set()
    for term, place in terms:
        if term.signature in seen:
            continue
        seen.add(term.signature)
        if term.name in first:
            yield term.signature, place, *first[term.name]
        else:
            first[term.name] = (term.signature, place)


def _functions(sheet: RuleSheet) -> Iterator[tuple[Term, Place]]:
    """Every function of arguments, wherever it stands; constants are free to share its name."""
    for term, place in _arguments_of_all(sheet):
        yield from ((part, place) for part in _parts(term) if part.arguments)


def _arguments_of_all(sheet: RuleSheet) -> Iterator[tuple[Argument, Place]]:
    for atom, place in chain(heads(sheet), asked(sheet)):
        yield from ((argument, place) for argument in atom.arguments)
    for rule in sheet.rules:
        for condition in rule.body:
            if isinstance(condition, Distinct):
                yield condition.left, condition.place
                yield condition.right, condition.place


def _parts(term: Argument) -> Iterator[Term]:
    """A term and all terms in it."""
    if isinstance(term, Term):
        yield term
        for argument in term.arguments:
            yield from _parts(argument)


def _undefined(sheet: RuleSheet) -> Iterator[Problem]:
    defined = {name for name, _ in sheet.by_predicate}
    for atom, place in asked(sheet):
        if atom.name not in KEYWORDS and atom.name not in defined:
            yield Problem("warning", place, f"nothing defines '{atom.name}': it never holds")


def _unused(sheet: RuleSheet) -> Iterator[Problem]:
    used = {atom.signature for atom, _ in asked(sheet)}
    for signature, rules in sheet.by_predicate.items():
        if signature[0] not in (*KEYWORDS, SEES) and signature not in used:
            yield Problem("warning", rules[0].place, f"'{signature[0]}' is defined and never used")


def _never_made(
    sheet: RuleSheet, asking: str, makers: tuple[str, ...], why: str
) -> Iterator[Problem]:
    """Facts and moves that are asked for, though no rule can ever make them."""
    made = {_content(head) for head, _ in heads(sheet) if head.name in makers and head.arguments}
    if None in made:  # a variable: anything can be made
        return
    for atom, place in asked(sheet):
        if atom.name == asking and atom.arguments:
            content = _content(atom)
            if content is not None and content not in made:
                yield Problem("warning", place, f"{atom} never holds: {why}")


def _content(atom: Term) -> Signature | None:
    """What the last argument of true, does, next, ... is about; None if it is a variable."""
    last = atom.arguments[-1]
    return last.signature if isinstance(last, Term) else None


def _odd_terms(sheet: RuleSheet) -> Iterator[Problem]:
    for term, place in _arguments_of_all(sheet):
        for part in _parts(term):
            if part.name in CONNECTIVES:
                yield Problem(
                    "warning", place, f"'{part.name}' inside of a term is a name like any other"
                )


def _arguments(count: int) -> str:
    return "1 argument" if count == 1 else f"{count} arguments"
