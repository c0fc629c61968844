"""How positions and moves of shogi are written, read, drawn and refused."""

import pytest
from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st
from shogi_oracle import START, usi

from boardworth.errors import FormatError, IllegalMove
from boardworth.rules import load_game

SHOGI = load_game("shogi")
seeds = st.integers(0, 10_000)


def test_moves_are_written_as_in_western_books():
    position = SHOGI.start().play("7g7f").play("3c3d")
    texts = {usi(move): position.move_text(move) for move in position.legal_moves()}
    assert texts["8h2b+"] == "Bx2b+"
    assert texts["8h2b"] == "Bx2b="
    assert texts["4i5h"] == "G4i-5h"
    assert texts["7f7e"] == "P-7e"
    later = position.play("Bx2b+").play("Sx2b")
    assert later.move_text(later.parse_move("B*5e")) == "B*5e"
    promoted = position.play("Bx2b+").play("8c8d")
    assert {"+B-3c", "+Bx3a"} <= {promoted.move_text(move) for move in promoted.legal_moves()}


def test_moves_are_read_in_both_notations():
    start = SHOGI.start()
    assert start.play("7g7f") == start.play("P-7f") == start.play("P7g-7f") == start.play("P7f")
    with pytest.raises(FormatError, match=r"'G-5h' may mean G4i-5h or G6i-5h in lnsgkgsnl"):
        start.play("G-5h")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "7g",
        "7g7",
        "7g7f=",
        "7g7j",
        "0g7f",
        "K*5e",
        "P*",
        "Q-7f",
        "+G-5h",
        "P-7f++",
        "win ",
        "７六歩",
    ],
)
def test_an_unreadable_move_is_refused_with_examples(text):
    with pytest.raises(FormatError, match=r"shogi move: .* is not a move such as P-7f"):
        SHOGI.start().play(text)


def test_a_move_that_no_piece_can_make_is_refused():
    with pytest.raises(FormatError, match=r"'N-7e' is no piece's move in lnsgkgsnl"):
        SHOGI.start().play("N-7e")
    with pytest.raises(IllegalMove, match="illegal move 7g7e in lnsgkgsnl"):
        SHOGI.start().play("7g7e")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (START.split()[0], "is not a board, the side to move"),
        (START.replace(" b ", " x "), "the side to move is b or w, not 'x'"),
        (START.replace("/9/9/9", "/9/9"), "a board has 9 ranks, not 8"),
        (START.replace("/9/9/9", "/9/8/9"), r"rank e \('8'\) has 8 squares, not 9"),
        (START.replace("1r5b1", "1r5b2"), r"rank b \('1r5b2'\) has more than 9 squares"),
        (START.replace("1r5b1", "1r5b+"), r"rank b \('1r5b\+'\) has 8 squares"),
        (START.replace("1r5b1", "1q5b1"), "has an unexpected character 'q'"),
        (START.replace("lnsg", "lns+g"), "promotes a king or a gold"),
        (START.replace("1r5b1", "1r1r3b1"), "more than 2 of R"),
        (START.replace("1r5b1", "1k5b1"), "a side has more than one king"),
        (START.replace(" - ", " 3P "), "more than 18 of P"),
        (START.replace(" - ", " 19P "), "more than 18 of P in hand"),
        (START.replace(" - ", " K "), "pieces in hand are written like R2Pbp, not 'K'"),
        (START.replace(" - ", " 2 "), "pieces in hand end with a number: '2'"),
        (START + " more", "only the number of the move may follow"),
        (START.replace("- 1", "- first"), "only the number of the move may follow"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the P on 9a could never move"),
        ("4k4/9/9/9/9/9/9/n8/4K4 b - 1", "the n on 9h could never move"),
        ("4k4/P8/P8/9/9/9/9/9/4K4 b - 1", "two unpromoted pawns of a side on file 9"),
        ("4k4/4G4/9/9/9/9/9/9/4K4 b - 1", "the side that is not to move is in check"),
        ("handicap queen", "no handicap 'queen'; there are lance, right-lance"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(text, message):
    with pytest.raises(FormatError, match=f"shogi position: .*{message}"):
        SHOGI.parse(text)


def test_positions_are_read_in_the_dialects_in_use():
    assert SHOGI.parse("startpos") == SHOGI.parse(f"sfen {START}") == SHOGI.start()
    assert SHOGI.parse(START.removesuffix(" 1")) == SHOGI.parse(START[:-1] + "57") == SHOGI.start()


@given(seeds)
def test_texts_of_positions_and_moves_are_read_back(seed):
    for position in random_game(SHOGI, seed, max_plies=60)[0]:
        text = SHOGI.text(position)
        assert SHOGI.parse(text) == position
        assert SHOGI.text(SHOGI.parse(text)) == text
        for move in position.legal_moves():
            assert position.parse_move(usi(move)) == move
            assert position.parse_move(position.move_text(move)) == move


@given(st.text("kKgGrRbBsSnNlLpP+123456789/ bw-", max_size=90), seeds)
def test_a_damaged_position_is_read_or_refused(noise, seed):
    text = SHOGI.text(random_game(SHOGI, seed, max_plies=30)[0][-1])
    at = seed % len(text)
    for damaged in (text[:at] + noise, noise + text[at:], text[:at] + noise[:2] + text[at + 1 :]):
        try:
            position = SHOGI.parse(damaged)
        except FormatError as error:
            assert str(error).startswith("shogi position: ")  # noqa: PT017
        else:
            assert SHOGI.parse(SHOGI.text(position)) == position


def test_a_board_is_drawn_with_the_pieces_in_hand():
    position = SHOGI.start().play("P-7f").play("P-3d").play("Bx2b+").play("Sx2b")
    assert str(position).splitlines() == [
        "   9  8  7  6  5  4  3  2  1",
        "a  l  n  s  g  k  g  -  n  l",
        "b  -  r  -  -  -  -  -  s  -",
        "c  p  p  p  p  p  p  -  p  p",
        "d  -  -  -  -  -  -  p  -  -",
        "e  -  -  -  -  -  -  -  -  -",
        "f  -  -  P  -  -  -  -  -  -",
        "g  P  P  -  P  P  P  P  P  P",
        "h  -  -  -  -  -  -  -  R  -",
        "i  L  N  S  G  K  G  S  N  L",
        "sente bishops in hand: 1",
        "gote bishops in hand: 1",
        "sente to move",
    ]
    assert (
        SHOGI.draw(position, unicode=True).splitlines()[1]
        == "a v香 v桂 v銀 v金 v玉 v金  ・ v桂 v香"
    )


def test_gote_sees_the_board_turned_around():
    position = SHOGI.start().play("P-7f")
    named = {
        atom.name: atom.values[fact]
        for atom, fact in zip(SHOGI.atoms, SHOGI.facts(position), strict=True)
    }
    assert named["5i"] == "own king"
    assert named["3d"] == "opponent pawn"
    assert named["8h"] == "own bishop"
    assert named["own pawns in hand"] == "0"
