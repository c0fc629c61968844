"""Move generation of shogi: perft beside YaneuraOu, if its command is given, and cshogi.

BOARDWORTH_YANEURAOU is the command of YaneuraOu, of any edition: `go perft` needs no evaluation.
"""

import os
import subprocess

import cshogi

import boardworth as bw
from benchmarks.timing import faster_by, seconds_by_round, show

DEPTH = 5
COUNT = 19_861_490
CSHOGI_DEPTH = 4
CSHOGI_COUNT = 719_731
ROUNDS = 5
TIMES = 5  # in one process


def count_cshogi(board: cshogi.Board, depth: int) -> int:
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += count_cshogi(board, depth - 1)
        board.pop()
    return count


def yaneuraou_seconds(command: str, times: int) -> float:
    """The CPU time of a whole process that counts so many times."""
    asked = ["usi", "setoption name USI_Hash value 16", "isready", "position startpos"]
    asked += [f"go perft {DEPTH}"] * times
    before = os.times()
    answer = subprocess.run(
        [command], input="\n".join([*asked, "quit", ""]), capture_output=True, text=True, check=True
    )
    after = os.times()
    assert answer.stdout.count(f"Nodes searched: {COUNT}\n") == times
    return sum(after[2:4]) - sum(before[2:4])


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
        starting = min(yaneuraou_seconds(command, 0) for _ in range(ROUNDS))
        seconds["YaneuraOu"] = [
            (yaneuraou_seconds(command, TIMES) - starting) / TIMES for _ in range(ROUNDS)
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
