"""What pieces of chess and shogi are worth by hand: by their kind, and by where they stand.

Values are hundredths of a pawn. A piece's squares are worth what its rank adds, counted from its
own side, and what its file adds, counted from the edge; both for the beginning of a game and for
its end, with everything between in proportion to the game's progress.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.rules import Game


@dataclass(frozen=True, slots=True)
class PieceTable:
    """A piece's value, and what is added to it."""

    value: int
    ranks: tuple[int, ...] = ()  # from its own side
    files: tuple[int, ...] = ()  # from the edge to the middle

    def on(self, rank: int, file: int) -> int:
        """What it is worth on a square."""
        return self.value + sum(
            numbers[number]
            for numbers, number in ((self.ranks, rank), (self.files, file))
            if numbers
        )


PieceTables: TypeAlias = Mapping[str, PieceTable]

_CHESS_EARLY = {
    "pawn": PieceTable(90, (0, 0, 2, 8, 15, 25, 45, 0), (-6, -2, 4, 10)),
    "knight": PieceTable(325, (-18, -6, 6, 10, 14, 14, 4, -16), (-18, -4, 8, 12)),
    "bishop": PieceTable(335, (-12, 4, 6, 8, 8, 4, 0, -6), (-6, 4, 2, 4)),
    "rook": PieceTable(480, (0, -4, -4, -4, 0, 4, 18, 8), (-4, -2, 2, 8)),
    "queen": PieceTable(960, (0, 2, 2, 2, 2, 0, 0, -4), (-4, 0, 2, 3)),
    "king": PieceTable(0, (15, -10, -35, -55, -65, -65, -65, -65), (18, 24, -2, -12)),
}
_CHESS_LATE = {
    "pawn": PieceTable(115, (0, -4, 0, 8, 22, 45, 80, 0), (4, 2, 0, 0)),
    "knight": PieceTable(300, (-16, -8, 2, 8, 10, 6, -4, -16), (-14, -4, 6, 10)),
    "bishop": PieceTable(325, (-6, -2, 2, 4, 4, 2, -2, -6), (-6, -1, 3, 5)),
    "rook": PieceTable(525, (-2, -2, 0, 2, 4, 6, 10, 6)),
    "queen": PieceTable(950, (-14, -8, 2, 8, 10, 8, 4, -4), (-8, -2, 4, 8)),
    "king": PieceTable(0, (-28, -10, 4, 14, 20, 18, 6, -12), (-18, -4, 8, 14)),
}
_CHESS_MATERIAL = {"pawn": 100, "knight": 320, "bishop": 330, "rook": 500, "queen": 900}

_LIKE_GOLD = (-10, -5, 0, 0, 4, 8, 10, 8, 0)
_SHOGI_EARLY = {
    "pawn": PieceTable(100, (0, 0, 0, 2, 6, 10, 14, 14, 0)),
    "lance": PieceTable(260, (0, -4, -6, -8, -8, -8, -8, -8, 0)),
    "knight": PieceTable(280, (0, 0, 4, -6, 6, 0, 0, 0, 0), (-8, 0, 0, 0, 0)),
    "silver": PieceTable(400, (-6, 2, 6, 10, 12, 10, 8, 4, -6), (-14, -4, 2, 4, 4)),
    "gold": PieceTable(470, (2, 6, 2, -4, -4, 2, 8, 8, 2), (-14, -4, 2, 4, 2)),
    "bishop": PieceTable(620, (0, 4, 4, 4, 4, 0, 8, 8, 4)),
    "rook": PieceTable(720, (0, 2, 0, -6, -4, 0, 16, 20, 14)),
    "promoted pawn": PieceTable(440, _LIKE_GOLD),
    "promoted lance": PieceTable(430, _LIKE_GOLD),
    "promoted knight": PieceTable(440, _LIKE_GOLD),
    "promoted silver": PieceTable(460, _LIKE_GOLD),
    "horse": PieceTable(880, (10, 14, 12, 10, 8, 4, 8, 6, 0), (-10, 0, 4, 6, 6)),
    "dragon": PieceTable(1010, (0, 0, 0, 0, 0, 6, 20, 24, 20)),
    "king": PieceTable(0, (10, 16, -10, -45, -70, -70, -60, -50, -40), (-4, 22, 16, 0, -16)),
}
_SHOGI_LATE = {
    **_SHOGI_EARLY,
    "king": PieceTable(0, (-5, 5, 0, -20, -30, -10, 30, 50, 50), (-10, 4, 4, 0, 0)),
}
# A piece in hand can go wherever it is needed.
_SHOGI_HAND = {
    "pawn": 108,
    "lance": 270,
    "knight": 290,
    "silver": 412,
    "gold": 490,
    "bishop": 645,
    "rook": 750,
}
_SHOGI_MATERIAL = {kind: table.value for kind, table in _SHOGI_EARLY.items()}

# By game: at its beginning, at its end, in hand; the same by material alone.
_PIECE_SQUARES: Mapping[str, tuple[PieceTables, PieceTables, Mapping[str, int]]] = {
    "chess": (_CHESS_EARLY, _CHESS_LATE, {}),
    "shogi": (_SHOGI_EARLY, _SHOGI_LATE, _SHOGI_HAND),
}
_MATERIAL: Mapping[str, tuple[Mapping[str, int], Mapping[str, int]]] = {
    "chess": (_CHESS_MATERIAL, {}),
    "shogi": (_SHOGI_MATERIAL, _SHOGI_MATERIAL),
}
GAMES = tuple(_PIECE_SQUARES)


def square_values(game: Game, share: float) -> list[NDArray[np.int16]]:
    """By atom, what its values are worth to the mover, that share of the way through a game."""
    early, late, hand = _PIECE_SQUARES[game.definition]
    begun = _by_atom(game, early, hand)
    ended = _by_atom(game, late, hand)
    return [
        np.rint((1 - share) * a + share * b).astype(np.int16)
        for a, b in zip(begun, ended, strict=True)
    ]


def piece_values(game: Game) -> list[NDArray[np.int16]]:
    """By atom, what its values are worth to the mover, by material alone."""
    board, hand = _MATERIAL[game.definition]
    tables = {kind: PieceTable(value) for kind, value in board.items()}
    return _by_atom(game, {"king": PieceTable(0), **tables}, hand)


def _by_atom(game: Game, tables: PieceTables, hand: Mapping[str, int]) -> list[NDArray[np.int16]]:
    columns, rows = game.board.columns, game.board.rows
    found = []
    for number, atom in enumerate(game.atoms):
        if number < columns * rows:
            row, column = divmod(number, columns)
            file = min(column, columns - 1 - column)
            ranks = {"own": rows - 1 - row, "opponent": row}
            values = [_piece(tables, value, ranks, file) for value in atom.values]
        else:
            owner, _, rest = atom.name.partition(" ")
            each = hand.get(rest.removesuffix("s in hand"), 0) * _SIGN[owner]
            values = [each * count for count in range(len(atom.values))]
        found.append(np.array(values, np.int16))
    return found


_SIGN = {"own": 1, "opponent": -1, "en": 0}


def _piece(tables: PieceTables, value: str, ranks: Mapping[str, int], file: int) -> int:
    """What a square's value is worth to the mover: nothing where it is empty."""
    owner, _, kind = value.partition(" ")
    return _SIGN[owner] * tables[kind].on(ranks[owner], file) if kind else 0
