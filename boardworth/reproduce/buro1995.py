"""Buro 1995: LOG, FISHER and QUAD learn from the same games, and play each other.

Games of weak players from all openings of seven plies form one tree; outcomes of endings are found
by search. Tables of winning probabilities are counted in one half of the games; combinations of
them and of mobility, 13 numbers, are learned from the other. The paper does not list its tables:
ours are Logistello's 11 patterns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from statistics import median
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from boardworth.evaluators import Evaluator
from boardworth.features import JoinedFeatures, Mobility, named_patterns
from boardworth.fitting import Fisher, Log, Model, Quad, compare_covariances, probability
from boardworth.fitting.scoring import agreement
from boardworth.positions import Dataset, label_by_tree
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce.buro1995_paper import (
    COVARIANCES,
    DRAWS,
    PAIRINGS,
    QUAD_SPEED,
    TABLE,
    TOURNAMENT_MINUTES,
)
from boardworth.reproduce.even_openings import EvenOpenings
from boardworth.reproduce.kept_pairs import Score
from boardworth.reproduce.tournament import FULL_WIDTH, Conditions, Pairing, Speed, counts
from boardworth.reproduce.training_games import training_games
from boardworth.reproduce.win_rates import win_rates
from boardworth.search import AlphaBeta, Limit

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.fitting import ClassifiedRows, CombinationFitter
    from boardworth.recipes import Reporter
    from boardworth.reproduce.verdicts import Verdict
    from boardworth.rules import Game

# Imposed moves of a training game, and moves before a match begins (14 discs).
OPENING = 7
MATCH_OPENING = 10
# How players search that go on where a corner can be taken, besides `FULL_WIDTH`.
CORNERS = "corner quiescence"
# Per cent to win from 50 by which an opening of a match may differ from even.
MAX_IMBALANCE = 10.0


@dataclass(frozen=True)
class Learning:
    """All that the three evaluations depend on."""

    training_games: int = 60_000  # of self-play
    solved: int = 20  # outcomes of training games are searched this many moves before the end
    phases: int = 13  # groups of positions with tables and coefficients of their own
    seed: int = 0  # of everything random


@dataclass(frozen=True)
class Scale:
    """How much is done: by default as many training games as in the paper, and more matches."""

    learning: Learning = field(default_factory=Learning)
    games: int = 1000  # of every pairing with more time for one player
    even_games: int = 2000  # of every pairing at even time
    # What a player has that had 30 minutes a game; others have as many times as much as they had in
    # the paper. Nodes stand for time too: a slower player has fewer.
    limit: Limit = field(default_factory=lambda: Limit(nodes=20_000))
    pairings: Sequence[Pairing] = PAIRINGS  # which of the paper's are played
    opening_depth: int = 11  # of the searches that find openings even
    solved: int = 16  # games of matches are solved from this many moves before their end
    search: str = CORNERS  # how players search in matches


QUICK = Scale(
    Learning(training_games=2000, solved=16),
    games=60,
    even_games=60,
    limit=Limit(nodes=500),
    opening_depth=4,
    solved=12,
)
# As in the paper, but for its times, which are given with the limit.
FULL = Scale(games=200, even_games=200, solved=22)


@dataclass(frozen=True)
class HeldOut:
    """How well a combination predicts games that nothing was learned from."""

    name: str  # LOG, FISHER or QUAD
    # Mean of -log of the probability given to what happened; a draw is half each.
    cross_entropy: float
    correlation: float | None  # of the probability with 1, 1/2 and 0


@dataclass(frozen=True)
class PhaseCovariances:
    """How much the covariances of won and lost positions of a phase differ."""

    ratios: tuple[float, float]  # of variances of won over lost positions, the least and greatest
    share: float  # of the divergence, what is due to the covariances


@dataclass(frozen=True)
class Measured:
    """What the positions and evaluations are like."""

    positions: int  # different ones, in all games
    draws: float  # share of them
    features: int  # how many numbers are combined
    held_out: tuple[HeldOut, ...]
    covariances: tuple[PhaseCovariances, ...]


@dataclass(frozen=True)
class Buro1995:
    """What came out."""

    measured: Measured
    speeds: Mapping[str, Speed]  # beside LOG's
    scores: Mapping[Pairing, Score]

    def verdicts(self) -> list[Verdict]:
        """One for each result of the paper."""
        draws = 100 * self.measured.draws
        quad = self.speeds["QUAD"]
        shares = [100 * phase.share for phase in self.measured.covariances]
        usual = median(shares)
        spread = f"{usual:.1f} % of the divergence; {min(shares):.1f} to {max(shares):.1f} by phase"
        return [
            *(pairing.verdict(self.scores.get(pairing, Score(())), TABLE) for pairing in PAIRINGS),
            DRAWS.by_interval(draws, draws, f"{draws:.1f} %", ""),
            QUAD_SPEED.by_interval(quad.low, quad.high, str(quad), "an idle machine"),
            COVARIANCES.by_interval(usual, usual, spread, ""),
        ]


def reproduce(
    game: Game,
    scale: Scale,
    folder: Path,
    reporter: Reporter,
    *,
    threads: int = 1,
    fresh: bool = False,
) -> Buro1995:
    """Plays, learns, compares and plays again; goes on with what the folder has.

    Training games and fits do not depend on the threads, nor do matches without a limit in time.
    """
    workspace = Workspace(folder, msgspec.json.encode(scale.learning), reporter)
    with workspace.opened(fresh=fresh):
        evaluations = _Evaluations(game, scale.learning, workspace, reporter, threads)
        models = evaluations.models()
        measured = workspace.values("measured", partial(evaluations.measure, models), Measured)
        players = {
            search: _players(models, quiescence=search == CORNERS)
            for search in (CORNERS, FULL_WIDTH)
        }
        # Openings and speeds are the same for both, so that matches can be compared.
        even = EvenOpenings(
            players[CORNERS]["LOG"],
            MATCH_OPENING,
            scale.opening_depth,
            MAX_IMBALANCE,
            scale.learning.seed,
        )
        # LOG and FISHER are both linear.
        alike = {"FISHER": "LOG"}
        conditions = Conditions(even, scale.limit, TOURNAMENT_MINUTES, scale.solved, alike)
        games = {scale.search: counts(scale.pairings, scale.games, scale.even_games)}
        held = conditions.hold(players, games, workspace, reporter, threads)
    return Buro1995(measured, held.speeds, held.scores[scale.search])


def _players(models: Mapping[str, Model], quiescence: bool) -> dict[str, AlphaBeta]:
    return {
        name: AlphaBeta(Evaluator(model), name, quiescence=quiescence)
        for name, model in models.items()
    }


@dataclass
class _Evaluations:
    """The three of them and what they are made of, each made once."""

    game: Game
    learning: Learning
    workspace: Workspace
    reporter: Reporter
    threads: int

    @cached_property
    def data(self) -> Dataset:
        """All positions, classified by negamax through the tree of all games."""
        return self.workspace.dataset("positions", self._classified)

    @cached_property
    def halves(self) -> tuple[Dataset, Dataset, Dataset]:
        """For the tables, for the combinations, and held out."""
        for_tables, rest = self.data.split(0.5, self.learning.seed)
        return for_tables, *rest.split(0.2, self.learning.seed)

    @cached_property
    def features(self) -> JoinedFeatures:
        """Sums over tables of winning probabilities, and mobility."""
        patterns, for_tables = named_patterns(self.game, ["shipped"]), self.halves[0]
        with self.reporter.task("tables", 1):
            sums = win_rates(patterns, for_tables, self.learning.phases, threads=self.threads)
        return JoinedFeatures((sums, Mobility(self.game)))

    def models(self) -> dict[str, Model]:
        """By name."""
        phases = self.learning.phases
        fitters = {"LOG": Log(phases), "FISHER": Fisher(phases), "QUAD": Quad(phases)}
        return {
            name: self.workspace.model(name, partial(self._fit, name, fitter))
            for name, fitter in fitters.items()
        }

    def measure(self, models: Mapping[str, Model]) -> Measured:
        """Counts, and what held-out games say."""
        groups = Quad(self.learning.phases).groups(self.features, self.halves[1], self.threads)
        return Measured(
            len(self.data),
            float(np.mean(self.data.targets == 0)),
            len(self.features.names),
            tuple(_held_out(*one, self.halves[2], self.threads) for one in models.items()),
            tuple(_covariances(group) for group in groups),
        )

    def _fit(self, name: str, fitter: CombinationFitter) -> Model:
        features, examples = self.features, self.halves[1]
        with self.reporter.task(name, 1):
            return fitter.fit(features, examples, threads=self.threads)

    def _classified(self) -> Dataset:
        records = training_games(
            self.game,
            self.learning.training_games,
            OPENING,
            self.learning.solved,
            seed=self.learning.seed,
            workspace=self.workspace,
            reporter=self.reporter,
            threads=self.threads,
        )
        return label_by_tree(self.game, records)


def _held_out(name: str, model: Model, data: Dataset, threads: int) -> HeldOut:
    log_odds = model.predict(data, threads)
    truth = 0.5 + 0.5 * np.sign(data.targets.astype(np.float64))
    cross_entropy = float(np.mean(np.logaddexp(0, log_odds) - truth * log_odds))
    chances = probability(log_odds)
    return HeldOut(name, cross_entropy, agreement(chances, truth)["correlation"])


def _covariances(examples: ClassifiedRows) -> PhaseCovariances:
    found = compare_covariances(examples)
    return PhaseCovariances((float(found.ratios[0]), float(found.ratios[-1])), found.share)
