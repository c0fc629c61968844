"""Hasami shogi by walking over a dictionary of squares: nothing shared with its rule sheet."""

from typing import NamedTuple

LETTERS = "abcdefghi"
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
LAST_MOVE = 100
OTHER = {"black": "white", "white": "black"}


class Position(NamedTuple):
    """Pieces by column and row, both from 1; whose turn it is; how many moves were made."""

    pieces: dict
    mover: str
    clock: int = 0


START = Position(
    {(x, y): side for side, y in (("black", 1), ("white", 9)) for x in range(1, 10)}, "black"
)


def drawn(picture, mover="black", clock=0):
    """A picture of nine rows, the first one on top: b and w are pieces."""
    rows = [row.split() for row in picture.strip().splitlines()]
    sides = {"b": "black", "w": "white"}
    assert [len(row) for row in rows] == [9] * 9
    pieces = {
        (x, y): sides[letter]
        for y, row in enumerate(rows, 1)
        for x, letter in enumerate(row, 1)
        if letter in sides
    }
    return Position(pieces, mover, clock)


def text(position):
    """The facts of the rule sheet that hold, in no order."""
    cells = {
        f"(cell {LETTERS[x - 1]} {y} {position.pieces.get((x, y), 'empty')})"
        for x in range(1, 10)
        for y in range(1, 10)
    }
    return cells | {f"(control {position.mover})", f"(clock {position.clock})"}


def on_board(square):
    return all(1 <= coordinate <= 9 for coordinate in square)


def line(square, direction):
    """The squares from the next one to the edge."""
    found = []
    x, y = square[0] + direction[0], square[1] + direction[1]
    while on_board((x, y)):
        found.append((x, y))
        x, y = x + direction[0], y + direction[1]
    return found


def moves(position):
    """The mover's moves, from square to square, whether the game is over or not."""
    found = []
    for square, side in position.pieces.items():
        if side != position.mover:
            continue
        for direction in DIRECTIONS:
            for target in line(square, direction):
                if target in position.pieces:
                    break
                found.append((square, target))
    return found


def captures(position, move):
    """The pieces that a move captures."""
    source, target = move
    pieces = {square: side for square, side in position.pieces.items() if square != source}
    taken = []
    for direction in DIRECTIONS:
        enclosed = []
        for square in line(target, direction):
            if pieces.get(square) != OTHER[position.mover]:
                if pieces.get(square) == position.mover:
                    taken += enclosed
                break
            enclosed.append(square)
    return taken


def play(position, move):
    gone = {move[0], *captures(position, move)}
    pieces = {square: side for square, side in position.pieces.items() if square not in gone}
    pieces[move[1]] = position.mover
    return Position(pieces, OTHER[position.mover], position.clock + 1)


def count(position, side):
    return sum(owner == side for owner in position.pieces.values())


def winner(position):
    """The side that has won, "nobody" for a draw, None while the game goes on."""
    for side, other in OTHER.items():
        if count(position, side) <= 1:
            return other
    if not moves(position):
        return OTHER[position.mover]
    if position.clock < LAST_MOVE:
        return None
    black, white = (count(position, side) for side in ("black", "white"))
    return "black" if black > white else "white" if white > black else "nobody"


def move_text(move):
    (x, y), (x2, y2) = move
    return f"(move {LETTERS[x - 1]} {y} {LETTERS[x2 - 1]} {y2})"


def perft(position, depth):
    if depth == 0:
        return 1
    if winner(position) is not None:
        return 0
    return sum(perft(play(position, move), depth - 1) for move in moves(position))
