"""Writes game records in the format of a file's ending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import written_atomically
from boardworth.rules.records.formats import COMPRESSED, RECORD_FORMATS, format_of

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules.game import Game
    from boardworth.rules.records.record import GameRecord


def write_records(
    game: Game,
    file_path: FilePath,
    records: Iterable[GameRecord],
    left_out: list[str] | None = None,
) -> None:
    """Writes games of one game to a file. Raises FormatError if its format cannot hold them.

    Args:
        game: of which they are.
        file_path: where they go; its ending tells the format.
        records: the games.
        left_out: if given, games that the format cannot hold are left out, and the reasons are
            added to it. That there is nothing else to write is still an error.
    """
    path = Path(file_path)
    write = writer(game, path)
    check = format_of(game, path).check
    written = 0

    def held() -> Iterator[GameRecord]:
        nonlocal written
        for record in records:
            if left_out is not None and check is not None:
                try:
                    check(record)
                except FormatError as error:
                    left_out.append(str(error))
                    continue
            written += 1
            yield record

    with written_atomically(path) as file:
        write(held(), file)
        if left_out and not written:
            raise FormatError(f"{path}: no game can be written there: {left_out[0]}")


def writer(game: Game, path: Path) -> Callable[[Iterable[GameRecord], IO[bytes]], None]:
    """What writes records of a game to a file of that name. Raises FormatError."""
    if path.suffix.lower() in COMPRESSED:
        raise FormatError(f"{path}: compressed records are read, but not written")
    write = format_of(game, path).write
    if write is None:
        written = (end for end, one in RECORD_FORMATS.items() if one.write)
        raise FormatError(f"{path}: records are written to files in {', '.join(written)}")
    return write
