"""Rule sheets that break the specification, and what their authors are told."""

import time

import pytest

from boardworth.errors import FaultyRules, RulesError
from boardworth.rules import load_game
from boardworth.rules.gdl import check_sheet, check_text, parse_rule_sheet, playable
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.machine_choice import machine_for

SOUND = """
(role white)
(init (step 1))
(succ 1 2)
(<= (legal white stay) (true (step 1)))
(<= (next (step ?n)) (does white stay) (true (step ?m)) (succ ?m ?n))
(<= (goal white 100) (true (step 2)))
(<= terminal (true (step 2)))
"""


def problems(*added, removed=""):
    """What is said of a sound sheet with some lines more, or one less."""
    lines = [line for line in SOUND.splitlines() if not (removed and removed in line)]
    text = "\n".join([*added, *lines])
    return [problem.line("game.gdl") for problem in check_text(text, "game.gdl")[1]]


def only_problem(*added, removed=""):
    found = problems(*added, removed=removed)
    assert len(found) == 1, found
    return found[0]


def test_a_sound_sheet_has_no_problems():
    assert problems() == []
    sheet = parse_rule_sheet(SOUND)
    assert playable(sheet) is sheet


@pytest.mark.parametrize(
    ("keyword", "expected"),
    [
        ("(legal", "error: the game has no moves"),
        ("(goal", "error: the game has no results"),
        ("terminal", "error: the game has no end"),
    ],
)
def test_a_game_needs_its_parts(keyword, expected):
    assert expected in problems(removed=keyword)[0]


def test_a_game_needs_players_and_should_have_a_beginning():
    found = problems(removed="(role")
    assert found[0] == "game.gdl, line 1, column 1: error: the game has no players: (role white)"
    assert all("white in (" in line and "is not a role" in line for line in found[1:])
    assert problems(removed="(init")[0].startswith(
        "game.gdl, line 1, column 1: warning: the game has no beginning"
    )


@pytest.mark.parametrize(
    "rule",
    [
        "(<= (legal white (to ?x)) (true (step 1)))",
        "(<= (legal white stay) (true (step 1)) (not (succ 1 ?x)))",
        "(<= (legal white stay) (true (step 1)) (distinct ?x 1))",
        "(<= (legal white stay) (true (step 1)) (distinct 1 (f ?x)))",
        "(init (step ?x))",
    ],
)
def test_every_variable_needs_a_condition_that_gives_it_a_value(rule):
    line = only_problem(rule)
    assert line.startswith("game.gdl, line 1, column 1: error: ?x in ")
    assert "can be anything: no condition without 'not' says what ?x is" in line


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (
            "(<= (legal white p) (p 1))\n(<= (p ?x) (succ ?x ?y) (not (p ?x)))",
            "line 2, column 30: error: 'p' depends on its own negation: it would hold",
        ),
        (
            "(<= (legal white p) p)\n(<= p (not q))\n(<= q r)\n(<= r p)",
            "line 2, column 12: error: 'p' depends on its own negation through q, r: it would",
        ),
        (
            "(<= (goal white 0) (not (goal white 100)))",
            "line 1, column 25: warning: 'goal' depends on its own negation: it makes sense here",
        ),
        (
            "(<= (goal white 0) (not (goal white 50)))\n(<= (goal white 50) (not (goal white 0)))",
            "line 1, column 25: error: 'goal' depends on its own negation: it would hold",
        ),
    ],
)
def test_nothing_depends_on_its_own_negation(rules, expected):
    assert expected in problems(rules)[0]


def test_recursion_must_not_make_terms_grow():
    growing = "(<= (legal white (n ?x)) (number ?x))\n(number 0)\n(<= (number (s ?x)) (number ?x))"
    assert "line 3, column 21: error: the recursion of 'number' may never end: ?x can" in (
        only_problem(growing)
    )


@pytest.mark.parametrize(
    "rules",
    [
        # Transitive closure breaks the letter of the restriction; without functions nothing grows.
        "(<= (far ?x ?y) (succ ?x ?y))\n(<= (far ?x ?z) (far ?x ?y) (far ?y ?z))",
        "(<= (far ?x (f ?y)) (succ ?x ?y))\n(<= (far ?x (f ?z)) (far ?x ?y) (succ ?y ?z))",
    ],
)
def test_recursion_that_ends_is_allowed(rules):
    assert problems(f"{rules}\n(<= (legal white stay) (far 1 ?x))") == []


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("(true (step 1))", "column 1: error: 'true' cannot be concluded: init and next tell"),
        ("(<= (does white stay) (true (step 1)))", "column 1: error: 'does' cannot be concluded"),
        ("(<= terminal (next (step 1)))", "column 14: error: 'next' can be concluded, not asked"),
        ("(<= (goal white 0) (init (step 1)))", "column 20: error: 'init' can be concluded"),
        ("(<= (legal white a) (does white stay))", "'legal' depends on 'does': moves are not"),
        ("(<= (init (step 2)) (true (step 1)))", "'init' depends on 'true': the first position"),
        ("(<= (base (step ?x)) (true (step ?x)))", "'base' depends on 'true': it lists what"),
        ("(<= (role ?x) (succ ?x 2))", "column 1: error: roles must be facts"),
        ("(role (player 1))", "column 1: error: a role is one word, not (player 1)"),
        ("(<= (legal blue stay) (true (step 1)))", "warning: blue in (legal blue stay) is not a"),
        ("(<= (terminal white) (true (step 1)))", "error: 'terminal' has 0 arguments, not 1"),
        ("(<= terminal (true step 1))", "column 14: error: 'true' has 1 argument, not 2"),
        ("(<= terminal (succ 1))", "column 14: error: 'succ' has 1 argument here and 2 at line"),
        ("(<= terminal (true (step 1 2)))", "warning: (true (step 1 2)) never holds: no init and"),
        ("(<= terminal (lost))", "column 14: warning: nothing defines 'lost': it never holds"),
        ("(helps 1)", "column 1: warning: 'helps' is defined and never used"),
        ("(<= (next (step 2)) (does white go))", "(does white go) never holds: no such move"),
        ("(<= (goal white win) (true (step 1)))", "error: a goal is a number from 0 to 100"),
        ("(<= (goal white 101) (true (step 1)))", "error: a goal is a number from 0 to 100"),
        ("(<= (legal white (or a b)) (true (step 1)))", "warning: 'or' inside of a term is a"),
    ],
)
def test_words_are_used_as_they_are_meant(rule, expected):
    found = problems(rule)
    assert any(expected in line for line in found), found
    assert any(line.startswith("game.gdl, line 1, ") for line in found), found


def test_dependencies_through_others_are_named():
    rules = "(<= terminal helped)\n(<= helped moved)\n(<= moved (does white stay))"
    assert only_problem(rules) == (
        "game.gdl, line 1, column 14: error: 'terminal' depends on 'does' through helped, moved: "
        "it belongs to a position, not to the moves made in it"
    )


def test_all_problems_are_listed_in_the_order_of_the_file():
    found = problems("(helps 1)", "(<= (legal white ?x) (true (step 1)))", "(<= terminal (lost))")
    assert [line.split(",")[1] for line in found] == [" line 1", " line 2", " line 3"]


def test_every_expression_that_cannot_be_read_is_listed():
    sheet, found = check_text("(<=)\n(role a)\n(p ())\n", "game.gdl")
    assert sheet is None
    assert [problem.place.line for problem in found] == [1, 3]


def test_long_chains_of_rules_do_no_harm():
    chain = "\n".join(f"(<= (p{i}) (p{i + 1}))" for i in range(5_000))
    assert check_sheet(parse_rule_sheet(f"{SOUND}{chain}\n(p5000)\n(<= terminal p0)")) == []


def test_a_faulty_sheet_is_played_without_its_faulty_rules():
    faulty = "(<= (legal white ?x) (true (step 1)))(true a)\n(<= (next (step 9) x) (true (step 1)))"
    sheet = parse_rule_sheet(SOUND + faulty, "game.gdl")
    with pytest.warns(FaultyRules, match=r"game.gdl, line 9, .*rule is left out \(and 2 more\)"):
        machine = machine_for(sheet)
    assert machine.sheet.rules == parse_rule_sheet(SOUND).rules
    state = machine.play(machine.start(), [0])
    assert (machine.terminal(state), machine.goals(state)) == (True, [100])


@pytest.mark.parametrize("goal", ["win", "101", "-5", "(f 1)", "9" * 5000])
def test_a_goal_that_nobody_can_get_is_left_out(goal):
    with pytest.warns(FaultyRules, match=r"line 9, .*: a goal is a number .*is left out; try"):
        machine = machine_for(parse_rule_sheet(f"{SOUND}(goal white {goal})"))
    assert machine.sheet.rules == parse_rule_sheet(SOUND).rules


@pytest.mark.parametrize("when", ["1", "2"], ids=["on the way", "at the end"])
def test_a_value_that_is_no_goal_counts_for_nothing_and_its_rule_is_named(when):
    added = f"(worth rich)\n(worth poor)\n(<= (goal white ?v) (worth ?v) (true (step {when})))"
    sheet = parse_rule_sheet(SOUND + added, "game.gdl")
    told = r"game.gdl, line 11, column 1: the goal (rich|poor) of white is no .*\(and 1 more\)"
    with pytest.warns(FaultyRules, match=told):
        machine = machine_for(sheet)
    for player in (machine, InterpretedMachine(sheet)):
        state = player.play(player.start(), [0])
        assert (player.goals(player.start()), player.goals(state)) == ([None], [100])


def test_all_rules_by_which_a_goal_may_be_are_named():
    added = "(worth rich)\n(<= (goal ?r ?v) (role ?r) (worth ?v))\n(<= (goal white ?v) (worth ?v))"
    told = "line 10, column 1 or line 11, column 1: the goal rich of white"
    with pytest.warns(FaultyRules, match=told):
        machine_for(parse_rule_sheet(SOUND + added))


def test_what_cannot_be_read_is_left_out_of_a_game():
    with pytest.warns(FaultyRules, match=r"line 9, .*'not' cannot be a fact: the rule is left out"):
        game = load_game(SOUND + "(not (role white))")
    assert game.sheet.rules == parse_rule_sheet(SOUND).rules


def test_a_rule_for_nobody_in_particular_is_for_any_role():
    two = SOUND.replace("(role white)", "(role white) (role black)").replace(
        "legal white", "legal ?r"
    )
    with pytest.warns(FaultyRules, match=r"line 5, .*\?r in the head .*: any role is meant; try"):
        machine = machine_for(parse_rule_sheet(two))
    assert [len(moves) for moves in machine.legal_moves(machine.start())] == [1, 1]


CIRCLE = "(<= (p) (not (q)))(<= (q) (not (p)))"


def test_a_fault_that_no_game_meets_does_no_harm():
    with pytest.warns(FaultyRules, match=r"line 9, .*'p' depends on its own negation"):
        machine = machine_for(parse_rule_sheet(SOUND + CIRCLE))
    assert machine.sheet.rules == parse_rule_sheet(SOUND).rules


@pytest.mark.parametrize(
    ("added", "removed", "reason"),
    [
        (f"{CIRCLE}(<= terminal (p))", "", "line 9, .*depends on its own negation"),
        ("(<= (goal white 1) (does white stay))", "", "line 9, .*'goal' depends on 'does'"),
        ("(<= (legal ?r ?x) (true (step 1)))", "legal", r"no moves.*\(and 2 more\)"),
    ],
)
def test_a_sheet_without_a_meaning_is_refused(added, removed, reason):
    lines = [line for line in SOUND.splitlines() if not (removed and removed in line)]
    with pytest.raises(RulesError, match=reason):
        machine_for(parse_rule_sheet("\n".join([*lines, added]), "game.gdl"))


@pytest.mark.parametrize(
    "rule",
    ["(<= p{number} (not p{following}))", "(<= (p {number}) (not (p {following})))"],
    ids=["a long circle", "many rules of one predicate"],
)
def test_hopeless_sheets_are_not_worth_much_time(rule):
    """Ten times as many rules take far less than a hundred times as long, in CPU time."""
    spent = []
    for size in (300, 3_000):
        circle = [rule.format(number=i, following=(i + 1) % size) for i in range(size)]
        start = time.process_time()
        found = problems("".join(circle))
        spent.append(time.process_time() - start)
        assert any("depends on its own negation" in line for line in found)
        assert max(map(len, found)) < 300
    assert spent[1] < 60 * spent[0]
