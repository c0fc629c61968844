"""Shogi beside cshogi: the same moves, texts and ends on every position of random games.

`python -m benchmarks shogi_rules` compares 100,000 positions.
"""

import random

import cshogi

from boardworth import _core

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
# The position called matsuri, one with 593 moves, all pieces in hand, kings in the opponent's
# camps, and a handicap.
STARTS = [
    START,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "1+P+P+PK+P+P+P1/2+P+P1+P+P2/9/9/9/9/9/2+p+p1+p+p2/1+n+nsks+l+l1 w RB2Grb2gs 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
]


def usi(move):
    """A move of ours, by its number."""
    to, origin, promotes = move % 128, move // 128 % 128, move // 128 // 128

    def square(number):
        return f"{number // 9 + 1}{'abcdefghi'[number % 9]}"

    if origin == 81 + 7:
        return "win"
    if origin >= 81:
        return f"{'PLNSBRG'[origin - 81]}*{square(to)}"
    return square(origin) + square(to) + "+" * promotes


def compare(game, position, board):
    """Raises AssertionError where the two differ."""
    sfen = board.sfen()
    assert game.text(position).split()[:3] == sfen.split()[:3]
    expected = [cshogi.move_to_usi(move) for move in board.legal_moves]
    if board.is_nyugyoku():
        expected.append("win")
    assert sorted(map(usi, position.legal_moves())) == sorted(expected), sfen
    assert _core.in_check(game.core, position.packed) == board.is_check(), sfen


def compare_random_game(game, seed, max_moves=200):
    """Compares all positions of one game; returns their number."""
    draw = random.Random(seed)
    start = STARTS[seed % len(STARTS)]
    board, position = cshogi.Board(start), game.parse(start)
    for number in range(max_moves):
        compare(game, position, board)
        moves = [move for move in position.legal_moves() if usi(move) != "win"]
        if not moves:
            return number + 1
        move = draw.choice(moves)
        board.push_usi(usi(move))
        position = position.play(move)
    return max_moves
