"""Training positions as in Buro 1998, labelled by an evaluation that has the basic patterns alone.

Weak searches play games, the basic patterns are fitted to their results and play better games.
Positions of those, and such as searches from there evaluate, are labelled phase by phase from the
end of the game, each phase by searches that rest on the phases fitted before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from boardworth.evaluators import baseline
from boardworth.features import named_patterns
from boardworth.fitting import LeastSquares, Model
from boardworth.positions import Dataset, concatenate
from boardworth.recipes.searched_positions import SearchedPositions, mover_bias
from boardworth.search.core_games import SelfPlayPlan, play_searched

if TYPE_CHECKING:
    from boardworth.recipes import Reporter
    from boardworth.recipes.workspace import Workspace
    from boardworth.rules import Game

BASIC = ("shipped",)
# Positions that one game of self-play is expected to start searches from.
POSITIONS_PER_GAME = 25
# Random moves that a game of self-play begins with.
OPENING = (6, 39)
PLAY_DEPTH = 2
# Games of a step, and of the first players as a share of all others.
BATCH = 5000
FIRST_SHARE = 0.25
HELD_OUT = 0.1


@dataclass(frozen=True)
class Learning:
    """All that the versions depend on."""

    positions: int = 5_000_000  # to learn from; the successors of best moves come on top
    label_depth: int = 6  # of the searches that label them
    solved: int = 12  # positions with at most this many moves to go are labelled by solving
    # How often a valid configuration of a sparse pattern occurs; without it, as large a share of
    # the positions as in the paper, and no fewer than 10.
    min_count: int | None = None
    phases: int = 13  # groups of positions with weights of their own
    calibration: int = 300  # positions on which searches learn what they may leave out
    seed: int = 0  # of everything random


@dataclass(frozen=True)
class LabelledPositions:
    """Makes them, or finds them in its workspace."""

    game: Game
    learning: Learning
    workspace: Workspace
    reporter: Reporter
    threads: int

    def find(self) -> tuple[Dataset, tuple[float, float]]:
        """The positions, and what the right to move is worth without and with successors."""
        games = -(-self.learning.positions // (2 * POSITIONS_PER_GAME))
        first = self._games("first", baseline(self.game, "squares"), round(FIRST_SHARE * games))
        model = self.workspace.model("labelling", partial(self._fitted, first))
        searches = SearchedPositions(
            workspace=self.workspace,
            reporter=self.reporter,
            count=self.learning.positions,
            depth=self.learning.label_depth,
            solved=self.learning.solved,
            held_out=HELD_OUT,
            seed=self.learning.seed,
            threads=self.threads,
        )
        played = self._games("basic", model, games)
        parts, _ = searches.label_apart(model, played, LeastSquares(stages=self.learning.phases))
        return concatenate(parts, same_games=True), mover_bias(parts)

    def _fitted(self, games: Dataset) -> Model:
        features = named_patterns(self.game, BASIC)
        data = games.merged().split(HELD_OUT, self.learning.seed)
        return LeastSquares(stages=self.learning.phases).fit(features, *data, threads=self.threads)

    def _games(self, name: str, model: Model, count: int) -> Dataset:
        """`count` games of a model, with their results; batch by batch."""
        count = max(count, 200)
        batches = []
        with self.reporter.task(f"games of the {name} evaluation", count) as advance:
            for start in range(0, count, BATCH):
                size = min(BATCH, count - start)
                make = partial(self._batch, model, size, start)
                batches.append(self.workspace.dataset(f"games-{name}-{start:08d}", make))
                advance(size)
        return concatenate(batches)

    def _batch(self, model: Model, size: int, start: int) -> Dataset:
        seed = self.learning.seed * 10**9 + start
        plan = SelfPlayPlan(size, opening=OPENING, seed=seed, threads=self.threads)
        found = play_searched(model, PLAY_DEPTH, plan)
        progress = self.game.progress(found.positions)
        return Dataset(self.game, found.positions, found.scores, progress, found.games)
