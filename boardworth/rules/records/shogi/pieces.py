"""Pieces and squares of shogi by the names that records have for them.

A piece is written as in SFEN: P is sente's pawn, p gote's, +P a promoted one. Its kind is sente's
piece. A square is its file and its rank as two digits of a number: 76.
"""

from __future__ import annotations

# Kinds by the names of CSA, and by those that diagrams show.
CSA_KINDS = dict(
    zip(
        ["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"],
        ["P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"],
        strict=True,
    )
)
KANJI_KINDS = dict(zip("歩香桂銀角飛金玉と杏圭全馬龍", CSA_KINDS.values(), strict=True))
CSA_NAMES = {kind: name for name, kind in CSA_KINDS.items()}
KANJI = {kind: name for name, kind in KANJI_KINDS.items()}
# How some are written otherwise, in moves above all.
KANJI_KINDS |= {"王": "K", "竜": "+R", "成香": "+L", "成桂": "+N", "成銀": "+S"}
MOVE_KANJI = KANJI | {"+L": "成香", "+N": "成桂", "+S": "成銀"}

# In the order in which hands are written, with how many of each a game has.
HAND_KINDS = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}

SENTE, GOTE = 0, 1
SQUARES = tuple(10 * file + rank for file in range(1, 10) for rank in range(1, 10))

_RANKS = "abcdefghi"
_USI_SQUARES = {square: f"{square // 10}{_RANKS[square % 10 - 1]}" for square in SQUARES}
_SQUARE_NUMBERS = {text: square for square, text in _USI_SQUARES.items()}


def piece_of(kind: str, side: int) -> str:
    """A side's piece of a kind."""
    return kind if side == SENTE else kind.lower()


def usi_drop(kind: str, to: int) -> str:
    """A drop as USI writes it."""
    return f"{kind}*{_USI_SQUARES[to]}"


def usi_move(origin: int, to: int, *, promotes: bool) -> str:
    """A move on the board as USI writes it."""
    return _USI_SQUARES[origin] + _USI_SQUARES[to] + "+" * promotes


def usi_squares(usi: str) -> tuple[int | None, int]:
    """Where a move comes from, unless it is a drop, and where it goes."""
    return _SQUARE_NUMBERS.get(usi[:2]), _SQUARE_NUMBERS[usi[2:4]]
