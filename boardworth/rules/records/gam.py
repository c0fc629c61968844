"""GAM: Logistello's log book, one game a line, +d3-c3...: -04 10 (black's moves have a plus)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.rules.records.record import GameRecord, RecordFile, checked_record, collect
from boardworth.rules.records.transcript import numbered_lines

if TYPE_CHECKING:
    from boardworth.rules.game import Game

# Moves, black's score, and a number that is the same in all games known to us.
_LINE = re.compile(r"((?:[+-][a-h][1-8])+):\s*([+-]?\d{1,9})(?:\s+\d+)?")


def read_gam(game: Game, path: Path) -> RecordFile:
    """All sound games of a .gam file."""
    return collect(
        partial(_read, game, line, f"{path}, line {number}")
        for number, line in numbered_lines(path)
    )


def _read(game: Game, line: str, source: str) -> GameRecord:
    found = _LINE.fullmatch(line)
    if found is None:
        raise FormatError(f"{source}: not a game of the form +d3-c3+c4...: -04 10")
    moves = game.parse_line(game.start(), re.sub("[+-]", "", found[1]))
    record = checked_record(game.start(), moves, source=source)
    # Scores in such files leave empty squares uncounted: a finished board knows better.
    if record.score is not None:
        return record
    score = int(found[2])
    if abs(score) > game.max_score:
        raise FormatError(f"{source}: a score of {score:+d} is impossible")
    return replace(record, score=score)
