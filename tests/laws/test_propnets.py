"""Laws of the propnets that play rule sheets: every way to run one says what the rules say."""

import random
from functools import cache

import numpy as np
import pytest
from instruction_sets import LANES
from playable_sheets import SHEETS, TEXTS
from reference.gdl import Interpreter

from boardworth import _core
from boardworth.errors import FormatError, IllegalMove
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.ground.propnet import propnet
from boardworth.rules.gdl.ground.splitting import split_rules
from boardworth.rules.gdl.syntax.terms import RuleSheet

pytestmark = pytest.mark.parametrize("name", SHEETS)


@cache
def grounded(name, split=False):
    sheet = SHEETS[name]
    if split:
        sheet = RuleSheet(tuple(split_rules(sheet.rules)), sheet.source)
    game = ground(sheet)
    return game, propnet(game)


def fluents_of(game, state):
    bits = int.from_bytes(state, "little")
    return frozenset(str(fluent) for n, fluent in enumerate(game.fluents) if bits >> n & 1)


@pytest.mark.parametrize("split", [False, True])
def test_a_network_agrees_with_the_rules_on_every_state_of_random_play(name, split):
    game, net = grounded(name, split)
    rules = Interpreter(TEXTS[name])
    draw = random.Random(1)
    for _ in range(8):
        state, expected = net.start(), rules.start()
        while True:
            assert fluents_of(game, state) == expected
            over, legal, goals = rules.view(expected)
            moves = net.legal_moves(state)
            assert net.terminal(state) == over
            for role, name_of_role in enumerate(game.roles):
                assert {str(game.moves[role][m]) for m in moves[role]} == legal[name_of_role]
                goal = net.goals(state)[role]
                found = goals[name_of_role]
                assert goal == (next(iter(found)) if len(found) == 1 else None)
            if over:
                break
            joint = [draw.choice(own) for own in moves]
            expected = rules.play(expected, [str(game.moves[r][m]) for r, m in enumerate(joint)])
            state = net.play(state, joint)


def test_the_same_seed_plays_the_same_games(name):
    _, net = grounded(name)
    first, again, other = (net.play_random_games(200, seed=seed) for seed in (1, 1, 2))
    assert first.games == 200
    assert first.unfinished == 0
    assert not any(first.without_goal)
    assert (first.moves, first.goal_sums) == (again.moves, again.goal_sums)
    assert (first.moves, first.goal_sums) != (other.moves, other.goal_sums)


def test_what_is_illegal_or_no_state_is_refused(name):
    game, net = grounded(name)
    with pytest.raises(IllegalMove):
        net.play(net.start(), [len(moves) for moves in game.moves])
    with pytest.raises(IllegalMove):
        net.play(net.start(), [])
    with pytest.raises(FormatError):
        net.terminal(net.start() + b"?")


@pytest.mark.parametrize("lanes", LANES)
def test_games_in_lanes_are_games_by_the_rules(name, lanes):
    _, net = grounded(name)
    totals, states, moves, playing = net.recorded_lanes(3 * lanes, lanes=lanes, seed=5)
    sums = [0] * len(moves[0, 0])
    games = played = 0
    for lane in range(lanes):
        for step in range(len(states)):
            if not playing[step, lane]:
                break
            state = states[step, lane].tobytes()
            after = states[step + 1, lane].tobytes() if step + 1 < len(states) else None
            goes_on = after is not None and playing[step + 1, lane]
            if not net.terminal(state):
                played += 1
                assert net.play(state, moves[step, lane].tolist()) == after
            elif not goes_on or after != state:
                games += 1
                sums = [a + b for a, b in zip(sums, net.goals(state), strict=True)]
                assert not goes_on or after == net.start()
    assert (totals.games, totals.moves, totals.goal_sums) == (games, played, sums)
    assert games == 3 * lanes
    assert totals.unfinished == 0


@pytest.mark.parametrize("lanes", LANES)
def test_lanes_choose_every_legal_move_equally_often(name, lanes):
    _, net = grounded(name)
    _, states, moves, _ = net.recorded_lanes(4096, lanes=lanes, seed=11)
    start = np.frombuffer(net.start(), np.uint8)
    first = moves[(states == start).all(axis=2)]
    for role, legal in enumerate(net.legal_moves(net.start())):
        counts = np.bincount(first[:, role])
        expected = len(first) / len(legal)
        assert counts[counts > 0].size == len(legal)
        # Chi-square has mean k and variance 2k.
        spread = ((counts[legal] - expected) ** 2 / expected).sum()
        assert spread < len(legal) + 5 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize("lanes", LANES)
def test_the_same_seed_plays_the_same_games_in_lanes(name, lanes):
    _, net = grounded(name)
    first, again, other = (net.play_in_lanes(2000, lanes=lanes, seed=s) for s in (1, 1, 2))
    assert (first.games, first.unfinished) == (2000, 0)
    assert (first.moves, first.goal_sums) == (again.moves, again.goal_sums)
    assert (first.moves, first.goal_sums) != (other.moves, other.goal_sums)
    plain = net.play_random_games(2000, seed=1)
    assert first.moves == pytest.approx(plain.moves, rel=0.05)


@pytest.mark.parametrize("follow_moves", [False, True])
def test_followed_games_are_those_computed_anew(name, follow_moves):
    _, net = grounded(name)
    machine = _core.StateMachine(net, follow_moves=follow_moves)
    draw = random.Random(3)
    states = [net.start()]
    for _ in range(2000):
        state = states[-1]
        assert machine.state == state
        assert machine.terminal == net.terminal(state)
        if net.terminal(state):
            assert machine.points() == [goal or 0 for goal in net.goals(state)]
        else:
            assert machine.legal_moves() == net.legal_moves(state)
        if net.terminal(state) or (len(states) > 1 and draw.random() < 0.3):
            for _ in range(draw.randint(1, len(states) - 1)):
                machine.undo()
                states.pop()
        else:
            joint = [draw.choice(own) for own in net.legal_moves(state)]
            machine.play(joint)
            states.append(net.play(state, joint))


def test_followed_random_games_are_the_plain_ones(name):
    _, net = grounded(name)
    plain, followed = net.play_random_games(500, seed=4), net.follow_random_games(500, seed=4)
    assert (plain.games, plain.moves, plain.goal_sums) == (
        followed.games,
        followed.moves,
        followed.goal_sums,
    )
