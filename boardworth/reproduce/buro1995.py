"""Buro 1995, table 1: LOG, FISHER and QUAD learn from the same games, and play each other.

Games of a weak player from random openings of seven moves form one tree; endings are solved. Tables
are learned from one half of the games, combinations of them and of mobility from the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boardworth.evaluators import Evaluator, baseline
from boardworth.features import FeatureSet, JoinedFeatures, Mobility, board_patterns
from boardworth.fitting import (
    CovarianceComparison,
    Fisher,
    Log,
    Logistic,
    Model,
    Quad,
    compare_covariances,
    probability,
)
from boardworth.fitting.scoring import agreement
from boardworth.positions import Dataset, label_by_tree, self_play
from boardworth.reproduce.tournament import Pairing, Tournament, even_openings, speeds
from boardworth.search import AlphaBeta, Limit, solve_all

if TYPE_CHECKING:
    from boardworth.arena import MatchResult
    from boardworth.features import NumericFeatures
    from boardworth.recipes import Reporter
    from boardworth.rules import Game

TOURNAMENT_MINUTES = 30
# Table 1 of the paper.
PAIRINGS = (
    Pairing("LOG", "QUAD", (30, 30), (116, 15, 69)),
    Pairing("FISHER", "QUAD", (30, 30), (112, 15, 73)),
    Pairing("LOG", "FISHER", (30, 30), (93, 35, 72)),
    Pairing("LOG", "FISHER", (30, 36), (86, 24, 90)),
    Pairing("LOG", "QUAD", (30, 38), (93, 33, 74)),
    Pairing("FISHER", "QUAD", (30, 38), (84, 30, 86)),
    Pairing("LOG", "QUAD", (30, 45), (88, 26, 86)),
)
# Nodes in equal time: the paper's QUAD is about 20 % slower, and so is ours.
SPEEDS = {"LOG": 1.0, "FISHER": 1.0, "QUAD": 0.8}
# Imposed moves of a training game, and moves before a match begins (14 discs).
OPENING = 7
MATCH_OPENING = 10
# Per cent to win from 50 by which an opening of a match may differ from even.
MAX_IMBALANCE = 10.0
EXACT = 10
_SHORTEST_LINE = 4


@dataclass(frozen=True)
class Scale:
    """How much is done: by default as many games as in the paper, in less time."""

    training_games: int = 60_000  # of self-play
    games: int = 200  # of every pairing
    # What a player has that had 30 minutes a game; others have as many times as much as they had in
    # the paper. Nodes stand for time too: a slower player has fewer.
    limit: Limit = field(default_factory=lambda: Limit(seconds=0.01))
    pairings: Sequence[Pairing] = PAIRINGS  # which of the paper's are played
    stages: int = 13  # groups of positions with coefficients of their own
    seed: int = 0  # of everything random


@dataclass(frozen=True)
class HeldOut:
    """How well a combination predicts games that nothing was learned from."""

    name: str  # LOG, FISHER or QUAD
    features: int  # how many numbers it combines
    # Mean of -log of the probability given to what happened; a draw is half each.
    cross_entropy: float
    correlation: float | None  # of the probability with 1, 1/2 and 0


@dataclass(frozen=True)
class Buro1995:
    """What came out."""

    positions: int  # different ones, in all games
    held_out: tuple[HeldOut, ...]  # combinations of tables, then of tables and mobility
    covariances: tuple[CovarianceComparison, ...]  # of won and lost positions, by stage
    speeds: Mapping[str, float]  # nodes a second of each player's searches
    matches: tuple[MatchResult, ...]  # of every pairing, players with tables and mobility


def reproduce(game: Game, scale: Scale, reporter: Reporter, threads: int = 1) -> Buro1995:
    """Plays, learns, compares and plays again.

    Training games and fits do not depend on the threads, nor do matches without a limit in time.
    """
    data = _positions(game, scale, reporter, threads)
    for_tables, rest = data.split(0.5, scale.seed)
    for_combinations, held_out = rest.split(0.2, scale.seed)
    with reporter.task("tables", 1):
        train, watched = for_tables.split(0.1, scale.seed)
        tables = Logistic(stages=scale.stages).fit(lines(game), train, watched, threads=threads)
    sums = tables.pattern_sums()
    with_mobility = JoinedFeatures((sums, Mobility(game)))
    all_features: tuple[NumericFeatures, ...] = (sums, with_mobility)
    with reporter.task("combinations", 2):
        by_features = [
            _combinations(features, for_combinations, scale.stages, threads)
            for features in all_features
        ]
        rows = [
            _held_out(name, len(features.names), combination, held_out, threads)
            for features, found in zip(all_features, by_features, strict=True)
            for name, combination in found.items()
        ]
        groups = Quad(scale.stages).groups(with_mobility, for_combinations, threads)
        covariances = tuple(compare_covariances(group) for group in groups)
    players = {
        name: AlphaBeta(Evaluator(combination), name)
        for name, combination in by_features[-1].items()
    }
    openings = even_openings(
        players["LOG"], scale.games, MATCH_OPENING, depth=4, within=MAX_IMBALANCE, seed=scale.seed
    )
    tournament = Tournament(players, SPEEDS, openings, scale.limit, TOURNAMENT_MINUTES)
    return Buro1995(
        len(data),
        tuple(rows),
        covariances,
        speeds(game, players),
        tournament.run(game, scale.pairings, scale.games, reporter, threads),
    )


def lines(game: Game) -> FeatureSet:
    """The horizontal and vertical lines of the board, and all but the shortest diagonals."""
    patterns = [p for p in board_patterns(game).patterns if p.name.startswith("line")]
    return FeatureSet(game, [p for p in patterns if len(p.atoms) >= _SHORTEST_LINE])


def _positions(game: Game, scale: Scale, reporter: Reporter, threads: int) -> Dataset:
    player = AlphaBeta(Evaluator(baseline(game, "squares")))
    with reporter.task("self-play", scale.training_games) as advance:
        records = self_play(
            game,
            lambda position: player.move(position, Limit(depth=2)),
            scale.training_games,
            opening=(OPENING, OPENING),
            seed=scale.seed,
            threads=threads,
            played=lambda: advance(1),
        )
    with reporter.task("labels", 1):
        return label_by_tree(
            game,
            records,
            solve=partial(solve_all, game, threads=threads),
            solve_from=game.max_progress - EXACT,
        )


def _combinations(
    features: NumericFeatures, data: Dataset, stages: int, threads: int
) -> dict[str, Model]:
    fitters = {"LOG": Log(stages), "FISHER": Fisher(stages), "QUAD": Quad(stages)}
    return {name: fitter.fit(features, data, threads=threads) for name, fitter in fitters.items()}


def _held_out(name: str, features: int, model: Model, data: Dataset, threads: int) -> HeldOut:
    log_odds = model.predict(data, threads)
    truth = 0.5 + 0.5 * np.sign(data.targets.astype(np.float64))
    cross_entropy = float(np.mean(np.logaddexp(0, log_odds) - truth * log_odds))
    chances = probability(log_odds)
    found = agreement(chances, truth)
    return HeldOut(name, features, cross_entropy, found["correlation"])
