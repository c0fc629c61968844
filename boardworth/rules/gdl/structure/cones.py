"""What atoms of a ground game depend on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.rules.gdl.ground.grounding import GroundGame


class Definitions:
    """The rules of each atom of a ground game."""

    def __init__(self, game: GroundGame) -> None:
        rules = game.rules
        self._literals: list[int] = rules.literals.tolist()
        self._starts: list[int] = rules.starts.tolist()
        self._rules_of: dict[int, list[int]] = {}
        for rule, head in enumerate(rules.heads.tolist()):
            self._rules_of.setdefault(head, []).append(rule)

    def rules_of(self, atom: int) -> list[int]:
        """Numbers of the rules whose head it is."""
        return self._rules_of.get(atom, [])

    def body(self, rule: int) -> list[int]:
        """The literals of a rule."""
        return self._literals[self._starts[rule] : self._starts[rule + 1]]

    def cone(self, atoms: Iterable[int]) -> set[int]:
        """The atoms, and all that they depend on."""
        reached = {atom for atom in atoms if atom > 0}
        ahead = list(reached)
        while ahead:
            for rule in self.rules_of(ahead.pop()):
                new = {abs(literal) for literal in self.body(rule)} - reached
                reached |= new
                ahead += new
        return reached
