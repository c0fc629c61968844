"""GGP: rules as a message has them. They are text until there is time to look into them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.gdl.syntax.expressions import Word, read_expressions
from boardworth.rules.gdl.syntax.parser import rules_of
from boardworth.rules.gdl.syntax.terms import Place

if TYPE_CHECKING:
    from boardworth.rules.gdl.syntax.terms import RuleSheet

_START = Place(1, 1)


@dataclass(frozen=True, slots=True)
class RulesText:
    """The rules of a game, not read yet: that may take seconds.

    Attributes:
        text: from the parenthesis that opens them to the one that closes them, without comments.
        place: where they begin in the message.
    """

    text: str
    place: Place = field(default=_START, compare=False)

    @classmethod
    def of(cls, sheet: RuleSheet) -> RulesText:
        """The rules of a sheet, to be sent."""
        return cls(f"( {' '.join(map(str, sheet.rules))} )")

    def __str__(self) -> str:
        return self.text

    def read(self) -> RuleSheet:
        """The sheet. Raises FormatError with places in the message; TooMany at a stop sign."""
        before = "\n" * (self.place.line - 1) + " " * (self.place.column - 1)
        expressions = read_expressions(before + self.text, "message")
        if len(expressions) != 1 or isinstance(expressions[0], Word):
            raise FormatError("message: the rules are one list in parentheses")
        return rules_of(expressions[0].items, "message")

    def spelling(self) -> dict[str, str]:
        """Words that only occur with capital letters as they first do, by small letters."""
        words = dict.fromkeys(re.findall(r"[^\s()]+", self.text))
        return {word.lower(): word for word in reversed(words) if word.lower() not in words}
