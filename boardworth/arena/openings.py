"""Where the games of a match begin: lists of lines, or random moves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError, IllegalMove
from boardworth.positions import random_opening
from boardworth.rules.records.transcript import numbered_lines

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules import Game, Move


def read_openings(game: Game, file_path: FilePath) -> list[tuple[Move, ...]]:
    """The lines of a file in the game's notation, one opening each. Raises FormatError."""
    path = Path(file_path)
    openings = []
    for number, line in numbered_lines(path):
        try:
            openings.append(game.legal_replay(game.start(), game.parse_moves(line)).moves)
        except (FormatError, IllegalMove) as error:
            raise FormatError(f"{path}, line {number}: {error}") from None
    if not openings:
        raise FormatError(f"{path}: no opening")
    return openings


def random_openings(game: Game, count: int, plies: int, seed: int) -> list[tuple[Move, ...]]:
    """Lines of random moves, different from each other as long as there are that many."""
    openings: dict[tuple[Move, ...], None] = {}
    draw = random.Random(f"openings {seed}")
    for _ in range(20 * count):
        if len(openings) == count:
            break
        openings[tuple(random_opening(game, plies, draw)[1])] = None
    return list(openings)
