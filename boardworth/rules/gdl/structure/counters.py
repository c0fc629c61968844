"""Groups that only count moves: their next value follows from the present one alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardworth.rules.gdl.ground.grounding import ALWAYS, GroundGame

if TYPE_CHECKING:
    from boardworth.rules.gdl.structure.cones import Definitions
    from boardworth.rules.gdl.structure.structure import FluentGroup

# Two values in turn are a game's turns, not its clock.
_MIN_VALUES = 3


def count(game: GroundGame, definitions: Definitions, group: FluentGroup) -> tuple[int, ...] | None:
    """The fluents of a counter in the order in which they hold; None for other groups."""
    started = [fluent for fluent in group.fluents if fluent in game.initial]
    if len(group.fluents) < _MIN_VALUES or len(started) != 1:
        return None
    if not _depends_on_itself_alone(game, definitions, group.fluents):
        return None
    values = [started[0]]
    while True:
        after = _next_values(game, definitions, group.fluents, values[-1])
        if len(after) > 1 or (after and after[0] in values[:-1]):
            return None
        if not after or after[0] == values[-1]:
            return tuple(values) if len(values) >= _MIN_VALUES else None
        values.append(after[0])


def _depends_on_itself_alone(
    game: GroundGame, definitions: Definitions, fluents: Sequence[int]
) -> bool:
    own = {game.fluent_atoms[fluent] for fluent in fluents}
    ahead = [game.next_atoms[fluent] for fluent in fluents if game.next_atoms[fluent] > ALWAYS]
    reached = set(ahead)
    while ahead:
        atom = ahead.pop()
        rules = definitions.rules_of(atom)
        if not rules and atom not in own:
            return False
        for rule in rules:
            new = {abs(literal) for literal in definitions.body(rule)} - reached
            reached |= new
            ahead += new
    return True


def _next_values(
    game: GroundGame, definitions: Definitions, fluents: Sequence[int], present: int
) -> list[int]:
    known = {game.fluent_atoms[fluent]: fluent == present for fluent in fluents}

    def holds(literal: int) -> bool:
        atom = abs(literal)
        if atom not in known:
            known[atom] = atom == ALWAYS  # while it is looked at: what follows from itself does not
            known[atom] = known[atom] or any(
                all(map(holds, definitions.body(rule))) for rule in definitions.rules_of(atom)
            )
        return known[atom] != (literal < 0)

    nexts = [(fluent, game.next_atoms[fluent]) for fluent in fluents]
    return [fluent for fluent, atom in nexts if atom >= ALWAYS and holds(atom)]
