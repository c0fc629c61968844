"""PGN: games of chess, read by the core in large parts; records are made when asked for."""

from __future__ import annotations

import re
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError
from boardworth.files import read_in_pieces
from boardworth.rules.position import Position
from boardworth.rules.records.record import GameRecord, Note, RecordFile

if TYPE_CHECKING:
    from boardworth.rules.game import Game

# Bytes that are read at a time, and the most that may pass without the end of a game.
_PIECE = 1 << 22
_LONGEST = 1 << 28
_NO_SCORE = -128
_ESCAPED = re.compile(rb'\\(["\\])')
# Commands in comments that are values of a note.
_COMMANDS = re.compile(r"\[%(?:clk|emt|eval)\s[^\]]*\]")
# A tag or a first move: a file of damaged games still has some.
_PGN = re.compile(rb'\[\s*\w+\s+"|\b1\s*\.\s*[A-Za-h.]')
# What the start position says.
_OF_START = ("FEN", "SetUp")
# As the core numbers them.
_COMMENT, _GLYPH, _CLOCK, _SECONDS, _VALUE, _MATE = range(6)


def read_pgn(game: Game, path: Path) -> RecordFile:
    """All sound games of a .pgn file."""
    parts = list(read_pgn_in_parts(game, path))
    if not any(part.games or part.problems for part in parts):
        raise FormatError(f"{path}: no game")
    games = [part.games for part in parts]
    return RecordFile(PgnGames(games), tuple(line for part in parts for line in part.problems))


def read_pgn_in_parts(game: Game, path: Path) -> Iterator[RecordFile]:
    """The same, some thousand games at a time."""
    for part in pgn_parts(game, path):
        yield RecordFile(part, part.problems, part.size)


def pgn_parts(game: Game, path: Path, *, with_positions: bool = False) -> Iterator[PgnPart]:
    """A file in parts as columns; with the positions of all games if they are wanted."""
    rest, line = b"", 1
    pieces = read_in_pieces(path, _PIECE)
    complete = False
    while not complete:
        piece = next(pieces, b"")
        complete = not piece
        rest += piece
        if line == 1 and rest[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise FormatError(f"{path}, line 1: the text is UTF-16; PGN is UTF-8 or Latin-1")
        columns = _core.read_pgn(rest, complete, with_positions)
        if not columns["read"] and len(rest) > _LONGEST:
            raise FormatError(f"{path}, line {line}: no game ends within {len(rest):,} bytes")
        damaged = columns["problems"] and len(columns["lines"]) == 0
        if line == 1 and damaged and not _PGN.search(rest):
            raise FormatError(f"{path}, line 1: this is not PGN: it has no tag and no first move")
        if columns["read"]:
            yield PgnPart(game, path, line, rest, columns)
        line += columns["lines_read"]
        rest = rest[columns["read"] :]


class _MadeWhenAskedFor(Sequence[GameRecord]):
    """Records by number and by slice, each made anew."""

    @overload
    def __getitem__(self, number: int) -> GameRecord: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[GameRecord]: ...
    def __getitem__(self, number: int | slice) -> GameRecord | Sequence[GameRecord]:
        if isinstance(number, slice):
            return tuple(self[one] for one in range(*number.indices(len(self))))
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        return self._record(number % len(self))

    @abstractmethod
    def _record(self, number: int) -> GameRecord: ...


class PgnPart(_MadeWhenAskedFor):
    """Games that were read together: the columns that core/rules/records/pgn.h describes."""

    def __init__(
        self, game: Game, path: Path, line: int, text: bytes, columns: Mapping[str, Any]
    ) -> None:
        self.game = game
        self.moves: NDArray[np.uint16] = columns["moves"]  # of all games, one after the other
        self.move_offsets: NDArray[np.int64] = columns["move_offsets"]  # [games + 1]
        # [moves + games, bytes], packed, if they were wanted.
        self.positions: NDArray[np.uint8] = columns["positions"]
        self.problems = tuple(
            f"{path}, line {line + number - 1}: {problem}"
            for number, problem in zip(
                columns["problem_lines"].tolist(), columns["problems"], strict=True
            )
        )
        self.size = int(columns["read"])
        self._path = path
        self._line = line
        self._text = text
        self._columns = columns
        self._names: dict[bytes, str] = {}

    def __len__(self) -> int:
        return len(self.move_offsets) - 1

    def _record(self, number: int) -> GameRecord:
        columns = self._columns
        score = int(columns["scores"][number])
        start = int(columns["starts"][number])
        first, last = columns["note_offsets"][number : number + 2].tolist()
        return GameRecord(
            self.game.start()
            if start < 0
            else Position(self.game, columns["start_positions"][start].tobytes()),
            tuple(self.moves[slice(*self.move_offsets[number : number + 2])].tolist()),
            None if score == _NO_SCORE else score,
            source=f"{self._path}, line {self._line + int(columns['lines'][number]) - 1}",
            tags=self._tags(number),
            notes=_Notes(self, first, last) if first < last else {},
        )

    def _tags(self, number: int) -> dict[str, str]:
        first, last = self._columns["tag_offsets"][number : number + 2].tolist()
        text, names, tags = self._text, self._names, {}
        for begin, end, value_begin, value_end in self._columns["tag_places"][first:last].tolist():
            raw = text[begin:end]
            name = names.get(raw) or names.setdefault(raw, raw.decode())
            value = text[value_begin:value_end]
            if b"\\" in value:
                value = _ESCAPED.sub(rb"\1", value)
            if name not in _OF_START:
                tags[name] = _decoded(value)
        return tags

    def notes(self, first: int, last: int) -> dict[int, Note]:
        """What rows of the notes say, by ply."""
        columns = self._columns
        by_ply: dict[int, list[tuple[int, float, list[int]]]] = {}
        for row in range(first, last):
            by_ply.setdefault(int(columns["note_plies"][row]), []).append(
                (
                    int(columns["note_kinds"][row]),
                    float(columns["note_numbers"][row]),
                    columns["note_places"][row].tolist(),
                )
            )
        found = {ply: self._note(rows) for ply, rows in by_ply.items()}
        return {ply: note for ply, note in found.items() if note != Note()}

    def _note(self, rows: Sequence[tuple[int, float, list[int]]]) -> Note:
        numbers = {kind: number for kind, number, _ in rows}
        comments = (_decoded(self._text[slice(*place)]) for kind, _, place in rows if not kind)
        mate = numbers.get(_MATE)
        return Note(
            numbers.get(_SECONDS),
            numbers.get(_CLOCK),
            numbers.get(_VALUE),
            None if mate is None else int(mate),
            " ".join(_COMMANDS.sub(" ", " ".join(comments)).split()),
            tuple(int(number) for kind, number, _ in rows if kind == _GLYPH),
        )


class _Notes(Mapping[int, Note]):
    """The notes of a game, read when the first is asked for: most uses of records need none."""

    def __init__(self, part: PgnPart, first: int, last: int) -> None:
        self._rows = (part, first, last)
        self._notes: dict[int, Note] | None = None

    @property
    def _read(self) -> dict[int, Note]:
        if self._notes is None:
            part, first, last = self._rows
            self._notes = part.notes(first, last)
        return self._notes

    def __getitem__(self, ply: int) -> Note:
        return self._read[ply]

    def __iter__(self) -> Iterator[int]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


class PgnGames(_MadeWhenAskedFor):
    """The games of all parts of a file."""

    def __init__(self, parts: Sequence[Sequence[GameRecord]]) -> None:
        self._parts = parts
        self._offsets = [0, *accumulate(map(len, parts))]

    def __len__(self) -> int:
        return self._offsets[-1]

    def _record(self, number: int) -> GameRecord:
        part = bisect_right(self._offsets, number) - 1
        return self._parts[part][number - self._offsets[part]]

    def __iter__(self) -> Iterator[GameRecord]:
        for part in self._parts:
            yield from part


def _decoded(text: bytes) -> str:
    """UTF-8; Latin-1 where it is not, as in many older files."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")
