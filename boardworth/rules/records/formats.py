"""The formats of game records, by the ending of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.gam import read_gam
from boardworth.rules.records.ggf import read_ggf, write_ggf
from boardworth.rules.records.pgn import read_pgn, read_pgn_in_parts
from boardworth.rules.records.pgn_writing import write_pgn
from boardworth.rules.records.shogi import (
    check_ki2,
    check_kif,
    read_csa,
    read_kif,
    read_usi,
    write_csa,
    write_ki2,
    write_ki2u,
    write_kif,
    write_kifu,
    write_usi,
)
from boardworth.rules.records.transcript import read_transcripts, write_transcripts
from boardworth.rules.records.wthor import check_wthor, read_wthor, write_wthor

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.records.record import GameRecord, RecordFile

COMPRESSED = (".gz", ".zst")
# Games are also written as lines that no other format has, to files that end so.
_LINES = ("", ".txt", ".json", ".jsonl")


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """How records of one format are read and written."""

    name: str  # as people call it
    game: str | None  # the only game that it is for, if it is not for any
    read: Callable[[Game, Path], RecordFile]  # a whole file
    write: Callable[[Iterable[GameRecord], IO[bytes]], None] | None = None  # games to a file
    # A large file in parts, where that is possible.
    read_in_parts: Callable[[Game, Path], Iterator[RecordFile]] | None = None
    # Raises FormatError for a game that it cannot hold, where there are such games.
    check: Callable[[GameRecord], object] | None = None


RECORD_FORMATS = {
    ".pgn": RecordFormat("PGN", "chess", read_pgn, write_pgn, read_pgn_in_parts),
    ".wtb": RecordFormat("WTHOR", "othello", read_wthor, write_wthor, check=check_wthor),
    ".ggf": RecordFormat("GGF", "othello", read_ggf, write_ggf),
    ".gam": RecordFormat("GAM", "othello", read_gam),
    ".csa": RecordFormat("CSA", "shogi", read_csa, write_csa),
    ".kif": RecordFormat("KIF", "shogi", read_kif, write_kif, check=check_kif),
    ".kifu": RecordFormat("KIF in UTF-8", "shogi", read_kif, write_kifu),
    ".ki2": RecordFormat("KI2", "shogi", read_kif, write_ki2, check=check_ki2),
    ".ki2u": RecordFormat("KI2 in UTF-8", "shogi", read_kif, write_ki2u),
    ".usi": RecordFormat("USI", "shogi", read_usi, write_usi),
    ".sfen": RecordFormat("USI", "shogi", read_usi, write_usi),
    ".txt": RecordFormat("text", None, read_transcripts, write_transcripts),
}
RECORD_ENDINGS = tuple(RECORD_FORMATS)


def record_ending(path: Path) -> str:
    """How a file's name ends, that of a compressed file left out."""
    named = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    return named.suffix.lower()


def names_format(path: Path) -> bool:
    """Whether a file's name tells a format of records, other than text."""
    return record_ending(path) in RECORD_FORMATS and record_ending(path) != ".txt"


def holds_lines(path: Path) -> bool:
    """Whether games are written to a file of that name as lines, not in a format of records."""
    return path.suffix.lower() in _LINES


def format_of(game: Game, path: Path) -> RecordFormat:
    """The format of a file of a game's records. Raises FormatError."""
    ending = record_ending(path)
    if ending not in RECORD_FORMATS:
        raise FormatError(
            f"{path}: records end in {', '.join(RECORD_ENDINGS)}, or also in .gz or .zst"
        )
    found = RECORD_FORMATS[ending]
    if found.game not in (None, game.definition):
        raise FormatError(f"{path}: {ending} files hold games of {found.game}, not of {game.name}")
    return found
