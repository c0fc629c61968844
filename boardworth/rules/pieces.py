"""What stands on squares, apart from how it is drawn: whose each piece is, and of which kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

CHESS_KINDS = ("king", "queen", "rook", "bishop", "knight", "pawn")
_LETTERS = dict(zip("kqrbnp", CHESS_KINDS, strict=True))
_MIN_KINDS = 4  # with which kings and pawns are no draughts


@dataclass(frozen=True, slots=True)
class Piece:
    """What a square can hold."""

    role: int  # whose it is
    kind: str  # whatever its role: the king of white_king; empty if each role has one kind only


def pieces_of(holders: Mapping[str, int], roles: Sequence[str]) -> dict[str, Piece]:
    """By what a square can hold.

    Args:
        holders: by the same, the number of the role whose piece it is.
        roles: their names.

    >>> pieces_of({"wk": 0, "wp": 0, "bk": 1, "bp": 1}, ["white", "black"])["bk"]
    Piece(role=1, kind='k')
    >>> pieces_of({"x": 0, "o": 1}, ["x", "o"])["x"]
    Piece(role=0, kind='')
    """
    if len(holders) == len(set(holders.values())):
        return {value: Piece(role, "") for value, role in holders.items()}
    pieces = {value: Piece(role, _kind(value, roles[role])) for value, role in holders.items()}
    kinds = {piece.kind for piece in pieces.values()}
    if len(kinds) >= _MIN_KINDS and kinds <= set(_LETTERS):
        return {value: Piece(piece.role, _LETTERS[piece.kind]) for value, piece in pieces.items()}
    return pieces


def are_chess_pieces(pieces: Iterable[Piece]) -> bool:
    """Whether all are pieces of chess, and of enough kinds to be no others of the same name."""
    kinds = {piece.kind for piece in pieces}
    return len(kinds) >= _MIN_KINDS and kinds <= set(CHESS_KINDS)


def _kind(value: str, role: str) -> str:
    """What a piece is, whatever its role: the king of white_king and own king, the k of wk."""
    piece, role = value.lower(), role.lower()
    for whose in (role, "own ", "opponent "):
        if piece.startswith(whose):
            return piece.removeprefix(whose).strip("_- ")
    return piece[1:] if piece[:1] == role[:1] else piece
