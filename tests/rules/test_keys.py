"""Keys, by which searches find positions again: no two of a million positions share one."""

from itertools import combinations

import numpy as np
import pytest
from conftest import NATIVE, packed, random_game

import boardworth as bw
from boardworth import _core
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for


def assert_keys_differ(game, positions):
    keys = {_core.position_key(game.core, position) for position in positions}
    assert len(keys) == len(positions)


@pytest.mark.parametrize("name", NATIVE)
def test_positions_of_games_have_keys_of_their_own(name):
    game = bw.load_game(name)
    lines = [random_game(game, f"key {seed}")[0] for seed in range(300)]
    # Where a position recurs, its key does, too, whatever the clock says.
    occurred = {game.recurring(position): position for line in lines for position in line}
    assert_keys_differ(game, {position.packed for position in occurred.values()})


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


# Two players switch lights on; a state is a set of lights, of more than two words.
LIGHTS = 140
SHEET = """
(role x) (role o) (init (control x))
(<= (legal ?r (switch ?n)) (true (control ?r)) (light ?n) (not (true (on ?n))))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (on ?n)) (does ?r (switch ?n))) (<= (next (on ?n)) (true (on ?n)))
(<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))
(<= dark (light ?n) (not (true (on ?n)))) (<= terminal (not dark))
(goal x 50) (goal o 50)
"""


def test_states_of_rule_sheets_that_differ_in_a_few_fluents_have_keys_of_their_own():
    text = SHEET + " ".join(f"(light {n})" for n in range(LIGHTS))
    game = RuleGame(machine_for(parse_rule_sheet(text, "lights")), "lights")
    start = game.start()
    dark = int.from_bytes(start.packed, "little")
    after = [start.play(move).packed for move in start.legal_moves()]
    one_on = np.array([np.frombuffer(packed, np.uint8) for packed in after])
    turn = int.from_bytes(np.bitwise_and.reduce(one_on).tobytes(), "little")
    lights = [int.from_bytes(packed, "little") & ~turn for packed in after]
    assert len(set(lights)) == LIGHTS
    # The last bits of a word change the fewest bits of a key.
    last, following = (
        [n for n in lights if a <= n < b] for a, b in ((1 << 48, 1 << 64), (1 << 64, 1 << 128))
    )
    pairs = list(combinations(following, 2))
    sets = [
        *combinations(lights, 1),
        *combinations(lights, 2),
        *((n, *pair) for n in last for pair in pairs),
    ]
    states = [dark + sum(on) for on in sets]
    assert_keys_differ(game, {state.to_bytes(game.packed_size, "little") for state in states})
