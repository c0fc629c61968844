"""Active configurations followed move by move: beside counting from scratch, and beside tables."""

import random
import time
from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.evaluation import a_model, feature_sets
from benchmarks.random_positions import random_positions
from benchmarks.timing import best_seconds, show
from boardworth import _core
from boardworth.features import SpecialisationDag, genconf

POSITIONS = 20_000
# Random moves before the walk, and the depth of the walk to whose leaves values are given.
PLIES, DEPTH = 20, 3
# One out of so many positions, the length of a configuration, and how many are taken.
SETS = ((3, 2, None), (5, 3, None), (20, 4, 5_000), (20, 4, 50_000))
MOST = 5_000_000


def run() -> None:
    game = bw.load_game("othello")
    positions = random_positions(game, POSITIONS)
    position = middle_game(game)
    tables = bw.Evaluator(a_model(next(iter(feature_sets().values())))).core
    table = []
    for rarity, max_length, count in SETS:
        found = genconf(game, positions, POSITIONS // rarity, max_length=max_length, max_found=MOST)
        if count is not None:
            found = found.select(np.linspace(0, len(found) - 1, count).astype(np.int64))
        dag = SpecialisationDag(found)
        weights = np.random.default_rng(1).integers(-100, 100, (1, len(found))).astype(np.int32)
        stages = [0] * (game.max_progress + 1)
        part = _core.EvaluatorPart.configurations(dag.core, weights, [0], stages, "most specific")
        evaluator = _core.Evaluator(game.core, [part], 1, "score")
        walks = {
            name: partial(evaluator.tree_sum, position.packed, DEPTH, incremental)
            for name, incremental in (("followed", True), ("from scratch", False))
        }
        (total, leaves), again = (walk() for walk in walks.values())
        assert (total, leaves) == again
        walks["tables"] = partial(tables.tree_sum, position.packed, DEPTH, True)
        seconds = best_seconds(walks, rounds=3, clock=time.process_time)
        table.append(
            (
                f"{len(found):,}",
                str(max_length),
                str(len(dag.active(position))),
                str(len(dag.most_specific(position))),
                *(f"{1e6 * s / leaves:.2f}" for s in seconds.values()),
                f"{seconds['from scratch'] / seconds['followed']:.1f}",
                f"{seconds['followed'] / seconds['tables']:,.0f}",
            )
        )
    columns = (
        "number", "length", "active", "specific",
        "followed", "from scratch", "tables", "scratch/followed", "followed/tables",
    )  # fmt: skip
    show(
        f"Values of the {leaves:,} positions {DEPTH} moves ahead, by most specific configurations",
        columns,
        table,
        "microseconds a leaf, the moves between included; one thread. "
        "Tables: those of Logistello's patterns.",
    )


def middle_game(game: bw.Game) -> bw.Position:
    """A position of a random game."""
    draw = random.Random(1)
    position = game.start()
    for _ in range(PLIES):
        position = position.play(draw.choice(position.legal_moves()))
    return position
