"""WTHOR: the French Othello Federation's games, 68 bytes each behind a 16-byte header."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

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
_NUMBERED = re.compile(r"(?:player|tournament) ([0-9]{1,5})")


def read_wthor(game: Game, path: Path) -> RecordFile:
    """All sound games of a .wtb file, with black's exact score at the header's depth."""
    data = read_bytes(path)
    if len(data) < _HEADER.size:
        raise FormatError(
            f"{path}: {len(data)} bytes are too few for a WTHOR header of {_HEADER.size}"
        )
    *_, games, _entries, year, size, _solitaires, depth = _HEADER.unpack_from(data)
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
        partial(_read, game, record, depth, year, f"{path}: game {number}")
        for number, record in enumerate(records, 1)
    )


def write_wthor(records: Iterable[GameRecord], file: IO[bytes]) -> None:
    """Writes games that `read_wthor` reads back. Raises FormatError for what it cannot hold."""
    games = list(records)
    depth = _depth(games)
    years = {record.year for record in games}
    year = (years.pop() or 0) if len(years) == 1 else 0
    rows = [_row(record, depth) for record in games]
    file.write(_HEADER.pack(year // 100, year % 100, 1, 1, len(games), 0, year, 8, 0, depth))
    file.write(np.array(rows, _RECORD).tobytes())


def _depth(games: Sequence[GameRecord]) -> int:
    """The moves to go at which all exact scores are known, of games that come so far; else 0."""
    depths: set[int] = set()
    reached: list[set[int]] = []
    for record in games:
        game = record.start.game
        to_go = game.max_progress - game.progress(game.replay(record.start, record.moves).positions)
        known = {int(to_go[ply]) for ply in record.exact}
        depths |= known
        reached.append(set(to_go.tolist()) - known)
    common = depths.difference(*reached)
    return max(common, default=0)


def check_wthor(record: GameRecord) -> None:
    """Raises FormatError for a game that WTHOR cannot hold."""
    if record.start != record.start.game.start() or record.score is None or record.score % 2:
        raise FormatError(f"{record.named}: a WTHOR game begins at the start and has an even score")


def _row(record: GameRecord, depth: int) -> tuple[object, ...]:
    """A game as WTHOR has it; players and tournaments are numbers in files of their own."""
    game = record.start.game
    check_wthor(record)
    assert record.score is not None
    squares = [move for move in record.moves if move < _SQUARES]
    codes = [10 * (move // 8 + 1) + move % 8 + 1 for move in squares]
    to_go = game.max_progress - game.progress(game.replay(record.start, record.moves).positions)
    best = next((score for ply, score in record.exact.items() if to_go[ply] == depth), record.score)
    players = [_number(record.tags.get(name, "")) for name in ("Black", "White")]
    return (
        _number(record.tags.get("Event", "")),
        players,
        (record.score + _SQUARES) // 2,
        (best + _SQUARES) // 2,
        codes + [0] * (60 - len(codes)),
    )


def _number(text: str) -> int:
    found = _NUMBERED.fullmatch(text)
    return int(found[1]) if found and int(found[1]) < 1 << 16 else 0


def _read(game: Game, record: np.void, depth: int, year: int, source: str) -> GameRecord:
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
        tags=_tags(record, year),
    )


def _tags(record: np.void, year: int) -> dict[str, str]:
    black, white = record["players"].tolist()
    tags = {
        "Event": f"tournament {record['tournament']}",
        "Black": f"player {black}",
        "White": f"player {white}",
    }
    return {**tags, "Date": f"{year:04d}.??.??"} if year else tags
