"""Grounding: what there is in a game, and limits that end what would take too long."""

import os

import numpy as np
import pytest
from playable_sheets import SHEETS
from waiting import interrupted_at_work

from boardworth import _core
from boardworth.errors import RulesError
from boardworth.rules.gdl import parse_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.ground.grounding import GroundingLimits, TooCostly, ground
from boardworth.rules.gdl.ground.propnet import propnet
from boardworth.rules.gdl.ground.splitting import split_rules


def test_tic_tac_toe_has_27_cell_contents_and_two_turns():
    game = ground(SHEETS["tic-tac-toe"])
    assert game.roles == ("x", "o")
    assert len(game.fluents) == 27 + 2
    assert len(game.initial) == 9 + 1
    assert [len(moves) for moves in game.moves] == [10, 10]
    assert "(mark 2 2)" in {str(move) for move in game.moves[0]}
    assert {(role, value) for role, value, _ in game.goals} == {
        (role, value) for role in (0, 1) for value in (0, 50, 100)
    }


# A hundred million ground rules: every pair of every two numbers.
HUGE = parse_rule_sheet(
    "(role a) (<= (init (at ?x)) (n ?x)) (legal a go) (<= terminal (bad ?x)) (goal a 0)"
    "(<= (next (pair ?w ?x ?y ?z)) (true (at ?w)) (true (at ?x)) (true (at ?y)) (true (at ?z)))"
    + "".join(f"(n {i})" for i in range(100)),
    "huge.gdl",
)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (GroundingLimits(rules=1000, split_rules=2000), "2,000 ground rules"),
        (GroundingLimits(seconds=2, rules=10**9, split_rules=10**9), "1 seconds"),
    ],
)
def test_a_sheet_beyond_the_limits_is_refused(limits, reason):
    with pytest.raises(TooCostly, match=rf"huge\.gdl: grounding takes more than {reason}"):
        ground(HUGE, limits)


@pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""), reason="sanitizers need memory without limits"
)
def test_a_sheet_that_needs_too_much_memory_is_refused():
    limits = GroundingLimits(memory=400 << 20, rules=10**9, split_rules=10**9)
    with pytest.raises(TooCostly, match=r"0\.4 GiB of memory"):
        ground(HUGE, limits)


def test_a_rule_is_split_where_a_variable_is_of_no_concern_to_the_rest():
    sheet = parse_rule_sheet("(<= terminal (true (a ?x)) (true (b ?y)) (n ?x) (n ?y))")
    first, rest = split_rules(sheet.rules)
    assert [str(c) for c in first.body] == ["(true (a ?x))", "(n ?x)"]
    assert [str(c) for c in rest.body[1:]] == ["(true (b ?y))", "(n ?y)"]


def test_splitting_makes_room_for_a_sheet_that_has_too_many_ground_rules():
    pairs = "".join(f"(n {i})" for i in range(60))
    sheet = parse_rule_sheet(
        f"(role a) (legal a go) (goal a 50) (init start) {pairs} (<= (next (on ?x)) (n ?x))"
        "(<= terminal (true (on ?x)) (true (on ?y)) (true (on ?z)) (distinct ?x ?y))"
    )
    assert (
        len(ground(sheet, GroundingLimits(rules=20_000, split_rules=20_000)).rules.heads) < 20_000
    )


def test_rules_that_depend_on_moves_where_they_must_not_are_refused():
    sheet = parse_rule_sheet(
        "(role a) (init s) (legal a go) (legal a stay) (next s) (goal a 0)(<= terminal (does a go))"
    )
    with pytest.raises(RulesError, match="depends on what players do"):
        propnet(ground(sheet))


def test_a_network_that_is_too_much_work_is_refused():
    game = ground(SHEETS["tic-tac-toe"])
    with pytest.raises(TooCostly, match=r"tic-tac-toe: to build a propnet, more than 1,000 lit"):
        propnet(game, max_work=1000)
    assert propnet(game, max_work=100_000).slots > 0


def test_building_a_network_can_be_interrupted():
    """A chain of a million atoms, each of which needs the one before."""
    atoms = np.arange(2, 1_000_002, dtype=np.int32)
    literals = np.stack([atoms - 1, np.ones_like(atoms)], axis=1).ravel()
    starts = np.arange(0, len(literals) + 1, 2, dtype=np.uint64)

    def build_for_ever():
        while True:
            _core.Propnet(
                atoms,
                starts,
                literals,
                fluents=[1],
                nexts=[1_000_001],
                initial=[1],
                does=[],
                legals=[],
                role_moves=[],
                terminal=-1,
                goals=[],
                max_work=10**9,
            )

    with pytest.raises(KeyboardInterrupt), interrupted_at_work():
        build_for_ever()


def test_rules_that_no_grounder_takes_are_refused():
    with pytest.raises(RulesError, match=r"bad\.gdl, line 1, column 19: a variable of this rule"):
        ground(parse_rule_sheet("(role a) (init s) (<= (legal a ?x) (true s))", "bad.gdl"))
    with pytest.raises(RulesError, match="no role"):
        ground(parse_rule_sheet("(init s)"))


def test_a_fluent_that_nobody_asks_for_comes_and_goes():
    sheet = parse_rule_sheet(
        "(role a) (init s) (legal a go) (goal a 0) (<= (next unseen) (does a go) (true s))"
        "(<= terminal (not (true s)))"
    )
    game = ground(sheet)
    net = propnet(game)
    after = net.play(net.start(), [0])
    assert [str(f) for n, f in enumerate(game.fluents) if after[0] >> n & 1] == ["unseen"]
    assert net.terminal(after)


def test_names_may_be_anything():
    sheet = parse_rule_sheet("(role a+b) (init not) (legal a+b #go!) (next 007) (goal a+b 100)")
    game = ground(sheet)
    assert game.roles == ("a+b",)
    assert {str(fluent) for fluent in game.fluents} == {"not", "007"}


@pytest.mark.parametrize(
    ("name", "fluents", "moves"), [("reversi", 130, 130), ("checkers", 413, 1280)]
)
def test_public_sheets_have_known_sizes(data, name, fluents, moves):
    game = ground(read_rule_sheet(data / "gdl" / f"{name}.kif"))
    assert len(game.fluents) == fluents
    assert sum(map(len, game.moves)) == moves


def test_grounding_answers_through_a_pipe_that_is_buffered(monkeypatch):
    """As it is in a shell of its own: NumPy cannot write straight to such a pipe."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    sheet = parse_rule_sheet("(role a) (init p) (legal a m) (<= terminal (true p)) (goal a 1)")
    assert ground(sheet).roles == ("a",)


def test_no_file_of_the_folder_is_taken_for_a_library(tmp_path, monkeypatch):
    (tmp_path / "numpy.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    assert len(ground(SHEETS["tic-tac-toe"]).roles) == 2
