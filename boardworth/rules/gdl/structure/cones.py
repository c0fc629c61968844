"""What atoms of a ground game depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardworth.rules.gdl.grounding import GroundGame


class Definitions:
    """The rules of each atom of a ground game."""

    def __init__(self, game: GroundGame) -> None:
        rules = game.rules
        self._order = np.argsort(rules.heads, kind="stable")
        self._sorted_heads = rules.heads[self._order]
        self._starts = rules.starts
        self._literals = rules.literals

    def rules_of(self, atom: int) -> list[int]:
        """Numbers of the rules whose head it is."""
        first, last = np.searchsorted(self._sorted_heads, [atom, atom + 1])
        rules: list[int] = self._order[first:last].tolist()
        return rules

    def body(self, rule: int) -> list[int]:
        """The literals of a rule."""
        literals: list[int] = self._literals[self._starts[rule] : self._starts[rule + 1]].tolist()
        return literals

    def rules_below(self, atoms: Iterable[int]) -> list[int]:
        """Numbers of the rules that decide the atoms, directly or through others."""
        reached = {atom for atom in atoms if atom > 0}
        ahead = list(reached)
        found = []
        while ahead:
            rules = self.rules_of(ahead.pop())
            found += rules
            for rule in rules:
                new = {abs(literal) for literal in self.body(rule)} - reached
                reached |= new
                ahead += new
        return sorted(found)
