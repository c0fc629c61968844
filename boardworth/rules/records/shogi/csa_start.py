"""Start positions in CSA: PI for an even one, P1 to P9 rank by rank, P+ and P- piece by piece."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.pieces import (
    CSA_KINDS,
    CSA_NAMES,
    GOTE,
    HAND_KINDS,
    SENTE,
    piece_of,
)

if TYPE_CHECKING:
    from boardworth.rules.position import Position
    from boardworth.rules.records.shogi.draft import Draft

START_LINE = re.compile(r"P[I1-9+-]")
_RANK = re.compile(r"(?:\s*(?:\*|[+-][A-Z]{2})){9}\s*")
_SQUARE = re.compile(r"\*|[+-][A-Z]{2}")
_PIECES = re.compile(r"(?:\d\d[A-Z]{2})*")
_ALL = "AL"  # whatever is on no square and in no hand


class CsaStart:
    """The lines about a start position, put together."""

    def __init__(self) -> None:
        self._pieces: dict[int, str] = {}
        self._hands = (dict.fromkeys(HAND_KINDS, 0), dict.fromkeys(HAND_KINDS, 0))
        self._told = False

    def add(self, line: str, draft: Draft) -> None:
        """Reads one line. Raises FormatError."""
        self._told = True
        kind, rest = line[1], line[2:]
        if kind in "123456789":
            self._add_rank(int(kind), rest, draft)
        elif not _PIECES.fullmatch(rest.strip()):
            raise draft.wrong(
                f"'{line[:40]}' does not name pieces by square and kind, as P-22KA does"
            )
        elif kind == "I":
            self._add_even(rest.strip(), draft)
        else:
            self._add_pieces("+-".index(kind), rest.strip(), draft)

    def position(self, draft: Draft, mover: int | None) -> Position:
        """What the lines describe; without one, an even start. Raises FormatError."""
        if not self._told:
            self._pieces = RecordBoard.of(draft.game.start()).pieces
        try:
            return RecordBoard(self._pieces, self._hands, mover or SENTE).position(draft.game)
        except FormatError as error:
            raise draft.wrong(str(error)) from None

    def _add_rank(self, rank: int, text: str, draft: Draft) -> None:
        if not _RANK.fullmatch(text):
            raise draft.wrong(f"P{rank}: expected nine squares such as ' * ', '+FU' and '-KY'")
        for file, square in zip(range(9, 0, -1), _SQUARE.findall(text), strict=True):
            if square != "*":
                kind = self._kind(square[1:], draft)
                self._pieces[10 * file + rank] = piece_of(kind, "+-".index(square[0]))

    def _add_even(self, removed: str, draft: Draft) -> None:
        self._pieces = RecordBoard.of(draft.game.start()).pieces
        for square, name in _named(removed):
            kind = self._kind(name, draft)
            if self._pieces.pop(square, "").upper() != kind:
                raise draft.wrong(f"PI: there is no {name} on {square:02} to remove")

    def _add_pieces(self, side: int, text: str, draft: Draft) -> None:
        hand = self._hands[side]
        for square, name in _named(text):
            if square == 0 and name == _ALL:
                for kind, count in self._others().items():
                    hand[kind] += count
                continue
            kind = self._kind(name, draft)
            if square == 0:
                if kind not in hand:
                    raise draft.wrong(f"{name} cannot be in hand")
                hand[kind] += 1
            elif square < 11 or square % 10 == 0:
                raise draft.wrong(f"{square:02} is no square")
            else:
                self._pieces[square] = piece_of(kind, side)

    def _others(self) -> dict[str, int]:
        """The pieces that are on no square and in no hand."""
        on_board = [piece.upper().lstrip("+") for piece in self._pieces.values()]
        return {
            kind: max(0, count - on_board.count(kind) - sum(hand[kind] for hand in self._hands))
            for kind, count in HAND_KINDS.items()
        }

    @staticmethod
    def _kind(name: str, draft: Draft) -> str:
        if name not in CSA_KINDS:
            raise draft.wrong(f"{name} is no piece; they are {' '.join(CSA_KINDS)}")
        return CSA_KINDS[name]


def csa_start_lines(start: Position) -> Iterator[str]:
    """The lines that say where a game begins."""
    board = RecordBoard.of(start)
    if start == start.game.start():
        yield "PI"
    else:
        for rank in range(1, 10):
            squares = (board.pieces.get(10 * file + rank) for file in range(9, 0, -1))
            yield f"P{rank}" + "".join(
                " * " if piece is None else _named_piece(piece) for piece in squares
            )
        for side in (SENTE, GOTE):
            hand = "".join(f"00{CSA_NAMES[kind]}" * n for kind, n in board.hands[side].items())
            if hand:
                yield f"P{'+-'[side]}{hand}"
    yield "+-"[board.mover]


def _named(text: str) -> Iterator[tuple[int, str]]:
    """Squares and pieces: 82HI22KA."""
    for at in range(0, len(text), 4):
        yield int(text[at : at + 2]), text[at + 2 : at + 4]


def _named_piece(piece: str) -> str:
    return ("-" if piece.islower() else "+") + CSA_NAMES[piece.upper()]
