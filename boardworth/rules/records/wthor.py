"""WTHOR: the French Othello Federation's games, 68 bytes each behind a 16-byte header."""

from __future__ import annotations

import struct
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boardworth.errors import FormatError
from boardworth.files import read_bytes
from boardworth.rules.records.record import GameRecord, RecordFile, checked_record, collect

if TYPE_CHECKING:
    from boardworth.rules.game import Game

# century, year, month, day, games, entries, year of the games, board size, solitaires, depth
_HEADER = struct.Struct("<4BIHHBBBx")
_RECORD = np.dtype(
    [
        ("tournament", "<u2"),
        ("players", "<u2", 2),
        ("discs", "u1"),
        ("best", "u1"),
        ("moves", "u1", 60),
    ]
)
_SQUARES = 64


def read_wthor(game: Game, path: Path) -> RecordFile:
    """All sound games of a .wtb file, with black's exact score at the header's depth."""
    data = read_bytes(path)
    if len(data) < _HEADER.size:
        raise FormatError(
            f"{path}: {len(data)} bytes are too few for a WTHOR header of {_HEADER.size}"
        )
    *_, games, _entries, _year, size, _solitaires, depth = _HEADER.unpack_from(data)
    if size not in (0, 8):
        raise FormatError(f"{path}: games on a board of size {size}; only 8x8 can be read")
    expected = _HEADER.size + games * _RECORD.itemsize
    if len(data) != expected:
        kind = "truncated" if len(data) < expected else "too long"
        raise FormatError(
            f"{path}: {kind}: the header announces {games} games ({expected} bytes), "
            f"the file has {len(data)} bytes"
        )
    records = np.frombuffer(data, _RECORD, offset=_HEADER.size)
    return collect(
        partial(_read, game, record, depth, f"{path}: game {number}")
        for number, record in enumerate(records, 1)
    )


def _read(game: Game, record: np.void, depth: int, source: str) -> GameRecord:
    codes = record["moves"]
    played = np.count_nonzero(codes)
    if codes[played:].any():
        raise FormatError(f"{source}: moves after the end of the game")
    codes = codes[:played]
    rows, columns = np.divmod(codes.astype(int), 10)
    bad = np.flatnonzero((rows < 1) | (rows > 8) | (columns < 1) | (columns > 8))
    if len(bad):
        raise FormatError(f"{source}: move {bad[0] + 1} ({codes[bad[0]]}) is not a square")
    squares = ((rows - 1) * 8 + columns - 1).tolist()
    discs, best = int(record["discs"]), int(record["best"])
    if max(discs, best) > _SQUARES:
        raise FormatError(f"{source}: {max(discs, best)} discs do not fit on the board")
    return checked_record(
        game.start(),
        squares,
        source=source,
        score=2 * discs - _SQUARES,
        exact_from=(game.max_progress - depth, 2 * best - _SQUARES),
    )
