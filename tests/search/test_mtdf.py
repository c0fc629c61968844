"""MTD(f) for any rule sheet: paranoid minimax's value, by every driver, within its limits."""

import random
import threading
import time
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from playable_sheets import SHEETS
from reference.paranoid import paranoid
from waiting import PATIENCE, interrupted_at_work, stopped_at_work, until_set

from boardworth import _core
from boardworth.errors import BoardworthError, FormatError, IllegalMove
from boardworth.rules.gdl import parse_rule_sheet, parse_term, read_rule_sheet
from boardworth.rules.gdl.interpreted import InterpretedReasoner
from boardworth.rules.gdl.reasoning import reasoner_for
from boardworth.search import Mtdf, StopSign

GAMES = Path(__file__).parents[2] / "games" / "gdl"
EPSILON = 0.01
small = partial(Mtdf, memory=1 << 20)

# Three players in turn take one or two from a heap; who takes the last has nothing.
_HEAP = """
(role a) (role b) (role c) (then a b) (then b c) (then c a) (init (turn a)) (init (heap 7))
(less 7 6) (less 6 5) (less 5 4) (less 4 3) (less 3 2) (less 2 1) (less 1 0)
(<= (less2 ?n ?k) (less ?n ?m) (less ?m ?k))
(<= (legal ?p one) (true (turn ?p)))
(<= (legal ?p two) (true (turn ?p)) (true (heap ?n)) (less2 ?n ?m))
(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
(<= (next (heap ?m)) (true (heap ?n)) (does ?p one) (less ?n ?m))
(<= (next (heap ?m)) (true (heap ?n)) (does ?p two) (less2 ?n ?m))
(<= (next (turn ?q)) (true (turn ?p)) (then ?p ?q))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (role ?p) (true (turn ?q)) (then ?p ?q))
(<= (goal ?p 60) (true (turn ?p)))
(<= (goal ?p 40) (role ?p) (not (true (turn ?p))) (not (last ?p)))
(<= (last ?p) (true (turn ?q)) (then ?p ?q))
"""
# Sheet by sheet, how many decisions deep minimax can look in a test.
DEPTHS = {"breakthrough": 5, "tic-tac-toe": 3, "fingers": 4, "doors": 4, "heap": 8}
DEPTHS |= {"light-cycles": 4, "english-draughts": 3}


@cache
def reasoner(name):
    if name == "heap":
        return reasoner_for(parse_rule_sheet(_HEAP, name))
    return reasoner_for(SHEETS[name] if name in SHEETS else read_rule_sheet(GAMES / f"{name}.gdl"))


def random_function(rules, seed, spread=4.0):
    draw = np.random.default_rng(seed)
    shape = (len(rules.roles), len(rules.ground_game.fluents))
    weights = draw.normal(0, spread, shape).astype(np.float32)
    return _core.FluentSum(rules.network, weights, np.full(shape[0], 50, np.float32))


def random_state(rules, moves, seed):
    """A state of random play that is not terminal."""
    draw = random.Random(seed)
    state = rules.start()
    for _ in range(moves):
        after = rules.play(state, [draw.choice(own) for own in rules.legal_moves(state)])
        if rules.terminal(after):
            break
        state = after
    return state


@pytest.mark.parametrize("name", DEPTHS)
def test_every_driver_finds_the_value_of_paranoid_minimax(name):
    rules = reasoner(name)
    for seed in range(3):
        function = random_function(rules, seed)
        state, role = random_state(rules, 2 * seed, seed), seed % len(rules.roles)
        depth = DEPTHS[name] - seed % 2
        value, values = paranoid(rules, function, state, role, depth)
        for driver in ("mtdf", "bisection", "alphabeta"):
            player = small(function, depth=depth, epsilon=EPSILON, driver=driver)
            found = player.search(rules, state, role)
            assert found.value == pytest.approx(value, abs=1.01 * EPSILON)
            assert found.depth == depth or found.exact
            assert values[found.move] == pytest.approx(value, abs=2.01 * EPSILON) or value == 0


@pytest.mark.parametrize("name", DEPTHS)
def test_sums_that_are_followed_are_those_computed_from_scratch(name):
    rules = reasoner(name)
    draw = random.Random(1)
    function = random_function(rules, 1)
    for role in range(len(rules.roles)):
        game = _core.TwoSides(rules.network, function, rules.start(), role)
        seen = []
        while (moves := game.moves()) and len(seen) < 60:
            assert game.points == game.points_from_scratch
            move = draw.choice(moves)
            before = game.key, game.points
            game.decide(move)
            assert game.key != before[0]
            game.take_back()
            assert (game.key, game.points) == before
            game.decide(move)
            seen.append(game.key)
        assert len(seen) > 2


def test_states_reached_in_another_order_have_the_same_key():
    rules = reasoner("connect-four")
    keys = []
    for columns in ((1, 2, 3), (3, 2, 1), (2, 1, 3)):
        game = _core.TwoSides(rules.network, random_function(rules, 1), rules.start(), 0)
        for number, column in enumerate(columns):
            game.decide(rules.move_number(number % 2, parse_term(f"(drop {column})")))
        keys.append((game.key, game.points))
    assert keys[0] == keys[1] != keys[2]


def test_decisions_are_checked():
    rules = reasoner("connect-four")
    game = _core.TwoSides(rules.network, random_function(rules, 1), rules.start(), 0)
    with pytest.raises(IllegalMove, match="move 99 is illegal"):
        game.decide(99)
    with pytest.raises(ValueError, match="no decision to take back"):
        game.take_back()


def played(rules, *moves):
    state = rules.start()
    for number, own in enumerate(moves):
        named = [own if role == number % 2 else "noop" for role in (0, 1)]
        joint = [rules.move_number(role, parse_term(move)) for role, move in enumerate(named)]
        state = rules.play(state, joint)
    return state


def test_a_forced_win_is_found_and_ends_the_search():
    rules = reasoner("tic-tac-toe")
    state = played(rules, "(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 3 1)")
    found = small(random_function(rules, 3), depth=9).search(rules, state, 0)
    assert found.exact
    assert found.value == 100
    assert found.depth == 3
    after = state
    for joint in found.line:
        after = rules.play(after, joint)
    assert rules.goals(after)[0] == 100


def test_perfect_play_is_proven_a_draw():
    rules = reasoner("tic-tac-toe")
    found = small(random_function(rules, 5), seconds=10**6).search(rules, rules.start(), 0)
    assert found.exact
    assert found.value == 50


def test_wins_by_connecting_four_are_seen_nine_decisions_ahead():
    rules = reasoner("connect-four")
    state = played(rules, "(drop 4)", "(drop 4)", "(drop 3)", "(drop 3)")
    found = small(random_function(rules, 1, 0.5), depth=9).search(rules, state, 0)
    assert found.exact
    assert found.value == 100
    assert str(rules.move(0, found.move)) in {"(drop 2)", "(drop 5)"}


@pytest.mark.parametrize("limit", [{"depth": 4}, {"nodes": 3000}])
@pytest.mark.parametrize("name", ["breakthrough", "fingers", "connect-four"])
def test_the_same_question_has_the_same_answer(name, limit):
    rules = reasoner(name)
    function = random_function(rules, 2)
    player = small(function, **limit)
    questions = [(random_state(rules, n, n), n % len(rules.roles)) for n in range(3)]
    answers = [
        [(f.move, f.line, f.value, f.depth, f.nodes) for f in found]
        for found in (
            [player.search(rules, *question) for question in questions],
            [player.search(rules, *question) for question in questions],
            [small(function, **limit).search(rules, *question) for question in questions],
        )
    ]
    assert answers[0] == answers[1] == answers[2]
    if "nodes" in limit:
        assert all(found[-1] <= 3001 for found in answers[0])


def test_threads_may_ask_at_once():
    rules = reasoner("connect-four")
    player = small(random_function(rules, 2), nodes=20_000)
    alone = player.choose(rules, rules.start(), 0)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(player.choose(rules, rules.start(), 0)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [alone] * 4


def test_a_line_is_legal_and_begins_with_the_move():
    for name in DEPTHS:
        rules = reasoner(name)
        for role in range(len(rules.roles)):
            found = small(random_function(rules, 4), depth=4).search(rules, rules.start(), role)
            assert found.line[0][role] == found.move
            state = rules.start()
            for joint in found.line:
                state = rules.play(state, joint)


def test_deadlines_and_stop_signs_end_a_search():
    rules = reasoner("english-draughts")
    player = small(random_function(rules, 1))
    for _ in range(3):
        move = player.choose(rules, rules.start(), 0, deadline=time.monotonic() + 0.1)
        assert move in rules.legal_moves(rules.start())[0]
    sign = StopSign()
    with stopped_at_work(sign):
        assert player.search(rules, rules.start(), 0, stop=sign).depth > 0


def test_rules_that_take_too_long_to_prepare_still_have_a_move_in_time(monkeypatch):
    rules = reasoner("tic-tac-toe")
    player = small(random_function(rules, 1))
    make, released = player._make, threading.Event()

    def prepare(network):
        until_set(released, "its end is waited for")
        return make(network)

    monkeypatch.setattr(player, "_make", prepare)
    try:
        assert player.choose(rules, rules.start(), 0, deadline=time.monotonic() + 0.1) in range(9)
    finally:
        released.set()


def test_ctrl_c_ends_a_search():
    rules = reasoner("english-draughts")
    player = small(random_function(rules, 1), seconds=2 * PATIENCE)
    with pytest.raises(KeyboardInterrupt), interrupted_at_work():
        player.choose(rules, rules.start(), 0)


def test_a_search_without_an_end_is_an_error():
    rules = reasoner("tic-tac-toe")
    with pytest.raises(BoardworthError, match="to end"):
        small(random_function(rules, 1)).search(rules, rules.start(), 0)


def test_there_is_nothing_to_choose_where_the_game_is_over():
    rules = reasoner("tic-tac-toe")
    marks = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"]
    with pytest.raises(IllegalMove, match="over"):
        small(random_function(rules, 1), depth=1).search(rules, played(rules, *marks), 0)


def test_what_does_not_fit_is_an_error():
    rules, other = reasoner("tic-tac-toe"), reasoner("breakthrough")
    player = small(random_function(other, 1), depth=1)
    with pytest.raises(FormatError, match="another game"):
        player.search(rules, rules.start(), 0)
    with pytest.raises(FormatError, match="no such state or role"):
        player.search(other, other.start(), 2)
    with pytest.raises(BoardworthError, match="needs rules with a network"):
        player.search(InterpretedReasoner(SHEETS["tic-tac-toe"]), b"", 0)
    with pytest.raises(FormatError, match="values differ by at least"):
        small(random_function(rules, 1), depth=1, epsilon=0).search(rules, rules.start(), 0)
    with pytest.raises(FormatError, match="too large"):
        small(random_function(rules, 1, 1e9), depth=1).search(rules, rules.start(), 0)
    with pytest.raises(BoardworthError, match="at least 1"):
        small(random_function(rules, 1), depth=0)


def test_a_role_without_a_choice_still_has_its_move():
    rules = reasoner("tic-tac-toe")
    player = small(random_function(rules, 1), depth=2)
    assert str(rules.move(1, player.choose(rules, rules.start(), 1))) == "noop"
    assert str(rules.move(1, player.search(rules, rules.start(), 1).move)) == "noop"


# Staying keeps the choice; who goes waits forever, who jumps cannot move, who ends has 30 points.
_TRAPS = """
(role a) (init here)
(<= (legal a ?move) (true here) (choice ?move))
(choice stay) (choice go) (choice jump) (choice end)
(<= (legal a wait) (true gone))
(<= (next here) (does a stay)) (<= (next gone) (does a go)) (<= (next gone) (true gone))
(<= (next lost) (does a jump)) (<= (next over) (does a end))
(<= terminal (true over)) (<= (goal a 30) (true over))
"""


@pytest.mark.parametrize(("gone", "best"), [(20, "end"), (40, "go")])
def test_games_that_cannot_end_and_games_that_cannot_go_on(gone, best):
    rules = reasoner_for(parse_rule_sheet(_TRAPS))
    weights = [[gone if str(fluent) == "gone" else 0 for fluent in rules.ground_game.fluents]]
    function = _core.FluentSum(
        rules.network, np.array(weights, np.float32), np.zeros(1, np.float32)
    )
    found = small(function, depth=10).search(rules, rules.start(), 0)
    assert str(rules.move(0, found.move)) == best
    assert found.value == pytest.approx(max(gone, 30))
    assert not found.exact
    lost = rules.play(rules.start(), [rules.move_number(0, parse_term("jump"))])
    with pytest.raises(BoardworthError, match="a has no legal move"):
        small(function, depth=1).choose(rules, lost, 0)
