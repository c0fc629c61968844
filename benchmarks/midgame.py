"""Middle games: depth 12 from eight XOT openings, beside an NBoard engine if given.

Needs the environment variable BOARDWORTH_DATA (a folder with othello/openings and othello/wthor).
BOARDWORTH_NBOARD_PEER is the command that starts the other engine.
"""

import os
from pathlib import Path

import boardworth as bw
from benchmarks.learned_model import learned_model
from benchmarks.peer import peer_seconds
from benchmarks.timing import show

DEPTH = 12


def run() -> None:
    folder = os.environ.get("BOARDWORTH_DATA")
    if folder is None:
        print("midgame: BOARDWORTH_DATA is not set")
        return
    othello = bw.load_game("othello")
    lines = bw.read_openings(othello, Path(folder) / "othello" / "openings" / "xot.txt")[:8]
    positions = [othello.legal_replay(othello.start(), line).last for line in lines]
    evaluator = bw.Evaluator(learned_model(Path(folder)))
    limit = bw.Limit(depth=DEPTH)
    rows, pruned = [], 0.0
    for name, player in {
        "calibrated": bw.AlphaBeta(evaluator),
        "calibrated, MTD(f)": bw.AlphaBeta(evaluator, driver="mtdf"),
        "calibrated, two threads": bw.AlphaBeta(evaluator, threads=2),
        "without forward pruning": bw.AlphaBeta(evaluator, selectivity=0),
        "without forward pruning, two threads": bw.AlphaBeta(evaluator, selectivity=0, threads=2),
    }.items():
        found = [player.search(position, limit) for position in positions]
        nodes, seconds = sum(f.nodes for f in found), sum(f.seconds for f in found)
        pruned = pruned or seconds
        speed = f"{nodes / seconds / 1e6:.1f}"
        rows.append((name, f"{nodes / 8e6:.2f}", speed, f"{seconds / 8:.4f}", ""))
    if command := os.environ.get("BOARDWORTH_NBOARD_PEER"):
        seconds = peer_seconds(command, positions, limit)
        rows.append((command, "", "", f"{seconds / 8:.4f}", f"{seconds / pruned:.1f}x"))
    show(
        f"Depth {DEPTH} from eight XOT openings, one thread where not said",
        ("search", "million nodes", "million nodes/s", "seconds", "of the first's time"),
        rows,
        "per position",
    )
