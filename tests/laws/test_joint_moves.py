"""Laws that every game obeys, whatever its number of roles, and whether they take turns or not."""

import random

import pytest
from conftest import GAMES

from boardworth.errors import FormatError, IllegalMove, MissingCapability
from boardworth.rules import Game, load_game
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine

# Native games, sheets for two in turn, for three, for one, and with simultaneous moves.
ALL_GAMES = [*GAMES, "three-stars", "peg-solitaire", "light-cycles"]


def every_game():
    yield from map(load_game, ALL_GAMES)
    sheet = load_game("tic-tac-toe").sheet
    yield RuleGame(InterpretedMachine(sheet), "interpreted tic-tac-toe")


def joint_game(game, seed):
    """All positions of a game in which every role plays at random, with the joint moves."""
    draw = random.Random(seed)
    positions, joint_moves = [game.start()], []
    while not positions[-1].over:
        legal = [positions[-1].legal_moves(role) for role in range(len(game.roles))]
        joint_moves.append([draw.choice(moves) for moves in legal])
        positions.append(positions[-1].play_joint(joint_moves[-1]))
    return positions, joint_moves


@pytest.fixture(params=every_game(), ids=lambda game: game.name)
def any_game(request):
    return request.param


def test_every_role_has_a_move_until_the_game_is_over(any_game):
    positions, _ = joint_game(any_game, 1)
    roles = range(len(any_game.roles))
    for position in positions[:-1]:
        assert position.payoffs is None
        assert all(position.legal_moves(role) for role in roles)
    assert not any(positions[-1].legal_moves(role) for role in roles)
    low, high = any_game.payoff_range
    assert len(positions[-1].payoffs) == len(any_game.roles)
    assert all(low <= payoff <= high for payoff in positions[-1].payoffs)


def test_moves_and_positions_are_read_back_as_they_were_written(any_game):
    positions, _ = joint_game(any_game, 2)
    for position in positions[:12]:
        assert any_game.parse(any_game.text(position)) == position
        for role in range(len(any_game.roles)):
            legal = position.legal_moves(role)
            texts = [position.move_text(move, role) for move in legal]
            assert len(set(texts)) == len(legal)
            assert [position.parse_move(text, role) for text in texts] == legal


def test_no_role_plays_a_move_that_is_not_legal(any_game):
    positions, joint_moves = joint_game(any_game, 3)
    refused = 0
    for position, joint in list(zip(positions, joint_moves, strict=False))[:12]:
        for role in range(len(any_game.roles)):
            for move in set(range(-1, 40)) - set(position.legal_moves(role)):
                wrong = [*joint[:role], move, *joint[role + 1 :]]
                with pytest.raises((IllegalMove, FormatError)):
                    position.play_joint(wrong)
                refused += 1
        with pytest.raises(IllegalMove):
            position.play_joint(joint[:-1])
    assert refused > 20


def test_where_there_are_turns_a_joint_move_is_the_movers(any_game):
    try:
        any_game.turn_based()
    except MissingCapability:
        assert len(any_game.roles) > 2 or "light" in any_game.name or "interp" in any_game.name
        return
    positions, joint_moves = joint_game(any_game, 4)
    for before, joint, after in zip(positions, joint_moves, positions[1:], strict=False):
        mover = before.mover
        assert before.play(joint[mover]) == after
        assert before.legal_moves() == before.legal_moves(mover)
        others = [role for role in range(len(any_game.roles)) if role != mover]
        assert all(len(before.legal_moves(role)) == 1 for role in others)
        assert str(after)


def test_perft_counts_joint_moves(any_game):
    """What the contract derives from the required members is what each game counts by itself."""
    start = any_game.start()
    for depth in range(3):
        assert any_game.perft(start, depth) == Game.perft(any_game, start, depth)


def test_a_role_without_a_goal_gets_nothing():
    sheet = parse_rule_sheet(
        "(role a) (role b) (init p) (<= (legal ?r m) (role ?r)) (<= (next q) (true p))"
        "(<= terminal (true q)) (goal a 40)",
        "sheet",
    )
    game = RuleGame(InterpretedMachine(sheet), "sheet")
    joint = [game.start().legal_moves(role)[0] for role in range(2)]
    assert game.start().play_joint(joint).payoffs == (40, 0)
