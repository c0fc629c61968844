"""An evaluation within a given time, for games that nobody knows anything about.

Chance plays first, then searches of one ply by what was learned before; every generation is learned
from at once. What a position is worth is what its search thought and how its game ended, mixed:
searches are often wrong but seldom far off, endings are always right but say little about the
positions long before them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.errors import NotFitted
from boardworth.features import short_tuples
from boardworth.fitting import LeastSquares, Model
from boardworth.fitting.solvers import ConjugateGradients
from boardworth.positions import Dataset, concatenate
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.search.self_play import (
    PlayedPositions,
    SelfPlayPlan,
    play_at_random,
    play_searched,
)

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.rules import Game

GENERATIONS = 5
# Share of the time that random games take; the other generations share what is left.
RANDOM_SHARE = 0.06
# Share of the search's opinion in what a position is worth, once there has been a generation of it.
OPINION = 0.6
# Most positions of a generation: a fit takes longer than it is worth with more.
POSITIONS = 400_000
FIRST_POSITIONS = 60_000
FEWEST_POSITIONS = 500
FEWEST_GAMES = 50
# Share of a generation's time that its fit takes.
FIT_SHARE = 0.35
# Random moves before searches choose, as a share of a usual game.
LONGEST_OPENING = 0.65
HELD_OUT = 0.1
STAGES = 6
POOL = 2
PASSES = 25
# Endings of games are noise to most positions: what is seen less often than this must not count.
PENALTIES = (20.0, 200.0, 1000.0)
SEARCHED_FITS = 2


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
        reporter: who is told about progress.
    """

    def __init__(
        self,
        game: Game,
        seconds: float,
        *,
        seed: int = 0,
        threads: int = 1,
        reporter: Reporter | None = None,
    ) -> None:
        self.game = game
        self.seconds = seconds
        self.seed = seed
        self.threads = threads
        self.reporter = reporter or Silent()
        self._start = time.monotonic()
        self._seconds_a_row = 0.0  # of a fit
        self._fits = 0
        self._penalties: tuple[float, ...] = PENALTIES

    @cached_property
    def features(self) -> FeatureSet:
        """What is summed over."""
        return short_tuples(self.game)

    @property
    def left(self) -> float:
        """Seconds."""
        return self.seconds - (time.monotonic() - self._start)

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
                played = play_searched(model, 1, self._plan(number, share))
                if len(played) < FEWEST_POSITIONS or share <= 0:
                    break
                kept = [*kept[-1:], self._dataset(played, OPINION if number > 1 else 0.0)]
                model = self._fit(concatenate(kept))
                history.append(_generation(played, model))
                advance(before - self.left)
        return self._told(model, history)

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
        """Games of a generation of so many seconds: no more than can be learned from, too."""
        usual = self.game.usual_length
        if generation == 0:
            opening, positions, share = (1, max(1, usual // 2)), FIRST_POSITIONS, 1.0
        else:
            opening, share = (0, round(LONGEST_OPENING * usual)), 1 - FIT_SHARE
            # Every generation is learned from twice.
            fitted = FIT_SHARE * seconds / (2 * len(self._penalties) * self._seconds_a_row)
            positions = min(POSITIONS, int(fitted))
        games = max(FEWEST_GAMES, positions // usual)
        return SelfPlayPlan(games, share * seconds, opening, self.seed + generation, self.threads)

    def _dataset(self, played: PlayedPositions, opinion: float) -> Dataset:
        most = self.game.max_score
        values = np.clip(played.values, -most, most)
        targets = (opinion * values + (1 - opinion) * played.scores).astype(np.float32)
        progress = self.game.progress(played.positions)
        return Dataset(self.game, played.positions, targets, progress, played.games)

    def _fit(self, data: Dataset) -> Model:
        """The best penalty is looked for twice: where games are random, and where they are not."""
        start = time.monotonic()
        train, held_out = data.split(HELD_OUT, self.seed)
        tried = [(self._fitted(penalty, train, held_out), penalty) for penalty in self._penalties]
        model, penalty = min(tried, key=lambda found: _error(found[0]))
        self._seconds_a_row = (time.monotonic() - start) / (len(data) * len(tried))
        self._fits += 1
        if self._fits == SEARCHED_FITS:
            self._penalties = (penalty,)
        return model

    def _fitted(self, penalty: float, train: Dataset, held_out: Dataset) -> Model:
        solver = ConjugateGradients(passes=PASSES)
        fitter = LeastSquares(stages=STAGES, pool=POOL, l2=penalty, solver=solver)
        return fitter.fit(self.features, train, held_out, threads=self.threads)


def _error(model: Model) -> float:
    """On held-out rows; nothing if there are none."""
    return float(model.metrics["held_out"]["all"]["mse"] or 0.0)


def _generation(played: PlayedPositions, model: Model) -> Generation:
    return Generation(len(np.unique(played.games)), len(played), model.metrics["held_out"]["all"])
