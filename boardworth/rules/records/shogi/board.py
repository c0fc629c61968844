"""The board that a record is read or written on: what stands where, and what could go where.

It plays whatever it is told; whether a game's moves are legal is asked of the rules, once a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardworth.rules.records.shogi.pieces import HAND_KINDS, piece_of, usi_squares

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Position

# From where sente's pieces go, as differences of file and rank: one step, or any number of them.
_ORTHOGONAL = ((0, -1), (0, 1), (-1, 0), (1, 0))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_GOLD = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1))
_STEPS = {
    "P": ((0, -1),),
    "N": ((-1, -2), (1, -2)),
    "S": ((-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)),
    "K": _ORTHOGONAL + _DIAGONAL,
    "+B": _ORTHOGONAL,
    "+R": _DIAGONAL,
} | dict.fromkeys(["G", "+P", "+L", "+N", "+S"], _GOLD)
_SLIDES = {"L": ((0, -1),), "B": _DIAGONAL, "R": _ORTHOGONAL, "+B": _DIAGONAL, "+R": _ORTHOGONAL}


class RecordBoard:
    """Pieces by square and by hand, whose turn it is, and where the last move went."""

    def __init__(
        self, pieces: dict[int, str], hands: tuple[dict[str, int], ...], mover: int
    ) -> None:
        self.pieces = pieces
        self.hands = hands
        self.mover = mover
        self.last_to: int | None = None

    @classmethod
    def of(cls, position: Position) -> RecordBoard:
        """What a position has."""
        board, side, hands, _ = position.game.text(position).split()
        return cls(_pieces(board), _hands(hands), "bw".index(side))

    def position(self, game: Game) -> Position:
        """The position, checked by the rules. Raises FormatError."""
        ranks = "/".join(self._rank_text(rank) for rank in range(1, 10))
        hands = "".join(
            f"{count}{piece_of(kind, side)}"
            for side, hand in enumerate(self.hands)
            for kind, count in hand.items()
            if count
        )
        return game.parse(f"{ranks} {'bw'[self.mover]} {hands or '-'} 1")

    def play(self, usi: str) -> None:
        """Makes a move, legal or not."""
        origin, to = usi_squares(usi)
        hand = self.hands[self.mover]
        if origin is None:
            hand[usi[0]] -= 1
            self.pieces[to] = piece_of(usi[0], self.mover)
        else:
            taken = self.pieces.get(to, "").upper().lstrip("+")
            if taken in hand:
                hand[taken] += 1
            self.pieces[to] = "+" * usi.endswith("+") + self.pieces.pop(origin)
        self.last_to = to
        self.mover ^= 1

    def origins(self, kind: str, to: int) -> list[int]:
        """Where the mover's pieces of a kind stand that reach a square, pinned or not."""
        piece, ahead = piece_of(kind, self.mover), 1 - 2 * self.mover
        found = []
        for steps, far in ((_STEPS.get(kind, ()), False), (_SLIDES.get(kind, ()), True)):
            for files, ranks in steps:
                for square in _line(to, -files * ahead, -ranks * ahead, far=far):
                    if square in self.pieces:
                        if self.pieces[square] == piece:
                            found.append(square)
                        break
        return found

    def _rank_text(self, rank: int) -> str:
        text, gap = "", 0
        for file in range(9, 0, -1):
            piece = self.pieces.get(10 * file + rank)
            if piece is None:
                gap += 1
            else:
                text += f"{gap or ''}{piece}"
                gap = 0
        return f"{text}{gap or ''}"


def _line(start: int, files: int, ranks: int, *, far: bool) -> Iterator[int]:
    """Squares from a square on in a direction: the next one, or all up to the edge."""
    file, rank = divmod(start, 10)
    while 1 <= (file := file + files) <= 9 and 1 <= (rank := rank + ranks) <= 9:
        yield 10 * file + rank
        if not far:
            return


def _pieces(board: str) -> dict[int, str]:
    pieces = {}
    for rank, row in enumerate(board.split("/"), 1):
        file, promoted = 9, ""
        for character in row:
            if character == "+":
                promoted = "+"
            elif character.isdigit():
                file -= int(character)
            else:
                pieces[10 * file + rank] = promoted + character
                file, promoted = file - 1, ""
    return pieces


def _hands(text: str) -> tuple[dict[str, int], dict[str, int]]:
    hands = (dict.fromkeys(HAND_KINDS, 0), dict.fromkeys(HAND_KINDS, 0))
    count = ""
    for character in text.strip("-"):
        if character.isdigit():
            count += character
        else:
            hands[character.islower()][character.upper()] = int(count or 1)
            count = ""
    return hands
