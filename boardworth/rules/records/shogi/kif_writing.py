"""Writes games in KIF and KI2, in the encoding that the ending of the file means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import IO, TYPE_CHECKING

from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.decoding import SHIFT_JIS, encoded
from boardworth.rules.records.shogi.endings import (
    DECLARATION,
    FOUL_OF_MOVER,
    FOUL_OF_OTHER,
    TIME_FORFEIT,
    ending_of,
)
from boardworth.rules.records.shogi.headers import KIF_TAGS, KIF_TIMES, headers, in_one_line
from boardworth.rules.records.shogi.kif_moves import ki2_move, kif_move
from boardworth.rules.records.shogi.kif_start import kif_start_lines
from boardworth.rules.records.shogi.usi_moves import DECLARED, usi_texts

if TYPE_CHECKING:
    from boardworth.rules.records.record import GameRecord, Note

_COLUMNS = "手数----指手---------消費時間--"


def _write(numbered: bool, encoding: str, records: Iterable[GameRecord], file: IO[bytes]) -> None:
    for number, record in enumerate(records):
        file.write(b"\n" * bool(number) + _bytes(numbered, encoding, record))


def _bytes(numbered: bool, encoding: str, record: GameRecord) -> bytes:
    """A game; raises FormatError if the encoding lacks a character of it."""
    text = "\n".join([*_Writer(record, numbered).lines(), ""])
    return encoded(text, encoding, record.named)


write_kif = partial(_write, True, SHIFT_JIS)
write_kifu = partial(_write, True, "utf-8")
# Raise FormatError for a game that cannot be held.
check_kif = partial(_bytes, True, SHIFT_JIS)
check_ki2 = partial(_bytes, False, SHIFT_JIS)
write_ki2 = partial(_write, False, SHIFT_JIS)
write_ki2u = partial(_write, False, "utf-8")


class _Writer:
    """Writes one game."""

    def __init__(self, record: GameRecord, numbered: bool) -> None:
        self._record = record
        self._numbered = numbered  # as KIF is; else KI2
        self._board = RecordBoard.of(record.start)
        self._seconds = [0, 0]  # that the players have used

    def lines(self) -> Iterator[str]:
        """The whole game."""
        record, board = self._record, self._board
        start, roles = kif_start_lines(record.start)
        for name, value in headers(record.tags, KIF_TAGS, KIF_TIMES):
            yield f"{name}：{value}"
        yield from start
        for role, player in zip(roles, record.players, strict=True):
            yield f"{role}：{in_one_line(player)}"
        yield _COLUMNS if self._numbered else ""
        yield from _comments(record.notes.get(0))
        texts = usi_texts(record.start.game)
        played = 0
        for ply, move in enumerate(record.moves, 1):
            note = record.notes.get(ply)
            if texts[move] != DECLARED:
                played = ply
                yield self._move(ply, texts[move], note)
                board.play(texts[move])
            yield from _comments(note)
        yield from self._end(played, roles)

    def _move(self, ply: int, usi: str, note: Note | None) -> str:
        if not self._numbered:
            return ki2_move(self._board, usi)
        line = f"{ply:4} {kif_move(self._board, usi)}"
        if note is None or note.seconds is None:
            return line
        seconds = max(0, round(note.seconds))
        self._seconds[self._board.mover] += seconds
        total = self._seconds[self._board.mover]
        return (
            f"{line:　<12} ({seconds // 60:2}:{seconds % 60:02}/"
            f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"
        )

    def _end(self, played: int, roles: tuple[str, str]) -> Iterator[str]:
        ending = ending_of(self._record)
        if ending is None:
            return
        if self._numbered:
            yield f"{played + 1:4} {ending.kif}"
        until, score = f"まで{played}手で", self._record.score
        if not score:
            yield until + ending.kif
            return
        winner, loser = roles if score > 0 else reversed(roles)
        if ending is FOUL_OF_MOVER:
            yield f"{until}{loser}の{ending.kif}"
        elif ending in (FOUL_OF_OTHER, DECLARATION):
            yield f"{until}{winner}の{ending.kif}"
        else:
            yield f"{until}{'時間切れにより' * (ending is TIME_FORFEIT)}{winner}の勝ち"


def _comments(note: Note | None) -> Iterator[str]:
    if note is None:
        return
    if note.value is not None:
        yield f"*評価値 {round(100 * note.value)}"
    for line in note.comment.splitlines():
        yield line if line.startswith("&") else f"*{line}"
