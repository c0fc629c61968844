"""Rule sheets that cannot be grounded: which machine plays them, and what it refuses."""

import threading

import pytest
from playable_sheets import SHEETS
from waiting import interrupted, python, until_at_work

from boardworth.errors import FormatError, RulesError, TooMany
from boardworth.rules.gdl import parse_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.ground.grounding import GroundingLimits, ground
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine, InterpreterLimits
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.propnet_machine import PropnetMachine

# Public sheets that no limit within reason lets be grounded.
TOO_COSTLY = {
    "chess": 20,
    "Chess__arnaudsj2": 20,
    "chess__arnaudsj": 20,
    "alexChess_v1": 20,
    "slaughter": 20,
    "laikLee_hex": 25,
    "merrills": 24,
    "mummymaze1p": 5,
    "racer4": 8,
    "sudoku": 729,
    "ARGENTINA.3361209022": 16,
    "FARMERS_S.3357493442": 7,
    "LOCUST_S.3359299013": 20,
}
CHESS = ["chess", "Chess__arnaudsj2", "chess__arnaudsj"]

# Many steps and facts: all pairs of pairs of numbers.
PAIRS = parse_rule_sheet(
    "(role a) (<= (init (at ?x)) (n ?x)) (legal a go) (<= terminal (bad ?x)) (goal a 0)"
    "(<= (next (pair ?w ?x ?y ?z)) (true (at ?w)) (true (at ?x)) (true (at ?y)) (true (at ?z)))"
    + "".join(f"(n {i})" for i in range(100)),
    "pairs.gdl",
)


def game(*rules):
    """A game of one player with these rules."""
    text = "(role a) (legal a go) (init (at 0)) (<= (next (at ?x)) (true (at ?x)))"
    return parse_rule_sheet(text + " ".join(rules), "game.gdl")


def test_a_sheet_is_interpreted_only_if_it_cannot_be_grounded():
    few = GroundingLimits(rules=10, split_rules=10)
    for sheet in SHEETS.values():
        assert isinstance(machine_for(sheet), PropnetMachine)
        assert isinstance(machine_for(sheet, few), InterpretedMachine)


def test_an_unsound_sheet_is_refused_before_anything_is_tried():
    with pytest.raises(RulesError, match="depends on its own negation"):
        machine_for(game("(<= terminal (not terminal))", "(goal a 0)"))


def test_a_goal_may_depend_on_another_not_being_reached():
    sheet = game(
        "(<= (goal a 100) (true (at 1))) (<= (goal a 50) (true (at 2)) (not (goal a 100)))",
        "(<= (goal a 0) (not (goal a 100)) (not (goal a 50))) (<= terminal (true (at 3)))",
    )
    player = machine_for(sheet, GroundingLimits(rules=1, split_rules=1))
    propnet = PropnetMachine(sheet, ground(sheet))
    assert isinstance(player, InterpretedMachine)
    assert player.goals(player.start()) == propnet.goals(propnet.start()) == [0]


def test_what_depends_on_its_own_negation_is_noticed_when_it_is_asked():
    player = InterpretedMachine(game("(<= terminal (not terminal))", "(goal a 0)"))
    with pytest.raises(FormatError, match=r"game\.gdl: what holds depends on its own negation"):
        player.terminal(player.start())


def test_a_variable_without_values_is_refused_with_its_place():
    with pytest.raises(RulesError, match="line 2, column 1: a variable of this rule"):
        InterpretedMachine(game("\n(<= terminal (not (true (at ?x))))", "(goal a 0)"))


def test_a_goal_that_is_no_number_counts_for_nothing():
    player = InterpretedMachine(game("terminal (goal a much)"))
    assert player.goals(player.start()) == [None]
    assert player.play_random_games(1, seed=1).without_goal == [1]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (InterpreterLimits(memory=20 << 20), "20 MiB of memory"),
        (InterpreterLimits(steps=100_000), "100000 steps"),
    ],
)
def test_what_costs_too_much_is_ended_and_the_game_is_still_there(limits, message):
    player = InterpretedMachine(PAIRS, limits)
    start = player.start()
    with pytest.raises(TooMany, match=f"pairs.gdl: a state takes more than {message}"):
        player.play(start, player.legal_moves(start)[0])
    assert player.goals(start) == [0]
    assert not player.terminal(start)


def test_terms_that_grow_from_move_to_move_are_ended():
    player = InterpretedMachine(
        game("(<= (next (more ?x)) (true ?x)) (<= terminal (true end)) (goal a 0)")
    )
    with pytest.raises(TooMany, match="more than 200 levels"):
        player.play_random_games(1, seed=1)


def test_long_chains_of_rules_are_followed_to_their_end():
    size = 30_000
    facts = "".join(f"(follows {i} {i + 1})" for i in range(size))
    rules = "(<= (upto ?x 0) (number ?x)) (<= (upto ?x ?y) (follows ?z ?y) (upto ?x ?z))"
    ends = f"(number 0) (<= terminal (true (at ?x)) (upto ?x {size})) (goal a 0)"
    player = InterpretedMachine(game(facts, rules, ends))
    assert player.terminal(player.start())


def test_several_threads_may_ask_at_once():
    player = InterpretedMachine(SHEETS["breakthrough"])
    expected = player.play_random_games(50, seed=3)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(player.play_random_games(50, seed=3)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(p.moves, p.goal_sums) for p in found] == [(expected.moves, expected.goal_sums)] * 4


@pytest.mark.parametrize(
    "work", ["play_random_games(10**9, seed=1)", "perft(player.start(), 10**6)"]
)
def test_ctrl_c_ends_what_takes_long(work):
    code = (
        "from boardworth.rules.gdl import parse_rule_sheet\n"
        "from boardworth.rules.gdl.interpreted_machine import InterpretedMachine\n"
        "player = InterpretedMachine(parse_rule_sheet('(role a) (legal a go) (legal a stay)"
        "(init (at 0)) (<= (next (at 0)) (true (at 0))) (<= terminal (true (at 1))) (goal a 0)'))\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    player.{work}\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    process = python("-c", code)
    assert process.stdout.readline() == "ready\n"
    until_at_work(process)
    assert interrupted(process)[0] == "interrupted\n"


@pytest.mark.parametrize("name", CHESS)
def test_the_chess_of_2006_has_the_known_numbers_of_moves(data, name):
    player = InterpretedMachine(read_rule_sheet(data / "gdl" / f"{name}.kif"))
    assert [player.perft(player.start(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]


@pytest.mark.parametrize("name", TOO_COSTLY)
def test_sheets_that_cannot_be_grounded_are_played(data, name):
    player = InterpretedMachine(read_rule_sheet(data / "gdl" / f"{name}.kif"))
    assert len(player.legal_moves(player.start())[0]) == TOO_COSTLY[name]
    played = player.play_random_games(2, seed=1, max_moves=30)
    assert played.moves > 0
    assert played.games + played.unfinished == 2
