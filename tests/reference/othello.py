"""Othello by walking over a dictionary of squares: nothing shared with the core's bitboards."""

DIRECTIONS = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]
START = {(3, 3): "O", (4, 4): "O", (4, 3): "X", (3, 4): "X"}


def other(side):
    return "O" if side == "X" else "X"


def from_text(text):
    """Board and side of a text of 64 squares and the side to move."""
    squares, side = text.split()
    board = {(i % 8, i // 8): disc for i, disc in enumerate(squares) if disc in "XO"}
    return board, side


def to_text(board, side):
    squares = [board.get((i % 8, i // 8), "-") for i in range(64)]
    return "".join(squares) + " " + side


def flips(board, side, square):
    """The discs that a move turns, or none if it is illegal."""
    if square in board:
        return []
    turned = []
    for dc, dr in DIRECTIONS:
        line = []
        column, row = square[0] + dc, square[1] + dr
        while board.get((column, row)) == other(side):
            line.append((column, row))
            column, row = column + dc, row + dr
        if board.get((column, row)) == side:
            turned += line
    return turned


def legal_moves(board, side):
    """Square names in board order, or a pass, or nothing when the game is over."""

    def squares(who):
        return [(c, r) for r in range(8) for c in range(8) if flips(board, who, (c, r))]

    moves = [f"{'abcdefgh'[c]}{r + 1}" for c, r in squares(side)]
    return moves or (["--"] if squares(other(side)) else [])


def play(board, side, move):
    if move == "--":
        return board, other(side)
    square = ("abcdefgh".index(move[0]), int(move[1]) - 1)
    turned = flips(board, side, square)
    assert turned, f"illegal move {move}"
    return {**board, **dict.fromkeys([square, *turned], side)}, other(side)


def score(board, side):
    own, opponent = (list(board.values()).count(who) for who in (side, other(side)))
    empty = 64 - own - opponent
    return own - opponent + (empty if own > opponent else -empty if own < opponent else 0)
