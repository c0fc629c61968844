"""Shogi as men on a table: dictionaries of squares, one step at a time."""

import re
from collections import Counter

# Steps of sente's men as (to the left, forward); slides go on.
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
} | {"+" + man: GOLD for man in "PLNS"}
SLIDES = {"L": [(0, 1)], "B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}


def from_text(text):
    """Men by file and rank, men in hand, and the side to move: b or w."""
    board, side, hands, _ = text.split()
    men = {}
    for rank, row in enumerate(board.split("/"), start=1):
        file = 9
        for sign in re.findall(r"\d|\+?[A-Za-z]", row):
            if sign.isdigit():
                file -= int(sign)
            else:
                men[file, rank] = sign
                file -= 1
    held = Counter()
    for count, man in re.findall(r"(\d*)([A-Za-z])", hands):
        held[man] += int(count or 1)
    return men, held, side


def owner(man):
    return "w" if man.islower() else "b"


def other(side):
    return "w" if side == "b" else "b"


def on_board(square):
    return all(1 <= number <= 9 for number in square)


def attacks(men, square):
    """The squares that a man attacks, its own side's men included."""
    man = men[square]
    forward = 1 if owner(man) == "w" else -1

    def moved(where, step):
        return where[0] - forward * step[0], where[1] + forward * step[1]

    found = {moved(square, step) for step in STEPS.get(man.upper(), [])}
    for step in SLIDES.get(man.upper(), []):
        where = moved(square, step)
        while on_board(where):
            found.add(where)
            if where in men:
                break
            where = moved(where, step)
    return set(filter(on_board, found))


def attacked(men, square, by):
    return any(square in attacks(men, origin) for origin, man in men.items() if owner(man) == by)


def in_check(men, side):
    king = "K" if side == "b" else "k"
    return any(attacked(men, at, other(side)) for at, man in men.items() if man == king)


def mobility(men, side):
    """The squares that its men attack and that it does not stand on, man by man."""
    own = {square for square, man in men.items() if owner(man) == side}
    return sum(len(attacks(men, square) - own) for square in own)


def count_men(men, held, side):
    return sum(owner(man) == side for man in [*men.values(), *held.elements()])
