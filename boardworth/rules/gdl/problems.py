"""What is wrong with a rule sheet, at which place, and how badly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from boardworth.rules.gdl.terms import NOWHERE, Place

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """An error breaks the language's specification; a warning is most likely not meant."""

    severity: Severity
    place: Place
    message: str

    def line(self, source: str) -> str:
        """One line about it, beginning with file and place."""
        where = source if self.place == NOWHERE else f"{source}, {self.place}"
        return f"{where}: {self.severity}: {self.message}"
