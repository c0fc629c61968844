"""Laws of the interpreter of rule sheets: it says what the rules say, and what propnets say."""

import random
from functools import cache
from pathlib import Path

import pytest
from playable_sheets import SHEETS, TEXTS, TRICKY, TRICKY_TEXTS
from reference.gdl import Interpreter

from boardworth.errors import FormatError, IllegalMove
from boardworth.rules.gdl import parse_term, read_rule_sheet
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.propnet_machine import PropnetMachine

OURS = {path.stem: path for path in sorted(Path(__file__).parents[2].glob("games/gdl/*.gdl"))}


@cache
def interpreted(name):
    return InterpretedMachine(SHEETS[name])


def same_move(machine, other, role, number):
    return other.move_number(role, machine.move(role, number))


@pytest.mark.parametrize("name", OURS)
def test_the_interpreter_agrees_with_the_network_on_every_state_of_random_play(name):
    sheet = read_rule_sheet(OURS[name])
    propnet, rules = PropnetMachine(sheet, ground(sheet)), InterpretedMachine(sheet)
    assert rules.roles == propnet.roles
    draw = random.Random(2)
    states = 0
    while states < 150:
        state, other = propnet.start(), rules.start()
        over = False
        while not over and states < 150:
            states += 1
            assert set(rules.fluents(other)) == set(propnet.fluents(state))
            assert rules.state(propnet.fluents(state)) == other
            assert rules.goals(other) == propnet.goals(state)
            moves, others = propnet.legal_moves(state), rules.legal_moves(other)
            for role, own in enumerate(moves):
                assert len(others[role]) == len(own)
                expected = {same_move(propnet, rules, role, m) for m in own}
                assert set(others[role]) == expected
            over = propnet.terminal(state)
            assert rules.terminal(other) == over
            if not over:
                joint = [draw.choice(own) for own in moves]
                state = propnet.play(state, joint)
                translated = [same_move(propnet, rules, role, m) for role, m in enumerate(joint)]
                other = rules.play(other, translated)


@pytest.mark.parametrize("name", [*SHEETS, *TRICKY])
def test_the_interpreter_agrees_with_the_rules_on_every_state_of_random_play(name):
    player = InterpretedMachine((SHEETS | TRICKY)[name])
    rules = Interpreter((TEXTS | TRICKY_TEXTS)[name])
    draw = random.Random(1)
    for _ in range(8):
        state, expected = player.start(), rules.start()
        for _ in range(30):
            assert set(map(str, player.fluents(state))) == expected
            over, legal, goals = rules.view(expected)
            moves = player.legal_moves(state)
            assert player.terminal(state) == over
            for role, name_of_role in enumerate(player.roles):
                assert {str(player.move(role, m)) for m in moves[role]} == legal[name_of_role]
                found = goals[name_of_role]
                only = next(iter(found)) if len(found) == 1 else None
                assert player.goals(state)[role] == only
            if over or not all(moves):
                break
            joint = [draw.choice(own) for own in moves]
            expected = rules.play(expected, [str(player.move(r, m)) for r, m in enumerate(joint)])
            state = player.play(state, joint)


@pytest.mark.parametrize("name", SHEETS)
def test_the_same_seed_plays_the_same_games_whatever_was_asked_before(name):
    used, fresh = interpreted(name), InterpretedMachine(SHEETS[name])
    used.perft(used.start(), 3)
    first, again, other = (
        player.play_random_games(100, seed=seed)
        for player, seed in ((used, 1), (fresh, 1), (used, 2))
    )
    assert (first.games, first.unfinished) == (100, 0)
    assert not any(first.without_goal)
    assert (first.moves, first.goal_sums) == (again.moves, again.goal_sums)
    assert (first.moves, first.goal_sums) != (other.moves, other.goal_sums)


@pytest.mark.parametrize("name", SHEETS)
def test_the_interpreter_counts_as_many_sequences_of_moves_as_the_network(name):
    player = interpreted(name)
    propnet = PropnetMachine(SHEETS[name], ground(SHEETS[name]))
    for depth in range(4):
        expected = propnet.perft(propnet.start(), depth)
        assert player.perft(player.start(), depth) == expected


@pytest.mark.parametrize("name", SHEETS)
def test_random_games_may_begin_in_any_state(name):
    player = interpreted(name)
    state = player.start()
    while not player.terminal(state):
        before, state = state, player.play(state, [own[0] for own in player.legal_moves(state)])
    assert player.play_random_games(5, seed=1, start=state).moves == 0
    assert player.play_random_games(5, seed=1, start=before).moves >= 5
    assert player.play_random_games(5, seed=1, max_moves=0).unfinished == 5


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_illegal_or_no_state_is_refused(name):
    player = interpreted(name)
    start = player.start()
    for joint_move in ([10_000] * len(player.roles), []):
        with pytest.raises(IllegalMove, match=name):
            player.play(start, joint_move)
    for state in (start + b"?", start + start, b"\xff" * 8, b"\xff\xff\xff\x7f"):
        with pytest.raises(FormatError, match=name):
            player.terminal(state)
    with pytest.raises(FormatError, match="never holds"):
        player.state([parse_term("(unheard of)")])
    with pytest.raises(IllegalMove, match="never has the move"):
        player.move_number(0, parse_term("(unheard of)"))
    with pytest.raises(FormatError, match="no move"):
        player.move(0, 1_000_000)
