"""Writes game records in the format of a file's ending."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import written_atomically
from boardworth.rules.records.formats import COMPRESSED, RECORD_FORMATS, format_of

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules.game import Game
    from boardworth.rules.records.record import GameRecord


def write_records(game: Game, file_path: FilePath, records: Iterable[GameRecord]) -> None:
    """Writes games of one game to a file. Raises FormatError if its format cannot hold them."""
    path = Path(file_path)
    write = writer(game, path)
    with written_atomically(path) as file:
        write(records, file)


def writer(game: Game, path: Path) -> Callable[[Iterable[GameRecord], IO[bytes]], None]:
    """What writes records of a game to a file of that name. Raises FormatError."""
    if path.suffix.lower() in COMPRESSED:
        raise FormatError(f"{path}: compressed records are read, but not written")
    write = format_of(game, path).write
    if write is None:
        written = (end for end, one in RECORD_FORMATS.items() if one.write)
        raise FormatError(f"{path}: records are written to files in {', '.join(written)}")
    return write
