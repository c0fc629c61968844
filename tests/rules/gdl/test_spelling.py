"""Words that differ only in capital letters: different in a sheet, the same from elsewhere."""

import os
import random
from pathlib import Path

import pytest
from conftest import random_model
from reference.gdl import Interpreter

from boardworth.errors import FormatError
from boardworth.evaluators import load_model, save_model
from boardworth.features import short_tuples
from boardworth.rules import load_game
from boardworth.rules.gdl import check_text, parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.machine_choice import machine_for

# The end is spelled in two ways: for whoever folds them, the game ends after one move, not three.
COUNTING = """
(role White)
(init (step 0)) (follows 0 1) (follows 1 2) (follows 2 3)
(<= (legal White (countOn ?n)) (true (step ?m)) (follows ?m ?n))
(<= (legal White (CountOn wait)) (true (step ?m)))
(<= (next (step ?n)) (true (step ?m)) (follows ?m ?n))
(<= timeOut (true (step 3)))
(<= timeout (true (step 1)))
(<= terminal timeOut)
(<= (goal White 100) (not timeout)) (<= (goal White 0) timeout)
"""
TWO_ROWS = """
(role white) (role Black) (init (Control white))
(column b) (column C) (column a) (row 1) (row 2)
(<= (init (Cell ?x ?y empty)) (column ?x) (row ?y))
(<= (legal ?p (Mark ?x ?y)) (true (Control ?p)) (true (Cell ?x ?y empty)))
(<= (legal ?p noop) (role ?p) (not (true (Control ?p))))
(<= (next (Control white)) (true (Control Black)))
(<= (next (Control Black)) (true (Control white)))
(<= (next (Cell ?x ?y ?p)) (does ?p (Mark ?x ?y)))
(<= (next (Cell ?x ?y ?c)) (true (Cell ?x ?y ?c)) (does ?p (Mark ?v ?w))
    (or (distinct ?x ?v) (distinct ?y ?w)))
(<= (fills ?p ?x) (true (Cell ?x 1 ?p)) (true (Cell ?x 2 ?p)) (role ?p))
(<= (won ?p) (fills ?p ?x))
(<= full (not open)) (<= open (true (Cell ?x ?y empty)))
(<= terminal (won ?p)) (<= terminal full)
(<= (goal ?p 100) (won ?p)) (<= (goal ?p 0) (won ?q) (role ?p) (distinct ?p ?q))
(<= (goal ?p 50) (role ?p) full (not (won white)) (not (won Black)))
"""
PUBLIC = Path(os.environ.get("BOARDWORTH_DATA", "")) / "gdl"


def same_games(machine, rules, moves, seed):
    """Compares a machine with the reference on some moves of random games."""
    draw = random.Random(seed)
    state, expected = machine.start(), rules.start()
    for _ in range(moves):
        assert set(map(str, machine.fluents(state))) == expected
        over, legal, goals = rules.view(expected)
        assert machine.terminal(state) == over
        if over:
            assert [{goal} for goal in machine.goals(state)] == [goals[r] for r in machine.roles]
            return
        own = machine.legal_moves(state)
        named = [{str(machine.move(r, m)): m for m in moves} for r, moves in enumerate(own)]
        assert list(map(set, named)) == [legal[role] for role in machine.roles]
        joint = [draw.choice(sorted(moves)) for moves in named]
        expected = rules.play(expected, joint)
        state = machine.play(state, [named[r][move] for r, move in enumerate(joint)])


@pytest.mark.parametrize("make", [machine_for, InterpretedMachine])
def test_words_that_differ_in_capitals_are_different_words(make):
    for seed in range(3):
        same_games(make(parse_rule_sheet(COUNTING)), Interpreter(COUNTING), 5, seed)


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="BOARDWORTH_DATA is not set")
@pytest.mark.parametrize("name", ["alexChess", "alquerque_zero_sum", "Qyshinsu__dresden"])
def test_public_sheets_with_two_spellings_are_played_as_they_are_written(name):
    text = (PUBLIC / f"{name}.kif").read_text(encoding="latin-1")
    same_games(machine_for(parse_rule_sheet(text)), Interpreter(text), 2, 1)


def test_both_spellings_are_warned_of_with_their_lines():
    said = [p.line("game") for p in check_text(COUNTING, "game")[1]]
    assert [line for line in said if "capital letters" in line] == [
        "game, line 5, column 1: warning: 'CountOn' here and 'countOn' at line 4, column 1 are "
        "different words: they differ in capital letters",
        "game, line 8, column 1: warning: 'timeout' here and 'timeOut' at line 7, column 1 are "
        "different words: they differ in capital letters",
    ]
    twice = COUNTING + "(<= (p ?X) (true (step ?x)) (follows ?X ?x)) (<= q (p ?X)) (<= r (p ?x) q)"
    (told,) = [p.message for p in check_text(twice, "game")[1] if "variables" in p.message]
    assert told.startswith("'?x' here and '?X' at")
    assert not [p for p in check_text(TWO_ROWS, "game")[1] if "capital" in p.message]


@pytest.mark.parametrize("make", [machine_for, InterpretedMachine])
def test_moves_and_positions_in_capitals_are_understood(make):
    game = RuleGame(make(parse_rule_sheet(TWO_ROWS)), "two rows")
    start = game.start()
    expected = game.parse_move(start, 0, "(Mark C 1)")
    assert game.parse_move(start, 0, "(MARK C 1)") == game.parse_move(start, 0, "mark c 1")
    assert game.parse_move(start, 0, "(MARK C 1)") == expected
    assert game.parse(game.text(start).upper()) == start


def test_a_word_that_may_be_two_is_none():
    game = RuleGame(machine_for(parse_rule_sheet(COUNTING)), "counting")
    assert game.parse_move(game.start(), 0, "(CountOn WAIT)") != game.parse_move(
        game.start(), 0, "(countOn 1)"
    )
    with pytest.raises(FormatError, match="COUNTON"):
        game.parse_move(game.start(), 0, "(COUNTON 1)")


def test_models_of_sheets_in_small_letters_play_the_sheet_in_capitals(tmp_path):
    """As model files of older versions have them."""
    game, before = load_game(TWO_ROWS), load_game(TWO_ROWS.lower())
    assert game == before
    assert hash(game) == hash(before)
    assert list(game.board.column_names) == ["a", "b", "C"]
    save_model(random_model(short_tuples(before), 1), tmp_path / "old.model")
    model = load_model(tmp_path / "old.model")
    assert model.game == game
    draw = random.Random(3)
    position, other = game.start(), model.game.start()
    while not position.over:
        assert position.packed == other.packed
        assert game.facts(position) == model.game.facts(other)
        move = draw.choice(position.legal_moves())
        position, other = position.play(move), other.play(move)
    assert load_game(COUNTING) != load_game(COUNTING.lower())
