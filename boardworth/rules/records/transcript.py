"""Plain text: one game a line in the game's notation, then its score; # starts a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_text
from boardworth.rules.records.record import GameRecord, RecordFile, checked_record, collect

if TYPE_CHECKING:
    from boardworth.rules.game import Game

_SCORE = re.compile(r"(?:^|\s)([+-]?\d+)$")


def read_transcripts(game: Game, path: Path) -> RecordFile:
    """All sound games of a text file."""
    return collect(
        partial(_read, game, line, f"{path}, line {number}")
        for number, line in numbered_lines(path)
    )


def transcript(record: GameRecord) -> str:
    """The line that `read_transcripts` reads back."""
    moves = record.start.game.line_text(record.start, record.moves)
    return moves if record.score is None else f"{moves} {record.score:+d}"


def numbered_lines(path: Path, comments: str = "#") -> Iterator[tuple[int, str]]:
    """The lines of a text file that say something, without what follows a character of comments."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        content = re.split(f"[{re.escape(comments)}]", line, maxsplit=1)[0].strip()
        if content:
            yield number, content


def _read(game: Game, line: str, source: str) -> GameRecord:
    found = _SCORE.search(line)
    score = int(found[1]) if found else None
    try:
        moves = game.parse_line(game.start(), line[: found.start()] if found else line)
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None
    return checked_record(game.start(), moves, source=source, score=score)
