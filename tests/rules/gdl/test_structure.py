"""What is found out about games from their rules alone."""

import random
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from boardworth import _core
from boardworth.rules.gdl import parse_rule_sheet, parse_term
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.gdl.structure import find_structure
from boardworth.rules.gdl.structure.sample import Sample
from boardworth.rules.gdl.syntax.parser import sheet_text

SHEETS = {path.stem: path for path in sorted(Path(__file__).parents[3].glob("games/gdl/*.gdl"))}
# Too large to be proven in the time that is given.
OBSERVED_ONLY = {"amazons", "chess"}


def machine_of(text):
    sheet = parse_rule_sheet(text)
    return PropnetMachine(sheet, ground(sheet))


@cache
def found(name):
    machine = machine_of(sheet_text(SHEETS[name]))
    return machine, find_structure(machine)


def number(machine, text):
    return machine.ground_game.fluents.index(parse_term(text))


def holds(machine, state):
    bits = np.frombuffer(state, np.uint8)
    return np.unpackbits(bits, bitorder="little", count=len(machine.ground_game.fluents))


def random_games(machine, games, seed):
    """States and joint moves, game by game; the last state is an end."""
    draw = random.Random(seed)
    for _ in range(games):
        state, line = machine.start(), []
        while not machine.terminal(state) and len(line) < 60:
            joint = [draw.choice(moves) for moves in machine.legal_moves(state)]
            line.append((state, joint))
            state = machine.play(state, joint)
        yield [*line, (state, None)]


# How many groups there are of each predicate, and of how many fluents.
GROUPS = {
    "tic-tac-toe": {"cell": (9, 3), "control": (1, 2)},
    "connect-four": {"cell": (42, 3), "control": (1, 2)},
    "five-in-a-row": {"cell": (225, 3), "control": (1, 2)},
    "breakthrough": {"cell": (64, 3), "control": (1, 2)},
    "reversi": {"cell": (64, 3), "control": (1, 2)},
    "hex": {"cell": (81, 3), "control": (1, 2)},
    "english-draughts": {
        "cell": (32, 5),
        "control": (1, 2),
        "quiet": (1, 81),
        "jumping": (1, 32),
    },
    "amazons": {"cell": (100, 4), "control": (1, 2), "phase": (1, 101)},
    "three-stars": {"cell": (37, 4), "control": (1, 3), "moves": (1, 91), "hopped": (1, 37)},
    "light-cycles": {"at": (2, 64), "wall": (64, 1), "crashed": (2, 1)},
    "peg-solitaire": {"cell": (33, 2), "pegs": (1, 32)},
    "minichess": {"cell": (25, 13), "control": (1, 2), "quiet": (1, 101)},
    "chess": {
        "cell": (64, 13),
        "control": (1, 2),
        "quiet": (1, 101),
        "may_castle": (4, 1),
        "passed": (1, 16),
    },
}


@pytest.mark.parametrize("name", SHEETS)
def test_fluents_that_exclude_each_other_are_found(name):
    _, structure = found(name)
    sizes = {}
    for group in structure.groups:
        sizes.setdefault(group.name.split()[0], []).append(len(group.fluents))
    assert {kind: (len(own), max(own)) for kind, own in sizes.items()} == GROUPS[name]


@pytest.mark.parametrize("name", SHEETS)
def test_every_fluent_is_in_one_group(name):
    machine, structure = found(name)
    members = [fluent for group in structure.groups for fluent in group.fluents]
    assert sorted(members) == list(range(len(machine.ground_game.fluents)))
    assert all(len(group.fluents) == len(set(group.values)) for group in structure.groups)


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - OBSERVED_ONLY))
def test_cells_have_exactly_one_content_and_that_is_proven(name):
    _, structure = found(name)
    cells = [group for group in structure.groups if group.name.startswith("cell ")]
    assert all(group.complete and group.proven for group in cells)


@pytest.mark.parametrize("name", SHEETS)
def test_groups_hold_in_random_play(name):
    machine, structure = found(name)
    for game in random_games(machine, 3, seed=7):
        for state, _ in game:
            held = holds(machine, state)
            for group in structure.groups:
                count = held[list(group.fluents)].sum()
                assert count == 1 if group.complete else count <= 1


SAFE = """
(role x) (digit 0) (digit 1) (digit 2) (digit 3) (digit 4)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
(right 0 3) (right 1 1) (right 2 4) (right 3 1) (right 4 0) (right 5 2) (right 6 2) (right 7 0)
(init (dialled 0)) (init (sign closed)) (init (clock 0))
(<= (legal x (dial ?digit)) (digit ?digit))
(<= (next (dialled ?more)) (true (dialled ?n)) (succ ?n ?more) (right ?n ?digit)
    (does x (dial ?digit)))
(<= advanced (true (dialled ?n)) (right ?n ?digit) (does x (dial ?digit)))
(<= (next (dialled 0)) (not advanced))
(next (sign closed))
(<= (next (sign open)) (true (dialled 8)))
(<= (next (clock ?later)) (true (clock ?now)) (succ ?now ?later))
(<= terminal (true (clock 9)))
(<= (goal x 100) (true (sign open)))
(<= (goal x 0) (not (true (sign open))))
"""


def test_what_only_random_play_suggests_is_not_called_proven():
    structure = find_structure(machine_of(SAFE))
    groups = {group.name: (group.complete, group.proven) for group in structure.groups}
    # Both signs hang there once the safe is open, which takes more luck than random play has.
    assert groups["sign"] == (True, False)
    assert groups["dialled"] == (True, True)
    assert [structure.groups[n].name for n in structure.counters] == ["clock"]
    assert structure.max_progress == 9


def test_values_of_a_cell_have_names():
    machine, structure = found("reversi")
    (group,) = (group for group in structure.groups if group.name == "cell a 1")
    assert set(group.values) == {"black", "white", "empty"}
    for fluent, value in zip(group.fluents, group.values, strict=True):
        assert fluent == number(machine, f"(cell a 1 {value})")


def test_counters_only_count():
    counters = {
        name: [structure.groups[n].name for n in structure.counters]
        for name, (_, structure) in ((name, found(name)) for name in SHEETS)
    }
    # Moves without a capture start again: no counter.
    assert {name: names for name, names in counters.items() if names} == {
        "three-stars": ["moves"],
        "peg-solitaire": ["pegs"],
    }


@pytest.mark.parametrize(
    ("name", "columns", "rows", "cells"),
    [
        ("tic-tac-toe", "123", "123", 9),
        ("connect-four", "1234567", "123456", 42),
        ("reversi", "abcdefgh", "12345678", 64),
        ("chess", "abcdefgh", "12345678", 64),
        ("minichess", "abcde", "12345", 25),
        ("english-draughts", "12345678", "12345678", 32),
        ("three-stars", "123456789", "123456789", 37),
        ("peg-solitaire", "1234567", "1234567", 33),
        ("light-cycles", "12345678", "12345678", 64),
    ],
)
def test_boards_are_found(name, columns, rows, cells):
    _, structure = found(name)
    (board,) = structure.boards
    assert (board.columns, board.rows) == (tuple(columns), tuple(rows))
    assert sum(group is not None for group in board.groups) == cells
    for place, group in enumerate(board.groups):
        if group is not None:
            row, column = divmod(place, len(columns))
            assert structure.groups[group].name == f"{board.name} {columns[column]} {rows[row]}"


def test_numbers_are_ordered_as_numbers():
    (board,) = found("amazons")[1].boards
    assert board.columns == board.rows == tuple(map(str, range(1, 11)))


def test_facts_order_what_has_no_order_of_its_own():
    text = sheet_text(SHEETS["connect-four"])
    names = {
        "1": "one",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
    }
    renamed = re.sub(r"\b[1-7]\b", lambda found: names[found[0]], text)
    (board,) = find_structure(machine_of(renamed)).boards
    assert board.columns in (tuple(names.values()), tuple(names.values())[::-1])


def test_turns_are_found_where_roles_take_turns():
    for name in SHEETS:
        machine, structure = found(name)
        if name in {"light-cycles", "peg-solitaire", "dice-race"}:
            assert structure.turns is None
        else:
            assert structure.turns.fluents == tuple(
                (number(machine, f"(control {role})"),) for role in machine.roles
            )


# What adds to progress, and the most it can be.
PROGRESS = {
    "tic-tac-toe": ("(cell 1 1 empty)", -1, 9),
    "connect-four": ("(cell 1 1 empty)", -1, 42),
    "five-in-a-row": ("(cell 1 1 empty)", -1, 225),
    "hex": ("(cell 1 1 empty)", -1, 81),
    "reversi": ("(cell a 1 empty)", -1, 60),
    "breakthrough": ("(cell 1 1 empty)", 1, 32),
    "english-draughts": ("(cell 1 1 empty)", 1, 24),
    "minichess": ("(cell a 1 empty)", 1, 20),
    "chess": ("(cell a 1 empty)", 1, 32),
    "amazons": ("(cell 1 1 arrow)", 1, 100),
    "three-stars": ("(moves 3)", 3, 90),
    "peg-solitaire": ("(pegs 30)", 2, 31),
    "light-cycles": ("(wall 1 1)", 1, 62),
}


@pytest.mark.parametrize("name", SHEETS)
def test_progress_is_what_a_person_would_count(name):
    machine, structure = found(name)
    fluent, weight, most = PROGRESS[name]
    assert structure.progress[number(machine, fluent)] == weight
    assert structure.max_progress == most


@pytest.mark.parametrize("name", SHEETS)
def test_progress_begins_at_zero_and_never_falls(name):
    machine, structure = found(name)
    weights = np.array(structure.progress)
    for game in random_games(machine, 5, seed=8):
        line = [
            structure.progress_offset + int(holds(machine, state) @ weights) for state, _ in game
        ]
        assert line[0] == 0
        assert line == sorted(line)
        assert line[-1] <= structure.max_progress


# Symmetries that leave the roles as they are, and those that exchange them.
SYMMETRIES = {
    "tic-tac-toe": (8, 8),
    "five-in-a-row": (8, 8),
    "reversi": (8, 8),
    "amazons": (8, 8),
    "light-cycles": (8, 8),
    "peg-solitaire": (8, 0),
    "connect-four": (2, 2),  # left and right
    "breakthrough": (2, 2),  # left and right; the colours together with up and down
    "minichess": (2, 2),
    "hex": (2, 2),  # half a turn; the colours together with rows and columns
    "english-draughts": (1, 1),  # the colours together with half a turn
    "chess": (1, 1),  # castling tells left from right
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


def test_the_start_is_among_the_states_that_claims_must_survive():
    """However few states are looked at: what never holds at the start is not always there."""
    states = np.arange(1, 200_001, dtype="<u4").view(np.uint8).reshape(-1, 1, 4)
    states[0] = 255
    playing = np.ones((200_000, 1), bool)
    sample = Sample(states, playing, playing, 4_000_000)
    assert (sample.distinct == 255).all(axis=1).any()
