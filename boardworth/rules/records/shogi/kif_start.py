"""Start positions in KIF and KI2: a handicap by its name, or a diagram with the pieces in hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.pieces import (
    GOTE,
    HAND_KINDS,
    KANJI,
    KANJI_KINDS,
    SENTE,
    piece_of,
)

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Position
    from boardworth.rules.records.shogi.draft import Draft

# What the rules call them; the even start has no name there.
_HANDICAPS = {
    "平手": "",
    "香落ち": "lance",
    "右香落ち": "right-lance",
    "角落ち": "bishop",
    "飛車落ち": "rook",
    "飛香落ち": "rook-lance",
    "二枚落ち": "2-piece",
    "三枚落ち": "3-piece",
    "四枚落ち": "4-piece",
    "五枚落ち": "5-piece",
    "左五枚落ち": "left-5-piece",
    "六枚落ち": "6-piece",
    "左七枚落ち": "left-7-piece",
    "右七枚落ち": "right-7-piece",
    "八枚落ち": "8-piece",
    "十枚落ち": "10-piece",
}
# Players are called otherwise where one gives a handicap.
EVEN_PLAYERS, HANDICAP_PLAYERS = ("先手", "後手"), ("下手", "上手")
PLAYER_NAMES = dict(zip(EVEN_PLAYERS + HANDICAP_PLAYERS, (SENTE, GOTE) * 2, strict=True))
HAND = "の持駒"
TURN = "番"

_SQUARE = re.compile(r"([v^]?)([^\sv^|])")
_EMPTY = "・"
_IN_HAND = re.compile(r"([飛角金銀桂香歩])([一二三四五六七八九十]*|\d*)[\s　]*")
_NUMERALS = "一二三四五六七八九十"
_NONE = "なし"
_FRAME = "+---------------------------+"
_FILE_NAMES = "  ９ ８ ７ ６ ５ ４ ３ ２ １"


class KifStart:
    """The lines about a start position, put together."""

    def __init__(self) -> None:
        self._handicap = "平手"
        self._handicap_line = 0
        self._rows: list[dict[int, str]] = []
        self._hands = (dict.fromkeys(HAND_KINDS, 0), dict.fromkeys(HAND_KINDS, 0))
        self._mover: int | None = None

    def set_handicap(self, name: str, draft: Draft) -> None:
        """What 手合割 says. Raises FormatError."""
        self._handicap = name.strip()
        self._handicap_line = draft.line

    def add_row(self, line: str, draft: Draft) -> None:
        """A rank of a diagram: |v香v桂 ・ ... |一. Raises FormatError."""
        rank = len(self._rows) + 1
        squares = _SQUARE.findall(line.split("|")[1])
        if len(squares) != 9 or rank > 9:
            raise draft.wrong(f"'{line[:40]}' is no rank of nine squares, one of nine")
        row = {}
        for file, (mark, name) in zip(range(9, 0, -1), squares, strict=True):
            if name in KANJI_KINDS:
                row[10 * file + rank] = piece_of(KANJI_KINDS[name], GOTE if mark == "v" else SENTE)
            elif name != _EMPTY:
                raise draft.wrong(f"'{name}' is no piece")
        self._rows.append(row)

    def set_hand(self, side: int, text: str, draft: Draft) -> None:
        """Pieces in hand: 飛　角二　歩十八, or なし. Raises FormatError."""
        rest = text.strip(" 　")
        if rest in ("", _NONE):
            return
        while rest:
            found = _IN_HAND.match(rest)
            if found is None:
                raise draft.wrong(f"pieces in hand are written like 飛　歩十八, not '{rest[:20]}'")
            self._hands[side][KANJI_KINDS[found[1]]] += _number(found[2])
            rest = rest[found.end() :]

    def set_mover(self, side: int) -> None:
        """Whose turn it is."""
        self._mover = side

    def position(self, draft: Draft, mover: int | None) -> Position:
        """What the lines describe; without one, an even start. Raises FormatError.

        Args:
            draft: of the game that begins there.
            mover: who makes the first move, if that is known by its mark.
        """
        try:
            if not self._rows:
                board = RecordBoard.of(self._named(draft))
                board.hands = self._hands
            else:
                if len(self._rows) != 9:
                    raise draft.wrong(f"a diagram of {len(self._rows)} ranks, not of 9")
                pieces = {square: piece for row in self._rows for square, piece in row.items()}
                board = RecordBoard(pieces, self._hands, SENTE if mover is None else mover)
            if self._mover is not None:
                board.mover = self._mover
            return board.position(draft.game)
        except FormatError as error:
            if str(error).startswith(str(draft.path)):
                raise
            raise draft.wrong(str(error)) from None

    def _named(self, draft: Draft) -> Position:
        name = self._handicap or "平手"
        if name not in _HANDICAPS:
            draft.line = self._handicap_line
            raise draft.wrong(
                f"no handicap '{name[:20]}' without a diagram; there are {' '.join(_HANDICAPS)}"
            )
        return _starts(draft.game)[name]


def kif_start_lines(start: Position) -> tuple[list[str], tuple[str, str]]:
    """The lines that say where a game begins, and what its players are called."""
    for name, known in _starts(start.game).items():
        if start == known:
            players = EVEN_PLAYERS if start == start.game.start() else HANDICAP_PLAYERS
            return [f"手合割：{name}"], players
    return list(_diagram(RecordBoard.of(start))), EVEN_PLAYERS


def _diagram(board: RecordBoard) -> Iterator[str]:
    sente, gote = EVEN_PLAYERS
    yield f"{gote}{HAND}：{_hand_text(board.hands[GOTE])}"
    yield _FILE_NAMES
    yield _FRAME
    for rank, numeral in zip(range(1, 10), _NUMERALS, strict=False):
        pieces = (board.pieces.get(10 * file + rank) for file in range(9, 0, -1))
        yield f"|{''.join(map(_square_text, pieces))}|{numeral}"
    yield _FRAME
    yield f"{sente}{HAND}：{_hand_text(board.hands[SENTE])}"
    if board.mover == GOTE:
        yield gote + TURN


@cache
def _starts(game: Game) -> dict[str, Position]:
    """Where games begin, by the names of handicaps."""
    return {
        name: game.parse(f"handicap {known}") if known else game.start()
        for name, known in _HANDICAPS.items()
    }


def _square_text(piece: str | None) -> str:
    if piece is None:
        return f" {_EMPTY}"
    return f"{'v' if piece.islower() else ' '}{KANJI[piece.upper()]}"


def _hand_text(hand: dict[str, int]) -> str:
    pieces = [f"{KANJI[kind]}{_numeral(count)}" for kind, count in hand.items() if count]
    return "　".join(pieces) or _NONE


def _number(text: str) -> int:
    """A number up to 19; nothing is one."""
    if not text or text.isdecimal():
        return int(text[:3] or 1)
    return sum(_NUMERALS.index(character) + 1 for character in text)


def _numeral(count: int) -> str:
    if count == 1:
        return ""
    return "十" * (count >= 10) + (_NUMERALS[count % 10 - 1] if count % 10 else "")
