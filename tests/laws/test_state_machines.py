"""Laws of state machines: they play every game by its own rules, and sheets like their propnets."""

import random

import pytest
from conftest import random_game

from boardworth._core import StateMachine
from boardworth.errors import FormatError, IllegalMove
from boardworth.rules import load_game

SHEETS = ["connect-four", "english-draughts", "peg-solitaire"]


def play(machine, mover, move):
    """Whoever is not to move waits."""
    joint_move = [moves[0] for moves in machine.legal_moves()]
    joint_move[mover] = move
    machine.play(joint_move)


def points(game, position):
    """What each player gets for a finished game."""
    scores = [0, 0][: len(game.roles)]
    scores[position.mover] = game.outcome(position)
    if len(scores) == 1:
        return scores
    scores[1 - position.mover] = -scores[position.mover]
    if game.rule_sheet is not None:
        return [50 + score / 2 for score in scores]
    return [50 + 50 * (score > 0) - 50 * (score < 0) for score in scores]


def require_same(machine, game, position):
    assert machine.state == position.packed
    assert machine.terminal == position.over
    moves = machine.legal_moves()
    assert moves[position.mover] == position.legal_moves()
    for role, own in enumerate(moves):
        if role != position.mover:
            assert len(own) == (0 if position.over else 1)
            assert not set(own) & set(moves[position.mover])
    if position.over:
        assert machine.points() == points(game, position)


def test_a_machine_plays_by_the_rules_of_its_game(game):
    machine = StateMachine(game.core)
    for seed in range(5):
        positions, moves = random_game(game, seed)
        machine.go_to(positions[0].packed)
        for position, move in zip(positions, moves, strict=False):
            require_same(machine, game, position)
            play(machine, position.mover, move)
        require_same(machine, game, positions[-1])


def test_a_machine_takes_moves_back(game):
    machine = StateMachine(game.core)
    positions, moves = random_game(game, 1)
    for position, move in zip(positions, moves, strict=False):
        play(machine, position.mover, move)
    for position in reversed(positions[:-1]):
        machine.undo()
        require_same(machine, game, position)
    with pytest.raises(ValueError, match="take back"):
        machine.undo()


def test_a_machine_goes_to_any_position(game):
    machine = StateMachine(game.core)
    positions = [position for seed in range(3) for position in random_game(game, seed)[0]]
    random.Random(1).shuffle(positions)
    for position in positions:
        machine.go_to(position.packed)
        require_same(machine, game, position)


def test_a_rollout_ends_in_a_finished_game_or_after_its_moves(game):
    machine = StateMachine(game.core)
    start = game.start()
    ends = set()
    for seed in range(10):
        machine.go_to(start.packed)
        assert not machine.roll_out(1, seed=seed)
        assert machine.state in {start.play(move).packed for move in start.legal_moves()}
        machine.go_to(start.packed)
        if machine.roll_out(1000, seed=seed):
            assert machine.terminal
            ends.add(machine.state)
    assert len(ends) > 1


@pytest.mark.parametrize("name", SHEETS)
def test_a_game_of_turns_agrees_with_its_propnet(name):
    game = load_game(name)
    machine = game.state_machine
    by_game, by_propnet = StateMachine(game.core), StateMachine(machine.propnet)
    for seed in range(3):
        positions, moves = random_game(game, seed)
        by_game.go_to(positions[0].packed)
        by_propnet.go_to(positions[0].packed)
        for position, move in zip(positions, moves, strict=False):
            mover = position.mover
            own = by_propnet.legal_moves()
            names = [str(machine.move(mover, number)) for number in own[mover]]
            assert names == [position.move_text(legal) for legal in by_game.legal_moves()[mover]]
            assert all(len(own[role]) == 1 for role in range(len(own)) if role != mover)
            play(by_propnet, mover, own[mover][names.index(position.move_text(move))])
            play(by_game, mover, move)
            assert by_game.state == by_propnet.state
        assert by_propnet.terminal
        assert by_game.points() == by_propnet.points()


def test_what_is_no_move_or_no_state_is_refused(game):
    machine = StateMachine(game.core)
    with pytest.raises(IllegalMove):
        play(machine, game.start().mover, max(game.start().legal_moves()) + 1000)
    with pytest.raises(IllegalMove):
        machine.play([])
    with pytest.raises(FormatError, match="packed state"):
        machine.go_to(game.start().packed + b"\0")
    with pytest.raises(ValueError, match="not over"):
        machine.points()
