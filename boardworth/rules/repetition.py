"""Counts the positions of a game as it is played, for rules that end it by repetition."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardworth.rules.game import Game, Position


class Occurrences:
    """How often each position of a game has occurred.

    Args:
        game: whose rules say how often is too often.
        packed: the positions before the next one.
    """

    def __init__(self, game: Game, packed: Iterable[bytes] = ()) -> None:
        self._game = game
        self._counts = Counter(packed)

    def payoffs(self, position: Position) -> tuple[int, ...] | None:
        """Counts a position; every player's score if it ends the game by repetition, else None."""
        self._counts[position.packed] += 1
        most = self._game.max_repetitions
        repeated = most is not None and self._counts[position.packed] >= most
        return self._game.repetition_payoffs(position) if repeated else None
