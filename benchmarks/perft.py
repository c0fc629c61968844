"""Move generation: Othello perft against OpenSpiel driven from Python and a plain Python twin."""

import sys
from pathlib import Path

import pyspiel

import boardworth as bw
from benchmarks.timing import best_seconds, show

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from reference import othello as plain


def run() -> None:
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
        return sum(count_plain(*plain.play(board, side, move), depth - 1) for move in moves)

    spiel = pyspiel.load_game("othello").new_initial_state()
    assert count_spiel(spiel, 6) == counts["OpenSpiel"]
    assert count_plain(plain.START, "X", 4) == counts["plain Python"]
    seconds = best_seconds(
        {
            "boardworth": lambda: game.perft(start, 9),
            "OpenSpiel": lambda: count_spiel(spiel, 6),
            "plain Python": lambda: count_plain(plain.START, "X", 4),
        },
        rounds=3,
    )
    speeds = {name: counts[name] / seconds[name] for name in counts}
    show(
        "perft of Othello, one thread",
        ("engine", "million leaves/s", "boardworth is faster by"),
        [
            (name, f"{speed / 1e6:.3f}", f"{speeds['boardworth'] / speed:,.0f}x")
            for name, speed in speeds.items()
        ],
        "the last ply is counted, not played, by all three",
    )
