"""The player by random games: legal, repeatable, in time, and far better than a random mover."""

import random
import threading
import time
from functools import cache
from pathlib import Path

import pytest
from playable_sheets import SHEETS
from waiting import until_set

from boardworth.errors import BoardworthError
from boardworth.rules.gdl import parse_rule_sheet, parse_term, read_rule_sheet
from boardworth.rules.gdl.reasoning import reasoner_for
from boardworth.search import Playouts, StopSign
from boardworth.search.playouts import PlayoutSearch

GAMES = Path(__file__).parents[2] / "games" / "gdl"


@cache
def reasoner(name):
    return reasoner_for(SHEETS[name] if name in SHEETS else read_rule_sheet(GAMES / f"{name}.gdl"))


class PlainReasoner:
    """A reasoner without any faster way than its contract has; its games may wait for an event."""

    def __init__(self, inner, released=None):
        self._inner, self._released = inner, released

    def __getattr__(self, name):
        return getattr(self._inner, name)

    @property
    def network(self):
        raise AssertionError("this is not in the contract")

    def play_random_games(self, games, **options):
        if self._released:
            until_set(self._released, "the end of a game is waited for")
        return self._inner.play_random_games(games, **options)


def goals(rules, role, player, seed):
    """The goals of a game in which one role is played by playouts, the others at random."""
    draw = random.Random(seed)
    state = rules.start()
    while not rules.terminal(state):
        joint = [draw.choice(moves) for moves in rules.legal_moves(state)]
        joint[role] = player.choose(rules, state, role)
        state = rules.play(state, joint)
    return rules.goals(state)


@pytest.mark.parametrize(("name", "playouts"), [("tic-tac-toe", 200), ("connect-four", 150)])
def test_it_beats_a_random_mover(name, playouts):
    rules = reasoner(name)
    points = [goals(rules, game % 2, Playouts(playouts), game)[game % 2] for game in range(12)]
    assert sum(points) >= 11 * 100


@pytest.mark.parametrize("name", ["peg-solitaire", "light-cycles", "three-stars", *SHEETS])
def test_it_plays_any_game_to_its_end(name):
    rules = reasoner(name)
    for role in range(len(rules.roles)):
        assert len(goals(rules, role, Playouts(20), "any")) == len(rules.roles)


def test_it_does_better_than_chance_where_all_move_at_once():
    rules = reasoner("light-cycles")
    points = sum(goals(rules, 0, Playouts(100), game)[0] for game in range(12))
    assert points >= 9 * 100


def test_it_does_better_than_chance_alone():
    rules = reasoner("peg-solitaire")
    by_chance = rules.play_random_games(2000, seed=1).goal_sums[0] / 2000
    assert goals(rules, 0, Playouts(400), 0)[0] > 2 * by_chance


@pytest.mark.parametrize("name", ["tic-tac-toe", "light-cycles", "fingers"])
def test_the_same_seed_and_number_choose_the_same_move(name):
    rules = reasoner(name)
    state = rules.start()
    first, second, other = (
        [Playouts(100, seed=seed + s).choose(rules, state, 0) for s in range(10)]
        for seed in (0, 0, 500)
    )
    assert first == second
    assert first != other


def test_only_so_many_games_are_played():
    rules = reasoner("connect-four")
    search = PlayoutSearch(rules, rules.start(), 0)
    search.run(playouts=1001)
    assert search.playouts == 1001


def test_a_reasoner_needs_no_more_than_its_contract():
    rules = PlainReasoner(reasoner("connect-four"))
    points = [goals(rules, 0, Playouts(300), game)[0] for game in range(4)]
    assert sum(points) >= 3 * 100


def test_the_deadline_holds_whatever_a_game_lasts():
    released = threading.Event()
    rules = PlainReasoner(reasoner("tic-tac-toe"), released)
    try:
        move = Playouts().choose(rules, rules.start(), 0, deadline=time.monotonic() + 0.1)
    finally:
        released.set()
    assert move in rules.legal_moves(rules.start())[0]


def test_seconds_are_a_deadline_too():
    rules = reasoner("tic-tac-toe")
    later = time.monotonic() + 10**6
    assert Playouts(seconds=0.05).choose(rules, rules.start(), 0, deadline=later) in range(9)


def test_a_stop_sign_ends_it():
    rules = reasoner("tic-tac-toe")
    sign = StopSign()
    sign.stop()
    assert Playouts().choose(rules, rules.start(), 0, stop=sign) in range(9)


def test_playouts_need_an_end():
    rules = reasoner("tic-tac-toe")
    with pytest.raises(BoardworthError, match="a number, a deadline or a stop sign"):
        Playouts().choose(rules, rules.start(), 0)


def test_the_only_move_needs_no_games():
    rules = reasoner("tic-tac-toe")
    search = PlayoutSearch(rules, rules.start(), 1)
    search.run(playouts=100)
    assert str(rules.move(1, search.best)) == "noop"
    assert search.playouts == 0


def test_a_winning_move_is_found_with_few_games():
    rules = reasoner("tic-tac-toe")
    state = rules.start()
    for number, mark in enumerate(["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"]):
        moves = [mark if role == number % 2 else "noop" for role in (0, 1)]
        joint = [rules.move_number(role, parse_term(move)) for role, move in enumerate(moves)]
        state = rules.play(state, joint)
    assert str(rules.move(0, Playouts(60).choose(rules, state, 0))) == "(mark 1 3)"


def test_a_role_without_a_move_is_an_error():
    sheet = parse_rule_sheet(
        "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (true p)) "
        "(<= terminal (true r)) (<= (next r) (true r)) (<= (goal a 0) (not terminal))"
    )
    rules = reasoner_for(sheet)
    stuck = rules.play(rules.start(), [0])
    with pytest.raises(BoardworthError, match="a has no legal move"):
        Playouts(1).choose(rules, stuck, 0)
