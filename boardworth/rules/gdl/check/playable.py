"""What of a faulty sheet can be played: faulty rules are left out, and named."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from boardworth.errors import FaultyRules, RulesError
from boardworth.rules.gdl.check.checks import fatal_problems, faults_of
from boardworth.rules.gdl.check.dependencies import Dependencies
from boardworth.rules.gdl.syntax.terms import OWN_WORDS, Literal, Rule, RuleSheet, Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.rules.gdl.syntax.problems import Problem

_LEFT_OUT, _ANY_ROLE = "the rule is left out", "any role is meant"


def playable(sheet: RuleSheet) -> RuleSheet:
    """The sheet without faulty rules, of which a warning tells. Raises RulesError if none is left.

    A sheet is refused if the rest is no game, or has no meaning where it matters: something depends
    on its own negation, grows without end, or is asked for before it can be known.
    """
    kept, told = without_faults(sheet)
    if told:
        warnings.warn(told, FaultyRules, stacklevel=2)
    return kept


def without_faults(sheet: RuleSheet) -> tuple[RuleSheet, str]:
    """The same, and what a warning is to tell; nothing if the sheet has no fault."""
    faults = dict.fromkeys(sheet.unread, _LEFT_OUT)
    rules: list[Rule] = []
    for rule in sheet.rules:
        found = list(faults_of(rule))
        mended = _of_any_role(rule) if found else rule
        whole = not any(faults_of(mended))
        faults |= dict.fromkeys(found, _ANY_ROLE if whole else _LEFT_OUT)
        rules += [mended] if whole else []
    kept = RuleSheet(tuple(rules), sheet.source) if faults else sheet
    fatal = _errors(kept)
    if fatal:
        kept = RuleSheet(tuple(_needed(kept)), sheet.source)
        faults |= dict.fromkeys(fatal, _LEFT_OUT)
        fatal = _errors(kept)
    if not faults:
        return sheet, ""
    named = sorted([*fatal, *faults], key=lambda problem: problem.place)
    others = len(set(named)) - 1
    first, more = named[0], f" (and {others} more)" if others else ""
    if fatal:
        raise RulesError(f"{first.line(sheet.source)}{more}; try: boardworth check")
    what = f"{sheet.source}, {first.place}: {first.message}: {faults[first]}{more}"
    return kept, f"{what}; try: boardworth check"


def _of_any_role(rule: Rule) -> Rule:
    """The rule with (role ?r) added, if it says for an unknown ?r what is legal or a goal.

    The reference server asks such a rule for one role after the other.
    """
    if rule.head.signature not in (("legal", 2), ("goal", 2)):
        return rule
    role = Literal(Term("role", rule.head.arguments[:1]), place=rule.place)
    return Rule(rule.head, (*rule.body, role), rule.place)


def _errors(sheet: RuleSheet) -> list[Problem]:
    return [problem for problem in fatal_problems(sheet) if problem.severity == "error"]


def _needed(sheet: RuleSheet) -> Iterator[Rule]:
    """The rules on which the game depends."""
    depends_on = Dependencies(sheet).of
    needed = {signature for signature in sheet.by_predicate if signature[0] in OWN_WORDS}
    ahead = list(needed)
    while ahead:
        new = depends_on.get(ahead.pop(), {}).keys() - needed
        needed |= new
        ahead += new
    return (rule for rule in sheet.rules if rule.head.signature in needed)
