"""What is wrong with a rule sheet, at which place, and how badly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from boardworth.rules.gdl.terms import Place

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """An error breaks the language's specification; a warning is most likely not meant."""

    severity: Severity
    place: Place
    message: str

    def line(self, source: str) -> str:
        """One line about it, beginning with file and place."""
        return f"{source}, {self.place}: {self.severity}: {self.message}"
