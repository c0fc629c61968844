"""MTD(f) for any rule sheet: paranoid minimax's value, by every driver, within its limits."""

import random
import threading
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from playable_sheets import SHEETS
from reference.paranoid import paranoid
from waiting import PATIENCE, interrupted_at_work, stopped_at_work, until_set

from boardworth import _core
from boardworth.errors import BoardworthError, FormatError, IllegalMove, MissingCapability
from boardworth.rules import load_game
from boardworth.rules.gdl import parse_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Limit, Mtdf, StopSign

GAMES = Path(__file__).parents[2] / "games" / "gdl"
EPSILON = 0.01
small = partial(Mtdf, memory=1 << 20)
# For players that have limits of their own, and searches that end by a proof.
ENDLESS = Limit(nodes=10**9)

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
def rule_game(name):
    sheet = parse_rule_sheet(_HEAP, name) if name == "heap" else SHEETS.get(name)
    return RuleGame(machine_for(sheet or read_rule_sheet(GAMES / f"{name}.gdl")), name)


def random_function(game, seed, spread=4.0):
    draw = np.random.default_rng(seed)
    shape = (len(game.roles), len(game.state_machine.ground_game.fluents))
    weights = draw.normal(0, spread, shape).astype(np.float32)
    return _core.FluentSum(game.state_machine.propnet, weights, np.full(shape[0], 50, np.float32))


def random_position(game, moves, seed):
    """A position of random play in which the game is not over."""
    draw = random.Random(seed)
    position = game.start()
    for _ in range(moves):
        roles = range(len(game.roles))
        after = position.play_joint([draw.choice(position.legal_moves(role)) for role in roles])
        if after.over:
            break
        position = after
    return position


@pytest.mark.parametrize("name", DEPTHS)
def test_every_driver_finds_the_value_of_paranoid_minimax(name):
    game = rule_game(name)
    for seed in range(3):
        function = random_function(game, seed)
        position, role = random_position(game, 2 * seed, seed), seed % len(game.roles)
        depth = DEPTHS[name] - seed % 2
        value, values = paranoid(function, position, role, depth)
        for driver in ("mtdf", "bisection", "alphabeta"):
            player = small(function, epsilon=EPSILON, driver=driver)
            found = player.search(position, role, Limit(depth=depth))
            assert found.value == pytest.approx(value, abs=1.01 * EPSILON)
            assert found.depth == depth or found.exact
            move = game.number(role, found.move)
            assert values[move] == pytest.approx(value, abs=2.01 * EPSILON) or value == 0


def played(game, *moves):
    position = game.start()
    for move in moves:
        position = position.play(move)
    return position


def test_a_forced_win_is_found_and_ends_the_search():
    game = rule_game("tic-tac-toe")
    position = played(game, "(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 3 1)")
    found = small(random_function(game, 3)).search(position, 0, Limit(depth=9))
    assert found.exact
    assert found.value == 100
    assert found.depth == 3
    state = position.packed
    for joint in found.pv:
        state = game.state_machine.play(state, joint)
    assert game.state_machine.goals(state)[0] == 100


def test_perfect_play_is_proven_a_draw():
    game = rule_game("tic-tac-toe")
    found = small(random_function(game, 5)).search(game.start(), 0, ENDLESS)
    assert found.exact
    assert found.value == 50


def test_wins_by_connecting_four_are_seen_nine_decisions_ahead():
    game = rule_game("connect-four")
    position = played(game, "(drop 4)", "(drop 4)", "(drop 3)", "(drop 3)")
    found = small(random_function(game, 1, 0.5)).search(position, 0, Limit(depth=9))
    assert found.exact
    assert found.value == 100
    assert str(game.state_machine.move(0, found.move)) in {"(drop 2)", "(drop 5)"}


@pytest.mark.parametrize("limit", [{"depth": 4}, {"nodes": 3000}])
@pytest.mark.parametrize("name", ["breakthrough", "fingers", "connect-four"])
def test_the_same_question_has_the_same_answer(name, limit):
    game = rule_game(name)
    function = random_function(game, 2)
    player = small(function)
    questions = [
        (random_position(game, n, n), n % len(game.roles), Limit(**limit)) for n in range(3)
    ]
    own = [(position, role, ENDLESS) for position, role, _ in questions]
    answers = [
        [(f.move, f.pv, f.value, f.depth, f.nodes) for f in found]
        for found in (
            [player.search(*question) for question in questions],
            [player.search(*question) for question in questions],
            [small(function, **limit).search(*question) for question in own],
        )
    ]
    assert answers[0] == answers[1] == answers[2]
    if "nodes" in limit:
        assert all(found[-1] <= 3001 for found in answers[0])


def test_threads_may_ask_at_once():
    game = rule_game("connect-four")
    player = small(random_function(game, 2))
    limit = Limit(nodes=20_000)
    alone = player.move(game.start(), limit)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(player.move(game.start(), limit)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [alone] * 4


def test_a_line_is_legal_and_begins_with_the_move():
    for name in DEPTHS:
        game = rule_game(name)
        for role in range(len(game.roles)):
            found = small(random_function(game, 4)).search(game.start(), role, Limit(depth=4))
            assert found.pv[0][role] == found.move
            state = game.state_machine.start()
            for joint in found.pv:
                state = game.state_machine.play(state, joint)


def test_deadlines_and_stop_signs_end_a_search():
    game = rule_game("english-draughts")
    player = small(random_function(game, 1))
    for _ in range(3):
        move = player.move(game.start(), Limit(seconds=0.1))
        assert move in game.start().legal_moves()
    sign = StopSign()
    with stopped_at_work(sign):
        assert player.search(game.start(), 0, Limit(stop=sign)).depth > 0


def test_rules_that_take_too_long_to_prepare_still_have_a_move_in_time(monkeypatch):
    game = rule_game("tic-tac-toe")
    player = small(random_function(game, 1))
    make, released = player._make, threading.Event()

    def prepare(propnet):
        until_set(released, "its end is waited for")
        return make(propnet)

    monkeypatch.setattr(player, "_make", prepare)
    try:
        assert player.move(game.start(), Limit(seconds=0.1)) in game.start().legal_moves()
    finally:
        released.set()


def test_ctrl_c_ends_a_search():
    game = rule_game("english-draughts")
    player = small(random_function(game, 1))
    with pytest.raises(KeyboardInterrupt), interrupted_at_work():
        player.choose(game.start(), 0, Limit(seconds=2 * PATIENCE))


def test_there_is_nothing_to_choose_where_the_game_is_over():
    game = rule_game("tic-tac-toe")
    marks = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"]
    with pytest.raises(IllegalMove, match="over"):
        small(random_function(game, 1)).search(played(game, *marks), 0, Limit(depth=1))


def test_what_does_not_fit_is_an_error():
    game, other = rule_game("tic-tac-toe"), rule_game("breakthrough")
    player, limit = small(random_function(other, 1)), Limit(depth=1)
    with pytest.raises(FormatError, match="another game"):
        player.search(game.start(), 0, limit)
    with pytest.raises(FormatError, match="there is no role"):
        player.search(other.start(), 2, limit)
    slow = RuleGame(InterpretedMachine(SHEETS["tic-tac-toe"]), "slow")
    with pytest.raises(MissingCapability, match=r"MTD\(f\) needs a propnet"):
        player.search(slow.start(), 0, limit)
    with pytest.raises(MissingCapability, match=r"othello has no propnet, which MTD\(f\) needs"):
        player.search(load_game("othello").start(), 0, limit)
    with pytest.raises(FormatError, match="values differ by at least"):
        small(random_function(game, 1), epsilon=0).search(game.start(), 0, limit)
    with pytest.raises(FormatError, match="too large"):
        small(random_function(game, 1, 1e9)).search(game.start(), 0, limit)
    with pytest.raises(BoardworthError, match="at least 1"):
        small(random_function(game, 1), depth=0)


def test_a_role_without_a_choice_still_has_its_move():
    game = rule_game("tic-tac-toe")
    player, limit = small(random_function(game, 1)), Limit(depth=2)
    waiting = player.choose(game.start(), 1, limit).move
    assert game.start().move_text(waiting, 1) == "noop"
    assert str(game.state_machine.move(1, player.search(game.start(), 1, limit).move)) == "noop"


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
    game = RuleGame(machine_for(parse_rule_sheet(_TRAPS)), "traps")
    rules = game.state_machine
    weights = [[gone if str(fluent) == "gone" else 0 for fluent in rules.ground_game.fluents]]
    function = _core.FluentSum(
        rules.propnet, np.array(weights, np.float32), np.zeros(1, np.float32)
    )
    found = small(function).search(game.start(), 0, Limit(depth=10))
    assert str(rules.move(0, found.move)) == best
    assert found.value == pytest.approx(max(gone, 30))
    assert not found.exact
    lost = game.start().play_joint([game.start().parse_move("jump", 0)])
    with pytest.raises(BoardworthError, match="a has no legal move"):
        small(function).choose(lost, 0, Limit(depth=1))
