"""Move generation: perft of Othello, chess and shogi beside other programs.

Stockfish is the program of that name (Debian has it as a package), or what BOARDWORTH_STOCKFISH
says; without it there is no table of chess.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import boardworth as bw
from benchmarks import shogi_perft
from benchmarks.timing import faster_by, seconds_by_round, show

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from reference import othello as plain

SOURCES = ("core/rules", "benchmarks/shogi_perft.py")
ROUNDS = 7
# Positions and depths, with what is known to be right.
CHESS = {
    "the start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    "Kiwipete": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
}


def run() -> None:
    othello()
    if command := os.environ.get("BOARDWORTH_STOCKFISH") or stockfish():
        chess(command)
    shogi_perft.run()


def othello() -> None:
    import pyspiel

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
        ROUNDS,
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


def chess(command: str) -> None:
    game = bw.load_game("chess")
    name = ask(command, []).split(" by ")[0]
    rows = []
    for called, (text, depth, count) in CHESS.items():
        position = game.parse(text)
        words = [f"position fen {text}", f"go perft {depth}"]
        assert game.perft(position, depth) == count
        assert f"Nodes searched: {count}" in ask(command, words)
        works: dict[str, Callable[[], object]] = {
            "boardworth": partial(game.perft, position, depth),
            name: partial(ask, command, words),
            "starting": partial(ask, command, []),
        }
        seconds = seconds_by_round(works, ROUNDS, cpu_seconds)
        starting = min(seconds["starting"])
        seconds[name] = [spent - starting for spent in seconds[name]]
        rows += [
            (
                f"{called}, depth {depth}",
                engine,
                f"{count / min(seconds[engine]) / 1e6:.0f}",
                faster_by(seconds[engine], seconds["boardworth"]),
            )
            for engine in ("boardworth", name)
        ]
    show(
        "perft of chess, one thread",
        ("position", "engine", "million leaves/s", "boardworth is faster by"),
        rows,
        "neither plays the last ply: Stockfish lists its legal moves, boardworth counts them by "
        "sets of squares; the time that Stockfish takes to start is left out",
    )


def stockfish() -> str | None:
    """The program, also where Debian keeps games."""
    return shutil.which("stockfish", path=f"{os.environ['PATH']}{os.pathsep}/usr/games")


def ask(command: str, words: list[str]) -> str:
    """What an engine of the UCI protocol prints when it is told these lines."""
    told = "\n".join([*words, "quit", ""])
    run = subprocess.run([command], input=told, capture_output=True, text=True, check=True)
    return run.stdout


def cpu_seconds() -> float:
    """Of this process and of all that it has started and seen end."""
    return sum(os.times()[:4])
