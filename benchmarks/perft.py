"""Move generation: perft of Othello against OpenSpiel and a plain Python twin, and of shogi."""

import sys
from pathlib import Path

import pyspiel

import boardworth as bw
from benchmarks import shogi_perft
from benchmarks.timing import faster_by, seconds_by_round, show

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from reference import othello as plain

SOURCES = ("core/rules", "benchmarks/shogi_perft.py")


def run() -> None:
    othello()
    shogi_perft.run()


def othello() -> None:
    game = bw.load_game("othello")
    start = game.start()
    counts = {"boardworth": game.perft(start, 9), "OpenSpiel": 8200, "plain Python": 244}

    def count_spiel(state, depth: int) -> int:
        moves = state.legal_actions()
        if depth == 1:
            return len(moves)
        return sum(count_spiel(state.child(move), depth - 1) for move in moves)

    def count_plain(board, side: str, depth: int) -> int:
        moves = plain.legal_moves(board, side)
        if depth == 1:
            return len(moves)
        return sum(count_plain(*plain.play(board, side, move), depth=depth - 1) for move in moves)

    spiel = pyspiel.load_game("othello").new_initial_state()
    assert count_spiel(spiel, 6) == counts["OpenSpiel"]
    assert count_plain(plain.START, "X", 4) == counts["plain Python"]
    seconds = seconds_by_round(
        {
            "boardworth": lambda: game.perft(start, 9),
            "OpenSpiel": lambda: count_spiel(spiel, 6),
            "plain Python": lambda: count_plain(plain.START, "X", 4),
        },
        rounds=7,
    )
    own = seconds["boardworth"]
    show(
        "perft of Othello, one thread",
        ("engine", "million leaves/s", "boardworth is faster by"),
        [
            (
                name,
                f"{count / min(seconds[name]) / 1e6:.3f}",
                faster_by(seconds[name], own, counts["boardworth"] / count),
            )
            for name, count in counts.items()
        ],
        "the last ply is counted, not played, by all three",
    )
