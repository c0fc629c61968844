"""Hasami shogi by its rule sheet, beside a plain twin of its rules."""

import random

import pytest
from reference import hasami

from boardworth.rules import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("hasami-shogi")


def position_of(game, plain):
    return game.parse(" ".join(sorted(hasami.text(plain))))


def facts(game, position):
    return {f"({fact})" for fact in game.text(position)[1:-1].split(") (")}


def moves_of(game, position):
    mover = position.mover
    return sorted(game.move_text(position, mover, move) for move in position.legal_moves())


def agree(game, position, plain):
    """The same position, with the same moves or the same result; whether the game goes on."""
    assert facts(game, position) == hasami.text(plain)
    winner = hasami.winner(plain)
    if winner is None:
        assert game.payoffs(position) is None
        assert moves_of(game, position) == sorted(map(hasami.move_text, hasami.moves(plain)))
    else:
        points = {"black": (100, 0), "white": (0, 100), "nobody": (50, 50)}
        assert game.payoffs(position) == points[winner]
    return winner is None


def capture_or_any(plain, draw):
    moves = hasami.moves(plain)
    return draw.choice([m for m in moves if hasami.captures(plain, m)] or moves)


def test_games_agree_with_the_twin_move_by_move(game):
    draw = random.Random(1)
    lengths = []
    for greedy in (False, True, True):
        position, plain = game.start(), hasami.START
        while agree(game, position, plain):
            move = capture_or_any(plain, draw) if greedy else draw.choice(hasami.moves(plain))
            position = position.play(hasami.move_text(move))
            plain = hasami.play(plain, move)
        lengths.append(plain.clock)
    assert min(lengths) < max(lengths) == hasami.LAST_MOVE


def test_small_perfts_are_the_twin_s(game):
    assert [game.perft(game.start(), depth) for depth in range(4)] == [1, 63, 3717, 254219]
    assert [hasami.perft(hasami.START, depth) for depth in range(3)] == [1, 63, 3717]


def captured(game, picture, text, mover="black"):
    """The squares from which a move takes pieces, by the sheet; the twin must say the same."""
    plain = hasami.drawn(picture, mover)
    move = tuple((hasami.LETTERS.index(c) + 1, int(r)) for c, r in text.split("-"))
    after = position_of(game, plain).play(hasami.move_text(move))
    agree(game, after, hasami.play(plain, move))
    empty = {fact for fact in facts(game, after) if "empty" in fact}
    squares = [(hasami.LETTERS[x - 1], y) for (x, y), side in plain.pieces.items() if side != mover]
    return {f"{x}{y}" for x, y in squares if f"(cell {x} {y} empty)" in empty}


CLOSED_LINES = """
. . . . . . . . .
. . . . b . . . .
. . . . w . . . .
b w w w . w b . .
. . . . . . . . .
. . . . . . . . .
. . . . b . . . w
. . . . . . . . .
. . . . . . . . w
"""


def test_a_move_captures_lines_in_three_directions(game):
    assert captured(game, CLOSED_LINES, "e7-e4") == {"b4", "c4", "d4", "e3", "f4"}


OPEN_LINES = """
. . . . b . . . .
. . . . . . . . .
. . . . w . . . .
w w w w . w . b .
. . . . . . . . .
. . . . . . . . .
. . . . b . . . w
. . . . . . . . .
. . . . . . . . .
"""


def test_a_line_that_ends_at_an_empty_square_or_at_the_edge_stays(game):
    assert captured(game, OPEN_LINES, "e7-e4") == set()


BETWEEN_TWO = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . b . b . . .
. . . . . . . . .
. . . . . . . . .
. . . . w . . . .
. . . . . . . . w
. . . . . . . . .
"""


def test_a_piece_may_move_between_two_of_the_opponent_s(game):
    assert captured(game, BETWEEN_TWO, "e7-e4", mover="white") == set()


CORNER_AND_DIAGONAL = """
w b . . . . . . .
. . . . . . . . .
b . . . . . . . .
. . . . . . . . .
. . . . b . . . .
. . . . . w . . .
. . . . . . . . .
. . . . . . b . .
. . . . . . . . .
"""


@pytest.mark.parametrize("move", ["a3-a2", "g8-g7"])
def test_pieces_are_captured_neither_in_the_corner_nor_diagonally(game, move):
    assert captured(game, CORNER_AND_DIAGONAL, move) == set()


ROOK = """
. . . . . . . . .
. . . . . . . . .
. . . . w . . . .
. . . . . . . . .
. . b . b . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . w
"""


def test_pieces_move_like_rooks_and_do_not_jump(game):
    position = position_of(game, hasami.drawn(ROOK))
    reached = {move for move in moves_of(game, position) if move.startswith("(move e 5 ")}
    along_the_column = ["e 4", "e 6", "e 7", "e 8", "e 9"]
    along_the_row = ["d 5", "f 5", "g 5", "h 5", "i 5"]
    assert reached == {f"(move e 5 {square})" for square in along_the_column + along_the_row}


ONE_IS_LEFT = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
b w . . . . . . .
. . b . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . w
"""


def test_a_player_with_one_piece_left_has_lost(game):
    after = position_of(game, hasami.drawn(ONE_IS_LEFT)).play("move c 6 c 5")
    assert game.payoffs(after) == (100, 0)


BLOCKED = """
w w b . . . . . .
b b . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


def test_a_player_who_cannot_move_has_lost(game):
    assert game.payoffs(position_of(game, hasami.drawn(BLOCKED, "white"))) == (100, 0)
    assert game.payoffs(position_of(game, hasami.drawn(BLOCKED, "black"))) is None


@pytest.mark.parametrize(("piece", "points"), [("b", (100, 0)), ("w", (0, 100)), (".", (50, 50))])
def test_after_the_last_move_more_pieces_win(game, piece, points):
    picture = ROOK.replace("\n.", f"\n{piece}", 1)
    before = position_of(game, hasami.drawn(picture, "white", clock=99))
    assert game.payoffs(before) is None
    assert game.payoffs(before.play("move i 9 i 8")) == points
