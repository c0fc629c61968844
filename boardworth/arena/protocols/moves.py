"""Othello moves as engines write them: in any case, and a pass in many ways.

Their notation is the same in every position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import FormatError

if TYPE_CHECKING:
    from boardworth.rules import Game, Move, Position

_PASS = "--"
_PASSES = {"pa", "pas", "pass", "passe", "ps", "--", "@@"}


def read_move(game: Game, text: str) -> Move:
    """A move, legal or not. Raises FormatError."""
    word = text.strip().lower()
    if word in _PASSES:
        return game.start().parse_move(_PASS)
    if len(word) != 2:
        raise FormatError(f"'{text.strip()[:20]}' is not a move")
    return game.start().parse_move(word)


def written(game: Game, move: Move, passing: str) -> str:
    """A move in capitals, a pass by the protocol's word for it."""
    text = game.start().move_text(move)
    return passing if text == _PASS else text.upper()


def is_pass(game: Game, move: Move) -> bool:
    """Whether a move is none."""
    return game.start().move_text(move) == _PASS


def forced_pass(position: Position) -> Move | None:
    """The pass, where it is all the rules allow."""
    legal = position.legal_moves()
    return legal[0] if len(legal) == 1 and is_pass(position.game, legal[0]) else None
