"""Buro 1998: sparse patterns of 16 squares, added to the basic ones, play against those alone.

All versions are fitted to the same positions, whose labels rest on the basic patterns alone. They
search the full width, as in the paper, and once more with our forward pruning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import msgspec

from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.features import FeatureSet, named_patterns, read_pictures, shipped_pictures
from boardworth.fitting import LeastSquares, Model
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce.even_openings import EvenOpenings
from boardworth.reproduce.glem_paper import (
    BIAS,
    GAMES,
    MIN_COUNT,
    PAIRINGS,
    POSITIONS,
    TABLE,
    TOURNAMENT_MINUTES,
    VALID,
    VERSIONS,
    speed_claim,
)
from boardworth.reproduce.glem_positions import BASIC, HELD_OUT, LabelledPositions, Learning
from boardworth.reproduce.kept_pairs import Score
from boardworth.reproduce.tournament import FULL_WIDTH, Conditions, Held, Pairing, counts
from boardworth.search import AlphaBeta, Limit, calibrate

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.positions import Dataset
    from boardworth.recipes import Reporter
    from boardworth.reproduce.verdicts import Verdict
    from boardworth.rules import Game

MATCH_OPENING = 8
MAX_IMBALANCE = 6.0  # points
SMALLEST_MIN_COUNT = 10
# From fewer, a result against large patterns says nothing about them.
ENOUGH_POSITIONS = 5_000_000
CALIBRATION_DEPTH = 8
# How players search that prune as much as suits them, besides `FULL_WIDTH`.
PRUNING = "forward pruning"


@dataclass(frozen=True)
class Scale:
    """How much is done: by default fewer positions than in the paper, and shorter games."""

    learning: Learning = field(default_factory=Learning)
    games: int = GAMES  # of every pairing, but
    even_games: int = 4000  # of every pairing at even time and full width
    # What a player has that had 10 minutes a game; others have as many times as much as they had in
    # the paper. Nodes stand for time too: a slower player has fewer.
    limit: Limit = field(default_factory=lambda: Limit(nodes=10_000))
    pairings: Sequence[Pairing] = PAIRINGS  # which of the paper's are played
    opening_depth: int = 6  # of the searches that find openings even
    solved: int = 16  # games of matches are solved from this many moves before their end


QUICK = Scale(
    Learning(positions=20_000, label_depth=3, solved=10, calibration=240),
    games=40,
    even_games=60,
    limit=Limit(nodes=500),
    opening_depth=4,
    solved=12,
)
# As in the paper, but for its times, which are given with the limit.
FULL = Scale(Learning(positions=POSITIONS), even_games=GAMES, solved=22)


@dataclass(frozen=True)
class Version:
    """A set of patterns, fitted."""

    name: str  # as in the paper, or of the shape that was added
    valid: tuple[int, ...]  # valid configurations of each sparse pattern, symmetric ones once
    weights: int  # per phase
    error: float  # mean squared error on held-out games

    @classmethod
    def of(cls, name: str, model: Model) -> Version:
        """What a fitted model says about itself."""
        features = model.weighted_sum.features
        return cls(
            name,
            tuple(len(valid) for valid in features.valid or () if len(valid)),
            len(features),
            model.metrics["held_out"]["all"]["mse"],
        )


@dataclass(frozen=True)
class Glem:
    """What came out."""

    positions: int  # learned from, successors included
    # What searches find the move to be worth, on average; and with the successors of best moves,
    # which see it from the other side.
    mover_bias: tuple[float, float]
    versions: tuple[Version, ...]  # fitted to the same positions
    held: Held  # by how players search

    def verdicts(self) -> list[Verdict]:
        """One for each result of the paper; those with forward pruning are ours besides."""
        sources = {FULL_WIDTH: TABLE, PRUNING: f"{TABLE}, with forward pruning"}
        rows = [
            self._fairly(pairing.verdict(scores.get(pairing, Score(())), sources[search]))
            for search, scores in self.held.scores.items()
            for pairing in PAIRINGS
        ]
        rows += [
            speed_claim(name).by_interval(speed.low, speed.high, str(speed), "an idle machine")
            for name, speed in self.held.speeds.items()
            if name != "basic"
        ]
        return [*rows, self._valid(), self._bias()]

    def _fairly(self, verdict: Verdict) -> Verdict:
        """What few positions taught large patterns refutes nothing."""
        if verdict.verdict != "refuted" or self.positions >= ENOUGH_POSITIONS:
            return verdict
        return replace(
            verdict, verdict="undecided", would_decide=f"{ENOUGH_POSITIONS:,} positions or more"
        )

    def _valid(self) -> Verdict:
        counts = [count for version in self.versions for count in version.valid]
        ours = f"{min(counts):,} to {max(counts):,}" if counts else "none"
        if self.positions < POSITIONS or not counts:
            return VALID.undecided(ours, f"{POSITIONS:,} positions")
        return VALID.by_interval(min(counts), max(counts), ours, "the pictures of figure 8")

    def _bias(self) -> Verdict:
        alone, both = self.mover_bias
        ours = f"{alone:+.2f} points, {both:+.2f} with successors"
        if alone <= 0:
            return BIAS.undecided(ours, "positions in which the mover has a bonus")
        left = 100 * abs(both) / alone
        return BIAS.by_interval(left, left, ours, "")


def reproduce(
    game: Game,
    scale: Scale,
    folder: Path,
    reporter: Reporter,
    *,
    threads: int = 1,
    fresh: bool = False,
) -> Glem:
    """Labels, fits and plays; goes on with what the folder has.

    Only limits of time, and speeds, make a difference from run to run.
    """
    workspace = Workspace(folder, msgspec.json.encode(scale.learning), reporter)
    with workspace.opened(fresh=fresh):
        fits = _Fits(game, scale.learning, workspace, reporter, threads)
        wanted = {"basic", *(name for p in scale.pairings for name in (p.first, p.second))}
        models = {name: fits.version(name) for name in VERSIONS if name in wanted}
        positions, bias = workspace.values("labels", fits.labels, tuple[int, tuple[float, float]])
        players = {
            FULL_WIDTH: _players(models, selectivity=0),
            PRUNING: _players(models, selectivity=None),
        }
        even = EvenOpenings(
            players[PRUNING]["basic"],
            MATCH_OPENING,
            scale.opening_depth,
            MAX_IMBALANCE,
            scale.learning.seed,
        )
        games = {
            FULL_WIDTH: counts(scale.pairings, scale.games, scale.even_games),
            PRUNING: counts(scale.pairings, scale.games, scale.games),
        }
        conditions = Conditions(even, scale.limit, TOURNAMENT_MINUTES, scale.solved)
        held = conditions.hold(players, games, workspace, reporter, threads)
    versions = tuple(Version.of(name, model) for name, model in models.items())
    return Glem(positions, bias, versions, held)


def rank_shapes(
    game: Game,
    learning: Learning,
    folder: Path,
    reporter: Reporter,
    *,
    threads: int = 1,
    fresh: bool = False,
) -> list[Version]:
    """Candidates for the lost shapes, each added to the basic patterns: best held-out error first.

    They are fitted to the same positions as the versions of `reproduce`.
    """
    pictures = shipped_pictures(game, "shapes")
    if pictures is None:
        raise BoardworthError(f"no shapes come with Boardworth for {game.name}")
    workspace = Workspace(folder, msgspec.json.encode(learning), reporter)
    with workspace.opened(fresh=fresh):
        fits = _Fits(game, learning, workspace, reporter, threads)
        basic = named_patterns(game, BASIC)
        shapes = {"none": basic} | {
            shape.name: FeatureSet(game, [*basic.patterns, shape])
            for shape in read_pictures(game, pictures).patterns
        }
        found = [
            workspace.values(f"shape-{number}", partial(fits.shape, *shape), Version)
            for number, shape in enumerate(shapes.items())
        ]
    return sorted(found, key=lambda version: version.error)


@dataclass
class _Fits:
    """Versions fitted to the same positions, each made once."""

    game: Game
    learning: Learning
    workspace: Workspace
    reporter: Reporter
    threads: int

    @cached_property
    def _labelled(self) -> tuple[Dataset, tuple[float, float]]:
        return LabelledPositions(
            self.game, self.learning, self.workspace, self.reporter, self.threads
        ).find()

    @cached_property
    def _halves(self) -> tuple[Dataset, Dataset]:
        return self._labelled[0].split(HELD_OUT, self.learning.seed)

    def labels(self) -> tuple[int, tuple[float, float]]:
        """How many positions there are, and the mover's bias in them."""
        return len(self._labelled[0]), self._labelled[1]

    def version(self, name: str) -> Model:
        """A version of the paper's, ready to play."""
        features = named_patterns(self.game, VERSIONS[name])
        return self.workspace.model(f"version-{name}", partial(self._calibrated, name, features))

    def shape(self, name: str, features: FeatureSet) -> Version:
        """What a shape brings beside the basic patterns."""
        return Version.of(name, self._fitted(name, features))

    def _calibrated(self, name: str, features: FeatureSet) -> Model:
        model = self._fitted(name, features)
        selectivity = calibrate(
            model,
            positions=self.learning.calibration,
            depth=CALIBRATION_DEPTH,
            threads=self.threads,
        )
        return model.with_playing(selectivity=selectivity)

    def _fitted(self, name: str, features: FeatureSet) -> Model:
        train, held_out = self._halves
        with self.reporter.task(f"fit of {name}", 1):
            fitter = LeastSquares(stages=self.learning.phases, min_count=valid_count(self.learning))
            return fitter.fit(features, train, held_out, threads=self.threads)


def valid_count(learning: Learning) -> int:
    """How often a valid configuration occurs at least."""
    if learning.min_count is not None:
        return learning.min_count
    return max(SMALLEST_MIN_COUNT, round(MIN_COUNT * learning.positions / POSITIONS))


def _players(models: Mapping[str, Model], selectivity: int | None) -> dict[str, AlphaBeta]:
    return {
        name: AlphaBeta(Evaluator(model), name, selectivity=selectivity)
        for name, model in models.items()
    }
