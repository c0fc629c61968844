"""Writes games in CSA V3.0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.csa_start import csa_start_lines
from boardworth.rules.records.shogi.endings import ending_of
from boardworth.rules.records.shogi.headers import CSA_TAGS, CSA_TIMES, headers, in_one_line
from boardworth.rules.records.shogi.pieces import CSA_NAMES, usi_squares
from boardworth.rules.records.shogi.usi_moves import DECLARED, usi_texts

if TYPE_CHECKING:
    from boardworth.rules.records.record import GameRecord, Note

_OPENING_LINES = "'CSA encoding=UTF-8\nV3.0\n"
_TIMES_IN_SECONDS = re.compile(r"\d+\+\d+\+\d+")  # of V3.0: for a game, a move, and added


def write_csa(records: Iterable[GameRecord], file: IO[bytes]) -> None:
    """Writes games that `read_csa` reads back."""
    separator = _OPENING_LINES
    for record in records:
        file.write((separator + "\n".join(_lines(record)) + "\n").encode())
        separator = "/\n"


def _lines(record: GameRecord) -> Iterator[str]:
    for sign, player in zip("+-", record.players, strict=True):
        if player:
            yield f"N{sign}{in_one_line(player)}"
    for name, value in headers(record.tags, CSA_TAGS, CSA_TIMES):
        older = name == "TIME" and not _TIMES_IN_SECONDS.fullmatch(value)
        yield f"${'TIME_LIMIT' if older else name}:{value}"
    yield from csa_start_lines(record.start)
    yield from _comments(record.notes.get(0))
    board = RecordBoard.of(record.start)
    texts = usi_texts(record.start.game)
    for ply, move in enumerate(record.moves, 1):
        note = record.notes.get(ply)
        if texts[move] != DECLARED:
            yield _move(board, texts[move])
            board.play(texts[move])
            if note is not None and note.seconds is not None:
                yield f"T{_seconds(note.seconds)}"
        yield from _comments(note)
    if (ending := ending_of(record)) is not None:
        sides = "-+" if board.mover else "+-"
        action = ending.csa == "ILLEGAL_ACTION"
        yield f"%{sides[1] if action else ''}{ending.csa}"


def _move(board: RecordBoard, usi: str) -> str:
    origin, to = usi_squares(usi)
    piece = usi[0] if origin is None else "+" * usi.endswith("+") + board.pieces[origin].upper()
    return f"{'+-'[board.mover]}{origin or 0:02}{to}{CSA_NAMES[piece]}"


def _comments(note: Note | None) -> Iterator[str]:
    if note is None:
        return
    if note.value is not None:
        yield f"'** {round(100 * note.value)}"
    for line in note.comment.splitlines():
        yield f"'*{' ' * line.startswith('*')}{line}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
