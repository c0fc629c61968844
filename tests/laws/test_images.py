"""Laws of images: every position of every game is drawn, with as many pieces as there are."""

import random
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import NATIVE, random_game

from boardworth.rules import load_game
from boardworth.rules.marks import touched_squares
from boardworth.rules.svg import board_svg, facts_svg, heat_svg, squares_svg

SHEETS = sorted((Path(__file__).parents[2] / "games" / "gdl").glob("*.gdl"))
NAMES = [*NATIVE, *map(str, SHEETS)]
POSITIONS = 12

games = pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)


def drawn(svg):
    """The image as XML; it needs no other file and has a title."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img"
    assert root[0].text == root.get("aria-label") != ""
    assert "href" not in svg
    assert "url(" not in svg
    return root


def of_class(root, name):
    return [one for one in root.iter() if one.get("class") == name]


def places(root, name):
    """Where on the board the squares are that have something of a class, as their titles say."""
    return {
        group[0].text.partition(":")[0]
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        if any(one.get("class") == name for one in group)
    }


def square_names(picture):
    return [c + r for board in picture.boards for r in board.rows for c in board.columns]


@cache
def random_play(name):
    """Pairs of positions that follow each other, of one random game, the start among them."""
    game, draw = load_game(name), random.Random(1)
    positions = [game.start()]
    while not positions[-1].over and len(positions) < 60:
        joint = [draw.choice(positions[-1].legal_moves(r)) for r in range(len(game.roles))]
        positions.append(positions[-1].play_joint(joint))
    chosen = sorted(
        {0, *draw.sample(range(len(positions) - 1), min(POSITIONS, len(positions) - 1))}
    )
    return [(positions[n], positions[n + 1]) for n in chosen]


@games
def test_as_many_pieces_are_drawn_as_there_are_on_the_board(name):
    for position in {one for pair in random_play(name) for one in pair}:
        picture = position.game.picture(position)
        root = drawn(board_svg(position))
        pieces = [square for square in picture.squares if square is not None and not square.empty]
        assert len(of_class(root, "piece")) == len(pieces)
        assert len(of_class(root, "held")) == len(picture.hands)
        assert board_svg(position) == position._repr_svg_()


@games
def test_the_last_move_is_marked_where_it_was(name):
    for before, after in random_play(name):
        pictures = [one.game.picture(one) for one in (before, after)]
        root = drawn(board_svg(after, previous=before))
        names = square_names(pictures[1])
        touched = touched_squares(*pictures)
        assert len(of_class(root, "last")) == len(touched)
        assert places(root, "last") == {names[square] for square in touched}
        assert bool(pictures[1].boards) == bool(of_class(root, "board"))


@pytest.mark.parametrize("name", ["othello", "chess", "shogi", "dobutsu", "connect-four"])
def test_squares_are_marked_that_one_can_move_to(name):
    position = load_game(name).start()
    goals = places(drawn(board_svg(position, moves=True)), "goal")
    if name == "othello":
        assert goals == {"d3", "c4", "f5", "e6"}
    if name == "connect-four":
        assert goals == {f"{column}1" for column in range(1, 8)}
    assert goals
    assert not of_class(drawn(board_svg(position)), "goal")


@pytest.mark.parametrize("name", [*NATIVE, "breakthrough", "hex", "connect-four", "minichess"])
def test_the_second_role_s_view_is_turned_back_to_the_board(name):
    """What it sees as its own on a square is, to the first role, the opponent's where that lies."""
    game = load_game(name)
    squares = game.board.columns * game.board.rows
    owners = np.array(game.owners)
    for seed in range(3):
        for position in random_game(game, seed)[0][::7]:
            first, second = (game.core.facts(position.packed, role)[:squares] for role in (0, 1))
            seen = list(game.seen_squares(1))
            assert sorted(seen) == list(range(squares))
            assert (owners[second] == -owners[np.array(first)[seen]]).all()
            assert game.seen_squares(0) == tuple(range(squares))


def test_a_square_of_hex_touches_six_others_in_the_image():
    game = load_game("hex")
    corners = re.findall(r"M([\d.]+) ([\d.]+)h", board_svg(game.start()))
    places = sorted(np.array(corners, float).tolist(), key=lambda corner: corner[::-1])
    places = np.array(places).reshape(9, 9, 2)
    cell = places[0, 1, 0] - places[0, 0, 0]
    away = np.abs(places - places[4, 4]) / cell
    touching = {(4, 3), (4, 5), (3, 4), (3, 5), (5, 3), (5, 4)}
    near = (away[..., 1] <= 1.01) & (away[..., 0] + away[..., 1] / 2 <= 1.01)
    assert set(map(tuple, np.argwhere(near).tolist())) == touching | {(4, 4)}


def test_pieces_of_one_kind_that_are_nobody_s_are_discs_without_a_letter():
    root = drawn(board_svg(load_game("peg-solitaire").start()))
    pieces = of_class(root, "piece")
    assert len(pieces) == 32
    assert all(len(list(one.iter("{http://www.w3.org/2000/svg}circle"))) == 2 for one in pieces)
    assert not any("".join(one.itertext()) for one in pieces)


def test_roles_that_are_somewhere_are_discs_in_their_colours():
    root = drawn(board_svg(load_game("light-cycles").start()))
    pieces = of_class(root, "piece")
    assert {one[0].get("fill") for one in pieces} == {"#c93c37", "#2b6cb0"}


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("chess", "f3 e5 g4 Qh4", "black wins"),
        ("tic-tac-toe", "(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3)", "x wins"),
    ],
)
def test_it_is_said_who_wins_an_ended_game(name, moves, said):
    position = load_game(name).start()
    for move in moves.replace(") ", ");").split(";" if "(" in moves else " "):
        position = position.play(move)
    assert board_svg(position).endswith(f">game over: {said}</text></g></svg>")


def test_the_same_position_is_drawn_with_the_same_bytes():
    position = load_game("chess").start().play("e4")
    again = load_game("chess").parse(position.game.text(position))
    assert board_svg(position) == board_svg(again)


def test_things_that_fall_lie_on_the_floor_of_the_image():
    position = load_game("connect-four").start().play("(drop 4)")
    root = drawn(board_svg(position))
    heights = {
        text.text: float(text.get("y"))
        for text in root.iter("{http://www.w3.org/2000/svg}text")
        if text.get("x") and float(text.get("x")) < 20
    }
    assert heights["1"] > heights["6"]


def test_what_names_say_is_escaped(tmp_path):
    sheet = tmp_path / "odd<&>.gdl"
    sheet.write_text(
        """(role a<&>'b) (init (cell 1 1 &amp<x>)) (init (cell 1 2 free))
        (init (cell 2 1 free)) (init (cell 2 2 free)) (init (step 0))
        (<= (legal a<&>'b (put ?x ?y)) (true (cell ?x ?y free)))
        (<= (next (cell ?x ?y &amp<x>)) (does a<&>'b (put ?x ?y)))
        (<= (next (cell ?x ?y ?v)) (true (cell ?x ?y ?v)) (not (put ?x ?y)))
        (<= (put ?x ?y) (does a<&>'b (put ?x ?y)))
        (<= (goal a<&>'b 100) (true (cell 2 2 &amp<x>)))
        (<= terminal (true (cell 2 2 &amp<x>)))"""
    )
    root = drawn(board_svg(load_game(str(sheet)).start()))
    assert "&amp<x>" in "".join(root.itertext())
    assert len(of_class(root, "piece")) == 1
    assert "a<&>'b to move" in "".join(root.itertext())


def test_squares_get_the_colour_of_their_number():
    game = load_game("othello")
    root = drawn(heat_svg(game, {0: 2.0, 1: -2.0, 2: 0.0, 3: float("nan")}, unit="discs"))
    colours = {
        group[0].text: group[1].get("fill")
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        if len(group) > 1 and ":" in (group[0].text or "")
    }
    assert colours["a1: +2.00 discs"] != colours["b1: -2.00 discs"] != colours["c1: +0.00 discs"]
    assert colours["d1: "] == colours["e1: "]  # nothing is known of them


def test_known_squares_alone_have_pieces():
    game = load_game("othello")
    root = drawn(facts_svg(game, {0: 2, 9: 0, 18: 1}))
    assert places(root, "piece") == {"a1", "b2"}


def test_squares_of_a_pattern_are_numbered():
    game = load_game("chess")
    root = drawn(squares_svg(game, [(3, 1, 2), (61, 57, 58)]))
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["1", "2", "3"] or sorted(texts) == ["1", "2", "3"]
