"""Endings: FFO problems solved exactly on one thread, beside an NBoard engine if given.

Needs the environment variable BOARDWORTH_DATA. BOARDWORTH_NBOARD_PEER is the command that starts
the other engine, BOARDWORTH_NBOARD_NAME its name.
"""

import time

import boardworth as bw
from benchmarks.data import othello_data
from benchmarks.othello_models import learned_model
from benchmarks.peer import ROUNDS, peer_command, peer_name, peer_seconds
from benchmarks.timing import faster_by, show

SOURCES = ("core/search", "core/evaluators", "core/rules", "boardworth/search")
FIRST = "ordered by a learned model"
SETS = ("fforum-1-19", "fforum-20-39", "hard-20")


def run() -> None:
    othello = bw.load_game("othello")
    problems = bw.read_problems(othello, othello_data() / "problems" / "fforum-40-59.obf")[:5]
    players = {
        FIRST: bw.solver(learned_model()),
        "without a model": bw.solver(bw.baseline(othello, "nothing")),
    }
    rows: list[tuple[str, ...]] = []
    times: dict[str, list[float]] = {}
    for name, player in players.items():
        times[name] = []
        for _ in range(ROUNDS):
            start = time.process_time()
            solutions = [bw.solve(player, problem.position) for problem in problems]
            times[name].append(time.process_time() - start)
        right = sum(s.score == p.score for s, p in zip(solutions, problems, strict=True))
        nodes = sum(s.nodes for s in solutions)
        rows.append((name, f"{right} of 5", f"{nodes / 1e6:.1f}"))
    if command := peer_command():
        positions = [problem.position for problem in problems]
        times[peer_name()] = peer_seconds(command, positions, bw.Limit(depth=60))
        rows.append((peer_name(), "", ""))
    show(
        "FFO 40-44, exact scores, one thread",
        ("solver", "right", "million nodes", "CPU seconds", "the first is faster by"),
        [
            (*row, f"{min(times[row[0]]):.2f}", faster_by(times[row[0]], times[FIRST]))
            for row in rows
        ],
    )
    show_sets(players[FIRST])


def show_sets(player: bw.AlphaBeta) -> None:
    """Whole sets of problems."""
    rows = []
    for name in SETS:
        problems = bw.read_problems(
            bw.load_game("othello"), othello_data() / "problems" / f"{name}.obf"
        )
        start = time.process_time()
        solutions = [bw.solve(player, problem.position) for problem in problems]
        seconds = time.process_time() - start
        right = sum(s.score == p.score for s, p in zip(solutions, problems, strict=True))
        nodes = sum(s.nodes for s in solutions)
        rows.append((name, f"{right} of {len(problems)}", f"{nodes / 1e6:.1f}", f"{seconds:.1f}"))
    show("Sets of problems", ("set", "right", "million nodes", "CPU seconds"), rows)
