"""What is found out about games from their rules alone."""

import re

import numpy as np
import pytest
from found_structures import OBSERVED_ONLY, SHEETS, found, holds, machine_of, number, random_games

from boardworth.rules.gdl.structure import find_structure
from boardworth.rules.gdl.structure.sample import Sample
from boardworth.rules.gdl.syntax.parser import sheet_text

# How many groups there are of each predicate, and of how many fluents.
GROUPS = {
    "tic-tac-toe": {"cell": (9, 3), "control": (1, 2)},
    "connect-four": {"cell": (42, 3), "control": (1, 2)},
    "five-in-a-row": {"cell": (225, 3), "control": (1, 2)},
    "breakthrough": {"cell": (64, 3), "control": (1, 2)},
    "reversi": {"cell": (64, 3), "control": (1, 2)},
    "hex": {"cell": (81, 3), "control": (1, 2)},
    "hasami-shogi": {"cell": (81, 3), "control": (1, 2), "clock": (1, 101)},
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
    "dice-race": {"at": (2, 9), "control": (1, 2)},
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
        "hasami-shogi": ["clock"],
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
        ("hasami-shogi", "abcdefghi", "123456789", 81),
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
    "hasami-shogi": ("(clock 3)", 3, 100),
    "three-stars": ("(moves 3)", 3, 90),
    "peg-solitaire": ("(pegs 30)", 2, 31),
    "dice-race": ("(at red 8)", 1, 2),  # squares can be lost again
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


def test_the_start_is_among_the_states_that_claims_must_survive():
    """However few states are looked at: what never holds at the start is not always there."""
    states = np.arange(1, 200_001, dtype="<u4").view(np.uint8).reshape(-1, 1, 4)
    states[0] = 255
    playing = np.ones((200_000, 1), bool)
    sample = Sample(states, playing, playing, 4_000_000)
    assert (sample.distinct == 255).all(axis=1).any()
