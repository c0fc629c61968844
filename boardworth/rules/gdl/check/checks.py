"""The restrictions of the Game Description Language, and what is most likely a slip of the author.

The specification is Love, Hinrichs, Haley, Schkufza, Genesereth: General Game Playing: Game
Description Language Specification (2008). Where a broken restriction does no harm to the reasoning,
it is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from boardworth.rules.gdl.check.dependencies import Dependencies
from boardworth.rules.gdl.check.information import information_problems
from boardworth.rules.gdl.check.recursion import recursion_problems
from boardworth.rules.gdl.syntax.expressions import Misread, read_expressions
from boardworth.rules.gdl.syntax.parser import rules_of
from boardworth.rules.gdl.syntax.problems import Problem, named
from boardworth.rules.gdl.syntax.terms import (
    KEYWORDS,
    Distinct,
    Literal,
    Place,
    Term,
    goal_value,
    variables,
)
from boardworth.rules.gdl.syntax.vocabulary import (
    asked,
    heads,
    vocabulary_problems,
    wrong_arities,
)

if TYPE_CHECKING:
    from boardworth.rules.gdl.check.dependencies import Dependency
    from boardworth.rules.gdl.syntax.terms import Argument, Rule, RuleSheet, Variable

_ONLY_IN_HEADS = tuple((name, KEYWORDS[name]) for name in ("init", "next", "base", "input"))
_ONLY_IN_BODIES = ("true", "does")
_WITH_ROLES = ("does", "legal", "goal", "input")
# What must not depend on what, and why.
_INDEPENDENT = {
    "init": (("true", "does"), "the first position is not reached by moves"),
    "base": (("true", "does"), "it lists what can be true in any position"),
    "input": (("true", "does"), "it lists what can be done in any position"),
    "legal": (("does",), "moves are not known yet when legal ones are looked for"),
    "goal": (("does",), "it belongs to a position, not to the moves made in it"),
    "terminal": (("does",), "it belongs to a position, not to the moves made in it"),
}


def check_text(text: str, source: str) -> tuple[RuleSheet | None, list[Problem]]:
    """A rule sheet with all its problems; without the sheet if it cannot be read completely."""
    try:
        sheet = rules_of(read_expressions(text, source), source)
    except Misread as error:
        return None, [error.problem]
    return (None, list(sheet.unread)) if sheet.unread else (sheet, check_sheet(sheet))


def check_sheet(sheet: RuleSheet) -> list[Problem]:
    """All problems of a rule sheet, in the order of the file."""
    found = [
        *sheet.unread,
        *fatal_problems(sheet),
        *(problem for rule in sheet.rules for problem in faults_of(rule)),
        *_strange_roles(sheet),
        *vocabulary_problems(sheet),
    ]
    return sorted(dict.fromkeys(found), key=lambda problem: (problem.place, problem.message))


def fatal_problems(sheet: RuleSheet) -> Iterator[Problem]:
    """Those that concern the sheet as a whole: if there is an error, it cannot be played."""
    dependencies = Dependencies(sheet)
    yield from _missing(sheet)
    yield from _dependent(dependencies)
    yield from recursion_problems(sheet, dependencies)
    yield from information_problems(sheet)


def faults_of(rule: Rule) -> Iterator[Problem]:
    """Errors of one rule; without it, the others may still be a game."""
    yield from unsafe_variables(rule)
    yield from _misplaced(rule)
    yield from _wrong_role(rule)
    yield from _wrong_goal(rule)
    yield from wrong_arities(rule)


def _missing(sheet: RuleSheet) -> Iterator[Problem]:
    """A game has players, moves, an end and results; without init or next it may be a puzzle."""
    what = {
        "role": "players: (role white)",
        "init": "beginning: (init (cell 1 1 empty))",
        "legal": "moves: (<= (legal ?player ?move) ...)",
        "goal": "results: (<= (goal ?player 100) ...)",
        "terminal": "end: (<= terminal ...)",
    }
    for name, lacking in what.items():
        if (name, KEYWORDS[name]) not in sheet.by_predicate:
            yield Problem(
                "warning" if name == "init" else "error", Place(1, 1), f"the game has no {lacking}"
            )


def unsafe_variables(rule: Rule) -> Iterator[Problem]:
    """Variables that no positive condition gives a value."""
    bound: set[Variable] = set()
    for condition in rule.body:
        if isinstance(condition, Literal) and not condition.negated:
            bound.update(variables(condition.atom))
    asked: list[tuple[Argument, str]] = [(rule.head, "the head")]
    for condition in rule.body:
        if isinstance(condition, Distinct):
            asked += [(condition.left, str(condition)), (condition.right, str(condition))]
        elif condition.negated:
            asked.append((condition.atom, str(condition)))
    for term, where in asked:
        for variable in variables(term):
            if variable not in bound:
                yield Problem(
                    "error",
                    rule.place,
                    f"{variable} in {where} can be anything: "
                    f"no condition without 'not' says what {variable} is",
                )


def _misplaced(rule: Rule) -> Iterator[Problem]:
    """Keywords where they make no sense."""
    head = rule.head.name
    if head in _ONLY_IN_BODIES:
        told = {"true": "init and next tell what is true", "does": "players decide what they do"}
        yield Problem("error", rule.place, f"'{head}' cannot be concluded: {told[head]}")
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.atom.signature in _ONLY_IN_HEADS:
            name = condition.atom.name
            yield Problem("error", condition.place, f"'{name}' can be concluded, not asked for")


def _wrong_role(rule: Rule) -> Iterator[Problem]:
    """Roles are constants, given by facts, the same in all positions."""
    if rule.head.signature != ("role", 1):
        return
    if rule.body:
        yield Problem("error", rule.place, "roles must be facts: (role white)")
    elif not isinstance(role := rule.head.arguments[0], Term) or role.arguments:
        yield Problem("error", rule.place, f"a role is one word, not {role}")


def _wrong_goal(rule: Rule) -> Iterator[Problem]:
    """Goals are numbers; what a variable stands for shows when the sheet is grounded."""
    if rule.head.signature == ("goal", 2) and isinstance(goal := rule.head.arguments[1], Term):
        value = goal_value(goal)
        if value is None or value > 100:
            yield Problem("error", rule.place, f"a goal is a number from 0 to 100, not {goal}")


def _strange_roles(sheet: RuleSheet) -> Iterator[Problem]:
    for atom, place in chain(heads(sheet), asked(sheet)):
        if atom.name in _WITH_ROLES and len(atom.arguments) == 2:
            role = atom.arguments[0]
            if isinstance(role, Term) and str(role) not in sheet.roles:
                yield Problem("warning", place, f"{role} in {atom} is not a role")


def _dependent(dependencies: Dependencies) -> Iterator[Problem]:
    """Keywords that depend on what is not known when they are asked for."""
    for name, (others, why) in _INDEPENDENT.items():
        for other in others:
            path = dependencies.path((name, KEYWORDS[name]), (other, KEYWORDS[other]))
            if path:
                way = _way(path)
                yield Problem(
                    "error", path[0].literal.place, f"'{name}' depends on '{other}'{way}: {why}"
                )


def _way(path: list[Dependency]) -> str:
    between = [dependency.on[0] for dependency in path[:-1]]
    return f" through {named(between)}" if between else ""
