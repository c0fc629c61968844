"""The long check of chess: a table of perft to twenty million, and random games by python-chess.

Needs the environment variable BOARDWORTH_DATA. `make test` does the same for fewer positions.
"""

import sys
from pathlib import Path

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.timing import show

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from chess_oracle import compare_random_game

SOURCES = ("core/rules",)
MOST = 20_000_000  # leaves of a line of the table
POSITIONS = 100_000
# The last two are for Chess960.
BEYOND = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (6, 119_060_324),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (5, 193_690_690),
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": (5, 8_146_062),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": (5, 16_253_601),
}


def run() -> None:
    game = bw.load_game("chess")
    lines = leaves = 0
    table = (data_folder() / "chess" / "perft.epd").read_text().splitlines()
    for line in table:
        text, *fields = (field.strip() for field in line.split(";"))
        counts = [(int(field[1:].split()[0]), int(field.split()[1])) for field in fields]
        for depth, count in counts:
            if count <= MOST:
                check(game, text, depth, count)
                lines, leaves = lines + 1, leaves + count
    for text, (depth, count) in BEYOND.items():
        check(game, text, depth, count)
    print(
        f"perft: {len(table)} positions, {lines} counts, {leaves:,} leaves: all right", flush=True
    )
    compared = seed = 0
    while compared < POSITIONS:
        compared += compare_random_game(game, seed, every=20)
        seed += 1
    show(
        "chess by its published tables and by python-chess",
        ("check", "done", "differences"),
        [
            (f"perft up to {MOST:,} leaves", f"{lines} counts of {len(table)} positions", "0"),
            ("random games, half of them of Chess960", f"{compared:,} positions", "0"),
        ],
        "moves, FEN and the ends of games on all positions; SAN, UCI and Shredder-FEN on every "
        "twentieth",
    )


def check(game: bw.Game, text: str, depth: int, count: int) -> None:
    found = game.perft(game.parse(text), depth)
    if found != count:
        raise AssertionError(f"{text}, depth {depth}: {found:,} instead of {count:,}")
