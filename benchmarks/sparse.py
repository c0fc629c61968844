"""Sparse patterns: how many are valid, how full their tables are, and what they cost.

Needs the environment variable BOARDWORTH_DATA (a folder with othello/openings and othello/wthor).
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

import boardworth as bw
from benchmarks.data import othello_data
from benchmarks.othello_models import WTHOR, learned_model, record_files
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.features import named_patterns
from boardworth.features.tables import SparseTable

Works: TypeAlias = dict[tuple[str, int], Callable[[], object]]

SOURCES = ("core/search", "core/evaluators", "core/features", "core/rules", "boardworth/features")

SEARCH_DEPTH = 8
WALK_DEPTH = 5
ROUNDS = 15  # of a few hundredths of a second: neighbours leave some of them alone
# What Logistello kept of its nodes per second (Buro 1998, table 1).
PAPER = {"": "1", "A": "0.89", "B": "0.89", "AB": "0.83", "ABC": "0.80"}


def run() -> None:
    othello = bw.load_game("othello")
    positions = tournament_positions(othello)
    show_tables(othello, positions)
    lines = bw.read_openings(othello, othello_data() / "openings" / "xot.txt")[:4]
    starts = [line.position for line in lines]
    show_speed(learned_model(), positions, starts)


def tournament_positions(game: bw.Game) -> np.ndarray:
    """All positions of the games that a model is learned from."""
    games = [g for file in record_files(WTHOR) for g in bw.read_records(game, file).games]
    return np.concatenate([game.replay(g.start, g.moves).positions for g in games])


def show_tables(game: bw.Game, positions: np.ndarray) -> None:
    rows = []
    for name in "ABC":
        start = time.process_time()
        features = named_patterns(game, [name]).with_valid(positions)
        counted = time.process_time()
        (sparse,) = features.tables
        assert isinstance(sparse, SparseTable)
        table = sparse.core
        made = time.process_time()
        full = table.valid / table.slots
        sizes = (f"{table.valid:,}", f"{len(features) - 1:,}", f"{table.slots:,}", f"{full:.0%}")
        rows.append((name, *sizes, f"{counted - start:.1f}", f"{made - counted:.3f}"))
    rows.append(("Buro 1998, each", "88,000", "", "310,000", "28%", "", ""))
    show(
        f"Valid configurations, seen 75 times in {len(positions):,} positions",
        ("pattern", "valid", "weights", "slots", "full", "s to count", "s for the table"),
        rows,
        "weights: mirror images of a configuration share one",
    )


def show_speed(basic: bw.Model, positions: np.ndarray, starts: list[bw.Position]) -> None:
    """All sets search the same trees: what they have beyond the basic one weighs nothing."""
    limit = bw.Limit(depth=SEARCH_DEPTH)
    searches: Works = {}
    walks: Works = {}
    nodes = {}
    for large in PAPER:
        evaluator = bw.Evaluator(enlarged(basic, list(large), positions))
        player = bw.AlphaBeta(evaluator, selectivity=0)
        nodes[large] = sum(player.search(start, limit).nodes for start in starts)
        for number, start in enumerate(starts):
            searches[large, number] = lambda p=player, s=start: p.search(s, limit)
            walks[large, number] = lambda e=evaluator.core, s=start: e.tree_sum(
                s.packed, WALK_DEPTH, True
            )
    assert len(set(nodes.values())) == 1, nodes
    searching, walking = cpu_seconds(searches), cpu_seconds(walks)
    speed = nodes[""] / min(searching[""]) / 1e6
    rows = [
        (
            f"basic + {large}" if large else f"basic: {speed:.1f} million nodes/s",
            faster_by(searching[""], searching[large]),
            faster_by(walking[""], walking[large]),
            PAPER[large],
        )
        for large in PAPER
    ]
    show(
        "Speed with sparse patterns, as a fraction of the basic set's, one thread",
        ("patterns", "searched nodes", "evaluations of a walk", "Buro 1998: nodes"),
        rows,
        f"depth {SEARCH_DEPTH} from {len(starts)} XOT openings without forward pruning",
    )


def cpu_seconds(works: Works) -> dict[str, list[float]]:
    """For each set of patterns and every round, the sum over the starts."""
    seconds = seconds_by_round(works, ROUNDS)
    return {
        large: [
            sum(r) for r in zip(*(s for (of, _), s in seconds.items() if of == large), strict=True)
        ]
        for large in PAPER
    }


def enlarged(basic: bw.Model, large: list[str], positions: np.ndarray) -> bw.Model:
    """The same evaluation with sparse patterns of no weight."""
    found = basic.weighted_sum
    patterns = [*found.features.patterns, *named_patterns(basic.game, large).patterns]
    features = bw.FeatureSet(basic.game, patterns).with_valid(positions, threads=2)
    more = np.zeros((len(found.stages), len(features) - len(found.features)), np.int16)
    weights = np.concatenate([found.weights[:, :-1], more, found.weights[:, -1:]], axis=1)
    counts = np.zeros(weights.shape, np.uint8)
    enlarged = replace(found, features=features, weights=weights, counts=counts)
    return replace(basic, evaluation=enlarged)
