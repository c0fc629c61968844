"""Games played in the core: of a model's search against itself, or of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.evaluators import Evaluator
from boardworth.rules import Game, longest_game
from boardworth.search.probcut import DEFAULT_SELECTIVITY, checks

if TYPE_CHECKING:
    from boardworth.fitting import Model

# Bytes of one search's table: such searches are small.
_MEMORY = 1 << 20


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """Which games are played.

    A game depends on the seed and its number alone. Those that never end are left out.
    """

    games: int  # how many at most
    seconds: float = float("inf")  # after these no game is begun
    opening: tuple[int, int] = (0, 0)  # the least and the greatest number of random moves at first
    seed: int = 0  # of everything random
    threads: int = 1  # games at a time

    def played(self, game: Game) -> dict[str, Any]:
        """What the core is told."""
        return {
            "games": self.games,
            "seconds": self.seconds,
            "opening": self.opening,
            "max_moves": longest_game(game),
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class PlayedPositions:
    """Positions in which a move was chosen, game after game."""

    positions: NDArray[np.uint8]  # [rows, bytes], packed
    # [rows], what the search thought they were worth to the mover, in units of the model.
    values: NDArray[np.float32]
    scores: NDArray[np.float32]  # [rows], how the game ended for the mover
    games: NDArray[np.int32]  # [rows], the numbers of their games

    def __len__(self) -> int:
        return len(self.games)


def play_searched(model: Model, depth: int, plan: SelfPlayPlan) -> PlayedPositions:
    """Games of a model's searches of some depth against themselves."""
    evaluator = Evaluator(model)
    selectivity = DEFAULT_SELECTIVITY if model.selectivity else 0
    searches = _core.ManySearches(evaluator.core, checks(model), selectivity, _MEMORY, plan.threads)
    return _played(searches.self_play(depth, **plan.played(model.game)), model.scale)


def play_at_random(game: Game, plan: SelfPlayPlan) -> PlayedPositions:
    """Games of random moves; their values are 0."""
    found = _core.random_self_play(game.core, threads=plan.threads, **plan.played(game))
    return _played(found, 1)


def _played(found: tuple[NDArray[Any], ...], scale: int) -> PlayedPositions:
    positions, values, scores, games = found
    return PlayedPositions(
        positions,
        (values / scale).astype(np.float32),
        scores.astype(np.float32),
        games.astype(np.int32),
    )
