"""States that UCT's table of nodes cannot tell apart by their keys are told apart all the same."""

import random

import boardworth as bw
from boardworth.search import Uct

MASK = (1 << 64) - 1
MULTIPLIERS = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)


def mixed(key, word):
    """One step of `state_key` (core/rules/state_machine.h)."""
    key ^= word
    for multiplier in MULTIPLIERS:
        key = key * multiplier & MASK
        key ^= key >> 32
    return key


def state_key(words):
    key = 0
    for word in words:
        key = mixed(key, word)
    return key


def words(position):
    padded = position.packed.ljust(-(-len(position.packed) // 8) * 8, b"\0")
    return [int.from_bytes(padded[i : i + 8], "little") for i in range(0, len(padded), 8)]


def board(othello, own, opponent):
    return bw.Position(othello, own.to_bytes(8, "little") + opponent.to_bytes(8, "little") + b"\0")


def colliding(othello):
    """Two positions with moves whose keys agree in all 64 bits.

    Some discs of the mover's make the first half of a key; then the opponent's discs are chosen
    that make up for the difference. They must not lie on the mover's squares.
    """
    first = othello.start()
    own, opponent, _ = words(first)
    draw = random.Random(1)
    while True:
        other_own = sum(1 << square for square in draw.sample(range(64), 4))
        other_opponent = mixed(0, own) ^ opponent ^ mixed(0, other_own)
        if other_own & other_opponent == 0:
            second = board(othello, other_own, other_opponent)
            if len(second.legal_moves()) > 1:
                return first, second


def test_positions_of_one_key_are_two_nodes(othello):
    """A tree that is kept knows the one position, and is asked about the other."""
    first, second = colliding(othello)
    assert first != second
    assert state_key(words(first)) == state_key(words(second))
    core = Uct(1)._made(othello.simulator("UCT"), othello.roles)
    core.search(first.packed, keep=True, simulations=200)
    assert core.knows(first.packed)
    assert not core.knows(second.packed)
    found = core.search(second.packed, keep=True, simulations=200)
    assert {move.move for move in found.moves[0]} == set(second.legal_moves())
    assert sum(move.visits for move in found.moves[0]) == 200
