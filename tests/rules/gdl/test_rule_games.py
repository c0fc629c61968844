"""Rule sheets as games like any other: names, notation, drawings, what cannot be evaluated."""

import pickle
import random

import pytest

from boardworth.errors import FormatError, IllegalMove, MissingCapability, RulesError
from boardworth.rules import load_game
from boardworth.rules.gdl.game import RuleGame

NIM = """
(role first) (role second)
(init (heap 3)) (init (turn first))
(less 3 2) (less 2 1) (less 1 0) (less 3 1) (less 2 0)
(<= (legal ?p (take ?n)) (true (turn ?p)) (true (heap ?m)) (less ?m ?n))
(<= (legal first wait) (true (turn second)))
(<= (legal second wait) (true (turn first)))
(<= (next (heap ?n)) (does ?p (take ?n)))
(<= (next (turn first)) (true (turn second)))
(<= (next (turn second)) (true (turn first)))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (true (turn ?p)))
(<= (goal first 100) (true (turn second)))
(<= (goal second 100) (true (turn first)))
"""


def test_a_sheet_that_comes_along_is_known_by_its_name():
    game = load_game("breakthrough")
    assert game.name == "breakthrough"
    assert game.roles == ("white", "black")
    assert (game.board.columns, game.board.rows) == (8, 8)
    assert load_game("breakthrough") is game


def test_a_sheet_is_known_by_its_file_and_by_its_text(tmp_path):
    path = tmp_path / "nim.gdl"
    path.write_text(NIM)
    game = load_game(str(path))
    assert game.name == "nim"
    assert load_game(game.definition) == game
    assert load_game(game.definition).name == "nim"
    assert load_game(NIM) == game
    assert load_game(NIM) != load_game("tic-tac-toe")


def test_what_is_no_game_is_named_with_those_that_are():
    with pytest.raises(RulesError, match=r"unknown game 'brakethrough'.*othello.*breakthrough"):
        load_game("brakethrough")


def test_moves_are_written_as_in_the_sheet():
    game = load_game("connect-four")
    position = game.start().play("(drop 4)").play("drop 4").play("( Drop 3 )")
    assert (
        position
        == game.legal_replay(
            game.start(), game.parse_line(game.start(), "(drop 4)(drop 4) (drop 3)")
        ).last
    )
    with pytest.raises(FormatError, match="red has no move '\\(drop 9\\)'"):
        game.start().parse_move("drop 9")
    full = game.start()
    for _ in range(6):
        full = full.play("drop 1")
    with pytest.raises(IllegalMove, match="illegal move \\(drop 1\\)"):
        full.play("drop 1")


def test_a_board_is_drawn_with_all_that_is_beside_it():
    game = load_game("tic-tac-toe")
    assert str(game.start().play("mark 2 1")).splitlines() == [
        "  1 2 3",
        "1 - x -",
        "2 - - -",
        "3 - - -",
        "o to move",
    ]
    assert str(load_game("english-draughts").start()).splitlines()[1].split() == ["1", *["bm"] * 4]


def test_a_position_is_what_holds_in_it():
    game = load_game(NIM)
    position = game.parse("(turn second) (heap 2)")
    assert position.mover == 1
    assert {game.start().move_text(move) for move in position.legal_moves()} == {
        "(take 0)",
        "(take 1)",
    }
    assert game.outcome(position.play("take 0")) == -100
    for nonsense in ("(heap 2)", "(heap 2) (heap 3) (turn first)", "(heap 9) (turn first)"):
        with pytest.raises(FormatError, match="game position"):
            game.parse(nonsense)


def test_a_game_without_a_board_has_its_groups_as_atoms():
    game = load_game(NIM)
    assert game.board.columns * game.board.rows in (0, 4)
    assert {atom.name for atom in game.atoms} == {"heap", "turn"}
    assert "heap: 3" in str(game.start())


def test_players_of_equal_rules_see_a_position_alike():
    """A step of white's, seen by black, is a step of black's, seen by white: upside down."""
    game = load_game("breakthrough")
    seen_by_black = game.facts(game.start().play("move 4 2 4 3"))
    text = game.text(game.start())
    seen_by_white = [
        game.facts(
            game.parse(
                text.replace(f"(cell {column} 7 black)", f"(cell {column} 7 empty)").replace(
                    f"(cell {column} 6 empty)", f"(cell {column} 6 black)"
                )
            )
        )
        for column in (4, 5)  # the board may be mirrored, too
    ]
    assert seen_by_black in seen_by_white


@pytest.mark.parametrize(
    ("name", "why"),
    [("three-stars", "3 players"), ("light-cycles", "at the same time")],
)
def test_who_cannot_be_evaluated_is_told_why(name, why):
    """It is played all the same: only what needs turns is missing."""
    game = load_game(name)
    assert len(game.start().legal_moves(0)) > 1
    with pytest.raises(MissingCapability, match=f"{name}: .*{why}.*; a model of patterns is for"):
        game.turn_based()
    with pytest.raises(MissingCapability, match="; solving is for"):
        game.turn_based("solving")


@pytest.mark.parametrize("name", ["three-stars", "light-cycles", "dice-race"])
def test_where_no_single_role_moves_its_questions_say_what_to_ask_instead(name):
    """Nobody has asked for a model."""
    start = load_game(name).start()
    why = f"{name} has no single role to move: give a move of every role to play_joint"
    with pytest.raises(MissingCapability, match=why):
        _ = start.mover
    for ask in (start.legal_moves, lambda: start.play("noop"), lambda: start.play(0)):
        with pytest.raises(MissingCapability, match=why):
            ask()
    joint_move = [start.legal_moves(role)[0] for role in range(len(start.game.roles))]
    assert start.play_joint(joint_move) != start


def test_a_puzzle_is_a_game_for_one():
    game = load_game("peg-solitaire")
    draw = random.Random(1)
    position = game.start()
    while moves := position.legal_moves():
        assert position.mover == 0
        position = position.play(draw.choice(moves))
    assert 0 <= game.outcome(position) <= game.max_score


def test_perft_of_reversi_is_othello_s():
    ours, native = load_game("reversi"), load_game("othello")
    for depth in range(1, 6):
        assert ours.perft(ours.start(), depth) == native.perft(native.start(), depth)


def test_a_game_can_be_sent_to_another_process():
    game = load_game("tic-tac-toe")
    position = game.start().play("mark 2 2")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert isinstance(again.game, RuleGame)
