"""One form for all positions of equal worth, from their texts: images of drawn boards."""

import re


def canonical(game, position):
    """The least drawing among a position's images, with the mover as the first player."""
    return min(_DRAWN[game.name](game.text(position)))


def _square_board(text):
    """Eight images of a square board; the side to move has the first sign."""
    cells, mover = text.split()
    signs = {"-": "-", mover: "1"}
    seen = "".join(signs.get(cell, "2") for cell in cells)
    size = round(len(seen) ** 0.5)
    rows = [seen[start : start + size] for start in range(0, len(seen), size)]
    for turned in (rows, [row[::-1] for row in rows]):
        image = turned
        for _ in range(4):
            image = ["".join(column) for column in zip(*image[::-1], strict=True)]
            yield "".join(image)


def _dobutsu(text):
    """Two images: left and right may be exchanged. Gote looks at the board from its own end."""
    board, side, hands = text.split()
    if side == "w":
        board, hands = board[::-1].swapcase(), hands.swapcase()
    held = "".join(sorted(re.sub("2(.)", r"\1\1", hands)))
    for image in (board, "/".join(row[::-1] for row in board.split("/"))):
        yield f"{image} {held}"


def _shogi(text):
    """The same, with promoted pieces."""
    board, side, hands, end = text.split()
    rows = [re.findall(r"\d|\+?[A-Za-z]", row) for row in board.split("/")]
    if side == "w":
        rows = [[sign.swapcase() for sign in row[::-1]] for row in rows[::-1]]
        hands = hands.swapcase()
    held = "".join(
        sorted(piece * int(count or 1) for count, piece in re.findall(r"(\d*)(\D)", hands))
    )
    for image in (rows, [row[::-1] for row in rows]):
        yield f"{'/'.join(''.join(row) for row in image)} {held} {end}"


def _chess(text):
    """One image. Black looks at the board from its own end; the number of the move is nothing."""
    board, side, rights, passed, clock, _ = text.split()
    if side == "b":
        board = "/".join(reversed(board.swapcase().split("/")))
        rights = rights.swapcase()
    yield f"{board} {''.join(sorted(rights))} {passed[0]} {clock}"


_DRAWN = {
    "othello": _square_board,
    "tic_tac_toe": _square_board,
    "dobutsu": _dobutsu,
    "shogi": _shogi,
    "chess": _chess,
}
