"""Kaneko, Yamaguchi, Kawai 2002: logical features, and the patterns that they unfold to.

All evaluations are fitted to the same positions, and measured on those of other games.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.evaluators import baseline
from boardworth.features import ConfigurationSet, FeatureSet, named_patterns
from boardworth.features.logic import Bounds
from boardworth.features.logic.counts import LogicCounts
from boardworth.features.logic.patterns import LogicPatterns
from boardworth.fitting import LeastSquares
from boardworth.fitting.scoring import scored
from boardworth.recipes import forward_steps
from boardworth.recipes.generated_logic import unfolded_features
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce.accuracy import Agreement, Estimate, Resampled, estimate
from boardworth.reproduce.kaneko_paper import (
    APPROACHES,
    BETTER,
    LIKE_LOGISTELLO,
    correlation_claim,
    efficiency_claim,
    move_claim,
)
from boardworth.reproduce.kaneko_positions import MoveChoices, Sample, self_played_games
from boardworth.reproduce.kaneko_speeds import Speeds, measured_speeds
from boardworth.rules import load_game

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.features.logic import Unfolding
    from boardworth.fitting import Model
    from boardworth.positions import Dataset
    from boardworth.recipes import Reporter
    from boardworth.reproduce.kaneko_positions import Games
    from boardworth.reproduce.verdicts import Verdict
    from boardworth.rules import Game

OTHELLO, HASAMI = "othello", "hasami-shogi"
LIKE_THE_PAPER, MIDDLE_GAME = 4, 24  # empty squares: 60 discs, and where tournaments are decided
PENALTY = 10.0  # for large weights, in every fit
STOPPING = 0.1  # of the training games: they say when a fit has made enough passes
# Of a feature; seconds would cut it differently from run to run.
BOUNDS = Bounds(conjunctions=50_000, seconds=3600.0)
MIN_COUNT = 20  # training positions that must show a pattern of C
MAX_FACTS = 8  # of a pattern
MAX_SAMPLE = 100_000  # positions in which patterns are counted


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    patterns: int = 100_000  # of C, at most, unless B has more
    positions: int = 1_000_000  # that a fit learns from, at most
    games: int = 4_000  # of self-play in hasami shogi, and in Othello if there are no records
    seed: int = 0


QUICK = Scale(patterns=5_000, positions=20_000, games=500)
FULL = Scale(patterns=300_000, games=100_000)


@dataclass(frozen=True)
class Unfolded:
    """The logical features of a game."""

    game: Game
    unfoldings: Sequence[Unfolding]  # the complete ones
    cut: int  # how many were beyond the bounds
    seconds: float  # of CPU time, to ground and to unfold them

    @classmethod
    def of(cls, name: str, reporter: Reporter, threads: int) -> Unfolded:
        """As they are generated from the game's theory."""
        game = load_game(name)
        with reporter.task(f"unfolding the logical features of {name}", 1):
            start = _cpu_seconds()
            found = unfolded_features(game, BOUNDS, threads=threads, reporter=reporter)
            seconds = _cpu_seconds() - start
        complete = [one for one in found if one.missing is None]
        return cls(game, complete, len(found) - len(complete), seconds)

    @property
    def checksum(self) -> str:
        """Of all conjunctions."""
        literals = [one.literals.tobytes() + one.starts.tobytes() for one in self.unfoldings]
        return hashlib.sha256(b"".join(literals)).hexdigest()

    def parts(
        self, train: Dataset, patterns: int, threads: int
    ) -> dict[str, LogicCounts | ConfigurationSet]:
        """A, B and C, which has the patterns of B, then parts of them, the most frequent first."""
        whole = LogicPatterns.of(self.game, self.unfoldings, MAX_FACTS)
        sample = forward_steps.Sample.of(train, MAX_SAMPLE)
        counted, _ = sample.counted(whole.with_parts().found, threads)
        order = counted.frequency_order()
        # Those of B stand first in `counted`.
        is_part = (order >= len(whole)) & (counted.counts[order] >= sample.scaled(MIN_COUNT))
        order = np.concatenate([np.arange(len(whole)), order[is_part]])
        order = order[: max(patterns, len(whole))]
        return {
            "A": LogicCounts.of(self.unfoldings),
            "B": ConfigurationSet(whole.found, "all"),
            "C": ConfigurationSet(counted.select(order), "all"),
        }


@dataclass(frozen=True)
class RightMoves:
    """Whether evaluations choose one of the best moves, in the same held-out positions."""

    resampled: Resampled
    right: Mapping[str, NDArray[np.float64]]  # by evaluation and position

    def share(self, name: str) -> Estimate:
        """Of positions in which the right move was chosen."""
        return estimate(self.resampled.mean(self.right[name]))

    def difference(self, first: str, second: str) -> Estimate:
        """The share of the first less that of the second."""
        return estimate(self.resampled.mean(self.right[first] - self.right[second]))


@dataclass(frozen=True)
class Measured:
    """What came out for one kind of positions."""

    where: str  # what kind
    positions: int  # learned from
    sizes: Mapping[str, int]  # conjunctions of each evaluation from logic
    parts: Mapping[str, LogicCounts | ConfigurationSet]  # of those
    models: Mapping[str, Model]
    agreement: Agreement
    moves: RightMoves | None = None  # None where moves were not looked at


@dataclass(frozen=True)
class Kaneko:
    """What came out."""

    unfolded: Mapping[str, Unfolded]  # by game
    like_the_paper: Measured  # Othello at 60 discs
    middle_game: Measured
    hasami: Measured
    speeds: Mapping[str, Speeds] = field(default_factory=dict)  # by game

    def verdicts(self) -> list[Verdict]:
        """One for each result of the paper that is legible."""
        measured, more = self.like_the_paper, "more held-out games"
        rows = []
        for better, worse in BETTER:
            found = measured.agreement.correlation_difference(better, worse)
            claim = correlation_claim(better, worse)
            rows.append(claim.by_interval(found.low, found.high, f"{found:+.3f}", more))
        if measured.moves is not None:
            for better, worse in BETTER:
                found = measured.moves.difference(better, worse)
                claim = move_claim(better, worse)
                rows.append(claim.by_interval(found.low, found.high, f"{found:+.3f}", more))
        found = self.middle_game.agreement.correlation_difference("C", LIKE_LOGISTELLO)
        rows.append(APPROACHES.by_interval(found.low, found.high, f"{found:+.3f}", more))
        for game, speeds in self.speeds.items():
            ratio = speeds.patterns_to_features
            ours = f"{ratio.value:.1f} times [{ratio.low:.1f}, {ratio.high:.1f}]"
            rows.append(
                efficiency_claim(game).by_interval(ratio.low, ratio.high, ours, "an idle machine")
            )
        return rows


def reproduce(
    games: Games,
    hasami_games: Games,
    scale: Scale,
    folder: Path,
    reporter: Reporter,
    *,
    threads: int = 1,
    fresh: bool = False,
) -> Kaneko:
    """Unfolds, fits and measures; goes on with the fits that the folder has.

    Only times make a difference from run to run.
    """
    unfolded = {name: Unfolded.of(name, reporter, threads) for name in (OTHELLO, HASAMI)}
    features = [one.checksum for one in unfolded.values()]
    positions = [games.checksum, hasami_games.checksum]
    workspace = Workspace(folder, msgspec.json.encode((scale, positions, features)), reporter)
    with workspace.opened(fresh=fresh):
        work = _Work(workspace, scale, reporter, threads)
        othello = partial(work.othello, unfolded[OTHELLO], games)
        like_the_paper = othello("60 discs", LIKE_THE_PAPER, choose_moves=True)
        middle_game = othello("24 empty squares", MIDDLE_GAME, choose_moves=False)
        hasami = work.fitted(unfolded[HASAMI], HASAMI, hasami_games.all(), {})
    speeds = {
        name: measured_speeds(unfolded[name].game, measured.parts, scale.seed)
        for name, measured in ((OTHELLO, middle_game), (HASAMI, hasami))
    }
    return Kaneko(unfolded, like_the_paper, middle_game, hasami, speeds)


def hasami_games(scale: Scale, reporter: Reporter, threads: int) -> Games:
    """Self-play by material, a ply deep: what a position is worth is how its game ended."""
    game = load_game(HASAMI)
    with reporter.task(f"games of {HASAMI}", 1):
        model = baseline(game, "material")
        return self_played_games(
            model, scale.games, (0, 40), solved=0, seed=scale.seed, threads=threads
        )


def _cpu_seconds() -> float:
    """Of this process and those that it has waited for, such as the grounder."""
    return sum(os.times()[:4])


@dataclass(frozen=True)
class _Work:
    workspace: Workspace
    scale: Scale
    reporter: Reporter
    threads: int

    def othello(
        self, unfolded: Unfolded, games: Games, where: str, empties: int, *, choose_moves: bool
    ) -> Measured:
        """Logistello's patterns beside A, B and C, at one number of empty squares."""
        beside = {LIKE_LOGISTELLO: named_patterns(unfolded.game, ["shipped"])}
        sample = games.at(empties)
        found = self.fitted(unfolded, where, sample, beside)
        if not choose_moves:
            return found
        # Successors have one empty square less, so they are valued by models of their own.
        after = self.fitted(unfolded, f"{where} and one", games.at(empties - 1), beside)
        choices = MoveChoices.of(sample.held_out, self.threads)
        right = {
            name: choices.right(model.evaluation.predict(choices.successors, self.threads))
            for name, model in after.models.items()
        }
        games_of = sample.held_out.game_ids[np.unique(choices.position_of)]
        moves = RightMoves(
            Resampled(games_of), {name: own.astype(np.float64) for name, own in right.items()}
        )
        return replace(found, moves=moves)

    def fitted(
        self,
        unfolded: Unfolded,
        where: str,
        sample: Sample,
        beside: Mapping[str, FeatureSet],
    ) -> Measured:
        """All evaluations, fitted to a sample's training positions."""
        train = sample.train.select(slice(-self.scale.positions, None))
        parts = unfolded.parts(train, self.scale.patterns, self.threads)
        sizes = {name: len(part.dag.configurations) for name, part in parts.items()}
        features = {
            name: FeatureSet(unfolded.game, [], parts=[part]) for name, part in parts.items()
        }
        models = {
            name: self._model(name, where, own, train, sample.held_out)
            for name, own in {**features, **beside}.items()
        }
        values = {
            name: model.predict(sample.held_out, self.threads) for name, model in models.items()
        }
        agreement = Agreement(sample.held_out, values)
        return Measured(where, len(train), sizes, parts, models, agreement)

    def _model(
        self, name: str, where: str, features: FeatureSet, train: Dataset, held_out: Dataset
    ) -> Model:
        fitter = LeastSquares(1, pool=0, l2=PENALTY)

        def fit() -> Model:
            learned_from, stopping = train.split(STOPPING)
            with self.reporter.task(f"fit of {name}, {where}", 1):
                model = fitter.fit(features, learned_from, stopping, threads=self.threads)
                return scored(model, held_out, self.threads)

        step = re.sub("[^a-zA-Z0-9]+", "-", f"{where} {name}")
        return self.workspace.model(step, fit)
