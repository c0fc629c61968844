"""Squares that are marked when a board is drawn: those of the last move, and where one can go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from boardworth.rules.picture import Picture
    from boardworth.rules.position import Position

# With more, finding the squares would take too long.
_MAX_MOVES = 1000


@dataclass(frozen=True, slots=True)
class Marks:
    """Squares of a picture by number: of the last move, and those that one can move to."""

    last: Collection[int] = ()
    goals: Collection[int] = ()


def touched_squares(before: Picture, after: Picture) -> set[int]:
    """The squares that a move left or came to; none that it only changed, as by turning discs."""
    return _entered(before, after) | {
        number
        for number, (old, new) in enumerate(zip(before.squares, after.squares, strict=True))
        if old is not None and new is not None and new.empty and not old.empty
    }


def goals(position: Position, role: int) -> set[int]:
    """The squares that a role's legal moves come to; none if that is true of all empty squares."""
    before = position.game.picture(position)
    legal = [position.legal_moves(other) for other in range(len(position.game.roles))]
    if not before.boards or not 1 < len(legal[role]) <= _MAX_MOVES:
        return set()
    found = []
    for move in legal[role]:
        joint = [move if other == role else moves[0] for other, moves in enumerate(legal)]
        found.append(_entered(before, position.game.picture(position.play_joint(joint))))
    everywhere = set.intersection(*found)  # what others do at the same time
    goals = set.union(*found) - everywhere
    empty = {n for n, square in enumerate(before.squares) if square is not None and square.empty}
    return set() if empty <= goals else goals


def _entered(before: Picture, after: Picture) -> set[int]:
    """The empty squares that are filled now, else those whose pieces have changed."""
    changed = {
        number: old
        for number, (old, new) in enumerate(zip(before.squares, after.squares, strict=True))
        if old is not None and new is not None and old != new and not new.empty
    }
    return {number for number, old in changed.items() if old.empty} or set(changed)
