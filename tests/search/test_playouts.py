"""The player by random games: legal, repeatable, in time, and far better than a random mover."""

import random
import threading
from functools import cache
from pathlib import Path

import pytest
from playable_sheets import SHEETS
from waiting import until_set

from boardworth.errors import BoardworthError
from boardworth.rules import load_game
from boardworth.rules.gdl import parse_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Clock, Limit, Playouts, StopSign
from boardworth.search.playouts import PlayoutSearch

GAMES = Path(__file__).parents[2] / "games" / "gdl"


@cache
def rule_game(name):
    sheet = SHEETS[name] if name in SHEETS else read_rule_sheet(GAMES / f"{name}.gdl")
    return RuleGame(machine_for(sheet), name)


class PlainMachine:
    """A machine without any faster way than its contract has; its games may wait for an event."""

    def __init__(self, inner, released=None):
        self._inner, self._released = inner, released

    def __getattr__(self, name):
        return getattr(self._inner, name)

    @property
    def propnet_machine(self):
        return None

    def play_random_games(self, games, **options):
        if self._released:
            until_set(self._released, "the end of a game is waited for")
        return self._inner.play_random_games(games, **options)


def goals(game, role, playouts, seed):
    """The goals of a game in which one role is played by playouts, the others at random."""
    draw = random.Random(seed)
    position = game.start()
    while not position.over:
        joint = [draw.choice(position.legal_moves(r)) for r in range(len(game.roles))]
        joint[role] = Playouts().choose(position, role, Limit(nodes=playouts)).move
        position = position.play_joint(joint)
    return position.payoffs


@pytest.mark.parametrize(("name", "playouts"), [("tic-tac-toe", 200), ("connect-four", 150)])
def test_it_beats_a_random_mover(name, playouts):
    game = rule_game(name)
    points = [goals(game, n % 2, playouts, n)[n % 2] for n in range(12)]
    assert sum(points) >= 11 * 100


@pytest.mark.parametrize("name", ["peg-solitaire", "light-cycles", "three-stars", *SHEETS])
def test_it_plays_any_game_to_its_end(name):
    game = rule_game(name)
    for role in range(len(game.roles)):
        assert len(goals(game, role, 20, "any")) == len(game.roles)


def test_it_plays_games_that_are_built_in():
    game = load_game("tic_tac_toe")
    assert sum(goals(game, n % 2, 100, n)[n % 2] for n in range(12)) >= 9


def test_it_does_better_than_chance_where_all_move_at_once():
    game = rule_game("light-cycles")
    points = sum(goals(game, 0, 100, number)[0] for number in range(12))
    assert points >= 9 * 100


def test_it_does_better_than_chance_alone():
    game = rule_game("peg-solitaire")
    by_chance = game.state_machine.play_random_games(2000, seed=1).goal_sums[0] / 2000
    assert goals(game, 0, 400, 0)[0] > 2 * by_chance


@pytest.mark.parametrize("name", ["tic-tac-toe", "light-cycles", "fingers"])
def test_the_same_seed_and_number_choose_the_same_move(name):
    start, limit = rule_game(name).start(), Limit(nodes=100)
    first, second, other = (
        [Playouts(seed=seed + s).choose(start, 0, limit).move for s in range(10)]
        for seed in (0, 0, 500)
    )
    assert first == second
    assert first != other


def test_only_so_many_games_are_played():
    start = rule_game("connect-four").start()
    assert Playouts().choose(start, 0, Limit(nodes=1001)).nodes == 1001
    assert Playouts(77).choose(start, 0, Limit(nodes=1001)).nodes == 77
    assert Playouts(1001).choose(start, 0, Limit(nodes=77)).nodes == 77


def test_a_state_machine_needs_no_more_than_its_contract():
    game = RuleGame(PlainMachine(rule_game("connect-four").state_machine), "plain")
    points = [goals(game, 0, 300, number)[0] for number in range(4)]
    assert sum(points) >= 3 * 100


def test_the_deadline_holds_whatever_a_game_lasts():
    released = threading.Event()
    machine = PlainMachine(rule_game("tic-tac-toe").state_machine, released)
    start = RuleGame(machine, "slow").start()
    try:
        move = Playouts().choose(start, 0, Limit(seconds=0.1)).move
    finally:
        released.set()
    assert move in start.legal_moves(0)


def test_seconds_are_a_deadline_too():
    start = rule_game("tic-tac-toe").start()
    assert Playouts(seconds=0.05).move(start, Limit(seconds=10**6)) in start.legal_moves()
    assert Playouts().move(start, Limit(clock=Clock(0.5))) in start.legal_moves()


def test_a_stop_sign_ends_it():
    start = rule_game("tic-tac-toe").start()
    sign = StopSign()
    sign.stop()
    assert Playouts().move(start, Limit(stop=sign)) in start.legal_moves()


def test_playouts_need_an_end():
    start = rule_game("tic-tac-toe").start()
    with pytest.raises(BoardworthError, match="within seconds or nodes, not to a depth"):
        Playouts().choose(start, 0, Limit(depth=3))
    assert Playouts(10).choose(start, 0, Limit(depth=3)).nodes == 10


def test_the_only_move_needs_no_games():
    start = rule_game("tic-tac-toe").start()
    search = PlayoutSearch(start, 1)
    search.run(playouts=100)
    assert start.move_text(search.best, 1) == "noop"
    assert search.playouts == 0


def test_a_winning_move_is_found_with_few_games():
    position = rule_game("tic-tac-toe").start()
    for mark in ("(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"):
        position = position.play(mark)
    assert position.move_text(Playouts().move(position, Limit(nodes=60))) == "(mark 1 3)"


def test_a_role_without_a_move_is_an_error():
    sheet = parse_rule_sheet(
        "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (true p)) "
        "(<= terminal (true r)) (<= (next r) (true r)) (<= (goal a 0) (not terminal))"
    )
    stuck = RuleGame(machine_for(sheet), "stuck").start().play_joint([0])
    with pytest.raises(BoardworthError, match="a has no legal move"):
        Playouts().choose(stuck, 0, Limit(nodes=1))
