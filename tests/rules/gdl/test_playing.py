"""The rule sheets that come with Boardworth, played in every way."""

import random
from functools import cache
from pathlib import Path

import pytest
from reference.gdl import Interpreter

from boardworth import _core
from boardworth.rules import load_game
from boardworth.rules.gdl import parse_term, read_rule_sheet
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.ground.propnet import propnet
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.gdl.propnet_machine import PropnetMachine

SHEETS = {path.stem: path for path in sorted(Path(__file__).parents[3].glob("games/gdl/*.gdl"))}


@cache
def grounded(name):
    game = ground(read_rule_sheet(SHEETS[name]))
    return game, propnet(game)


@pytest.mark.parametrize("name", SHEETS)
def test_random_games_end_with_a_goal_for_every_role(name):
    _, net = grounded(name)
    played = net.play_in_lanes(2000, lanes=64, seed=1)
    assert (played.games, played.unfinished) == (2000, 0)
    assert not any(played.without_goal)


@pytest.mark.parametrize("name", SHEETS)
def test_games_are_the_same_whether_followed_or_computed_anew(name):
    _, net = grounded(name)
    plain, followed = net.play_random_games(10, seed=2), net.follow_random_games(10, seed=2)
    assert (plain.moves, plain.goal_sums) == (followed.moves, followed.goal_sums)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("lanes", _core.lane_widths())
def test_moves_in_lanes_are_moves_by_the_rules(name, lanes):
    _, net = grounded(name)
    _, states, moves, playing = net.recorded_lanes(lanes, lanes=lanes, seed=3)
    draw = random.Random(3)
    for _ in range(100):
        step, lane = draw.randrange(len(states) - 1), draw.randrange(lanes)
        state = states[step, lane].tobytes()
        if playing[step, lane] and not net.terminal(state):
            after = states[step + 1, lane].tobytes()
            assert net.play(state, moves[step, lane].tolist()) == after


@pytest.mark.parametrize("name", ["breakthrough", "english-draughts", "hex", "light-cycles"])
def test_a_game_goes_as_its_rules_say(name):
    game, net = grounded(name)
    rules = Interpreter(SHEETS[name].read_text())
    draw = random.Random(5)
    state, expected = net.start(), rules.start()
    for _ in range(6):
        bits = int.from_bytes(state, "little")
        assert {str(f) for n, f in enumerate(game.fluents) if bits >> n & 1} == expected
        over, legal, _ = rules.view(expected)
        moves = net.legal_moves(state)
        assert net.terminal(state) == over
        assert [{str(game.moves[r][m]) for m in own} for r, own in enumerate(moves)] == [
            legal[role] for role in game.roles
        ]
        joint = [draw.choice(own) for own in moves]
        expected = rules.play(expected, [str(game.moves[r][m]) for r, m in enumerate(joint)])
        state = net.play(state, joint)


@pytest.mark.parametrize("follow_moves", [False, True])
def test_chess_has_the_known_numbers_of_games(follow_moves):
    chess = grounded("chess")[1]
    perft = [chess.perft(chess.start(), depth, follow_moves=follow_moves) for depth in range(5)]
    assert perft == [1, 20, 400, 8902, 197281]


def test_chess_is_played_alike_by_its_sheet_and_by_the_built_in_game():
    """The sheet does not know draws by insufficient material, which these games do not come to."""
    game, net = grounded("chess")
    native = load_game("chess")
    draw = random.Random(2)
    for _ in range(3):
        position, state = native.start(), net.start()
        for _ in range(80):
            own = {sheet_move(position, move): move for move in position.legal_moves()}
            numbers = [
                {str(game.moves[role][move]): move for move in moves}
                for role, moves in enumerate(net.legal_moves(state))
            ]
            assert own.keys() == numbers[position.mover].keys()
            chosen = draw.choice(sorted(own))
            state = net.play(state, [n.get(chosen, n.get("noop")) for n in numbers])
            position = position.play(own[chosen])


def sheet_move(position, move):
    """A move of the built-in chess as our sheet writes it."""
    native, san = position.game, position.move_text(move)
    names = native.board.square_names
    promotion, squares = divmod(move, 4096)
    start, end = divmod(squares, 64)
    if san.startswith("O"):
        return f"(castle {'queen' if 'O-O-O' in san else 'king'}_side)"
    words = ["move", *names[start], *names[end]]
    if promotion:
        words = ["promote", *words[1:], ["knight", "bishop", "rook", "queen"][promotion - 1]]
    elif (
        san[1] == "x"
        and san[0].islower()
        and native.atoms[end].values[native.core.facts(position.packed, 0)[end]] == "empty"
    ):
        words[0] = "en_passant"
    return f"({' '.join(words)})"


def test_reversi_has_as_many_games_as_the_built_in_othello():
    reversi = grounded("reversi")[1]
    othello = load_game("othello")
    for depth in range(9):
        assert reversi.perft(reversi.start(), depth) == othello.perft(othello.start(), depth)


def test_random_games_may_begin_anywhere():
    player = machine_for(read_rule_sheet(SHEETS["tic-tac-toe"]))
    assert isinstance(player, PropnetMachine)
    state = player.start()
    for column, row in ((1, 1), (1, 2), (2, 2), (2, 1)):
        x_moves, o_moves = player.legal_moves(state)
        mark = parse_term(f"(mark {column} {row})")
        wait = parse_term("noop")
        joint = [
            player.move_number(role, mark if len(moves) > 1 else wait)
            for role, moves in enumerate((x_moves, o_moves))
        ]
        state = player.play(state, joint)
    assert player.state(player.fluents(state)) == state
    one_by_one = player.play_random_games(50, seed=1, start=state)
    plainly = player.propnet.play_random_games(50, seed=1, start=state)
    at_once = player.propnet.play_in_lanes(50, seed=1, lanes=64, start=state)
    assert one_by_one.goal_sums == plainly.goal_sums
    for played in (one_by_one, at_once):
        assert played.games == 50
        assert played.moves <= 50 * 5
    assert player.perft(state, 1) == 5
