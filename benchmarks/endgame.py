"""Endings: FFO problems 40 to 44 solved exactly on one thread, beside an NBoard engine if given.

Needs the environment variable BOARDWORTH_DATA (a folder with othello/problems and othello/wthor).
BOARDWORTH_NBOARD_PEER is the command that starts the other engine.
"""

import os
from pathlib import Path

import boardworth as bw
from benchmarks.learned_model import learned_model
from benchmarks.peer import peer_seconds
from benchmarks.timing import show


def run() -> None:
    folder = os.environ.get("BOARDWORTH_DATA")
    if folder is None:
        print("endgame: BOARDWORTH_DATA is not set")
        return
    othello = bw.load_game("othello")
    path = Path(folder) / "othello" / "problems" / "fforum-40-59.obf"
    problems = bw.read_problems(othello, path)[:5]
    players = {
        "with a learned model": bw.solver(learned_model(Path(folder))),
        "without a model": bw.solver(bw.baseline(othello, "nothing")),
    }
    rows, totals = [], {}
    for name, player in players.items():
        solutions = [bw.solve(player, problem.position) for problem in problems]
        right = sum(s.score == p.score for s, p in zip(solutions, problems, strict=True))
        nodes, seconds = sum(s.nodes for s in solutions), sum(s.seconds for s in solutions)
        totals[name] = seconds
        speed = f"{nodes / seconds / 1e6:.1f}"
        rows.append((name, f"{right} of 5", f"{nodes / 1e6:.1f}", speed, f"{seconds:.2f}", ""))
    if command := os.environ.get("BOARDWORTH_NBOARD_PEER"):
        positions = [problem.position for problem in problems]
        seconds = peer_seconds(command, positions, bw.Limit(depth=60))
        ratio = f"{seconds / totals['with a learned model']:.2f}x"
        rows.append((command, "", "", "", f"{seconds:.2f}", ratio))
    show(
        "FFO 40-44, exact, one thread",
        ("solver", "right", "million nodes", "million nodes/s", "seconds", "of the first's time"),
        rows,
    )
