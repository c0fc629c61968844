"""Search: nodes per second of principal variation search, beside bare walks over the same tree."""

import boardworth as bw
from benchmarks.evaluation import OPENING, a_model, a_position, feature_sets
from benchmarks.timing import faster_by, seconds_by_round, show

SOURCES = ("core/search", "core/evaluators", "core/features", "core/rules")

DEPTH = 10


def run() -> None:
    position = a_position()
    rows = []
    for name, features in feature_sets().items():
        evaluator = bw.Evaluator(a_model(features))
        player = bw.AlphaBeta(evaluator)
        nodes = player.search(position, bw.Limit(depth=DEPTH)).nodes
        leaves = evaluator.core.tree_sum(position.packed, 6, True)[1]
        seconds = seconds_by_round(
            {
                "search": lambda p=player: p.search(position, bw.Limit(depth=DEPTH)),
                "walk": lambda e=evaluator: e.core.tree_sum(position.packed, 6, True),
            },
            rounds=7,
        )
        speeds = (
            f"{count / min(seconds[work]) / 1e6:.2f}"
            for work, count in (("search", nodes), ("walk", leaves))
        )
        share = faster_by(seconds["walk"], seconds["search"], nodes / leaves)
        rows.append((name, f"{nodes:,}", *speeds, share))
    show(
        "Principal variation search in Othello, one thread",
        ("patterns", "nodes", "million nodes/s", "evaluating walk", "share of its speed"),
        rows,
        f"depth {DEPTH} after {OPENING}, random weights; the walk evaluates every leaf, cuts none",
    )
