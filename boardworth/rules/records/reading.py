"""Chooses the reader of a file by its ending."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.gam import read_gam
from boardworth.rules.records.ggf import read_ggf
from boardworth.rules.records.transcript import read_transcripts
from boardworth.rules.records.wthor import read_wthor

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules.game import Game
    from boardworth.rules.records.record import RecordFile

# Ending: reader, and the game it is for (None: any).
_READERS = {
    ".wtb": (read_wthor, "othello"),
    ".ggf": (read_ggf, "othello"),
    ".gam": (read_gam, "othello"),
    ".txt": (read_transcripts, None),
}
RECORD_ENDINGS = tuple(_READERS)


def read_records(game: Game, file_path: FilePath) -> RecordFile:
    """All sound games of a file. Raises FormatError if it is not a file of that game's records."""
    path = Path(file_path)
    named = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    ending = named.suffix.lower()
    if ending not in _READERS:
        raise FormatError(f"{path}: records end in {', '.join(RECORD_ENDINGS)}, or also in .gz")
    reader, only = _READERS[ending]
    if only not in (None, game.definition):
        raise FormatError(f"{path}: {ending} files hold games of {only}, not of {game.name}")
    return reader(game, path)
