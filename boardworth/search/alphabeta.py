"""Alpha-beta search with an evaluator, as a player and as an oracle."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.evaluators import Evaluator
    from boardworth.rules import Game, Move, Position
    from boardworth.search.limit import Limit

TABLE_ENTRIES = 1 << 18


class AlphaBeta:
    """Iterative deepening principal variation search.

    A search depends on its position and limit alone, never on what was searched before.
    """

    def __init__(
        self, evaluator: Evaluator, name: str = "", table_entries: int = TABLE_ENTRIES
    ) -> None:
        self.evaluator = evaluator
        self.name = name or f"{evaluator.game.name} evaluator"
        self._table_entries = table_entries
        self._local = threading.local()

    def choose(self, position: Position, limit: Limit) -> Move:
        """The best move found within the limit."""
        return self.search(position, limit).line[0]

    def search(self, position: Position, limit: Limit) -> _core.SearchResult:
        """The best line with its value (in the evaluator's integer units), depth and cost."""
        if not hasattr(self._local, "core"):
            self._local.core = _core.AlphaBeta(self.evaluator.core, self._table_entries)
        core: _core.AlphaBeta = self._local.core
        seconds = limit.seconds
        if limit.clock is not None:
            soft, _ = limit.clock.budget(self._moves_to_go(position))
            seconds = soft if seconds is None else min(soft, seconds)
        return core.search(position.packed, limit.depth, limit.nodes, seconds, limit.stop)

    def _moves_to_go(self, position: Position) -> int:
        """Of the player to move, at most."""
        game = position.game
        progress = game.progress(np.frombuffer(position.packed, np.uint8).reshape(1, -1))[0]
        return (game.max_progress - int(progress) + 1) // 2


def solve_all(game: Game, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
    """The mover's exact score of every packed position, by search to the end of the game."""
    return _core.solve_all(game.core, positions, threads)
