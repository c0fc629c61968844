"""An evaluation within a given time, for games that nobody knows anything about.

Chance plays first, then searches by what was learned before: of one ply, and of more where there is
time. Every generation is learned from at once. What a position is worth is what its search thought
and how its game ended, mixed: searches are often wrong but seldom far off, endings are always right
but say little about the positions long before them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.errors import NotFitted
from boardworth.features import short_tuples
from boardworth.fitting import LeastSquares, Model
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.positions import Dataset, concatenate
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.search.core_games import (
    PlayedPositions,
    SelfPlayPlan,
    play_at_random,
    play_searched,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.rules import Game

GENERATIONS = 5
# Share of the time that random games take; the other generations share what is left.
RANDOM_SHARE = 0.06
# Share of the search's opinion in what a position is worth, once there has been a generation of it.
OPINION = 0.6
FIRST_POSITIONS = 60_000
MIN_POSITIONS = 500
# Most positions of a generation, and so many that the next one had better search a ply deeper.
POSITIONS = 1_000_000
PLENTY = 500_000
DEEPEST = 4
# Share of its time that a generation plays as long as nobody knows how long games and fits take.
PLAYING = 0.6
# Random moves before searches choose, as a share of a usual game.
LONGEST_OPENING = 0.65
HELD_OUT = 0.1
STAGES = 4
POOL = 2
PASSES = 25
# Endings of games are noise to most positions: what is seen less often than this must not count.
PENALTY = 200.0
# Entries of the largest tables: little data fill small ones, more data larger ones.
SIZES = (30, 100, 300, 800, 2500)
# So many fits look whether larger tables are better; the later ones only if the last one found so.
LOOKING = 4


@dataclass(frozen=True, slots=True)
class Generation:
    """What was learned from, for the report."""

    games: int
    positions: int
    held_out: dict[str, Any]

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        return {"games": self.games, "positions": self.positions, "held_out": self.held_out}


class TimedBuild:
    """One construction of a pattern model, within about so many seconds.

    The number of games depends on the machine, and so does the result.

    Args:
        game: what to evaluate.
        seconds: how long it may take, from now on.
        seed: of everything random.
        threads: how many to use.
        reporter: is told about progress.
        now: the clock of the seconds.
    """

    def __init__(
        self,
        game: Game,
        seconds: float,
        *,
        seed: int = 0,
        threads: int = 1,
        reporter: Reporter | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.seconds = seconds
        self.seed = seed
        self.threads = threads
        self.reporter = reporter or Silent()
        self._now = now
        self._start = now()
        self._size = 0  # among SIZES
        self._looks = LOOKING
        self._depth = 1
        self._seconds_a_row = 0.0  # of a fit
        self._rows_a_second: float | None = None  # of games, if there were any of this depth

    @property
    def left(self) -> float:
        """Seconds."""
        return self.seconds - (self._now() - self._start)

    def run(self) -> Model:
        """The model of the last generation that there was time for."""
        with self.reporter.task("learning", self.seconds) as advance:
            played = play_at_random(self.game, self._plan(0, RANDOM_SHARE * self.seconds))
            if len(played) == 0:
                raise NotFitted(f"{self.game.name}: no random game came to an end")
            model = self._fit(self._dataset(played, 0.0))
            history = [_generation(played, model)]
            advance(self.seconds - self.left)
            kept: list[Dataset] = []
            for number in range(1, GENERATIONS + 1):
                before = self.left
                share = before / (GENERATIONS - number + 1)
                if share <= 0:
                    break
                played = self._play(model, number, self._playing(share, sum(map(len, kept[-1:]))))
                if len(played) < MIN_POSITIONS:
                    break
                kept = [*kept[-1:], self._dataset(played, OPINION if number > 1 else 0.0)]
                model = self._fit(concatenate(kept))
                history.append(_generation(played, model))
                advance(before - self.left)
        return self._told(model, history)

    def _playing(self, share: float, kept: int) -> float:
        """Seconds of a generation's share for its games: its fit is of other positions, too."""
        if self._rows_a_second is None:
            return PLAYING * share
        a_row = self._seconds_a_row * len(self._sizes)
        return max(share - kept * a_row, share / 3) / (1 + self._rows_a_second * a_row)

    def _play(self, model: Model, number: int, seconds: float) -> PlayedPositions:
        start = self._now()
        played = play_searched(model, self._depth, self._plan(number, seconds))
        self._rows_a_second = len(played) / (self._now() - start)
        if len(played) >= PLENTY and self._depth < DEEPEST:
            self._depth += 1
            self._rows_a_second = None
        return played

    def _told(self, model: Model, history: list[Generation]) -> Model:
        """The model, with what is to be known of it."""
        metrics = {**model.metrics, "generations": [g.summary() for g in history[:-1]]}
        data = {
            "games": sum(generation.games for generation in history),
            "positions": sum(generation.positions for generation in history),
        }
        provenance = {
            "game": self.game.definition,
            "seconds": self.seconds,
            "seed": self.seed,
            "data": data,
        }
        return replace(model, metrics=metrics, provenance=provenance)

    def _plan(self, generation: int, seconds: float) -> SelfPlayPlan:
        usual = self.game.usual_length
        if generation == 0:
            opening, positions = (1, max(1, usual // 2)), FIRST_POSITIONS
        else:
            opening, positions = (0, round(LONGEST_OPENING * usual)), POSITIONS
        games = max(1, positions // usual)
        seed = self.seed * (GENERATIONS + 1) + generation
        return SelfPlayPlan(games, seconds, opening, seed, self.threads)

    def _dataset(self, played: PlayedPositions, opinion: float) -> Dataset:
        most = self.game.max_score
        values = np.clip(played.values, -most, most)
        targets = (opinion * values + (1 - opinion) * played.scores).astype(np.float32)
        progress = self.game.progress(played.positions)
        return Dataset(self.game, played.positions, targets, progress, played.games)

    @property
    def _sizes(self) -> tuple[int, ...]:
        """That the next fit compares."""
        return SIZES[self._size : self._size + (2 if self._looks > 0 else 1)]

    def _fit(self, data: Dataset) -> Model:
        """With tables as before, or with larger ones if held-out games speak for them."""
        start = self._now()
        train, held_out = data.split(HELD_OUT, self.seed)
        models = [self._fitted(size, train, held_out) for size in self._sizes]
        self._seconds_a_row = (self._now() - start) / (len(data) * len(models))
        larger = _error(models[-1]) < _error(models[0])
        self._size += larger
        self._looks = max(self._looks - 1, int(larger))
        return models[-1] if larger else models[0]

    def _fitted(self, size: int, train: Dataset, held_out: Dataset) -> Model:
        solver = ConjugateGradients(passes=PASSES)
        fitter = LeastSquares(stages=STAGES, pool=POOL, l2=PENALTY, solver=solver)
        return fitter.fit(short_tuples(self.game, size), train, held_out, threads=self.threads)


def _error(model: Model) -> float:
    """On held-out rows; nothing if there are none."""
    return float(model.metrics["held_out"]["all"]["mse"] or 0.0)


def _generation(played: PlayedPositions, model: Model) -> Generation:
    return Generation(len(np.unique(played.games)), len(played), model.metrics["held_out"]["all"])
