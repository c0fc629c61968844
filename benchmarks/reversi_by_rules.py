"""An evaluation that learned Reversi from its rule sheet alone, against players of Othello.

The model is built in some minutes and kept. Games are paired: both colours from every random
opening.
"""

import boardworth as bw
from benchmarks.figures import boardworth, work_folder
from benchmarks.reversi_bridge import ByTheSheet, check_agreement
from benchmarks.timing import show
from boardworth.arena import random_openings

COMMAND = "build reversi --games 2000 --generations 3 --calibration 0"
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
    native = bw.AlphaBeta(
        bw.Evaluator(bw.shipped_model(othello)), "the model that comes with Boardworth"
    )
    openings = random_openings(othello, PAIRS, PLIES, SEED)
    rows = []
    for opponent, limit in ((squares, bw.Limit(depth=DEPTH)), (native, bw.Limit(nodes=NODES))):
        result = bw.Match((ours, opponent), openings, limit).run(othello, 2 * PAIRS, threads=2)
        if result.forfeits:
            raise AssertionError(f"games were not played out: {result.forfeits}")
        print(result, flush=True)
        share = f"{100 * result.rating.share:.1f} %"
        score = "-".join(map(str, result.wins_draws_losses))
        elo = str(result.rating).removeprefix("Elo ")
        rows.append((opponent.name, result.limit, str(2 * PAIRS), score, share, elo))
    show(
        "Reversi learned from a rule sheet, against players of Othello",
        ("opponent", "limit of both", "games", "W-D-L", "score", "Elo, 95 %"),
        rows,
        f"{PAIRS} random openings of {PLIES} moves, each with both colours; the rule sheet and "
        f"Othello agree on {agreed}",
    )


def reversi_model() -> bw.Model:
    """The model to measure, whose game is the rule sheet."""
    path = work_folder() / "reversi.model"
    if not path.exists():
        boardworth(f"{COMMAND} -o {path}")
    return bw.load_model(path)
