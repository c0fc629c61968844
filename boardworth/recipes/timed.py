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
PENALTY, LARGER_PENALTY = 200.0, 1000.0
# Entries of the largest tables: little data fill small ones, more data larger ones.
SIZES = (30, 100, 300, 800, 2500)
# Ways of a fit that are compared.
TRIED = 3
# A generation whose games take less than this share of their time is followed by a deeper one.
QUICK = 0.3
DEEPEST = 4


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
        self._way = _Way(0, PENALTY)
        self._depth = 1

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
                played = play_searched(model, self._depth, self._plan(number, share))
                if len(played) < FEWEST_POSITIONS or share <= 0:
                    break
                if before - self.left < QUICK * (1 - FIT_SHARE) * share:
                    self._depth = min(self._depth + 1, DEEPEST)
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
            fitted = FIT_SHARE * seconds / (2 * TRIED * self._seconds_a_row)
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
        """The best of a few ways on held-out games: the last one, and those beside it."""
        start = time.monotonic()
        train, held_out = data.split(HELD_OUT, self.seed)
        ways = self._way.near
        tried = [(self._fitted(way, train, held_out), way) for way in ways]
        model, self._way = min(tried, key=lambda found: _error(found[0]))
        self._seconds_a_row = (time.monotonic() - start) / (len(data) * len(ways))
        return model

    def _fitted(self, way: _Way, train: Dataset, held_out: Dataset) -> Model:
        solver = ConjugateGradients(passes=PASSES)
        fitter = LeastSquares(stages=STAGES, pool=POOL, l2=way.penalty, solver=solver)
        features = short_tuples(self.game, SIZES[way.size])
        return fitter.fit(features, train, held_out, threads=self.threads)


@dataclass(frozen=True, slots=True)
class _Way:
    """How a fit is made: the number of its size among all, and its penalty."""

    size: int
    penalty: float

    @property
    def near(self) -> list[_Way]:
        """Itself, then what may be better with other data: larger tables, another penalty."""
        larger = [replace(self, size=self.size + 1)] if self.size + 1 < len(SIZES) else []
        smaller = [replace(self, size=self.size - 1)] if self.size > 0 else []
        other = LARGER_PENALTY if self.penalty == PENALTY else PENALTY
        return [self, *larger, *smaller, replace(self, penalty=other)][:TRIED]


def _error(model: Model) -> float:
    """On held-out rows; nothing if there are none."""
    return float(model.metrics["held_out"]["all"]["mse"] or 0.0)


def _generation(played: PlayedPositions, model: Model) -> Generation:
    return Generation(len(np.unique(played.games)), len(played), model.metrics["held_out"]["all"])
