"""Plain text: one game a line in the game's notation, then its score; # starts a comment.

A game that begins elsewhere than at the start has a line before its own: `position: ` and where.
A game without moves is a line `*`, or only its position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardworth.errors import FormatError, IllegalMove
from boardworth.files import read_text
from boardworth.rules.records.record import GameRecord, RecordFile, checked_record, collect

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Position

_SCORE = re.compile(r"(?:^|\s)([+-]?\d{1,9})$")
_POSITION = "position:"
# The line of a game without moves and without a score.
_NO_MOVES = "*"


def read_transcripts(game: Game, path: Path) -> RecordFile:
    """All sound games of a text file."""
    return collect(_games(game, path))


def transcript(record: GameRecord) -> str:
    """The line that `read_transcripts` reads back, or two of them."""
    moves = record.start.game.line_text(record.start, record.moves)
    scored = moves if record.score is None else f"{moves} {record.score:+d}"
    return "\n".join([*start_lines(record.start), scored.strip() or _NO_MOVES])


def write_transcripts(records: Iterable[GameRecord], file: IO[bytes]) -> None:
    """Writes games that `read_transcripts` reads back."""
    for record in records:
        file.write(f"{transcript(record)}\n".encode())


def start_lines(start: Position) -> list[str]:
    """The line that says where a game began, unless that is the start of the game."""
    game = start.game
    return [] if start == game.start() else [f"{_POSITION} {game.text(start)}"]


def numbered_lines(path: Path, comments: str = "#") -> Iterator[tuple[int, str]]:
    """The lines of a text file that say something, without what follows a character of comments."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        content = re.split(f"[{re.escape(comments)}]", line, maxsplit=1)[0].strip()
        if content:
            yield number, content


def transcript_lines(path: Path) -> Iterator[tuple[str, str | None, str]]:
    """What a text says of each game: file and line, where it began if it says so, and its moves."""
    position: str | None = None
    place = ""
    for number, line in numbered_lines(path):
        if line.startswith(_POSITION):
            if position is not None:
                yield place, position, ""
            position, place = line.removeprefix(_POSITION).strip(), f"{path}, line {number}"
        else:
            yield f"{path}, line {number}", position, "" if line == _NO_MOVES else line
            position = None
    if position is not None:
        yield place, position, ""


def _games(game: Game, path: Path) -> Iterator[Callable[[], GameRecord]]:
    """How to read each game."""
    for place, position, line in transcript_lines(path):
        yield partial(_read, game, position, line, place)


def _read(game: Game, position: str | None, line: str, source: str) -> GameRecord:
    found = _SCORE.search(line)
    score = int(found[1]) if found else None
    try:
        start = game.start() if position is None else game.parse(position)
        moves = game.parse_line(start, line[: found.start()] if found else line)
    except (FormatError, IllegalMove) as error:
        raise FormatError(f"{source}: {error}") from None
    return checked_record(start, moves, source=source, score=score)
