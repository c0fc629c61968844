"""Othello against a slow twin, against published tables, and in the usual notations."""

import pytest
from conftest import random_game
from reference import othello as slow

from boardworth.errors import FormatError, IllegalMove, RulesError
from boardworth.rules import load_game

PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]
TIC_TAC_TOE_PERFT = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PERFT[:7], 1)))
def test_othello_has_the_published_numbers_of_move_sequences(othello, depth, count):
    assert othello.perft(othello.start(), depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PERFT, 1))[7:])
def test_othello_has_the_published_numbers_of_long_move_sequences(othello, depth, count):
    assert othello.perft(othello.start(), depth) == count


def test_tic_tac_toe_has_the_published_numbers_of_move_sequences():
    game = load_game("tic_tac_toe")
    counts = [game.perft(game.start(), depth) for depth in range(1, 10)]
    assert counts == TIC_TAC_TOE_PERFT


@pytest.mark.parametrize("seed", range(20))
def test_bitboards_play_like_discs_on_a_table(othello, seed):
    positions, moves = random_game(othello, seed)
    board, side = slow.START, "X"
    for position, move in zip(positions, [*moves, None], strict=True):
        assert othello.text(position) == slow.to_text(board, side)
        names = [othello.start().move_text(m) for m in position.legal_moves()]
        assert names == slow.legal_moves(board, side)
        if move is None:
            assert othello.outcome(position) == slow.score(board, side)
        else:
            board, side = slow.play(board, side, othello.start().move_text(move))


def test_a_player_without_a_move_must_pass(othello):
    position = othello.parse("XO" + "-" * 62 + " O")
    assert [othello.start().move_text(move) for move in position.legal_moves()] == ["--"]
    after = position.play("--")
    assert after.mover == 0
    assert [othello.start().move_text(move) for move in after.legal_moves()] == ["c1"]


def test_empty_squares_go_to_the_winner(othello):
    assert othello.outcome(othello.parse("X" * 10 + "-" * 54 + " O")) == -64
    assert othello.outcome(othello.parse("X" * 32 + "O" * 32 + " X")) == 0


def test_a_board_is_drawn_with_its_coordinates(othello):
    drawn = str(othello.start()).splitlines()
    assert drawn[0] == "  a b c d e f g h"
    assert drawn[4] == "4 - - - O X - - -"
    assert drawn[-1] == "black to move"


@pytest.mark.parametrize("line", ["f5d6c3", "F5 d6\tC3", "f5d6 c3"])
def test_a_line_of_moves_may_be_written_in_several_ways(othello, line):
    assert [othello.start().move_text(m) for m in othello.parse_line(othello.start(), line)] == [
        "f5",
        "d6",
        "c3",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 64 squares, found 0"),
        ("-" * 63, "expected 64 squares, found 63"),
        ("-" * 64, "the side to move \\(X or O\\) is missing"),
        ("-" * 65 + " X", "more than 64 squares"),
        ("-" * 64 + " XX", "more than 64 squares"),
        ("q" + "-" * 63 + " X", "unexpected character 'q'"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(othello, text, message):
    with pytest.raises(FormatError, match=message):
        othello.parse(text)


def test_boards_are_read_in_the_dialects_in_use(othello):
    obf = "---------------------------OX------XO--------------------------- X;"
    ggf = "---------------------------O*------*O--------------------------- *"
    assert othello.parse(obf) == othello.parse(ggf) == othello.start()


@pytest.mark.parametrize(
    ("line", "message"), [("f5d6x9", "'x9' at column 5"), ("f5 d", "'d' at column 4")]
)
def test_a_bad_move_is_named_with_its_column(othello, line, message):
    with pytest.raises(FormatError, match=message):
        othello.parse_line(othello.start(), line)


def test_an_illegal_move_is_named_with_its_position(othello):
    with pytest.raises(IllegalMove, match=r"illegal move a1 in -{27}OX"):
        othello.start().play("a1")


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(RulesError, match=r"unknown game 'go': .*othello"):
        load_game("go")
