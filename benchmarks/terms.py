"""Terms beside Logistello's patterns: what each gains on later games, and what it costs a search.

One phase is fitted to the WTHOR games to 2015 and measured on those of 2016 to 2021, at 24 empty
squares: there the files have exact scores. Without BOARDWORTH_DATA the games are self-play.
"""

from dataclasses import replace
from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.accuracy import EMPTIES, mean_and_interval, measured_on
from benchmarks.data import NoData
from benchmarks.othello_models import WTHOR, record_files
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.cli.score import read_positions
from boardworth.features import FeatureSet, Terms, known_terms, named_patterns
from boardworth.positions import label, self_play
from boardworth.rules import progress_near_the_end
from boardworth.search import solve_all

SOURCES = (
    *("core/evaluators", "core/features", "core/fitting", "core/rules", "core/search"),
    *("boardworth/features", "boardworth/fitting", "benchmarks/accuracy.py"),
)
NONE, ALL = "none", "all"
WALK, DEPTH, SEARCHED = 4, 9, 6  # plies walked, plies searched, positions that are
EARLIEST = 30  # positions of this many empty squares, and fewer, are learned from


def run() -> None:
    game = bw.load_game("othello")
    learned, fresh = data(game)
    empties = game.max_progress - learned.progress
    train, held_out = learned.select((empties >= EMPTIES) & (empties <= EARLIEST)).split(0.1)
    names = known_terms(game)
    chosen = {NONE: [], **{name: [name] for name in names}, ALL: names}
    features = {name: with_terms(game, terms) for name, terms in chosen.items()}
    models = {}
    for name, own in features.items():
        models[name] = bw.LeastSquares(stages=1).fit(own, train, held_out, threads=2)
        print(name, models[name].summary(), flush=True)
    show_gain(models, fresh, len(train))
    positions = [bw.Position(game, p.tobytes()) for p in fresh.positions[:SEARCHED]]
    show_cost(
        {name: without_weight(models[NONE], own) for name, own in features.items()}, positions
    )


def with_terms(game: bw.Game, terms: list[str]) -> FeatureSet:
    patterns = named_patterns(game, ["shipped"]).patterns
    return FeatureSet(game, patterns, parts=[Terms(game, terms)] if terms else [])


def without_weight(model: bw.Model, features: FeatureSet) -> bw.Model:
    """The model with terms that weigh nothing: its searches visit the same nodes."""
    found, terms = model.weighted_sum, len(features.terms)
    before = [len(found.features) - 1] * terms
    weights = np.insert(found.weights, before, 0, axis=1)
    counts = np.insert(found.counts, before, 0, axis=1)
    return bw.Model(replace(found, features=features, weights=weights, counts=counts))


def data(game: bw.Game) -> tuple[bw.Dataset, bw.Dataset]:
    """Positions to learn from, and others of 24 empty squares."""
    try:
        return read_positions(game, record_files(WTHOR), 0, 2), measured_on(game)[0]
    except NoData:
        player = bw.AlphaBeta(bw.Evaluator(bw.shipped_model(game)))
        games = self_play(
            game,
            lambda position: player.move(position, bw.Limit(depth=2)),
            4000,
            opening=(6, 30),
            seed=1,
            threads=2,
        )
        solve = partial(solve_all, game, threads=2)
        found = label(game, games, solve=solve, solve_from=progress_near_the_end(game, 12))
        learned, other = found.split(0.2)
        other = other.select(other.progress == game.max_progress - EMPTIES)
        return learned, other.without(learned.canonical_keys())


def show_gain(models: dict[str, bw.Model], fresh: bw.Dataset, count: int) -> None:
    errors = {
        name: (model.predict(fresh, 2) - fresh.targets) ** 2 for name, model in models.items()
    }
    rows = []
    for name, model in models.items():
        found = model.weighted_sum
        weights = found.weights[0, found.features.term_weights] / found.scale
        told = ", ".join(f"{weight:+.2f}" for weight in weights)
        gain = mean_and_interval(errors[name] - errors[NONE], "+") if name != NONE else ""
        held_out = f"{model.metrics['held_out']['all']['mse']:.2f}"
        rows.append((name, mean_and_interval(errors[name]), gain, held_out, told))
    show(
        f"Terms beside Logistello's patterns: {len(fresh):,} new positions of {EMPTIES} empties",
        ("terms", "MSE", "MSE less that without terms", "MSE held out", "weights"),
        rows,
        f"in squared discs; one phase, fitted to {count:,} positions of {EMPTIES} to {EARLIEST} "
        "empties, some of which were held out; weights in discs, in the order of the rows; 95 % "
        "intervals over positions",
    )


def show_cost(models: dict[str, bw.Model], positions: list[bw.Position]) -> None:
    evaluators = {name: bw.Evaluator(model) for name, model in models.items()}
    limit = bw.Limit(depth=DEPTH)

    def walk(name: str) -> int:
        core = evaluators[name].core
        return sum(core.tree_sum(position.packed, WALK, True)[1] for position in positions)

    def search(name: str) -> int:
        player = bw.AlphaBeta(evaluators[name], memory=1 << 16)
        return sum(player.search(position, limit).nodes for position in positions)

    leaves, nodes = walk(NONE), search(NONE)
    walks = seconds_by_round({name: partial(walk, name) for name in models}, 7)
    searches = seconds_by_round({name: partial(search, name) for name in models}, 7)
    rows = [
        (
            name,
            f"{leaves / min(walks[name]) / 1e6:.2f}",
            faster_by(walks[NONE], walks[name]),
            f"{nodes / min(searches[name]) / 1e6:.2f}",
            faster_by(searches[NONE], searches[name]),
        )
        for name in models
    ]
    show(
        "What terms cost, one thread",
        (
            *("terms", "million leaves/s", "share of the speed without"),
            *("million nodes/s", "share of the nodes/s without"),
        ),
        rows,
        f"leaves: all positions {WALK} moves after {len(positions)} of those above, evaluated; "
        f"nodes: searches of these to depth {DEPTH}, with terms of weight 0: the same {nodes:,}",
    )
