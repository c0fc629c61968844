"""Chess as it is written and drawn: FEN, SAN, UCI, and boards."""

import random

import chess
import pytest
from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st

from boardworth.errors import FormatError, IllegalMove
from boardworth.rules import load_game

GAME = load_game("chess")
BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
START = f"{BOARD} w KQkq - 0 1"


def notation(position):
    return {position.move_text(move) for move in position.legal_moves()}


def test_a_move_names_as_much_of_its_origin_as_is_needed():
    files = GAME.parse("7k/8/8/8/8/8/8/R4RK1 w - - 0 1")
    assert {"Rac1", "Rfc1", "Ra2"} <= notation(files)
    ranks = GAME.parse("7k/R7/8/8/8/8/R7/6K1 w - - 0 1")
    assert {"R2a4", "R7a4"} <= notation(ranks)
    queens = GAME.parse("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1")
    assert "Qh4e1" in notation(queens)
    pinned = GAME.parse("4r2k/8/8/8/8/4N3/N7/4K3 w - - 0 1")
    assert "Nc3" in notation(pinned)  # the other knight cannot move
    with pytest.raises(FormatError, match=r"'Rc1' may mean R[af]c1 or R[af]c1 in 7k/8"):
        files.play("Rc1")
    assert files.play("Ra1c1") == files.play("a1c1") == files.play("Ra1-c1") == files.play("Rac1!?")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", "is not a move such as"),
        ("Zf3", "is not a move such as"),
        ("Nf9", "is not a move such as"),
        ("e4e5e6", "is not a move such as"),
        ("e7e8k", "is not a move such as"),
        ("Nf6", "no piece can make 'Nf6' in rnbq"),
        ("O-O-O-O", "is not a move such as"),
        ("Q\u2654", "is not a move such as"),
    ],
)
def test_an_unreadable_move_is_refused_with_the_reason(move, message):
    with pytest.raises(FormatError, match=message):
        GAME.start().play(move)


def test_an_illegal_move_is_named_by_its_squares():
    with pytest.raises(IllegalMove, match=f"illegal move e2e5 in {START[:20]}"):
        GAME.start().play("e2e5")
    with pytest.raises(IllegalMove, match="illegal move e1h1"):
        GAME.start().play("O-O")
    with pytest.raises(FormatError, match="no right to castle for 'O-O'"):
        GAME.parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1").play("O-O")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not FEN"),
        (f"{BOARD} w KQkq", "is not FEN"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "expected 64 squares, found 63"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "expected 64 squares, found 56"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "more than eight squares in rank 8"),
        ("4k3/8/8/8/7/8/8/4K3 w - - 0 1", "eight ranks of eight squares"),
        (f"{BOARD}/ w KQkq - 0 1", "eight ranks of eight squares"),
        ("4k3/8/8/8/9/8/8/4K3 w - - 0 1", "unexpected character '9'"),
        ("4x3/8/8/8/8/8/8/4K3 w - - 0 1", "unexpected character 'x'"),
        (f"{BOARD} x KQkq - 0 1", "the side to move is w or b, not 'x'"),
        (f"{BOARD} w KX - 0 1", "rights to castle are KQkq"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "no rook for the right to castle 'Q'"),
        (f"{BOARD} w B - 0 1", "no king and rook in its first row"),
        ("r7/4k3/8/8/8/8/8/4K3 w a - 0 1", "black has no king and rook"),
        ("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "two rights to castle to the same side"),
        (f"{BOARD} w KQkq e3 0 1", "on rank 6 or -, not 'e3'"),
        (f"{BOARD} w KQkq e6 0 1", "no pawn can have moved two"),
        (f"{BOARD} w KQkq - x 1", "the half-move clock is a number"),
        (f"{BOARD} w KQkq - 256 1", "from 0 to 255, not '256'"),
        (f"{BOARD} w KQkq - 0 -1", "the number of the move"),
        (f"{BOARD} w KQkq - 0 1 1", "nothing may follow"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white has 2 kings"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQ - 0 1", "white has 17 pieces"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on the first or the last rank"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check and not to move"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(text, message):
    with pytest.raises(FormatError, match=message):
        GAME.parse(text)


def test_positions_are_read_in_the_dialects_in_use():
    for rights in ("KQkq", "HAha", "qkQK", "KQha"):
        assert GAME.parse(f"{BOARD} w {rights} - 0 1") == GAME.start()
    assert GAME.parse(f"{BOARD} w KQkq -") == GAME.start()
    assert GAME.parse(f" {BOARD}  w KQkq - 0 0\n") == GAME.start()


def test_a_right_of_an_inner_rook_is_written_with_its_file():
    inner = "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1"
    outer = "4k3/8/8/8/8/8/8/1R1RK3 w Q - 0 1"
    assert GAME.text(GAME.parse(inner)) == inner
    assert GAME.text(GAME.parse(outer.replace("Q", "B"))) == outer
    assert GAME.text(GAME.parse(inner).play("O-O-O")) == "4k3/8/8/8/8/8/8/1RKR4 b - - 1 1"


@given(st.integers(0, 100_000))
def test_texts_and_bytes_of_positions_give_them_back(seed):
    """Also after a thousand moves, and with any clock."""
    draw = random.Random(seed)
    position = draw.choice(random_game(GAME, seed % 7)[0])
    board = chess.Board(GAME.text(position), chess960=True)
    board.halfmove_clock, board.fullmove_number = draw.randrange(256), draw.randrange(1, 65536)
    texts = [board.fen(), board.shredder_fen()]
    read = {GAME.parse(text).packed for text in texts}
    assert len(read) == 1
    assert GAME.text(GAME.parse(texts[0])) == texts[0]
    assert GAME.core.text(read.pop()) == texts[0]


def test_a_board_is_drawn_in_ascii_and_in_unicode():
    position = GAME.start().play("e4").play("d5").play("exd5").play("e5")
    ends = [
        "white to move",
    ]
    assert str(position).splitlines() == [
        "  a b c d e f g h",
        "8 r n b q k b n r",
        "7 p p p - - p p p",
        "6 - - - - - - - -",
        "5 - - - P p - - -",
        "4 - - - - - - - -",
        "3 - - - - - - - -",
        "2 P P P P - P P P",
        "1 R N B Q K B N R",
        *ends,
    ]
    assert GAME.draw(position, unicode=True).splitlines() == [
        "  a b c d e f g h",
        "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜",
        "7 ♟ ♟ ♟ · · ♟ ♟ ♟",
        "6 · · · · · · · ·",
        "5 · · · ♙ ♟ · · ·",
        "4 · · · · · · · ·",
        "3 · · · · · · · ·",
        "2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙",
        "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖",
        *ends,
    ]
