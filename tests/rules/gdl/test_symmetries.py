"""Symmetries of games, found in their rules alone."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from found_structures import SHEETS, found, holds, machine_of, number, random_games

from boardworth import _core
from boardworth.rules.gdl import parse_term
from boardworth.rules.gdl.structure import find_structure
from boardworth.rules.gdl.syntax.parser import sheet_text

# Symmetries that leave the roles as they are, and those that exchange them.
SYMMETRIES = {
    "tic-tac-toe": (8, 8),
    "five-in-a-row": (8, 8),
    "reversi": (8, 8),
    "hasami-shogi": (8, 8),
    "amazons": (8, 8),
    "light-cycles": (8, 8),
    "peg-solitaire": (8, 0),
    "connect-four": (2, 2),  # left and right
    "breakthrough": (2, 2),  # left and right; the colours together with up and down
    "minichess": (2, 2),
    "hex": (2, 2),  # half a turn; the colours together with rows and columns
    "english-draughts": (1, 1),  # the colours together with half a turn
    "chess": (1, 1),  # castling tells left from right
    "dice-race": (1, 1),
    "three-stars": (1, 2),  # a third of a turn hands the roles on
}


@pytest.mark.parametrize("name", SHEETS)
def test_symmetries_are_those_of_the_board_and_the_colours(name):
    machine, structure = found(name)
    same = tuple(range(len(machine.roles)))
    counts = Counter(symmetry.roles == same for symmetry in structure.symmetries)
    assert (counts[True], counts[False]) == SYMMETRIES[name]
    first = structure.symmetries[0]
    assert first.fluents == tuple(range(len(first.fluents)))
    assert first.keeps_start


def test_reversi_looks_the_same_from_four_sides_at_the_start():
    _, structure = found("reversi")
    assert sum(symmetry.keeps_start for symmetry in structure.symmetries) == 4


def test_connect_four_is_reflected():
    machine, structure = found("connect-four")
    (reflection,) = (s for s in structure.symmetries[1:] if s.roles == (0, 1))
    assert reflection.keeps_start
    there = reflection.fluents[number(machine, "(cell 2 5 red)")]
    assert there == number(machine, "(cell 6 5 red)")
    drop = machine.move_number(0, parse_term("(drop 3)"))
    assert str(machine.move(0, reflection.moves[0][drop])) == "(drop 5)"


def test_chess_exchanges_colours_and_ends_of_the_board():
    machine, structure = found("chess")
    (swap,) = structure.symmetries[1:]
    assert not swap.keeps_start  # it is white's turn then
    there = swap.fluents[number(machine, "(cell b 2 white_pawn)")]
    assert there == number(machine, "(cell b 7 black_pawn)")


@pytest.mark.parametrize("name", SHEETS)
def test_symmetries_form_a_group(name):
    _, structure = found(name)
    members = {symmetry.fluents for symmetry in structure.symmetries}
    assert len(members) == len(structure.symmetries)
    for one in members:
        for other in members:
            assert tuple(one[fluent] for fluent in other) in members


def image(machine, symmetry, state):
    names = machine.ground_game.fluents
    held = np.flatnonzero(holds(machine, state)).tolist()
    return machine.state([names[symmetry.fluents[fluent]] for fluent in held])


def joint_image(symmetry, joint):
    moved = [0] * len(joint)
    for role, move in enumerate(joint):
        moved[symmetry.roles[role]] = symmetry.moves[role][move]
    return moved


def role_image(symmetry, values):
    moved = [None] * len(values)
    for role, value in enumerate(values):
        moved[symmetry.roles[role]] = value
    return moved


@pytest.mark.parametrize("name", SHEETS)
def test_the_image_of_a_game_is_a_game(name):
    machine, structure = found(name)
    draw = random.Random(9)
    for game in random_games(machine, 2, seed=9):
        for (state, joint), (after, _) in pairwise(game):
            symmetry = draw.choice(structure.symmetries)
            there = image(machine, symmetry, state)
            legal = [
                [symmetry.moves[role][move] for move in moves]
                for role, moves in enumerate(machine.legal_moves(state))
            ]
            assert [sorted(own) for own in role_image(symmetry, legal)] == machine.legal_moves(
                there
            )
            moved = machine.play(there, joint_image(symmetry, joint))
            assert moved == image(machine, symmetry, after)
        end = game[-1][0]
        for symmetry in structure.symmetries:
            there = image(machine, symmetry, end)
            assert machine.terminal(there) == machine.terminal(end)
            assert machine.goals(there) == role_image(symmetry, machine.goals(end))


@pytest.mark.parametrize(
    ("name", "rule", "left"),
    [
        ("connect-four", "(<= terminal (true (cell 1 6 red)))", (1, 0)),
        ("tic-tac-toe", "(<= terminal (true (cell 1 1 x)))", (2, 0)),
        ("tic-tac-toe", "(<= terminal (true (cell 2 2 x)))", (8, 0)),
        ("breakthrough", "(<= terminal (true (cell 1 4 white)) (true (cell 1 5 black)))", (1, 1)),
    ],
)
def test_one_more_rule_takes_symmetries_away(name, rule, left):
    structure = find_structure(machine_of(sheet_text(SHEETS[name]) + rule))
    counts = Counter(symmetry.roles == (0, 1) for symmetry in structure.symmetries)
    assert (counts[True], counts[False]) == left


def test_a_way_is_the_same_from_both_ends_only_without_one_way_streets():
    one_way = sheet_text(SHEETS["hex"]).replace(
        "(right_or_above ?x2 ?y2 ?x ?y)", "(right_or_above ?x ?y ?x2 ?y2)"
    )
    counts = Counter(s.roles for s in find_structure(machine_of(one_way)).symmetries)
    assert counts[(0, 1)] == 1


def test_colours_need_an_atom_each():
    arrays = (np.array([2], np.int32), np.array([0, 1], np.uint64), np.array([1], np.int32))
    with pytest.raises(ValueError, match="every atom"):
        _core.refine_colours(*arrays, np.zeros(2, np.uint64), both_ways=True)
