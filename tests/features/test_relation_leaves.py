"""Leaves of searches as relations are learnt from them: equal to rows of the leaves."""

import random

import numpy as np
import pytest
from conftest import SANITIZED, packed, random_game

from boardworth.errors import FormatError
from boardworth.features import FeatureSet
from boardworth.features.relations import KINDS, RelationLeaves, Relations
from boardworth.rules import load_game

GAMES = ["chess", "shogi", "dobutsu"]


def roots_and_leaves(game, seed, plies=60):
    """Positions of a random game, and after each some moves, captures and kings' among them."""
    draw = random.Random(seed)
    roots, leaves, root_of = random_game(game, seed, max_plies=plies)[0][::4], [], []
    for number, root in enumerate(roots):
        for move in root.legal_moves()[: 3 if SANITIZED else 40]:
            leaf = root.play(move)
            for _ in range(draw.randrange(4)):
                if legal := leaf.legal_moves():
                    leaf = leaf.play(draw.choice(legal))
            leaves.append(leaf)
            root_of.append(number)
    return packed(roots), packed(leaves), np.array(root_of, np.uint32)


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("name", GAMES)
def test_leaves_are_worth_what_their_rows_are(name, count):
    game = load_game(name)
    relations = Relations(game, KINDS[:count])
    roots, packed_leaves, root_of = roots_and_leaves(game, seed=count, plies=100 // count)
    leaves = RelationLeaves(relations).add(roots, packed_leaves, root_of)
    rows = FeatureSet(game, [], parts=[relations]).rows(packed_leaves)
    assert (len(leaves), leaves.weights) == (len(rows), rows.weights)

    draw = np.random.default_rng(count)
    # Tens of millions of random numbers would take longer than all else.
    weights = np.resize(draw.standard_normal(99_991, np.float32), leaves.weights)
    np.testing.assert_allclose(leaves.predict(weights), rows.predict(weights), atol=2e-4)

    coefficients = draw.standard_normal(len(leaves), np.float32)
    sums = leaves.transposed_product(coefficients)
    if count == len(KINDS) and name != "dobutsu":  # rows take seconds here
        left = np.dot(leaves.predict(weights).astype(np.float64), coefficients)
        assert left == pytest.approx(np.dot(sums, weights), rel=1e-4, abs=1e-2)
        return
    assert np.abs(sums - rows.transposed_product(coefficients)).max() < 1e-4
    again = leaves.transposed_product(-coefficients, out=sums.copy())
    assert np.array_equal(again, -sums)
    assert np.array_equal(leaves.counts() > 0, rows.counts() > 0)


def test_threads_and_pieces_do_not_change_a_bit():
    game = load_game("dobutsu")
    relations = Relations(game)
    games = [roots_and_leaves(game, seed) for seed in range(4)]
    apart = RelationLeaves(relations)
    for one in games:
        apart.add(*one)
    roots, packed_leaves, root_of = (np.concatenate(arrays) for arrays in zip(*games, strict=True))
    firsts = np.cumsum([0, *(len(one[0]) for one in games[:-1])]).astype(np.uint32)
    root_of += np.repeat(firsts, [len(one[2]) for one in games])
    draw = np.random.default_rng(3)
    weights = draw.standard_normal(apart.weights, np.float32)
    coefficients = draw.standard_normal(len(apart), np.float32)
    for threads in (1, 2, 3):
        whole = RelationLeaves(relations, threads).add(roots, packed_leaves, root_of)
        for one, other in (
            (whole.predict(weights), apart.predict(weights)),
            (whole.transposed_product(coefficients), apart.transposed_product(coefficients)),
            (whole.counts(), apart.counts()),
        ):
            assert one.tobytes() == other.tobytes()


def test_what_all_leaves_of_a_root_have_in_common_cancels_out():
    game = load_game("shogi")
    relations = Relations(game, KINDS[:3])
    root = game.start()
    after = [root.play(move) for move in root.legal_moves()]
    leaves = RelationLeaves(relations)
    leaves.add(packed([root]), packed(after), np.zeros(len(after), np.uint32))
    coefficients = np.full(len(after), 0.1, np.float32)
    coefficients[0] = 0
    coefficients = np.round(coefficients * 2**20) / np.float32(2**20)
    coefficients[0] = -coefficients.sum(dtype=np.float64)
    changed = np.flatnonzero(leaves.transposed_product(coefficients))
    rows = FeatureSet(game, [], parts=[relations]).rows(packed(after))
    one_row = np.eye(len(after), dtype=np.float32)
    dense = np.stack([rows.transposed_product(row) for row in one_row])
    varying = np.flatnonzero((dense != dense[0]).any(axis=0))
    assert len(changed) > 30
    assert set(changed) <= set(varying)
    assert len(varying) < np.count_nonzero(dense.any(axis=0))


def test_small_coefficients_vanish_beside_large_ones():
    game = load_game("dobutsu")
    leaves = RelationLeaves(Relations(game)).add(*roots_and_leaves(game, seed=5))
    large, both = np.zeros(len(leaves), np.float32), np.zeros(len(leaves), np.float32)
    large[0] = both[0] = 1
    both[1] = 2.0**-33
    assert (leaves.transposed_product(large) == leaves.transposed_product(both)).all()
    both[1] = 2.0**-25
    assert (leaves.transposed_product(large) != leaves.transposed_product(both)).any()


def test_leaves_that_do_not_fit_are_refused():
    game = load_game("dobutsu")
    roots, packed_leaves, root_of = roots_and_leaves(game, seed=1)
    leaves = RelationLeaves(Relations(game))
    with pytest.raises(ValueError, match="follow one another"):
        leaves.add(roots, packed_leaves, root_of[::-1].copy())
    with pytest.raises(ValueError, match="no such root"):
        leaves.add(roots[:1], packed_leaves, root_of)
    with pytest.raises(ValueError, match="every leaf"):
        leaves.add(roots, packed_leaves, root_of[:-1])
    with pytest.raises(FormatError, match="bytes each"):
        leaves.add(roots[:, :-1].copy(), packed_leaves, root_of)
    assert len(leaves) == 0
    leaves.add(roots, packed_leaves, root_of)
    with pytest.raises(ValueError, match="one weight"):
        leaves.predict(np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="one coefficient"):
        leaves.transposed_product(np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="finite"):
        leaves.transposed_product(np.full(len(leaves), np.nan, np.float32))
