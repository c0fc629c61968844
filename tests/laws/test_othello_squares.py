"""Laws of Othello's sets of squares: fast functions equal plain ones, stable discs stay."""

import random

from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st

from boardworth import _core
from boardworth.rules import load_game

othello = load_game("othello")
seeds = st.integers(0, 10_000)


def discs(position):
    """The mover's and the opponent's discs, as 64-bit words."""
    facts = othello.facts(position)
    return tuple(sum(1 << i for i, fact in enumerate(facts) if fact == piece) for piece in (2, 0))


@given(seeds)
def test_wide_flips_and_mobility_equal_plain_ones(seed):
    for position in random_game(othello, seed)[0]:
        own, opponent = discs(position)
        plain = _core.othello_mobility(own, opponent, plainly=True)
        assert _core.othello_mobility(own, opponent, plainly=False) == plain
        for square in range(64):
            if not (own | opponent) >> square & 1:
                turned = _core.othello_flips(own, opponent, square, plainly=True)
                assert _core.othello_flips(own, opponent, square, plainly=False) == turned
                assert bool(turned) == bool(plain >> square & 1)


@given(st.integers(0, 2**64 - 1), st.integers(0, 63))
def test_the_last_disc_turns_what_any_disc_would(own, square):
    own &= ~(1 << square)
    opponent = ~own & (2**64 - 1) & ~(1 << square)
    turned = _core.othello_flips(own, opponent, square, plainly=True)
    assert _core.othello_flips_of_last(own, square) == turned.bit_count()


@given(seeds)
def test_stable_discs_are_never_turned(seed):
    positions = random_game(othello, seed)[0]
    draw = random.Random(seed)
    for position in draw.sample(positions, 8):
        mover = position.mover
        stable = [_core.othello_stable(*sides) for sides in both_ways(discs(position))]
        assert all(s & ~own == 0 for s, own in zip(stable, discs(position), strict=True))
        for _ in range(5):
            later = position
            while not later.over:
                later = later.play(draw.choice(later.legal_moves()))
                now = discs(later) if later.mover == mover else discs(later)[::-1]
                assert all(s & ~own == 0 for s, own in zip(stable, now, strict=True))


def both_ways(sides):
    return sides, sides[::-1]


def test_a_full_board_is_stable():
    draw = random.Random(1)
    for _ in range(20):
        own = draw.getrandbits(64)
        assert _core.othello_stable(own, ~own & (2**64 - 1)) == own


def test_two_corners_do_not_make_the_square_beside_one_stable():
    corners, a2 = 1 | 1 << 56, 1 << 8
    assert _core.othello_stable(corners, a2) == corners


def test_stability_grows_from_a_corner():
    position = othello.parse("XXXO----XXO-----XO------O--OX------XO--------------------------- X")
    own, opponent = discs(position)
    safe = {"a1", "b1", "c1", "a2", "b2", "a3"}
    names = othello.board.square_names
    stable = _core.othello_stable(own, opponent)
    assert {names[i] for i in range(64) if stable >> i & 1} == safe
