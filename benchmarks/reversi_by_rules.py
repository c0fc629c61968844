"""An evaluation that learned Reversi from its rule sheet alone, against players of Othello.

The environment variable BOARDWORTH_REVERSI names its model file; without it, a model is built in
some minutes and kept. Games are paired: both colours from every random opening.
"""

import os
from pathlib import Path

import boardworth as bw
from benchmarks.reversi_bridge import ByTheSheet, check_agreement
from benchmarks.timing import show
from boardworth.arena import random_openings

KEPT = Path("build/bench/reversi.model")
PAIRS = 100
PLIES = 8  # of an opening
DEPTH = 4
NODES = 3_000
SEED = 1
GAMES_COMPARED = 100


def run() -> None:
    model = reversi_model()
    othello = bw.load_game("othello")
    compared = check_agreement(model.game, GAMES_COMPARED, SEED)
    agreed = f"{compared:,} positions of {GAMES_COMPARED} games"
    print(f"the rule sheet and Othello agree on {agreed}", flush=True)
    ours = ByTheSheet(model.game, bw.AlphaBeta(bw.Evaluator(model)), "rule sheet")
    squares = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), "weighted squares")
    native = bw.AlphaBeta(bw.Evaluator(bw.shipped_model(othello)), "native patterns")
    openings = random_openings(othello, PAIRS, PLIES, SEED)
    rows = []
    for opponent, limit, wanted in (
        (squares, bw.Limit(depth=DEPTH), "90 % and more"),
        (native, bw.Limit(nodes=NODES), "above -150 Elo"),
    ):
        result = bw.Match((ours, opponent), openings, limit).run(othello, 2 * PAIRS, threads=2)
        if result.forfeits:
            raise AssertionError(f"games were not played out: {result.forfeits}")
        print(result, flush=True)
        share = f"{100 * result.rating.share:.1f} %"
        score = "-".join(map(str, result.wins_draws_losses))
        rows.append((opponent.name, result.limit, score, share, str(result.rating), wanted))
    show(
        "Reversi learned from a rule sheet, against players of Othello",
        ("opponent", "limit of both", "won-drawn-lost", "share", "rating", "wanted"),
        rows,
        f"{PAIRS} random openings of {PLIES} moves, each with both colours",
    )


def reversi_model() -> bw.Model:
    """The model to measure, whose game is the rule sheet."""
    path = os.environ.get("BOARDWORTH_REVERSI")
    if path is None and not KEPT.exists():
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        print("learning a model from the rule sheet")
        settings = bw.Settings(games=2_000, generations=3, calibration=0)
        build = bw.Build(
            bw.load_game("reversi"), KEPT.with_suffix(".work"), settings=settings, threads=2
        )
        bw.save_model(build.run(), KEPT)
    return bw.load_model(path or KEPT)


if __name__ == "__main__":
    run()
