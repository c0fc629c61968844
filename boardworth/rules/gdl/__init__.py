"""The Game Description Language: rule sheets as text and as values."""

from boardworth._core import RandomPlay
from boardworth.rules.gdl.check.checks import check_sheet, check_text
from boardworth.rules.gdl.check.playable import playable
from boardworth.rules.gdl.check.playtest import playtest
from boardworth.rules.gdl.state_machine import StateMachine
from boardworth.rules.gdl.syntax.parser import parse_rule_sheet, parse_term, read_rule_sheet
from boardworth.rules.gdl.syntax.printer import print_rule_sheet
from boardworth.rules.gdl.syntax.problems import Problem
from boardworth.rules.gdl.syntax.terms import (
    Distinct,
    Literal,
    Place,
    Rule,
    RuleSheet,
    Term,
    Variable,
)

__all__ = [
    "Distinct",
    "Literal",
    "Place",
    "Problem",
    "RandomPlay",
    "Rule",
    "RuleSheet",
    "StateMachine",
    "Term",
    "Variable",
    "check_sheet",
    "check_text",
    "parse_rule_sheet",
    "parse_term",
    "playable",
    "playtest",
    "print_rule_sheet",
    "read_rule_sheet",
]
