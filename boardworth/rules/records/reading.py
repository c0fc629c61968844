"""Reads files of game records of any format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.rules.records.formats import format_of

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules.game import Game
    from boardworth.rules.records.record import RecordFile


def read_records(game: Game, file_path: FilePath) -> RecordFile:
    """All sound games of a file. Raises FormatError if it is not a file of that game's records."""
    path = Path(file_path)
    return format_of(game, path).read(game, path)


def read_in_parts(game: Game, file_path: FilePath) -> Iterator[RecordFile]:
    """The same, one part of a large file after the other where the format has parts."""
    path = Path(file_path)
    found = format_of(game, path)
    if found.read_in_parts is not None:
        yield from found.read_in_parts(game, path)
    else:
        yield found.read(game, path)
