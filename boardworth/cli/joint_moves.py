"""Moves of roles that move at the same time, as a line on the command line gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, IllegalMove

if TYPE_CHECKING:
    from boardworth.rules import Move, Position


def after_joint_moves(position: Position, moves: str) -> Position:
    """The position after moves of every role that has a choice, in the roles' order."""
    from boardworth.rules.gdl.syntax.parser import parse_terms

    left = [str(move) for move in parse_terms(moves, "--moves")]
    while left:
        if position.over:
            raise BoardworthError(f"--moves {moves}: the game is over before {left[0]}")
        position = position.play_joint(_joint_move(position, left))
    return position


def _joint_move(position: Position, left: list[str]) -> list[Move]:
    """Takes a move for every role that has a choice; the others make the only one they have."""
    roles = position.game.roles
    legal = [position.legal_moves(role) for role in range(len(roles))]
    joint_move = []
    for role, own in enumerate(legal):
        move = own[0]
        if len(own) > 1:
            if not left:
                raise BoardworthError(f"--moves: a move of {roles[role]} is missing")
            text = left.pop(0)
            move = position.parse_move(text, role)
            if move not in own:
                raise IllegalMove(f"--moves: {text} of {roles[role]} is illegal")
        joint_move.append(move)
    if all(len(own) == 1 for own in legal):
        left.pop(0)  # nobody has a choice: the next move in the list is the only one
    return joint_move
