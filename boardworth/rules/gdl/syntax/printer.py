"""Rule sheets as text that a person likes to read and the parser reads back to the same sheet."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import Rule, RuleSheet


def print_rule_sheet(sheet: RuleSheet) -> str:
    """The whole sheet: facts of one predicate close together, rules apart, conditions indented.

    >>> from boardworth.rules.gdl import parse_rule_sheet
    >>> print(print_rule_sheet(parse_rule_sheet("(ROLE a)(role b)(<= (goal ?r 50) (role ?r))")))
    (role a)
    (role b)
    <BLANKLINE>
    (<= (goal ?r 50)
        (role ?r))
    <BLANKLINE>
    """
    if not sheet.rules:
        return ""
    pieces = [print_rule(sheet.rules[0])]
    for before, rule in pairwise(sheet.rules):
        pieces.append("\n" if _together(before, rule) else "\n\n")
        pieces.append(print_rule(rule))
    return "".join(pieces) + "\n"


def print_rule(rule: Rule) -> str:
    """One rule, each condition in a line of its own."""
    if not rule.body:
        return str(rule)
    lines = [f"(<= {rule.head}", *(f"    {condition}" for condition in rule.body)]
    return "\n".join(lines) + ")"


def _together(before: Rule, rule: Rule) -> bool:
    """Whether two neighbours are facts of the same kind."""
    return not before.body and not rule.body and before.head.name == rule.head.name
