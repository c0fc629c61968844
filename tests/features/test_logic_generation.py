"""Logic features generated from rules: which ones, by what names, and always the same."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import packed, random_game
from playable_sheets import SHEETS

import boardworth as bw
from boardworth.features.logic import Theory, unfold
from boardworth.features.logic.generation import generate_features
from boardworth.features.logic.rules_of_play import RulesOfPlay
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for


def game_of(name):
    return RuleGame(machine_for(SHEETS[name]), name)


def generated(game, **options):
    return generate_features(RulesOfPlay.of(Theory.of(game)), **options)


def solutions(game, name, positions):
    """How many a generated feature has in each position, by its unfolding."""
    found = generated(game)
    (feature,) = [feature for feature in found.all_features if feature.name == name]
    (unfolding,) = unfold(replace(Theory.of(game), rules=found.regressed_rules), [feature])
    assert unfolding.missing is None
    return unfolding.counts(packed(positions)).tolist()


def names_of(game):
    return [feature.name for feature in generated(game).all_features]


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (
            "tic-tac-toe",
            {
                "cell ? ? x",
                "goal 100 for x",
                "terminal",
                "x can mark ? ?",
                "o can mark ? ?",
                "line ?",
                "cell 1 1 x and cell 2 2 x",
                "line x: 2 of 3, no o",
                "x can move so that goal 100 for x",
                "o can move so that goal 100 for o",
            },
        ),
        (
            "breakthrough",
            {
                "cell ? ? white",
                "black can move ? ? ? ?",
                "through ?",
                "has ?",
                "white can move so that goal 100 for white",
                "black can move so that cell ? ? white ends",
                "black can move so that white can move ? ? ? ? as it cannot now",
            },
        ),
    ],
)
def test_sheets_have_features_in_their_own_words(sheet, expected):
    assert expected <= set(names_of(game_of(sheet)))


def test_mobility_and_its_parts_come_out_of_the_theory_of_othello():
    names = names_of(bw.load_game("othello"))
    assert {"own can move", "opponent can move", "blank ?", "cell ? own"} <= set(names)


def test_mobility_is_the_number_of_moves_of_either_player():
    """Also of the one who does not have the turn."""
    game = game_of("breakthrough")
    positions = [p for p in random_game(game, 3)[0] if not p.over and p.mover == 0]
    own = solutions(game, "white can move ? ? ? ?", positions)
    assert own == [len(p.legal_moves()) for p in positions]
    other = solutions(game, "black can move ? ? ? ?", positions)
    assert other == [len(_with_turn_of_black(p).legal_moves()) for p in positions]


def test_winning_moves_are_counted_one_move_ahead():
    game = game_of("tic-tac-toe")
    positions = [p for seed in range(6) for p in random_game(game, seed)[0] if not p.over]
    positions = [p for p in positions if p.mover == 0]
    won = [sum(p.play(m).over and p.play(m).payoffs[0] == 100 for m in p.legal_moves())
           for p in positions]  # fmt: skip
    assert sum(won) > 0
    assert solutions(game, "x can move so that goal 100 for x", positions) == won


def test_a_capture_that_the_opponent_threatens_is_a_move_that_ends_a_fact():
    game = game_of("breakthrough")
    threatened = game.parse("(cell 1 2 white) (cell 3 1 white) (cell 2 3 black) (control white)")
    name = "black can move so that cell ? ? white ends"
    assert solutions(game, name, [threatened]) == [1]


def test_what_the_rules_derive_from_a_move_is_a_feature():
    """Squares that can be marked, though no condition of a move says so by that name."""
    game = game_of("tic-tac-toe")
    positions = [p for p in random_game(game, 2)[0] if not p.over]
    free = [len(p.legal_moves()) for p in positions]
    assert solutions(game, "x can move so that marked ? ?", positions) == free
    assert solutions(game, "whether o can move so that marked ? ?", positions) == [1] * len(free)


def test_the_same_rules_have_the_same_features_in_the_same_order():
    one, other = (generated(game_of("breakthrough")) for _ in range(2))
    assert one == other
    assert len({f.name for f in one.features}) > 0.9 * len(one.features)


def test_features_beyond_the_bound_are_counted():
    everything = generated(game_of("tic-tac-toe"))
    few = generated(game_of("tic-tac-toe"), max_features=10)
    assert few.features == everything.features[:10]
    assert few.left_out == len(everything.features) - 10
    assert everything.left_out == 0


def test_no_feature_asks_for_the_turn():
    found = generated(game_of("tic-tac-toe"))
    asked = [str(c) for rule in found.regressed_rules for c in rule.body if "control" in str(c)]
    assert all(condition.startswith("(any turn") for condition in asked)


def test_conditions_that_no_stated_fact_fits_are_left_out():
    """A piece is of one kind: queries about another kind of it have no solution."""
    names = names_of(bw.load_game("english-draughts"))
    assert not [name for name in names if "where" in name and "nothing" in name]


def test_a_rule_taken_apart_keeps_what_relates_its_parts():
    sheet = parse_rule_sheet(
        "(role x) (role o) (succ 1 2) (succ 2 3) (index 1) (index 2) (index 3)"
        "(<= three (index ?b) (true (cell ?a ?b x)) (true (cell ?c ?b x)) (succ ?a ?c))"
        "(<= terminal three)"
    )
    from boardworth.rules.gdl.syntax.terms import Term

    facts = {
        Term("cell", (Term(a), Term(b), Term(v))): (3 * int(a) + int(b), number)
        for a in "123"
        for b in "123"
        for number, v in enumerate("xo")
    }
    found = generate_features(RulesOfPlay(sheet.rules, facts))
    names = [feature.name for feature in found.features]
    assert "cell ?a ?b x and cell ?c ?b x where index ?b, succ ?a ?c" in names
    assert names.count("cell ? ? x") == 1
    assert np.unique(names).size == len(names)


def _with_turn_of_black(position):
    text = str(position.game.text(position)).replace("(control white)", "(control black)")
    return position.game.parse(text)
