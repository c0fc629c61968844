"""Shogi as pieces on a table: dictionaries of squares, one step at a time."""

import re
from collections import Counter

# Steps of sente's pieces as (to the left, forward); slides go on.
GOLD = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]
DIAGONAL = [(-1, 1), (1, 1), (-1, -1), (1, -1)]
STRAIGHT = [(0, 1), (-1, 0), (1, 0), (0, -1)]
STEPS = {
    "P": [(0, 1)],
    "N": [(-1, 2), (1, 2)],
    "S": [*DIAGONAL, (0, 1)],
    "G": GOLD,
    "K": DIAGONAL + STRAIGHT,
    "+B": STRAIGHT,
    "+R": DIAGONAL,
} | {"+" + piece: GOLD for piece in "PLNS"}
SLIDES = {"L": [(0, 1)], "B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}


def from_text(text):
    """Pieces by file and rank, pieces in hand, and the side to move: b or w."""
    board, side, hands, _ = text.split()
    pieces = {}
    for rank, row in enumerate(board.split("/"), start=1):
        file = 9
        for sign in re.findall(r"\d|\+?[A-Za-z]", row):
            if sign.isdigit():
                file -= int(sign)
            else:
                pieces[file, rank] = sign
                file -= 1
    held = Counter()
    for count, piece in re.findall(r"(\d*)([A-Za-z])", hands):
        held[piece] += int(count or 1)
    return pieces, held, side


def owner(piece):
    return "w" if piece.islower() else "b"


def other(side):
    return "w" if side == "b" else "b"


def on_board(square):
    return all(1 <= number <= 9 for number in square)


def attacks(pieces, square):
    """The squares that a piece attacks, its own side's pieces included."""
    piece = pieces[square]
    forward = 1 if owner(piece) == "w" else -1

    def moved(where, step):
        return where[0] - forward * step[0], where[1] + forward * step[1]

    found = {moved(square, step) for step in STEPS.get(piece.upper(), [])}
    for step in SLIDES.get(piece.upper(), []):
        where = moved(square, step)
        while on_board(where):
            found.add(where)
            if where in pieces:
                break
            where = moved(where, step)
    return set(filter(on_board, found))


def attacked(pieces, square, by):
    return any(
        square in attacks(pieces, origin) for origin, piece in pieces.items() if owner(piece) == by
    )


def in_check(pieces, side):
    king = "K" if side == "b" else "k"
    return any(attacked(pieces, at, other(side)) for at, piece in pieces.items() if piece == king)


def mobility(pieces, side):
    """The squares that its pieces attack and that it does not stand on, piece by piece."""
    own = {square for square, piece in pieces.items() if owner(piece) == side}
    return sum(len(attacks(pieces, square) - own) for square in own)


def count_pieces(pieces, held, side):
    return sum(owner(piece) == side for piece in [*pieces.values(), *held.elements()])
