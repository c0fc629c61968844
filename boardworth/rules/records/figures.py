"""What is in game records, counted: games, positions, results, ratings, years; and equal games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from boardworth.rules.records.record import GameRecord


@dataclass
class RecordFigures:
    """Counts of some games."""

    games: int = 0
    positions: int = 0  # the last of each game included
    plies: tuple[int, int] | None = None  # of the shortest and of the longest game
    results: Counter[str] = field(default_factory=Counter)
    ratings: tuple[int, int] | None = None  # the lowest and the highest
    years: tuple[int, int] | None = None  # the first and the last
    noted: int = 0  # games with comments, times or values

    def add(self, record: GameRecord) -> None:
        """Counts a game."""
        self.games += 1
        self.positions += len(record.moves) + 1
        self.plies = _widened(self.plies, len(record.moves))
        self.results[record.result] += 1
        for rating in record.ratings:
            self.ratings = _widened(self.ratings, rating)
        self.years = _widened(self.years, record.year)
        self.noted += bool(record.notes)

    def summary(self) -> dict[str, Any]:
        """The counts for JSON."""
        return {
            "games": self.games,
            "positions": self.positions,
            "plies": self.plies,
            "results": dict(sorted(self.results.items())),
            "ratings": self.ratings,
            "years": self.years,
            "with_notes": self.noted,
        }


def _widened(known: tuple[int, int] | None, value: int | None) -> tuple[int, int] | None:
    if value is None:
        return known
    return (value, value) if known is None else (min(known[0], value), max(known[1], value))


def game_key(record: GameRecord) -> bytes:
    """Equal for games of the same moves, where a game has symmetries, up to those."""
    game = record.start.game
    if len(game.symmetries) == 1:
        moves = np.array(record.moves, np.int32).tobytes()
        return blake2b(record.start.packed + moves, digest_size=16).digest()
    keys = game.canonical_keys(game.replay(record.start, record.moves).positions)
    return blake2b(keys.tobytes(), digest_size=16).digest()


def share_of(key: bytes, seed: int) -> float:
    """A number from 0 to 1 that depends on a game and a seed alone, evenly spread."""
    drawn = blake2b(key, digest_size=8, salt=seed.to_bytes(8, "little")).digest()
    return int.from_bytes(drawn, "little") / 2**64
