"""Active configurations followed move by move: counters touched, and what one touch costs.

Beside counting from scratch, and beside dense tables.
"""

import random
from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.evaluation import a_model, feature_sets
from benchmarks.random_positions import random_positions
from benchmarks.timing import faster_by, seconds_by_round, show
from benchmarks.touches import Touches
from boardworth import _core
from boardworth.features import Configurations, SpecialisationDag, genconf

SOURCES = (
    "core/features/configurations",
    "core/evaluators",
    "boardworth/features",
    "benchmarks/touches.py",
)
POSITIONS = 20_000
# The most facts of a configuration; it is active in at least one out of this many positions.
MAX_LENGTH, RARITY = 4, 20
MAX_FOUND = 5_000_000
SIZES = (1_000, 10_000, 60_000)
# Random moves before the walk, and the depth of the walk to whose leaves values are given.
PLIES, DEPTH = 20, 3
ROUNDS = 5
# A walk with tables takes too short a time to be measured alone.
TABLE_WALKS = 100
COLUMNS = (
    "configurations", "number", "active", "counters touched by a move", "ns a touch",
    "followed, µs a leaf", "from scratch / followed", "followed / tables",
)  # fmt: skip
NOTE = (
    "most specific ones, both players' views, one thread; moves between are included, "
    "each of them followed and taken back. Tables: those of Logistello's patterns"
)


def run() -> None:
    game = bw.load_game("othello")
    positions = random_positions(game, POSITIONS)
    found = genconf(
        game, positions, POSITIONS // RARITY, max_length=MAX_LENGTH, max_found=MAX_FOUND
    )
    rows = []
    for size in SIZES:
        spread = np.linspace(0, len(found) - 1, size).astype(np.int64)
        for name, chosen in (("spread evenly", spread), ("the most frequent", np.arange(size))):
            dag, evaluator = weighed(found.select(chosen))
            rows.append((name, *measured(dag, evaluator)))
            print(*rows[-1], flush=True)
    show(
        f"Configurations of up to {MAX_LENGTH} facts: positions {DEPTH} moves ahead",
        COLUMNS,
        rows,
        f"of {len(found):,}, in at least {POSITIONS // RARITY:,} of {POSITIONS:,} positions of "
        f"random games; {NOTE}",
    )


def weighed(found: Configurations) -> tuple[SpecialisationDag, _core.Evaluator]:
    """An evaluator with weights at random: speed does not depend on their values."""
    dag, game = SpecialisationDag(found), found.game
    weights = np.random.default_rng(1).integers(-100, 100, (1, len(found))).astype(np.int32)
    stages = [0] * (game.max_progress + 1)
    part = _core.EvaluatorPart.configurations(dag.core, weights, [0], stages, "most specific")
    return dag, _core.Evaluator(game.core, [part], 1, "score")


def measured(dag: SpecialisationDag, evaluator: _core.Evaluator) -> tuple[str, ...]:
    """The cells of a row: what a walk touches, and what it costs in three ways."""
    position = middle_game(dag.configurations.game)
    tables = bw.Evaluator(a_model(next(iter(feature_sets().values())))).core

    def walk(core: _core.Evaluator, incremental: bool) -> tuple[int, int]:
        return core.tree_sum(position.packed, DEPTH, incremental)

    followed = walk(evaluator, True)
    assert followed == walk(evaluator, False)
    seconds = seconds_by_round(
        {
            "followed": partial(walk, evaluator, True),
            "from scratch": partial(walk, evaluator, False),
            "tables": lambda: [walk(tables, True) for _ in range(TABLE_WALKS)],
        },
        ROUNDS,
    )
    touches = Touches(dag)
    by_move = list(touches.of_moves(position, DEPTH))
    total = touches.of_start(position) + 2 * sum(by_move)
    best = min(seconds["followed"])
    return (
        f"{len(dag.configurations):,}",
        f"{len(dag.active(position)):,}",
        f"{np.mean(by_move):,.0f}",
        f"{1e9 * best / total:.2f}",
        f"{1e6 * best / followed[1]:,.1f}",
        faster_by(seconds["from scratch"], seconds["followed"]),
        faster_by(seconds["followed"], seconds["tables"], TABLE_WALKS),
    )


def middle_game(game: bw.Game) -> bw.Position:
    """A position of a random game."""
    draw = random.Random(1)
    position = game.start()
    for _ in range(PLIES):
        position = position.play(draw.choice(position.legal_moves()))
    return position
