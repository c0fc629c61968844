"""Pictures of rule sheets' games: what falls, falls down, and empty squares look empty."""

import random

import pytest

from boardworth.rules import load_game
from boardworth.rules.gdl.state_picture import StatePicture

NUMBERS = "(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)"


def dropping(cell, floor):
    """Discs are dropped into three files of four squares; `cell` says how a square is written."""
    above = {"1": "(above 1 2) (above 2 3) (above 3 4)", "4": "(above 4 3) (above 3 2) (above 2 1)"}
    top = "4" if floor == "1" else "1"

    def of(x, y, contents):
        return f"(cell {cell.format(x=x, y=y)} {contents})"

    return f"""; dropping
        (role one) (file a) (file b) (file c) (row 1) (row 2) (row 3) (row 4) {above[floor]}
        (<= (init {of("?x", "?y", "empty")}) (file ?x) (row ?y))
        (<= (legal one (drop ?x)) (true {of("?x", top, "empty")}))
        (<= (lands ?x {floor}) (true {of("?x", floor, "empty")}))
        (<= (lands ?x ?y) (true {of("?x", "?y", "empty")}) (above ?z ?y)
            (not (true {of("?x", "?z", "empty")})))
        (<= (filled ?x ?y) (does one (drop ?x)) (lands ?x ?y))
        (<= (next {of("?x", "?y", "disc")}) (filled ?x ?y))
        (<= (next {of("?x", "?y", "?c")}) (true {of("?x", "?y", "?c")}) (not (filled ?x ?y)))
        (<= open (true {of("?x", top, "empty")}))
        (<= terminal (not open)) (<= (goal one 100) (not open)) (<= (goal one 0) open)"""


@pytest.mark.parametrize("cell", ["{x} {y}", "{y} {x}"])
@pytest.mark.parametrize("floor", ["1", "4"])
def test_what_falls_falls_down_however_squares_are_numbered(cell, floor):
    game = load_game(dropping(cell, floor))
    position = game.start().play("drop a").play("drop a").play("drop c")
    rows = ["4", "3", "2", "1"] if floor == "1" else ["1", "2", "3", "4"]
    pieces = ["- - -", "- - -", "d - -", "d - d"]
    drawn = [f"{row} {line}" for row, line in zip(rows, pieces, strict=True)]
    assert str(position).splitlines()[:5] == ["  a b c", *drawn]


def test_what_goes_down_step_by_step_goes_down():
    game = load_game(
        f"""; notes
        (role one) {NUMBERS} (lane a) (lane b) (init (left 5))
        (<= (legal one (throw ?x)) (lane ?x))
        (<= (next (note ?x 5)) (does one (throw ?x)))
        (<= (next (note ?x ?y)) (true (note ?x ?z)) (succ ?y ?z))
        (<= (next (left ?n)) (true (left ?m)) (succ ?n ?m))
        (<= terminal (true (left 1))) (goal one 100)"""
    )
    position = game.start().play("throw a").play("throw b").play("throw b")
    board = position.game.picture(position).boards[0]
    assert list(board.rows) == ["5", "4", "3", "2", "1"]
    assert [square.text for square in board.squares] == ["b", "b", "a", "-", "-"]


def test_squares_that_are_filled_in_order_do_not_fall():
    """Row by row, from the first: by accident every piece has another one above it."""
    game = load_game(
        f"""; filling
        (role one) {NUMBERS} (row 1) (row 2) (row 3) (row 4) (init (at 1 1))
        (<= (init (cell ?x ?y empty)) (row ?x) (row ?y))
        (legal one (write black)) (legal one (write white))
        (<= (next (cell ?x ?y ?c)) (does one (write ?c)) (true (at ?x ?y)))
        (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (true (at ?x ?y))))
        (<= (next (at ?z ?y)) (true (at ?x ?y)) (succ ?x ?z) (row ?z))
        (<= (next (at 1 ?z)) (true (at 4 ?y)) (succ ?y ?z) (row ?z))
        (<= terminal (not (true (cell 4 4 empty)))) (goal one 100)"""
    )
    assert game.picture(game.start()).boards[0].rows == ("1", "2", "3", "4")


@pytest.mark.parametrize("name", ["tic-tac-toe", "reversi", "peg-solitaire"])
def test_where_nothing_falls_the_first_row_is_above(name):
    game = load_game(name)
    board = game.picture(game.start()).boards[0]
    assert board.rows == tuple(game.board.row_names)


def test_a_hole_is_empty_even_if_there_are_more_pegs():
    position = load_game("peg-solitaire").start()
    assert str(position).splitlines()[4] == "4 p p p - p p p"


@pytest.mark.parametrize(
    ("values", "empty"),
    [("b x o", "b"), ("b w empty", "empty"), ("x blank", "blank"), ("b w e", "e"), ("1 2 b", "b")],
)
def test_empty_squares_are_known_by_what_they_are_called(values, empty):
    """The letter b means blank, except beside w for white."""
    other = values.split()
    facts = " ".join(f"(value {value})" for value in other)
    full = next(value for value in other if value != empty)
    game = load_game(
        f"""; writing
        (role one) (row 1) (row 2) (row 3) {facts} (init (cell 2 2 {empty}))
        (<= (init (cell ?x ?y {full})) (row ?x) (row ?y) (distinct (p ?x ?y) (p 2 2)))
        (<= (legal one (write ?x ?y ?c)) (row ?x) (row ?y) (value ?c))
        (<= (next (cell ?x ?y ?c)) (does one (write ?x ?y ?c)))
        (<= (written ?x ?y) (does one (write ?x ?y ?c)))
        (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (written ?x ?y)))
        (<= terminal (true (cell 1 1 {empty})) (true (cell 1 2 {empty}))) (goal one 100)"""
    )
    squares = game.picture(game.start()).boards[0].squares
    assert [square.value for square in squares if square.empty] == [empty]


def test_boards_of_one_shape_are_all_drawn():
    game = load_game(
        """; layers
        (role one) (row 1) (row 2) (row 3)
        (<= (init (cell ?z ?x ?y blank)) (row ?x) (row ?y) (row ?z))
        (<= (legal one (mark ?z ?x ?y)) (true (cell ?z ?x ?y blank)))
        (<= (next (cell ?z ?x ?y x)) (does one (mark ?z ?x ?y)))
        (<= (marked ?z ?x ?y) (does one (mark ?z ?x ?y)))
        (<= (next (cell ?z ?x ?y ?c)) (true (cell ?z ?x ?y ?c)) (not (marked ?z ?x ?y)))
        (<= terminal (true (cell 1 1 1 x)) (true (cell 2 1 1 x))) (goal one 100)"""
    )
    picture = game.picture(game.start().play("mark 2 3 1"))
    assert [board.title for board in picture.boards] == ["cell 1", "cell 2", "cell 3"]
    assert [square.text for square in picture.squares].index("x") == 9 + 2
    assert not picture.beside


# Two boards of 3 by 4, by one of three coordinates; the order in which they stand is all there is.
CUTS = ["{z} {x} {y}", "{x} {z} {y}", "{x} {y} {z}"]


@pytest.mark.parametrize("cell", CUTS)
def test_squares_of_three_coordinates_are_cut_into_few_boards(cell):
    def of(x, y, z, contents):
        return f"(cell {cell.format(x=x, y=y, z=z)} {contents})"

    squares = "(file ?x) (row ?y) (board ?z)"
    game = load_game(
        f"""; two boards
        (role one) (file 1) (file 2) (file 3) (row a) (row b) (row c) (row d) (board p) (board q)
        (<= (init {of("?x", "?y", "?z", "blank")}) {squares})
        (<= (legal one (mark ?x ?y ?z)) (true {of("?x", "?y", "?z", "blank")}))
        (<= (next {of("?x", "?y", "?z", "o")}) (does one (mark ?x ?y ?z)))
        (<= (marked ?x ?y ?z) (does one (mark ?x ?y ?z)))
        (<= (next {of("?x", "?y", "?z", "?c")}) (true {of("?x", "?y", "?z", "?c")})
            (not (marked ?x ?y ?z)))
        (<= terminal (true {of("1", "a", "p", "o")})) (goal one 100)"""
    )
    picture = game.picture(game.start().play("mark 3 b q"))
    first, second = picture.boards
    assert [board.title for board in picture.boards] == ["cell p", "cell q"]
    assert {square.text for square in first.squares} == {"-"}
    column, row = ("3", "b") if len(second.columns) == 3 else ("b", "3")
    place = second.rows.index(row) * len(second.columns) + second.columns.index(column)
    assert [n for n, square in enumerate(second.squares) if not square.empty] == [place]


def test_many_facts_of_one_predicate_share_a_line():
    """What is said of a role is no square of a board."""
    game = load_game(
        """; leaving
        (role one) (<= (init (in ?x)) (thing ?x)) (thing a) (thing b) (thing c) (thing one)
        (init (left 4)) (succ 3 4) (succ 2 3) (succ 1 2)
        (<= (legal one (throw ?x)) (true (in ?x)))
        (<= (next (in ?x)) (true (in ?x)) (not (does one (throw ?x))))
        (<= (next (left ?n)) (true (left ?m)) (succ ?n ?m))
        (<= terminal (true (left 1))) (goal one 100)"""
    )
    position = game.start().play("throw b")
    assert set(game.picture(position).beside) == {"in: a, c, one", "left: 3"}
    fewer = game.picture(position.play("throw a")).beside
    assert set(fewer) == {"in c: yes", "in one: yes", "left: 2"}


@pytest.mark.parametrize(("up", "down"), [("north", "south"), ("up", "down")])
@pytest.mark.parametrize("grow", ["up", "down"])
def test_what_is_called_north_or_up_is_above(up, down, grow):
    """Row 3 is above row 2 if numbers grow northwards; another who moves meanwhile is no sign."""
    later, earlier = (up, down) if grow == "up" else (down, up)
    game = load_game(
        f"""; walking
        (role one) (role two) (succ 1 2) (succ 2 3) (succ 3 4) (row 1) (row 2) (row 3) (row 4)
        (init (at one 1 2)) (init (at two 3 4)) (init (left 4)) (legal two east) (legal two west)
        (<= (legal one {later}) (true (at one ?x ?y)) (succ ?y ?z))
        (<= (legal one {earlier}) (true (at one ?x ?y)) (succ ?z ?y))
        (<= (init (cell ?x ?y empty)) (row ?x) (row ?y) (distinct (p ?x ?y) (p 1 2)))
        (init (cell 1 2 man))
        (<= (goes ?x ?z) (does one {later}) (true (at one ?x ?y)) (succ ?y ?z))
        (<= (goes ?x ?z) (does one {earlier}) (true (at one ?x ?y)) (succ ?z ?y))
        (<= (goes 4 1) (true (left 4)))
        (<= (next (at one ?x ?y)) (goes ?x ?y) (distinct ?x 4))
        (<= (next (cell ?x ?y man)) (goes ?x ?y))
        (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (goes ?x ?y)))
        (<= (next (left ?n)) (true (left ?m)) (succ ?n ?m))
        (<= terminal (true (left 1))) (goal one 100) (goal two 0)"""
    )
    rows = game.picture(game.start()).boards[0].rows
    assert rows == (("4", "3", "2", "1") if grow == "up" else ("1", "2", "3", "4"))


def test_what_only_is_there_is_drawn_as_full():
    start = load_game("light-cycles").start()
    position = start.play_joint([start.legal_moves(role)[0] for role in (0, 1)])
    texts = [square.text for square in position.game.picture(position).squares if not square.empty]
    assert sorted(texts) == ["#", "#", "b", "r"]


def test_roles_stand_where_facts_say_that_they_are():
    drawn = str(load_game("light-cycles").start())
    assert "4 - r - - - - - -" in drawn
    assert "5 - - - - - - b -" in drawn
    assert "at red" not in drawn


@pytest.mark.parametrize("name", ["minichess", "reversi", "tic-tac-toe", "amazons"])
def test_boards_of_states_alone_are_like_those_that_the_rules_reveal(name):
    """So are drawn sheets that are too large to be grounded."""
    game, draw = load_game(name), random.Random(1)
    position = game.start()
    states = StatePicture(game.state_machine.fluents(position.packed))
    for _ in range(6):
        known = game.picture(position)
        found = states.picture(game.state_machine.fluents(position.packed), known.said)
        (board,), (expected,) = found.boards, known.boards
        assert (board.columns, board.rows) == (expected.columns, expected.rows)
        assert [square.empty for square in board.squares] == [
            square is None or square.empty for square in expected.squares
        ]
        assert {square.text for square in board.squares} <= {"-", "arr", *game.symbols}
        position = position.play(draw.choice(position.legal_moves()))


def test_states_without_a_board_are_drawn_as_facts():
    game = load_game("dice-race")
    facts = game.state_machine.fluents(game.start().packed)
    picture = StatePicture(facts).picture(facts, "red to move")
    assert not picture.boards
    assert picture.beside == (" ".join(map(str, facts)),)


@pytest.mark.parametrize("name", ["breakthrough", "minichess"])
def test_white_begins_below(name):
    """As pieces are drawn everywhere, whoever moves first: in draughts black does, above."""
    rows = load_game(name).picture(load_game(name).start()).boards[0].rows
    assert rows == tuple(str(row) for row in range(len(rows), 0, -1))
    draughts = load_game("english-draughts")
    assert draughts.picture(draughts.start()).boards[0].rows[0] == "1"


def test_squares_with_six_neighbours_are_shifted_row_by_row():
    game = load_game("hex")
    assert game.picture(game.start()).boards[0].slant == 1
    for name in ("reversi", "minichess", "light-cycles"):
        game = load_game(name)
        assert game.picture(game.start()).boards[0].slant == 0
