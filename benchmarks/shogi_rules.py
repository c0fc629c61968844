"""The long check of shogi: random games by cshogi. `make test` compares fewer positions."""

import sys
from pathlib import Path

import boardworth as bw
from benchmarks.timing import show

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from shogi_oracle import STARTS, compare_random_game

SOURCES = ("core/rules",)
POSITIONS = 100_000


def run() -> None:
    game = bw.load_game("shogi")
    compared = seed = 0
    while compared < POSITIONS:
        compared += compare_random_game(game, seed)
        seed += 1
    show(
        "shogi by cshogi",
        ("check", "done", "differences"),
        [(f"{seed} random games from {len(STARTS)} starts", f"{compared:,} positions", "0")],
        "moves, SFEN, checks and declarations on all positions",
    )
