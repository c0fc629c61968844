"""A query over a game's rules. Its value is the number of its solutions, or of their proofs."""

from __future__ import annotations

from dataclasses import dataclass

from boardworth.errors import FormatError
from boardworth.rules.gdl.syntax.parser import parse_rule_sheet
from boardworth.rules.gdl.syntax.terms import Condition, Rule, Term


@dataclass(frozen=True)
class LogicFeature:
    """A rule whose head is asked for: its arguments tell the solutions apart.

    A move that the body `does` is legal and made: `next` then speaks of the position after it.
    """

    name: str  # what people call it, such as "squares where own can move"
    head: Term
    body: tuple[Condition, ...]

    def __str__(self) -> str:
        return str(Rule(self.head, self.body))

    @staticmethod
    def parse(text: str, name: str | None = None) -> LogicFeature:
        """Reads one rule, such as `(<= (mobility ?s) (legal_move ?s own))`. Raises FormatError.

        >>> LogicFeature.parse("(<= (mobility ?s) (legal_move ?s own))").name
        'mobility'
        """
        rules = parse_rule_sheet(text, "logic feature").rules
        if len(rules) != 1 or not rules[0].body:
            raise FormatError(
                "logic feature: one rule without 'or' is expected, such as "
                f"(<= (mobility ?s) (legal_move ?s own)), not '{text:.80}'"
            )
        return LogicFeature(name or rules[0].head.name, rules[0].head, rules[0].body)
