"""Where the games of a match begin: lists of lines, or random moves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
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
            moves = game.parse_moves(line)
        except FormatError as error:
            raise FormatError(f"{path}, line {number}: {error}") from None
        replay = game.replay(game.start(), moves)
        if replay.used < len(moves):
            move = game.move_text(moves[replay.used])
            raise FormatError(f"{path}, line {number}: move {replay.used + 1} ({move}) is illegal")
        openings.append(replay.moves)
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
