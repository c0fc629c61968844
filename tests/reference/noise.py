"""What a search looks at more closely, by the rules of each game: passes, captures and threats."""

import chess

from reference import dobutsu, shogi

# Games whose searches play noisy moves beyond their depth unless told otherwise.
QUIESCENT = {"tic_tac_toe", "dobutsu", "chess", "shogi"}
LINES = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]


def extension(position, move):
    """Plies by which a move does not count towards the depth: a pass in Othello is none."""
    return int(position.game.name == "othello" and position.move_text(move) == "--")


def noisy(position, move):
    """Whether a move ends the game, captures, or takes a corner, where that is looked at."""
    if position.game.name == "othello":
        return position.move_text(move) in {"a1", "h1", "a8", "h8"}
    if position.game.name == "tic_tac_toe":
        cells, side = position.game.text(position).split()
        return side in winners(cells[:move] + side + cells[move + 1 :])
    if position.game.name == "dobutsu":
        return captures_or_arrives(position, move)
    if position.game.name == "shogi":
        text = position.move_text(move)
        return "x" in text or text.endswith("+")
    if position.game.name == "chess":
        return not {"x", "="}.isdisjoint(position.move_text(move))
    return False


def in_check(position):
    """Whether the opponent would win, or capture the lion, if it were to move."""
    if position.game.name == "dobutsu":
        board, _, side = dobutsu.from_text(position.game.text(position))
        return dobutsu.lion_attacked(board, side)
    if position.game.name == "shogi":
        pieces, _, side = shogi.from_text(position.game.text(position))
        return shogi.in_check(pieces, side)
    if position.game.name == "chess":
        return chess.Board(position.game.text(position)).is_check()
    if position.game.name != "tic_tac_toe":
        return False
    cells, side = position.game.text(position).split()
    other = "o" if side == "x" else "x"
    return any(
        other in winners(cells[:square] + other + cells[square + 1 :])
        for square in range(9)
        if cells[square] == "-"
    )


def winners(cells):
    """Who has three in a line."""
    on = dict(zip("abcdefghi", cells, strict=True))
    return {on[line[0]] for line in LINES if len({on[square] for square in line}) == 1} - {"-"}


def captures_or_arrives(position, move):
    """Whether a piece leaves the board, or the lion comes safely to its last row."""
    before, _, side = dobutsu.from_text(position.game.text(position))
    after, _, _ = dobutsu.from_text(position.game.text(position.play(move)))
    return len(after) < len(before) or dobutsu.arrived(after, side)
