"""Move generation of shogi: perft beside YaneuraOu, if its command is given, and cshogi.

BOARDWORTH_YANEURAOU is the command of YaneuraOu, of any edition: `go perft` needs no evaluation.
"""

import os
import resource
import subprocess

import cshogi

import boardworth as bw
from benchmarks.timing import faster_by, seconds_by_round, show

DEPTH = 5
COUNT = 19_861_490
CSHOGI_DEPTH = 4
CSHOGI_COUNT = 719_731
ROUNDS = 5


def count_cshogi(board: cshogi.Board, depth: int) -> int:
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += count_cshogi(board, depth - 1)
        board.pop()
    return count


def yaneuraou_seconds(command: str, depth: int) -> float:
    """The CPU time of a whole process that counts once."""
    lines = ["setoption name USI_Hash value 16", "isready", "position startpos", f"go perft {depth}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    asked = "\n".join(["usi", *lines, "quit", ""])
    answer = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert depth != DEPTH or f"Nodes searched: {COUNT}" in answer.stdout
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run() -> None:
    game = bw.load_game("shogi")
    board = cshogi.Board()
    assert game.perft(game.start(), DEPTH) == COUNT
    assert count_cshogi(board, CSHOGI_DEPTH) == CSHOGI_COUNT
    counts = {"boardworth": COUNT, "cshogi, called from Python": CSHOGI_COUNT}
    seconds = seconds_by_round(
        {
            "boardworth": lambda: game.perft(game.start(), DEPTH),
            "cshogi, called from Python": lambda: count_cshogi(board, CSHOGI_DEPTH),
        },
        ROUNDS,
    )
    if command := os.environ.get("BOARDWORTH_YANEURAOU"):
        counts["YaneuraOu"] = COUNT
        seconds["YaneuraOu"] = [
            yaneuraou_seconds(command, DEPTH) - yaneuraou_seconds(command, 1)
            for _ in range(ROUNDS)
        ]
    own = seconds["boardworth"]
    show(
        "perft of shogi from the start, one thread",
        ("engine", "million leaves/s", "boardworth is faster by"),
        [
            (
                name,
                f"{count / min(seconds[name]) / 1e6:.1f}",
                faster_by(seconds[name], own, COUNT / count),
            )
            for name, count in counts.items()
        ],
        "the last ply is counted, not played, by all; CPU time; YaneuraOu's start is left out",
    )
