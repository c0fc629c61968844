"""Search: nodes per second of principal variation search, beside bare walks over the same tree."""

import boardworth as bw
from benchmarks.evaluation import OPENING, a_model, a_position, feature_sets
from benchmarks.timing import best_seconds, show

DEPTH = 10


def run() -> None:
    position = a_position()
    rows = []
    for name, features in feature_sets().items():
        evaluator = bw.Evaluator(a_model(features))
        player = bw.AlphaBeta(evaluator)
        nodes = player.search(position, bw.Limit(depth=DEPTH)).nodes
        leaves = evaluator.core.tree_sum(position.packed, 6, True)[1]
        seconds = best_seconds(
            {
                "search": lambda p=player: p.search(position, bw.Limit(depth=DEPTH)),
                "walk": lambda e=evaluator: e.core.tree_sum(position.packed, 6, True),
            },
            rounds=3,
        )
        speed, walk = nodes / seconds["search"] / 1e6, leaves / seconds["walk"] / 1e6
        rows.append((name, f"{nodes:,}", f"{speed:.2f}", f"{walk:.2f}", f"{speed / walk:.2f}"))
    show(
        "Principal variation search in Othello, one thread",
        ("patterns", "nodes", "million nodes/s", "evaluating walk", "share of its speed"),
        rows,
        f"depth {DEPTH} after {OPENING}, random weights; the walk evaluates every leaf, cuts none",
    )
