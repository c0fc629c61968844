"""The Game Description Language: rule sheets as text and as values."""

from boardworth.rules.gdl.parser import parse_rule_sheet, parse_term, read_rule_sheet
from boardworth.rules.gdl.printer import print_rule_sheet
from boardworth.rules.gdl.terms import Distinct, Literal, Place, Rule, RuleSheet, Term, Variable

__all__ = [
    "Distinct",
    "Literal",
    "Place",
    "Rule",
    "RuleSheet",
    "Term",
    "Variable",
    "parse_rule_sheet",
    "parse_term",
    "print_rule_sheet",
    "read_rule_sheet",
]
