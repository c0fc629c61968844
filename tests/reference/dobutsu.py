"""Dobutsu shogi by walking over a dictionary of squares: sente's pieces are capitals."""

ALONG = [(0, 1), (0, -1), (1, 0), (-1, 0)]
ACROSS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
# Steps in (column, row), a positive row being towards the opponent.
STEPS = {
    "C": [(0, 1)],
    "H": [*ALONG, (1, 1), (-1, 1)],
    "E": ACROSS,
    "G": ALONG,
    "L": [*ALONG, *ACROSS],
}
SQUARES = [(column, row) for row in range(4) for column in range(3)]
START = "gle/1c1/1C1/ELG b -"


def from_text(text):
    """Board, pieces in hand and side of a text."""
    rows, side, hands = text.split()
    board, square = {}, 0
    for c in rows.replace("/", ""):
        if c.isdigit():
            square += int(c)
        else:
            board[SQUARES[square]] = c
            square += 1
    held = hands.replace("2C", "CC").replace("2E", "EE").replace("2G", "GG")
    held = held.replace("2c", "cc").replace("2e", "ee").replace("2g", "gg").replace("-", "")
    return board, "".join(sorted(held)), side


def name(square):
    return "abc"[square[0]] + str(square[1] + 1)


def is_own(piece, side):
    return piece.isupper() == (side == "b")


def forward(side):
    """Sente plays towards row 1."""
    return -1 if side == "b" else 1


def last_row(side):
    return 0 if side == "b" else 3


def other(side):
    return "w" if side == "b" else "b"


def targets(board, square):
    """Where a piece can step to, captures included."""
    piece = board[square]
    side = "b" if piece.isupper() else "w"
    for column, row in STEPS[piece.upper()]:
        to = (square[0] + column, square[1] + forward(side) * row)
        if to in SQUARES and not (to in board and is_own(board[to], side)):
            yield to


def lion_of(board, side):
    """Where a side's lion stands, if it is on the board."""
    lion = "L" if side == "b" else "l"
    return next((square for square, piece in board.items() if piece == lion), None)


def lion_attacked(board, side):
    """Whether the opponent could capture a side's lion."""
    lion = lion_of(board, side)
    return any(
        lion in targets(board, square) for square in board if not is_own(board[square], side)
    )


def arrived(board, side):
    """Whether a side's lion stands on its last row, where it cannot be captured."""
    lion = lion_of(board, side)
    return lion is not None and lion[1] == last_row(side) and not lion_attacked(board, side)


def outcome(board, hands, side):
    """1 or -1 for the player to move, or None while the game goes on."""
    if ("L" if side == "b" else "l") not in board.values() or arrived(board, other(side)):
        return -1
    if arrived(board, side):
        return 1
    return None if moves_on(board, hands, side) else -1


def moves_on(board, hands, side):
    steps = [
        name(square) + name(to)
        for square, piece in board.items()
        if is_own(piece, side)
        for to in targets(board, square)
    ]
    held = {piece for piece in hands if is_own(piece, side)}
    drops = [f"{p.upper()}*{name(to)}" for p in held for to in SQUARES if to not in board]
    return steps + drops


def legal_moves(board, hands, side):
    """Moves by their squares (b3b2) or as drops (C*b2), in any order."""
    return [] if outcome(board, hands, side) is not None else moves_on(board, hands, side)


def play(board, hands, side, move):
    board = dict(board)
    to = ("abc".index(move[2]), int(move[3]) - 1)
    if "*" in move:
        piece = move[0] if side == "b" else move[0].lower()
        board[to] = piece
        hands = hands.replace(piece, "", 1)
    else:
        piece = board.pop(("abc".index(move[0]), int(move[1]) - 1))
        if to in board and board[to] not in "Ll":
            taken = {"h": "c", "H": "C"}.get(board[to], board[to])
            hands = "".join(sorted(hands + taken.swapcase()))
        if piece in "Cc" and to[1] == last_row(side):
            piece = {"C": "H", "c": "h"}[piece]
        board[to] = piece
    return board, hands, other(side)


def perft(board, hands, side, depth):
    if depth == 0:
        return 1
    return sum(
        perft(*play(board, hands, side, move), depth - 1)
        for move in legal_moves(board, hands, side)
    )
