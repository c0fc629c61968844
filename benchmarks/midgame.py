"""Middle games: depth 12 from eight XOT openings, beside an NBoard engine if given.

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
DEPTH = 12
FIRST = "calibrated"


def run() -> None:
    othello = bw.load_game("othello")
    lines = bw.read_openings(othello, othello_data() / "openings" / "xot.txt")[:8]
    positions = [line.position for line in lines]
    evaluator = bw.Evaluator(learned_model())
    limit = bw.Limit(depth=DEPTH)
    times: dict[str, list[float]] = {}
    nodes: dict[str, int] = {}
    for name, make in {
        FIRST: lambda: bw.AlphaBeta(evaluator),
        "calibrated, MTD(f)": lambda: bw.AlphaBeta(evaluator, driver="mtdf"),
        "without forward pruning": lambda: bw.AlphaBeta(evaluator, selectivity=0),
    }.items():
        times[name] = []
        for _ in range(ROUNDS):
            player, start = make(), time.process_time()
            nodes[name] = sum(player.search(position, limit).nodes for position in positions)
            times[name].append(time.process_time() - start)
    if command := peer_command():
        times[peer_name()] = peer_seconds(command, positions, limit)
    count = len(positions)
    show(
        f"Depth {DEPTH} from {count} XOT openings, one thread, per position",
        ("search", "million nodes", "CPU seconds", "the first is faster by"),
        [
            (
                name,
                f"{nodes[name] / count / 1e6:.2f}" if name in nodes else "",
                f"{min(seconds) / count:.4f}",
                faster_by(seconds, times[FIRST]),
            )
            for name, seconds in times.items()
        ],
    )
