"""Terms beside Logistello's patterns: what each gains on later games, and what it costs a search.

One phase is fitted, to the WTHOR games to 2015 and measured on those of 2016 to 2021 at 24 empty
squares, where the files have exact scores. Without BOARDWORTH_DATA the games are self-play.
"""

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
WALK, DEPTH, SEARCHED = 4, 8, 6  # plies walked, plies searched, positions that are
REACH = 5  # positions with so many empty squares more or less are learned from


def run() -> None:
    game = bw.load_game("othello")
    learned, fresh = data(game)
    patterns = named_patterns(game, ["shipped"]).patterns
    names = known_terms(game)
    chosen = {NONE: [], **{name: [name] for name in names}, ALL: names}
    near = np.abs(learned.progress - (game.max_progress - EMPTIES)) <= REACH
    train, held_out = learned.select(near).split(0.1)
    models = {}
    for name, terms in chosen.items():
        parts = [Terms(game, terms)] if terms else []
        features = FeatureSet(game, patterns, parts=parts)
        models[name] = bw.LeastSquares(stages=1).fit(features, train, held_out, threads=2)
        print(name, models[name].summary(), flush=True)
    show_gain(models, fresh, len(train))
    show_cost(models, [bw.Position(game, p.tobytes()) for p in fresh.positions[:SEARCHED]])


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
        rows.append((name, mean_and_interval(errors[name]), gain, told))
    show(
        f"Terms beside Logistello's patterns: {len(fresh):,} new positions of {EMPTIES} empties",
        ("terms", "MSE", "MSE less that without terms", "weights"),
        rows,
        f"in squared discs; one phase, fitted to {count:,} positions of {EMPTIES - REACH} to "
        f"{EMPTIES + REACH} empties; weights in discs, in the order of the rows; 95 % intervals "
        "over positions",
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

    leaves, nodes = walk(NONE), {name: search(name) for name in models}
    walks = seconds_by_round({name: partial(walk, name) for name in models}, 7)
    searches = seconds_by_round({name: partial(search, name) for name in models}, 7)
    rows = [
        (
            name,
            f"{leaves / min(walks[name]) / 1e6:.2f}",
            faster_by(walks[NONE], walks[name]),
            f"{nodes[name] / min(searches[name]) / 1e6:.2f}",
            faster_by(searches[NONE], searches[name], nodes[name] / nodes[NONE]),
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
        f"nodes: searches of these to depth {DEPTH}",
    )
