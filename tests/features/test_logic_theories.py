"""Theories and their unfolding: Othello's, constraints, bounds, and what is refused."""

import time

import numpy as np
import pytest
from conftest import packed
from unfolded_sheets import positions_of, sheet_game
from waiting import interrupted_at_work

from boardworth.errors import FormatError, MissingCapability, RulesError, TooMany
from boardworth.features import ConfigurationSet
from boardworth.features.logic import Bounds, GroundFeatures, LogicFeature, Theory, unfold
from boardworth.files import shipped_file
from boardworth.rules import load_game

MOBILITY = LogicFeature.parse("(<= (mobility ?square) (legal_move ?square own))")
CENTRE = ("d4", "e4", "d5", "e5")
# The Hex sheet asks for ways through a graph: there are as many proofs as ways.
CONNECTED = LogicFeature.parse("(<= (won) (goal red 100))")


def theory_text():
    return shipped_file("othello.theory").read_text()


def arrays(unfoldings):
    return [
        (u.solutions, u.starts.tolist(), u.literals.tolist(), u.solution_of.tolist(), u.missing)
        for u in unfoldings
    ]


def test_moves_of_othello_unfold_to_1036_conjunctions_a_player(othello):
    theirs = LogicFeature.parse("(<= (theirs ?square) (legal_move ?square opponent))")
    ground = GroundFeatures(Theory.of(othello), [MOBILITY, theirs])
    before = time.process_time()
    unfoldings = ground.unfold()
    assert time.process_time() - before < 1
    for unfolding in unfoldings:
        assert len(unfolding) == 1036
        assert len(unfolding.solutions) == 64
        assert unfolding.missing is None
        assert len(unfolding.configurations()) == 1036


def test_the_conjunctions_of_a_corner_are_those_of_the_paper(othello):
    (unfolding,) = unfold(Theory.of(othello), [MOBILITY])
    corner = next(n for n, s in enumerate(unfolding.solutions) if str(s) == "(mobility a1)")
    own = unfolding.select(np.flatnonzero(unfolding.solution_of == corner)).configurations()
    shortest = [str(c) for c in own if len(c.facts) == 3]
    assert len(own) == 18
    assert len(shortest) == 3
    assert any("a2" in text and "a3" in text for text in shortest)


def test_constraints_delete_impossible_branches(othello):
    never_blank = "".join(f"(<= impossible (blank {square}))\n" for square in CENTRE)
    theory = Theory.parse(theory_text() + never_blank, othello)
    (fewer,), (all_of_them,) = unfold(theory, [MOBILITY]), unfold(Theory.of(othello), [MOBILITY])
    blank_centre = sum(
        str(all_of_them.solutions[n]) in {f"(mobility {square})" for square in CENTRE}
        for n in all_of_them.solution_of.tolist()
    )
    assert len(fewer) == 1036 - blank_centre == 960
    assert len(fewer.solutions) == 60
    rows = packed(positions_of(othello, 3, 5))
    assert (fewer.counts(rows) == all_of_them.counts(rows)).all()


def test_constraints_speak_of_facts_together(othello):
    """If no two neighbours in a row could both be own, spans of the opponent would be gone."""
    apart = "(<= impossible (owns opponent ?s) (neighbor ?s e ?t) (owns opponent ?t))"
    (fewer,) = unfold(Theory.parse(theory_text() + apart, othello), [MOBILITY])
    longest = max(len(c.facts) for c in fewer.configurations())
    assert len(fewer) < 1036
    assert longest == 8  # along columns and diagonals only
    assert not any(
        {("b1", "opponent"), ("c1", "opponent")}
        <= {(othello.atoms[a].name, othello.atoms[a].values[v]) for a, v in c.facts}
        for c in fewer.configurations()
    )


def test_values_of_an_atom_exclude_each_other(othello):
    rules = """
(<= (both ?s) (true (cell ?s own)) (true (cell ?s empty)))
(<= (own ?s) (true (cell ?s own)) (not (true (cell ?s empty))))
(<= (own2 ?s) (not (true (cell ?s opponent))) (not (true (cell ?s empty))) (square ?s))
(<= (full ?s) (square ?s) (not (true (cell ?s empty))))
"""
    theory = Theory.parse(theory_text() + rules, othello)
    names = ("both", "own", "own2", "full")
    features = [LogicFeature.parse(f"(<= (found ?s) ({name} ?s))", name) for name in names]
    both, own, own2, full = unfold(theory, features)
    assert len(both) == 0
    assert own.literals.tolist() == own2.literals.tolist() == list(range(3, 193, 3))
    assert full.literals.tolist() == list(range(-2, -192, -3))
    assert len(full.configurations()) == 128
    ConfigurationSet(full.configurations(), "all")


def test_subsumed_conjunctions_go_where_solutions_are_counted(othello):
    rules = """
(<= (taken ?s) (true (cell ?s own)))
(<= (taken ?s) (true (cell ?s own)) (true (cell a1 own)))
(<= (taken ?s) (square ?s) (not (blank ?s)))
"""
    theory = Theory.parse(theory_text() + rules, othello)
    (taken,) = unfold(theory, [LogicFeature.parse("(<= (taken_squares ?s) (taken ?s))")])
    rows = packed(positions_of(othello, 2, 5))
    discs = (np.array([othello.facts(p) for p in positions_of(othello, 2, 5)]) != 1).sum(axis=1)
    assert len(taken) == 3 * 64 - 1  # that a1 is own, and own, is one proof
    assert len(taken.minimal) == 64
    assert (taken.counts(rows) == discs).all()
    assert (taken.counts(rows, "proofs") > discs).any()
    assert (taken.positive().counts(rows, "proofs") == taken.counts(rows, "proofs")).all()


def test_what_always_holds_is_one_empty_conjunction(othello):
    (squares,) = unfold(Theory.of(othello), [LogicFeature.parse("(<= (squares ?s) (square ?s))")])
    assert squares.counts(packed([othello.start()])).tolist() == [64]
    assert len(squares.literals) == len(squares.configurations()) == 0


# Who cannot move lacks every one of the conjunctions for a move.
STUCK = """
(<= can_move (legal_move ?s own))
(<= (found stuck) (not can_move))
(<= (found ?s) (legal_move ?s own))
"""


@pytest.mark.parametrize(
    ("bounds", "reason"),
    [
        (Bounds(conjunctions=5000), "more than 5,000 conjunctions"),
        (Bounds(steps=1_000_000), "more than their share of 1,000,000 steps"),
        (Bounds(memory=1 << 19), "more than 0.5 MiB"),
        (Bounds(literals=10), "conjunctions of more than 10 literals"),
    ],
)
def test_an_unfolding_that_explodes_says_what_is_missing(othello, bounds, reason):
    theory = Theory.parse(theory_text() + STUCK, othello)
    features = [LogicFeature.parse("(<= (solution ?x) (found ?x))"), MOBILITY]
    exploding, small = unfold(theory, features, bounds)
    assert exploding.missing == f"1 of 65 solutions: (solution stuck): {reason}"
    assert exploding.literals.tolist() == small.literals.tolist()
    assert len(small) == 1036
    assert small.missing is None
    assert arrays([exploding, small]) == arrays(unfold(theory, features, bounds, threads=2))


def test_an_unfolding_without_time_says_so(othello):
    (unfolding,) = unfold(Theory.of(othello), [MOBILITY], Bounds(seconds=0))
    assert unfolding.missing.endswith("more than 0 seconds")
    assert len(unfolding.solutions) < 64


def test_constraints_beyond_the_bounds_delete_nothing_and_say_so(othello):
    """That a player can always move means that one of 1,036 conjunctions holds."""
    always = "(<= can_move (legal_move ?s own)) (<= impossible (not can_move))"
    theory = Theory.parse(theory_text() + always, othello)
    (unfolding,) = unfold(theory, [MOBILITY], Bounds(conjunctions=1036))
    assert unfolding.unconstrained == "more than 1,036 conjunctions"
    assert (len(unfolding), unfolding.missing) == (1036, None)
    (constrained,) = unfold(Theory.of(othello), [MOBILITY], Bounds(conjunctions=1036))
    assert constrained.unconstrained is None


def test_ways_in_circles_end():
    (unfolding,) = unfold(Theory.of(sheet_game("hex")), [CONNECTED], Bounds(steps=100_000))
    assert unfolding.missing.startswith("1 of 1 solutions: won: more than their share")


def test_too_many_positive_conjunctions_are_refused(othello):
    none_own = LogicFeature.parse(
        "(<= (none) " + " ".join(f"(not (true (cell {c}1 own)))" for c in "abcdefgh") + ")"
    )
    (unfolding,) = unfold(Theory.of(othello), [none_own])
    assert len(unfolding) == 1
    assert len(unfolding.positive()) == 256
    with pytest.raises(TooMany, match="logic feature 'none': more than 255 conjunctions"):
        unfolding.positive(255)


def test_unfolding_can_be_interrupted():
    ground = GroundFeatures(Theory.of(sheet_game("hex")), [CONNECTED])
    endless = Bounds(10**9, 10**6, 10**15, 1 << 34, 3600)
    with pytest.raises(KeyboardInterrupt), interrupted_at_work():
        ground.unfold(endless)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("(<= (p ?s) (q ?s))", "line 1, column 12: nothing defines 'q'"),
        (
            "(<= (p ?s) (true (cell ?s own)))\n(<= (q) (p a1 b1))",
            "line 2, column 9: 'p' has 1 argument, not 2",
        ),
        ("(<= (p ?s ?t) (true (cell ?s own)))", "line 1, column 1: ?t in the head can be anything"),
        (
            "(<= (p ?s) (true (cell ?s black)))",
            "line 1, column 12: no atom of othello says (cell ?s black); its facts are (cell a1 ",
        ),
        ("(<= (p) (true (piece a1)))", "line 1, column 9: no atom of othello says (piece a1)"),
        ("(<= (p) (not (true (cell i9 own))))", "no atom of othello says (cell i9 own)"),
        ("(impossible)", "line 1, column 1: everything would be impossible"),
        (
            "(<= (impossible ?s) (true (cell ?s own)))",
            "line 1, column 1: 'impossible' has no arguments, not 1",
        ),
        ("(init (cell a1 own))", "'init' is for rule sheets: othello has its facts already"),
        ("(<= (true (cell a1 own)) (p)) (p)", "'true' cannot be concluded"),
        ("(p a) (<= (p ?x) (not (p ?x)) (p ?x))", "'p' depends on its own negation"),
        ("; nothing but words", "theory: there is no rule in it"),
    ],
)
def test_a_bad_theory_is_refused_with_place_and_reason(othello, rules, message):
    with pytest.raises(RulesError) as refused:
        Theory.parse(rules, othello)
    assert message in str(refused.value)
    assert str(refused.value).startswith("theory")


def test_a_file_that_is_no_theory_is_refused(othello, tmp_path):
    path = tmp_path / "some.theory"
    path.write_bytes(b"(<= (p ?s)\n (true (cell ?s own))")
    with pytest.raises(FormatError, match=r"some.theory, line 1, column 1: what is opened here"):
        Theory.read(path, othello)
    path.write_bytes(bytes(range(256)))
    with pytest.raises(FormatError, match=r"some.theory, line 1, column 1: the character"):
        Theory.read(path, othello)


def test_a_theory_adds_to_a_rule_sheet_and_does_not_change_it():
    game = sheet_game("tic-tac-toe")
    theory = Theory.parse("(<= (corner ?m) (legal ?p ?m) (true (cell 1 1 empty)))", game)
    assert theory.rules[: len(game.rule_sheet.rules)] == game.rule_sheet.rules
    with pytest.raises(RulesError, match="'legal' is defined by the rules of tic-tac-toe already"):
        Theory.parse("(legal ?p noop)", game)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("(<= (f ?s) (moves ?s))", "logic feature 'f': nothing defines 'moves'"),
        ("(<= (f ?s) (legal_move ?s))", "logic feature 'f': 'legal_move' has 2 arguments, not 1"),
        ("(<= (f ?s) (blank a1))", r"logic feature 'f': \?s in the head can be anything"),
        ("(<= (f ?s) (true (cell ?s white)))", "logic feature 'f': no atom of othello says"),
    ],
)
def test_a_feature_about_what_the_theory_does_not_know_is_refused(othello, rule, message):
    with pytest.raises(RulesError, match=message):
        unfold(Theory.of(othello), [LogicFeature.parse(rule)])


@pytest.mark.parametrize("text", ["(square a1)", "(p) (q)", "(<= (p) (or (q) (r)))", ""])
def test_a_feature_is_one_rule(text):
    with pytest.raises(FormatError, match="one rule without 'or' is expected"):
        LogicFeature.parse(text)


def test_a_feature_says_which_move_it_speaks_of():
    game = sheet_game("tic-tac-toe")
    (unfolding,) = unfold(Theory.of(game), [LogicFeature.parse("(<= (after ?f) (next ?f))")])
    assert "moves that the feature does not name" in unfolding.missing


def test_a_game_without_a_theory_says_so():
    with pytest.raises(MissingCapability, match="dobutsu has no theory, which logic features need"):
        Theory.of(load_game("dobutsu"))
