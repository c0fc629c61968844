"""What chess and shogi tell a search: noisy moves, exchanges, checks."""

import random

import chess_oracle
import pytest
import shogi_oracle
from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st
from reference.exchange import exchange

from boardworth import _core
from boardworth.rules import load_game

CHESS, SHOGI = load_game("chess"), load_game("shogi")
tactical_games = st.sampled_from([CHESS, SHOGI])
seeds = st.integers(0, 10_000)


def texts(position):
    """The legal moves by their texts in UCI or USI."""
    if position.game is CHESS:
        return {chess_oracle.uci(CHESS, move): move for move in position.legal_moves()}
    return {shogi_oracle.usi(move): move for move in position.legal_moves()}


def some_positions(game, seed, count):
    """Of a random game, or after an odd start: pieces in hand and promoted ones meet sooner."""
    start = game.parse(shogi_oracle.STARTS[seed % 3]) if game is SHOGI else None
    positions = random_game(game, seed, start)[0]
    return random.Random(seed).sample(positions, min(count, len(positions)))


@given(tactical_games, seeds)
def test_exchanges_equal_a_plain_recursion(game, seed):
    for position in some_positions(game, seed, 3):
        for text, move in texts(position).items():
            found = _core.exchange(game.core, position.packed, move)
            assert found == exchange(game, position, text), (game.text(position), text)


@given(tactical_games, seeds)
def test_noisy_moves_are_the_legal_moves_that_are_noisy(game, seed):
    for position in some_positions(game, seed, 20):
        moves = position.legal_moves()
        noisy = [move for move in moves if _core.noisy(game.core, position.packed, move)]
        found = _core.noisy_moves(game.core, position.packed)
        assert sorted(found) == sorted(noisy), game.text(position)


@given(tactical_games, seeds)
def test_a_move_gives_check_if_the_opponent_is_in_check_after_it(game, seed):
    for position in some_positions(game, seed, 4):
        for move in position.legal_moves():
            after = _core.in_check(game.core, position.play(move).packed)
            assert _core.gives_check(game.core, position.packed, move) == after, (
                game.text(position),
                position.move_text(move),
            )


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        # A pawn that is defended three times, once through a queen, for a knight.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -220),
        ("4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1", "exd5", 100),
        # The king cannot recapture where a rook stands behind.
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5+", 100),
        ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5+", -400),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", 800),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", -100),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
    ],
)
def test_exchanges_in_chess(fen, move, gain):
    position = CHESS.parse(fen)
    assert _core.exchange(CHESS.core, position.packed, position.parse_move(move)) == gain


def test_a_king_recaptures_nothing_that_the_other_king_defends():
    """Not even with a rook behind it, which would capture the other king in turn."""
    position = SHOGI.parse("9/9/4r4/4k4/9/3GK4/9/9/9 b - 1")
    assert _core.exchange(SHOGI.core, position.packed, position.parse_move("6f5e")) == 0


@pytest.mark.parametrize(
    ("fen", "move", "check"),
    [
        ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4g3", True),
        ("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e4e5", False),
        # The pawn has left the file before the queen looks back along it.
        ("8/P7/8/8/8/8/8/k6K w - - 0 1", "a7a8q", True),
        ("8/8/8/k2pP2R/8/8/8/7K w - d6 0 1", "e5d6", True),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", True),
    ],
)
def test_a_piece_that_moves_gives_check_by_what_it_uncovers(fen, move, check):
    position = CHESS.parse(fen)
    assert _core.gives_check(CHESS.core, position.packed, position.parse_move(move)) is check
