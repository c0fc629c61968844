"""Recursion that has a meaning (not through negation) and comes to an end (nothing grows)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from boardworth.rules.gdl.check.components import components
from boardworth.rules.gdl.syntax.problems import Problem, named
from boardworth.rules.gdl.syntax.terms import Literal, Term, variables

if TYPE_CHECKING:
    from boardworth.rules.gdl.check.dependencies import Dependencies, Dependency
    from boardworth.rules.gdl.syntax.terms import Argument, Rule, RuleSheet, Variable

# Bounds on the work and the words that a hopeless sheet is worth.
_MAX_PAIRS = 200_000
_MAX_REPORTED = 100


def recursion_problems(sheet: RuleSheet, dependencies: Dependencies) -> Iterator[Problem]:
    """Stratification, and the recursion restriction of the specification."""
    cyclic = [d for d in dependencies.all if dependencies.in_a_cycle(d)]
    yield from _through_negation(sheet, dependencies, cyclic)
    growing = _growing_components(sheet, dependencies)
    for dependency in cyclic:
        if not dependency.literal.negated:
            yield from _unrestricted(dependency, dependencies, growing)


def _through_negation(
    sheet: RuleSheet, dependencies: Dependencies, cyclic: Sequence[Dependency]
) -> Iterator[Problem]:
    """Predicates that depend on their own negation; a warning if their atoms do not.

    (<= (goal white 0) (not (goal white 100))) breaks the specification and still makes sense.
    """
    negated = [dependency for dependency in cyclic if dependency.literal.negated]
    if not negated:
        return
    of_rules = _components_of_rules(sheet, cyclic)
    for dependency in negated[:_MAX_REPORTED]:
        here = of_rules.get(dependency.rule)
        real = here is None or any(of_rules[r] == here for r in _answers(sheet, dependency))
        meaning = (
            "it would hold where it does not hold"
            if real
            else "it makes sense here, yet other programs may refuse it"
        )
        yield Problem(
            "error" if real else "warning",
            dependency.literal.place,
            f"'{dependency.head[0]}' depends on its own negation"
            f"{_way_back(dependency, dependencies)}: {meaning}",
        )


def _components_of_rules(sheet: RuleSheet, cyclic: Sequence[Dependency]) -> dict[Rule, int]:
    """Which rules lead to each other in a circle; empty if there are too many to look into."""
    if sum(len(sheet.by_predicate[dependency.on]) for dependency in cyclic) > _MAX_PAIRS:
        return {}
    edges: dict[Rule, list[Rule]] = {}
    for dependency in cyclic:
        edges.setdefault(dependency.rule, []).extend(_answers(sheet, dependency))
    return components(edges)


def _answers(sheet: RuleSheet, dependency: Dependency) -> list[Rule]:
    """The rules that may conclude what a condition asks for."""
    rules = sheet.by_predicate[dependency.on]
    return [rule for rule in rules if not _differ(rule.head, dependency.literal.atom)]


def _differ(one: Argument, other: Argument) -> bool:
    """Whether no values of variables can make two terms the same."""
    if not (isinstance(one, Term) and isinstance(other, Term)):
        return False
    return one.signature != other.signature or any(map(_differ, one.arguments, other.arguments))


def _way_back(dependency: Dependency, dependencies: Dependencies) -> str:
    if dependency.on == dependency.head:
        return ""
    back = dependencies.path(dependency.on, dependency.head)
    return f" through {named([step.head[0] for step in back])}"


def _growing_components(sheet: RuleSheet, dependencies: Dependencies) -> set[int]:
    """Components with a rule whose head wraps a function around what recursion gave it."""
    return {
        dependencies.components[rule.head.signature]
        for rule in sheet.rules
        if _is_recursive(rule, dependencies) and _wraps(rule, _bounded(rule, dependencies))
    }


def _is_recursive(rule: Rule, dependencies: Dependencies) -> bool:
    own = dependencies.components.get(rule.head.signature)
    return any(
        isinstance(condition, Literal) and dependencies.components[condition.atom.signature] == own
        for condition in rule.body
    )


def _wraps(rule: Rule, bounded: set[Variable]) -> bool:
    return any(
        isinstance(argument, Term) and not bounded.issuperset(variables(argument))
        for argument in rule.head.arguments
    )


def _bounded(rule: Rule, dependencies: Dependencies) -> set[Variable]:
    """The variables to which conditions outside of the recursion give a value."""
    own = dependencies.components.get(rule.head.signature)
    return {
        variable
        for condition in rule.body
        if isinstance(condition, Literal)
        and not condition.negated
        and dependencies.components[condition.atom.signature] != own
        for variable in variables(condition.atom)
    }


def _unrestricted(
    dependency: Dependency, dependencies: Dependencies, growing: set[int]
) -> Iterator[Problem]:
    """Arguments of a recursive condition that neither the head nor other conditions hold.

    The specification asks that each argument is ground, an argument of the head, or given a value
    by a condition outside of the recursion. Without functions around variables the breach is
    harmless: there are only finitely many values.
    """
    rule = dependency.rule
    if dependencies.components[dependency.head] not in growing:
        return
    bounded = _bounded(rule, dependencies)
    for argument in dependency.literal.atom.arguments:
        if not _restricted(argument, rule, bounded):
            yield Problem(
                "error",
                dependency.literal.place,
                f"the recursion of '{dependency.head[0]}' may never end: {argument} can grow from "
                "rule to rule, as no condition outside of the recursion says what it can be",
            )


def _restricted(argument: Argument, rule: Rule, bounded: set[Variable]) -> bool:
    return argument in rule.head.arguments or bounded.issuperset(variables(argument))
