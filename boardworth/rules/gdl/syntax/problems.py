"""What is wrong with a rule sheet, at which place, and how badly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules.gdl.syntax.terms import Place

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


def named(names: Sequence[str], most: int = 8) -> str:
    """A list of names for a message, cut if it is long.

    >>> named(["a", "b", "c"], 2)
    'a, b, ...'
    """
    return ", ".join([*names[:most], *(["..."] if len(names) > most else [])])
