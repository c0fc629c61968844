"""boardworth perft: counts move sequences, the standard test of a move generator."""

from __future__ import annotations

import time

from boardworth.cli.arguments import Count, MovesText, Name, PositionText, position_of
from boardworth.cli.output.figures import give
from boardworth.cli.output.interruption import show_so_far


def perft(
    game: Name,
    /,
    *,
    depth: Count = 6,
    position: PositionText | None = None,
    moves: MovesText = "",
) -> None:
    """Count the sequences of legal moves of each length up to a depth.

    For example:

        boardworth perft othello --depth 9
        boardworth perft breakthrough --depth 4
        boardworth perft game.gdl --depth 3 --moves '(mark 1 1) (mark 2 2)'

    Args:
        game: a built-in game, a rule sheet that comes with Boardworth, or a rule sheet's file.
        depth: the greatest length.
        position: where to start, as text; else the start of the game.
        moves: to play first.
    """
    from boardworth.rules import load_game

    rules = load_game(game)
    start = position_of(rules, position, moves)
    counts = []
    try:
        for length in range(1, depth + 1):
            before = time.perf_counter()
            count = rules.perft(start, length)
            seconds = time.perf_counter() - before
            print(f"{length:3d} {count:18,d} {seconds:9.3f} s", flush=True)
            show_so_far("counting")
            counts.append({"depth": length, "count": count, "seconds": seconds})
    finally:
        give(rules.name, {"position": rules.text(start), "counts": counts})
