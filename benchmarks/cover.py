"""Evaluations a second of conjunctions in searches: followed from leaf to leaf, and by brute force.

Beside dense tables. Every way finds the same values.
"""

import random
import time
from functools import partial

import numpy as np

import boardworth as bw
from benchmarks.conjunctions import logic_patterns, rare_configurations
from benchmarks.evaluation import a_model, feature_sets
from benchmarks.timing import faster_by, seconds_by_round, show
from benchmarks.touches import Touches
from boardworth import _core
from boardworth.features import Configurations, SpecialisationDag

SOURCES = (
    "core/features/configurations",
    "core/evaluators",
    "boardworth/features",
    "benchmarks/conjunctions.py",
    "benchmarks/touches.py",
)
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
# Random moves before the walk, and the depth of the walk to whose leaves values are given.
PLIES, DEPTH = 20, 3
ROUNDS = 3
# A walk that takes less is repeated until it does not.
MIN_SECONDS = 0.05
# Leaves between which touched counters are counted.
COUNTED = 60
METHODS = {
    "all": ("counters", "changes", "best", "walk", "scan"),
    "most specific": ("counters", "walk", "scan"),
}
NOTE = (
    "one thread; leaves {} moves ahead, the moves between included; tables: those of Logistello's "
    "patterns. One weight a conjunction, one stage. Counters are those of the mover's view, from "
    "one leaf to the next"
)
WORK = (
    "conjunctions", "number", "facts each", "active", "counters touched", "ns a touch",
    "diagram, s", "tables and lists, s",
)  # fmt: skip
SPEEDS = {
    "all": (
        "conjunctions", "number", "counters", "changes", "best", "DAG walk",
        "mask scan", "index tables", "best / scan", "best / walk",
    ),
    "most specific": (
        "conjunctions", "number", "counters", "DAG walk", "mask scan", "index tables",
        "counters / scan", "counters / walk",
    ),
}  # fmt: skip
# Beyond this only all active ones are measured: their DAG would tell nothing new.
MAX_SPECIFIC = 100_000


def run() -> None:
    game = bw.load_game("othello")
    work: list[tuple[str, ...]] = []
    speeds: dict[str, list[tuple[str, ...]]] = {semantics: [] for semantics in METHODS}
    for name, patterns in (("logic", logic_patterns), ("GenConf", rare_configurations)):
        for found in patterns(game, SIZES):
            for semantics in METHODS:
                if semantics != "all" and len(found) > MAX_SPECIFIC:
                    continue
                cells, own = measured(found, semantics)
                speeds[semantics].append((name, f"{len(found):,}", *own))
                print(*speeds[semantics][-1], *cells, flush=True)
                if semantics == "all":
                    work.append((name, *cells))
    show("Conjunctions, and what following them takes", WORK, work, NOTE.format(DEPTH))
    show_speeds("all", speeds["all"])
    show_speeds("most specific", speeds["most specific"])


def show_speeds(semantics: str, rows: list[tuple[str, ...]]) -> None:
    """A table of evaluations a second."""
    title = {"all": "All active conjunctions", "most specific": "The most specific ones"}[semantics]
    show(f"{title}, thousand evaluations a second", SPEEDS[semantics], rows, "as above")


def measured(found: Configurations, semantics: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cells about the work, and cells about evaluations a second by every method."""
    position = middle_game(found.game)
    dag = SpecialisationDag(found)
    built: dict[str, float] = {}
    evaluators = {}
    for method in METHODS[semantics]:
        start = time.process_time()
        evaluators[method] = weighed(dag, semantics, method)
        built[method] = time.process_time() - start
    (leaves,) = {core.tree_sum(position.packed, DEPTH, True) for core in evaluators.values()}
    tables = bw.Evaluator(a_model(next(iter(feature_sets().values())))).core
    seconds = walk_seconds({**evaluators, "index tables": tables}, position)
    # Ways of ours, of which the last is the one that searches use.
    ours = next(reversed([m for m in METHODS[semantics] if m not in ("walk", "scan")]))
    speeds = (
        *(f"{leaves[1] / min(own) / 1e3:,.1f}" for own in seconds.values()),
        *(faster_by(seconds[other], seconds[ours]) for other in ("scan", "walk")),
    )
    touched = Touches(dag, semantics != "all").between_leaves(position, DEPTH, COUNTED)
    work = (
        f"{len(found):,}",
        f"{found.lengths.mean():.1f}",
        f"{len(dag.active(position)):,}",
        f"{np.mean(touched):,.0f}",
        f"{1e9 * min(seconds['counters']) / leaves[1] / np.mean(touched):.2f}",
        f"{built['counters']:.2f}",
        f"{built.get('best', 0):.2f}",
    )
    return work, speeds


def weighed(dag: SpecialisationDag, semantics: str, method: str) -> _core.Evaluator:
    """An evaluator with weights at random: speed does not depend on their values."""
    game, count = dag.configurations.game, len(dag.configurations)
    weights = np.random.default_rng(1).integers(-100, 100, (1, count)).astype(np.int32)
    stages = [0] * (game.max_progress + 1)
    part = _core.EvaluatorPart.configurations(dag.core, weights, [0], stages, semantics, method)
    return _core.Evaluator(game.core, [part], 1, "score")


def walk_seconds(
    evaluators: dict[str, _core.Evaluator], position: bw.Position
) -> dict[str, list[float]]:
    """The times of a walk by each of them, round by round."""
    repeats, works = {}, {}
    for name, core in evaluators.items():
        start = time.process_time()
        core.tree_sum(position.packed, DEPTH, True)
        took = max(time.process_time() - start, 1e-6)
        repeats[name] = max(1, int(MIN_SECONDS / took))
        works[name] = partial(_walks, core, position, repeats[name])
    seconds = seconds_by_round(works, ROUNDS)
    return {name: [own / repeats[name] for own in times] for name, times in seconds.items()}


def _walks(core: _core.Evaluator, position: bw.Position, count: int) -> None:
    for _ in range(count):
        core.tree_sum(position.packed, DEPTH, True)


def middle_game(game: bw.Game) -> bw.Position:
    """A position of a random game."""
    draw = random.Random(1)
    position = game.start()
    for _ in range(PLIES):
        position = position.play(draw.choice(position.legal_moves()))
    return position
