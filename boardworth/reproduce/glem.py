"""Buro 1998: sparse patterns of 16 squares, added to the basic ones, play against those alone.

The training positions are as the paper wants them: evaluated inside searches, and labelled by
deeper ones. All versions are fitted to the same positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boardworth.evaluators import Evaluator, shipped_model
from boardworth.features import named_patterns
from boardworth.fitting import LeastSquares, Model
from boardworth.positions import Dataset, label, label_by_search, self_play
from boardworth.recipes.searched_positions import StepwiseJudge, sample_positions
from boardworth.reproduce.tournament import Pairing, Tournament, even_openings, speeds
from boardworth.search import AlphaBeta, Limit, calibrate

if TYPE_CHECKING:
    from boardworth.arena import MatchResult
    from boardworth.recipes import Reporter
    from boardworth.rules import Game

TOURNAMENT_MINUTES = 10
# Table 1 of the paper: versions with sparse patterns against the basic one.
PAIRINGS = (
    Pairing("A", "basic", (10, 10), (213, 58, 163)),
    Pairing("B", "basic", (10, 10), (211, 60, 163)),
    Pairing("AB", "basic", (10, 10), (203, 60, 171)),
    Pairing("ABC", "basic", (10, 10), (211, 49, 174)),
    Pairing("A", "basic", (6, 10), (172, 59, 203)),
    Pairing("A", "basic", (7, 10), (183, 55, 196)),
    Pairing("A", "basic", (8, 10), (195, 63, 176)),
)
# Nodes of a version as a share of the basic one's, in the same time; ours are about the same.
SPEEDS = {"basic": 1.0, "A": 0.89, "B": 0.89, "AB": 0.83, "ABC": 0.80}
VERSIONS = {
    "basic": ["shipped"],
    "A": ["shipped", "A"],
    "B": ["shipped", "B"],
    "AB": ["shipped", "A", "B"],
    "ABC": ["shipped", "A", "B", "C"],
}
MATCH_OPENING = 8
MAX_IMBALANCE = 6.0  # points
# Positions that one game of self-play is expected to start searches from.
POSITIONS_PER_GAME = 25
# Random moves that a game of self-play begins with.
OPENING = (6, 39)
SOLVED = 12


# As much as in the paper, and how often a valid configuration occurred there.
FULL = {"positions": 11_000_000, "games": 434}
PAPER_MIN_COUNT = 75
SMALLEST_MIN_COUNT = 10


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    positions: int = 800_000  # to learn from; the successors of best moves come on top
    label_depth: int = 6  # of the searches that label them
    games: int = 200  # of every pairing
    # What a player has that had 10 minutes a game; others have as many times as much as they had in
    # the paper. Nodes stand for time too: a slower player has fewer.
    limit: Limit = field(default_factory=lambda: Limit(seconds=0.01))
    pairings: Sequence[Pairing] = PAIRINGS  # which of the paper's are played
    # How often a valid configuration of a sparse pattern occurs; by default as large a share of
    # the positions as in the paper, and no fewer than 10.
    min_count: int | None = None
    stages: int = 13  # groups of positions with weights of their own
    calibration: int = 300  # positions on which searches learn what they may leave out
    seed: int = 0  # of everything random

    @property
    def valid_count(self) -> int:
        """How often a valid configuration occurs at least."""
        if self.min_count is not None:
            return self.min_count
        return max(SMALLEST_MIN_COUNT, round(PAPER_MIN_COUNT * self.positions / FULL["positions"]))


@dataclass(frozen=True)
class Version:
    """A set of patterns, fitted."""

    name: str  # as in the paper
    valid: int  # valid configurations of its sparse patterns, symmetric ones counted once
    weights: int  # per stage
    error: float  # mean squared error on held-out games
    speed: float  # nodes a second


@dataclass(frozen=True)
class Glem:
    """What came out."""

    positions: int  # learned from, successors included
    # What searches find the move to be worth, on average; and with the successors of best moves,
    # which see it from the other side.
    mover_bias: tuple[float, float]
    versions: tuple[Version, ...]  # fitted to the same positions
    matches: tuple[MatchResult, ...]  # of every pairing


def reproduce(game: Game, scale: Scale, reporter: Reporter, threads: int = 1) -> Glem:
    """Samples, labels, fits and plays. Only limits of time make a difference from run to run."""
    data = _positions(game, scale, reporter, threads)
    train, held_out = data.split(0.1, scale.seed)
    wanted = {"basic", *(p.first for p in scale.pairings), *(p.second for p in scale.pairings)}
    names = [name for name in VERSIONS if name in wanted]
    models: dict[str, Model] = {}
    with reporter.task("fits", len(names)) as advance:
        for name in names:
            features = named_patterns(game, VERSIONS[name]).with_valid(
                train.positions, scale.valid_count, threads
            )
            fitter = LeastSquares(stages=scale.stages)
            model = fitter.fit(features, train, held_out, threads=threads)
            selectivity = calibrate(model, positions=scale.calibration, depth=8, threads=threads)
            models[name] = model.with_playing(selectivity=selectivity)
            advance(1)
    players = {name: AlphaBeta(Evaluator(model), name) for name, model in models.items()}
    openings = even_openings(
        players["basic"], scale.games, MATCH_OPENING, depth=6, within=MAX_IMBALANCE, seed=scale.seed
    )
    tournament = Tournament(players, SPEEDS, openings, scale.limit, TOURNAMENT_MINUTES)
    measured = speeds(game, players)
    return Glem(
        len(data),
        (data.provenance["mover_bias"], float(data.targets.mean(dtype=np.float64))),
        tuple(_version(name, model, measured[name]) for name, model in models.items()),
        tournament.run(game, scale.pairings, scale.games, reporter, threads),
    )


def _positions(game: Game, scale: Scale, reporter: Reporter, threads: int) -> Dataset:
    """Positions of self-play from random openings and of searches there, labelled by search."""
    model = shipped_model(game)
    player = AlphaBeta(Evaluator(model))
    count = -(-scale.positions // (2 * POSITIONS_PER_GAME))
    with reporter.task("self-play", count) as advance:
        records = self_play(
            game,
            lambda position: player.move(position, Limit(depth=2)),
            count,
            opening=OPENING,
            seed=scale.seed,
            threads=threads,
            played=lambda: advance(1),
        )
    sampled = sample_positions(
        model,
        label(game, records).merged(),
        scale.positions,
        seed=scale.seed,
        threads=threads,
        reporter=reporter,
    )
    with reporter.task("labels by search", len(sampled)) as advance:
        judge = StepwiseJudge(model, scale.label_depth, SOLVED, advance, threads)
        return label_by_search(sampled, judge, {"depth": scale.label_depth})


def _version(name: str, model: Model, speed: float) -> Version:
    return Version(
        name,
        sum(len(valid) for valid in model.weighted_sum.features.valid or ()),
        len(model.weighted_sum.features),
        model.metrics["held_out"]["all"]["mse"],
        speed,
    )
