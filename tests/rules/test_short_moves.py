"""Short moves: whatever is short for one legal move only is read as that move."""

import random

import pytest

from boardworth.cli.arguments import history_of
from boardworth.errors import BoardworthError, FormatError
from boardworth.rules import load_game
from boardworth.rules.short_moves import ShortMoves, read_move

# Native games; drops, steps and jumps; phases; several roles; moves at the same time.
GAMES = ["othello", "tic_tac_toe", "dobutsu", "chess", "shogi"]
GAMES += ["connect-four", "minichess", "three-stars", "light-cycles", "dice-race"]


@pytest.mark.parametrize("name", GAMES)
def test_every_short_text_means_its_move_and_no_other(name):
    game, draw = load_game(name), random.Random(1)
    position = game.start()
    for _ in range(12):
        if position.over:
            break
        for role in range(len(game.roles)):
            short = ShortMoves(position, role)
            texts = [short.text(move) for move in short.texts]
            assert len(set(texts)) == len(texts)
            assert [read_move(position, role, text) for text in texts] == list(short.texts)
        joint = [draw.choice(position.legal_moves(role)) for role in range(len(game.roles))]
        position = position.play_joint(joint)


@pytest.mark.parametrize(
    ("name", "typed", "move"),
    [
        ("connect-four", "4", "(drop 4)"),
        ("connect-four", "drop4", "(drop 4)"),
        ("minichess", "e2e3", "(move e 2 e 3)"),
        ("minichess", "E2-E3", "(move e 2 e 3)"),
        ("breakthrough", "1213", "(move 1 2 1 3)"),
        ("breakthrough", "1 2 1 3", "(move 1 2 1 3)"),
        ("light-cycles", "north", "(drive north)"),
        ("chess", "nf3", "Nf3"),
        ("shogi", "p7f", "P-7f"),
    ],
)
def test_what_goes_without_saying_may_be_left_out(name, typed, move):
    start = load_game(name).start()
    assert start.move_text(read_move(start, 0, typed), 0) == move


def test_the_piece_that_moves_need_not_be_named_if_its_squares_are(tmp_path):
    sheet = tmp_path / "pieces.gdl"
    sheet.write_text(
        "(role one) (init (on a 1)) (succ 1 2) (succ 2 3)"
        "(<= (legal one (move white pawn a ?y a ?y2)) (true (on a ?y)) (succ ?y ?y2))"
        "(<= (legal one (lift white pawn a ?y)) (true (on a ?y)))"
        "(<= (next (on a ?y2)) (does one (move white pawn a ?y a ?y2)))"
        "(<= terminal (true (on a 3))) (<= (goal one 100) (true (on a 3)))"
    )
    start = load_game(str(sheet)).start()
    assert start.move_text(read_move(start, 0, "a1a2"), 0) == "(move white pawn a 1 a 2)"
    assert start.move_text(read_move(start, 0, "pawn a 1"), 0) == "(lift white pawn a 1)"


def test_what_can_mean_several_moves_is_refused_and_they_are_named():
    game = load_game("five-in-a-row")
    with pytest.raises(FormatError, match=r"'111' can be \(place 11 1\), \(place 1 11\)"):
        read_move(game.start(), 0, "111")
    assert game.start().move_text(read_move(game.start(), 0, "11 1"), 0) == "(place 11 1)"


def test_a_text_that_is_a_move_is_that_move_even_if_it_is_illegal():
    start = load_game("connect-four").start()
    full = start
    for _ in range(6):
        full = full.play("drop 1")
    assert read_move(full, 0, "drop 1") == start.parse_move("drop 1")
    with pytest.raises(FormatError, match="no move '1'"):
        read_move(full, 0, "1")


@pytest.mark.parametrize(
    ("name", "moves", "last"),
    [
        ("connect-four", "4 4 (drop 3)", "(drop 3)"),
        ("minichess", "e2e3 d4d3", "(move d 4 d 3)"),
        ("light-cycles", "north south", "(drive north)"),
        ("chess", "e2e4 E5 nf3", "Nf3"),
        ("chess", "nf3", "Nf3"),
    ],
)
def test_lines_of_moves_may_be_short(name, moves, last):
    history = history_of(load_game(name), None, moves)
    assert last in history.joint_move_texts[-1]


def test_a_short_line_may_leave_out_forced_moves():
    history = history_of(load_game("english-draughts"), None, "1324 4655 2415 2635 3324 7364")
    texts = [max(joint, key=len) for joint in history.joint_move_texts]
    assert texts[-2:] == ["(jump 3 5 1 3)", "(move 7 3 6 4)"]


@pytest.mark.parametrize("moves", ["4 9", "4 drop", "4 4 4 4 4 4 4", "4 (4 4)", "4 ("])
def test_a_line_with_a_mistake_is_refused(moves):
    with pytest.raises(BoardworthError, match="connect-four move"):
        history_of(load_game("connect-four"), None, moves)


@pytest.mark.parametrize("typed", ["9", "zwölf", "(drop", "drop ?x"])
def test_what_is_no_move_is_refused_as_such(typed):
    """Nobody who plays wants to read of lines, columns and signs of the language of rules."""
    with pytest.raises(FormatError) as refused:
        read_move(load_game("connect-four").start(), 0, typed)
    assert str(refused.value) == f"connect-four move: red has no move '{typed}'"
