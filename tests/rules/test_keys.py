"""Keys, by which searches find positions again: no two of a million positions share one."""

import numpy as np
import pytest
from conftest import NATIVE, packed, random_game

import boardworth as bw
from boardworth import _core


def assert_keys_differ(game, positions):
    keys = {_core.position_key(game.core, position) for position in positions}
    assert len(keys) == len(positions)


@pytest.mark.parametrize("name", NATIVE)
def test_positions_of_games_have_keys_of_their_own(name):
    game = bw.load_game(name)
    lines = [random_game(game, f"key {seed}")[0] for seed in range(300)]
    assert_keys_differ(game, {position.packed for line in lines for position in line})


def test_every_square_and_the_mover_make_a_difference_to_a_key_of_othello(othello):
    """Boards of games, in each of which every square is in turn empty, black and white."""
    boards = np.concatenate([packed(random_game(othello, f"board {n}")[0]) for n in range(70)])
    discs = boards[:, :16].copy().view("<u8")
    squares = np.uint64(1) << np.arange(64, dtype=np.uint64)
    positions = set()
    for mover in (0, 1):
        for own, opponent in ((0, 0), (1, 0), (0, 1)):
            words = np.empty((len(discs), 64, 3), "<u8")
            words[..., 0] = discs[:, :1] & ~squares | own * squares
            words[..., 1] = discs[:, 1:] & ~squares | opponent * squares
            words[..., 2] = mover
            rows = np.ascontiguousarray(words.view(np.uint8)[..., :17])
            positions.update(rows.view("V17").ravel().tolist())
    assert len(positions) > 1_000_000
    assert_keys_differ(othello, positions)
