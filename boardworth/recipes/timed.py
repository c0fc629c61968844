"""An evaluation within a given time, for games of which only the rules are known.

Chance plays first, then searches by what was learned before: of one ply, and of more where there is
time. Every generation is learned from at once. What a position is worth is what its search thought
and how its game ended, mixed: searches are often wrong but seldom far off, endings are always right
but say little about the positions long before them.

Fits take as many positions as there is time for, by how long earlier ones took.

At the end conjunctions may be added to the patterns of the last fit: configurations, facts that
matter together though they stand far apart, or those that prove what the rules ask for.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.errors import BoardworthError, NotFitted
from boardworth.features import short_tuples
from boardworth.features.logic import Bounds
from boardworth.fitting import LeastSquares, Model
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.positions import Dataset, concatenate
from boardworth.recipes.alarm import TimeIsUp, no_alarm
from boardworth.recipes.configurations import ConfigurationChoice
from boardworth.recipes.generated_logic import STEPS, unfolded_features
from boardworth.recipes.logic import LogicChoice
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.search.core_games import (
    PlayedPositions,
    SelfPlayPlan,
    play_at_random,
    play_searched,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.features import FeatureSet
    from boardworth.recipes.alarm import Alarm
    from boardworth.rules import Game

GENERATIONS = 5
# Share of the time that random games take; the other generations share what is left.
RANDOM_SHARE = 0.06
# Share of the search's opinion in what a position is worth, once there has been a generation of it.
OPINION = 0.6
FIRST_POSITIONS = 60_000
MIN_POSITIONS = 500
# Most positions of a generation, and the number from which the next one searches a ply deeper.
POSITIONS = 1_000_000
PLENTY = 500_000
DEEPEST = 4
# Share of its time that a generation plays until it is known how long games and fits take.
PLAYING = 0.6
# Random moves before searches choose, as a share of a usual game.
LONGEST_OPENING = 0.65
HELD_OUT = 0.1
# Parts of the game with weights of their own. Where captures are progress, moves of one position
# lead into different phases, and a search would compare what these differ in.
PHASES = (1, 4)
POOL = 2
PASSES = 25
# Endings of games are noise to most positions: what is seen less often than this must not count.
PENALTY = 200.0
# Entries of the largest tables: little data fill small ones, more data larger ones.
SIZES = (30, 100, 300, 800, 2500)
# Positions of a fit that only measures how long a fit takes.
PILOT = 2_000
# Share of the time that the first fit may take.
FIRST_FIT = 0.12
# How many times as long the fit of larger tables takes, as far as is known before.
GROWTH = 2.0
# Fits that look whether larger tables are better; the later ones only if the last one found so.
LOOKING = 4
# Configurations have few facts, are active in one of RARITY positions, and have few weights:
# searches stay fast. Few positions choose them, in few rounds and among few of every length.
MAX_FACTS, RARITY, MAX_WEIGHTS = 3, 100, 300
CHOOSING, MAX_CANDIDATES, ROUNDS = 10_000, 30_000, 2
# How many times as long a fit with them takes, as far as is known before, and the share of their
# time in which they are chosen.
CONFIGURED = 2.0
CHOOSING_SHARE = 0.3
# Share of the time for logic patterns in which features are unfolded.
UNFOLDING_SHARE = 0.3
# Searches with them are slower: the held-out error must be less than this share of that without.
WORTHWHILE = 0.98


@dataclass(frozen=True, slots=True)
class Generation:
    """What was learned from, for the report."""

    games: int
    positions: int
    held_out: dict[str, Any]

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        return {"games": self.games, "positions": self.positions, "held_out": self.held_out}


@dataclass(frozen=True, slots=True)
class _Fit:
    """A model, and the positions it has learned from and was measured on."""

    model: Model
    train: Dataset
    held_out: Dataset


class TimedBuild:
    """One construction of a pattern model, within a number of seconds.

    The number of games depends on the machine, and so does the result.

    Args:
        game: what to evaluate.
        seconds: how long it may take, from now on.
        reserved: seconds of these that are left for `with_configurations` and `with_logic`.
        seed: of everything random.
        threads: how many to use.
        reporter: shows progress.
        now: the clock of the seconds.
        alarm: ends what takes longer all the same.
    """

    def __init__(
        self,
        game: Game,
        seconds: float,
        *,
        reserved: float = 0.0,
        seed: int = 0,
        threads: int = 1,
        reporter: Reporter | None = None,
        now: Callable[[], float] = time.monotonic,
        alarm: Alarm = no_alarm,
    ) -> None:
        self.game = game
        self.seconds = seconds
        self.reserved = reserved
        self.seed = seed
        self.threads = threads
        self.reporter = reporter or Silent()
        self._now = now
        self._alarm = alarm
        self._start = now()
        self._found: _Fit | None = None
        self._history: list[Generation] = []
        self._features: dict[int, FeatureSet] = {}  # by size
        self._size = 0  # among SIZES
        self._phases = PHASES[0]
        self._looks = LOOKING
        self._depth = 1
        self._seconds_a_row = 0.0  # of a fit
        self._rows_a_second: float | None = None  # of games, if there were any of this depth

    @property
    def left(self) -> float:
        """Seconds for patterns."""
        return self._left_in_all - self.reserved

    @property
    def _left_in_all(self) -> float:
        return self.seconds - (self._now() - self._start)

    def run(self) -> Model:
        """The model of the last generation that there was time for. Raises NotFitted."""
        try:
            with self._alarm(self.left, "learning"):
                self._learn()
        except TimeIsUp as late:
            self.reporter.line(f"the last generation is left out: {late}")
        if self._found is None:
            raise NotFitted(f"{self.game.name}: {self.seconds:.1f} s are too short for a fit")
        return self._reported(self._found.model, self._history)

    def with_configurations(self) -> Model | None:
        """The model that `run` has found with configurations beside its patterns.

        None if its error is hardly smaller, or if there is no time to find out.
        """
        return self._extended("configurations", self._left_in_all, self._with_configurations)

    def with_logic(self, share: float = 1.0) -> Model | None:
        """The same with patterns of logic features, in a share of the time that is left."""
        return self._extended("logic patterns", share * self._left_in_all, self._with_logic)

    def _extended(
        self, what: str, seconds: float, choose: Callable[[_Fit, float], FeatureSet]
    ) -> Model | None:
        if self._found is None or min(self.reserved, seconds) <= 0:
            return None
        try:
            with self._alarm(seconds, f"to choose {what}"):
                end = self._now() + seconds
                features = choose(self._found, end)
                # With as many positions as there is time for, the newest.
                newest = slice(-self._affordable(end - self._now()), None)
                train, held_out = self._found.train.select(newest), self._found.held_out
                model = self._fitted(features, train, held_out)
        except BoardworthError as why:
            self.reporter.line(f"no {what}: {why}")
            return None
        before, after = error_of(self._found.model), error_of(model)
        self.reporter.line(f"held-out error: {before:.4g}, with {what} {after:.4g}")
        return self._reported(model, self._history) if after < WORTHWHILE * before else None

    def _with_logic(self, fit: _Fit, end: float) -> FeatureSet:
        bounds = Bounds(steps=STEPS, seconds=UNFOLDING_SHARE * (end - self._now()))
        unfoldings = unfolded_features(
            self.game, bounds, threads=self.threads, reporter=self.reporter, now=self._now
        )
        choice = LogicChoice(
            "whole",
            MAX_WEIGHTS,
            max(1, len(fit.train) // RARITY),
            max_sample=self._choosing(end),
            max_candidates=MAX_CANDIDATES,
            rounds=ROUNDS,
        )
        patterns = fit.model.weighted_sum.features
        return choice.choose(patterns, fit.train, unfoldings, self.threads, self.reporter)

    def _with_configurations(self, fit: _Fit, end: float) -> FeatureSet:
        choice = ConfigurationChoice(
            MAX_FACTS,
            max(1, len(fit.train) // RARITY),
            MAX_WEIGHTS,
            mined="per phase",
            max_sample=self._choosing(end),
            max_candidates=MAX_CANDIDATES,
            rounds=ROUNDS,
        )
        patterns = fit.model.weighted_sum.features
        return choice.choose(patterns, fit.train, self.threads, self._phases, self.reporter)

    def _choosing(self, end: float) -> int:
        """How many positions may choose conjunctions."""
        return min(CHOOSING, self._affordable(CHOOSING_SHARE * (end - self._now()) / ROUNDS))

    def _affordable(self, seconds: float) -> int:
        """How many positions a fit with configurations may have."""
        if not self._seconds_a_row:
            return CHOOSING
        return max(MIN_POSITIONS, int(seconds / (CONFIGURED * self._seconds_a_row)))

    def _learn(self) -> None:
        with self.reporter.task("learning", self.seconds) as advance:
            played = play_at_random(self.game, self._plan(0, RANDOM_SHARE * self.seconds))
            if len(played) == 0:
                raise NotFitted(f"{self.game.name}: no random game came to an end")
            data = self._dataset(played, 0.0)
            self._measure(data)
            model = self._learned(played, data, FIRST_FIT * self.seconds)
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
                model = self._learned(played, concatenate(kept), share - (before - self.left))
                advance(before - self.left)

    def _learned(self, played: PlayedPositions, data: Dataset, seconds: float) -> Model:
        """The model of a generation, which is remembered."""
        self._found = self._fit(data, seconds)
        model = self._found.model
        self._history.append(_generation(played, model))
        return model

    def _measure(self, data: Dataset) -> None:
        """Finds out how long a fit takes, by one of few positions."""
        if len(data) > PILOT:
            few = data.select(slice(0, PILOT))
            features = self._tuples(SIZES[0])
            start = self._now()
            self._fitted(features, *few.split(HELD_OUT, self.seed))
            self._seconds_a_row = (self._now() - start) / PILOT

    def _playing(self, share: float, kept: int) -> float:
        """Seconds of a generation's share for its games: its fit is of other positions, too."""
        if self._rows_a_second is None:
            return PLAYING * share
        a_row = self._seconds_a_row * self._fits
        return max(share - kept * a_row, share / 3) / (1 + self._rows_a_second * a_row)

    def _play(self, model: Model, number: int, seconds: float) -> PlayedPositions:
        start = self._now()
        played = play_searched(model, self._depth, self._plan(number, seconds))
        self._rows_a_second = len(played) / (self._now() - start)
        if len(played) >= PLENTY and self._depth < DEEPEST:
            self._depth += 1
            self._rows_a_second = None
        return played

    def _reported(self, model: Model, history: list[Generation]) -> Model:
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
        best = self.game.max_score
        values = np.clip(played.values, -best, best)
        targets = (opinion * values + (1 - opinion) * played.scores).astype(np.float32)
        progress = self.game.progress(played.positions)
        return Dataset(self.game, played.positions, targets, progress, played.games)

    @property
    def _sizes(self) -> tuple[int, ...]:
        """That the next fit compares."""
        return SIZES[self._size : self._size + (2 if self._looks > 0 else 1)]

    @property
    def _fits(self) -> int:
        """How many fits the next one is: of sizes, and of other phases while there is a choice."""
        return len(self._sizes) + (self._looks > 0)

    def _fit(self, data: Dataset, seconds: float) -> _Fit:
        """With tables as before, or with larger ones if held-out games speak for them.

        So are the phases chosen. The newest positions count where there is no time for all of them.
        """
        start = self._now()
        smaller, larger = self._sizes[0], self._sizes[-1]
        if self._seconds_a_row:
            rows = int(seconds / (self._seconds_a_row * self._fits))
            data = data.select(slice(-max(rows, MIN_POSITIONS), None))
        train, held_out = data.split(HELD_OUT, self.seed)

        def time_for(times: float) -> bool:
            return times * (self._now() - start) <= max(seconds, 0)

        models = [self._fitted(self._tuples(smaller), train, held_out)]
        if larger > smaller and time_for(1 + GROWTH):
            models.append(self._fitted(self._tuples(larger), train, held_out))
        grown = error_of(models[-1]) < error_of(models[0])
        self._size += grown
        best = models[-1] if grown else models[0]
        if self._looks > 0 and time_for(1 + GROWTH / len(models)):
            (others,) = (count for count in PHASES if count != self._phases)
            models.append(self._fitted(best.weighted_sum.features, train, held_out, others))
            if error_of(models[-1]) < error_of(best):
                best, self._phases = models[-1], others
        self._seconds_a_row = (self._now() - start) / (len(data) * len(models))
        self._looks = max(self._looks - 1, int(grown))
        return _Fit(best, train, held_out)

    def _fitted(
        self, features: FeatureSet, train: Dataset, held_out: Dataset, phases: int = 0
    ) -> Model:
        solver = ConjugateGradients(passes=PASSES)
        stages = phases or self._phases
        fitter = LeastSquares(stages=stages, pool=POOL, l2=PENALTY, solver=solver)
        return fitter.fit(features, train, held_out, threads=self.threads)

    def _tuples(self, size: int) -> FeatureSet:
        if size not in self._features:
            self._features[size] = short_tuples(self.game, size)
        return self._features[size]


def error_of(model: Model) -> float:
    """On held-out rows; nothing if there are none."""
    return float(model.metrics["held_out"]["all"]["mse"] or 0.0)


def _generation(played: PlayedPositions, model: Model) -> Generation:
    return Generation(len(np.unique(played.games)), len(played), model.metrics["held_out"]["all"])
