"""The gradient of J: that of searched values where principal variations are the only ones."""

import numpy as np
import pytest
from conftest import packed, random_game
from reference.leaf_search import PlainLeaves

from boardworth.features import FeatureSet, Pattern, Relations
from boardworth.features.relations import KINDS
from boardworth.fitting import Model, MovePairs, ResultLoss, Sigmoid, WeightedSum
from boardworth.fitting.mmto.leaf_rows import (
    ComparedLeaves,
    StagedLeaves,
    compared,
    expert_moves,
)
from boardworth.fitting.mmto.objective import BITS_TO_SHARE
from boardworth.fitting.stages import Stages
from boardworth.rules import Position, load_game
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

# Units of weights in one of those that J takes.
UNIT = 32
LOSS, OF_RESULTS = Sigmoid(0.0273), ResultLoss(0.5, 250.0)


def integer_model(features, weights):
    """A model with these weights, [weights] or [stages, weights]."""
    weights = np.atleast_2d(weights).astype(np.int16)
    stages = Stages.equal(features.game.max_progress, len(weights))
    return Model(
        WeightedSum(features, stages, weights, UNIT, "win", np.zeros(weights.shape, np.uint8))
    )


class Objective:
    """J of integer weights, searched anew for each; values in units of 1 / UNIT."""

    def __init__(self, search, features, roots, played, results):
        self.search, self.features = search, features
        self.roots, self.played, self.results = roots, played, results

    def leaves(self, weights):
        return self.search(integer_model(self.features, weights), self.roots, 1)

    def of(self, leaves):
        moves, row_of, pairs = compared(leaves, expert_moves(leaves, self.played))
        values = leaves.values[moves]
        total, _ = pairs(LOSS, values)
        return total + OF_RESULTS(values[pairs.experts], self.results[row_of[pairs.experts]])[0]

    def gradient(self, weights):
        leaves = self.leaves(weights)
        stages = Stages.equal(self.features.game.max_progress, 1)
        learned = ComparedLeaves(self.features, stages, UNIT)
        learned.add(self.roots, leaves, expert_moves(leaves, self.played), self.results)
        losses, gradient = learned.gradient(LOSS, np.float32(weights[None]), OF_RESULTS)
        assert losses.total == pytest.approx(self.of(leaves), rel=1e-5)
        return leaves, gradient[0].copy()


def chosen(game, seed, start=None, plies=40, count=12):
    """Positions of random games with a choice, moves drawn from it, and results."""
    draw = np.random.default_rng(seed)
    found = [
        position
        for number in range(count)
        for position in random_game(game, f"{seed} {number}", start, plies)[0][number % 5 : -1 : 5]
        if len(position.legal_moves()) > 1
    ][: 2 * count]
    played = np.int32([draw.choice(position.legal_moves()) for position in found])
    return packed(found), played, np.resize(np.float32([1, 0, 0.5, np.nan]), len(found))


# A rook, bishops and knights that attack each other, and pawns about to become queens.
ENDING = "4k3/1P1r2p1/2n2b2/3p4/2P1N3/5B2/p3R3/4K3 w - - 0 1"
CASES = {
    "dobutsu": ("dobutsu", None, KINDS, PvLeaves()),
    "dobutsu to depth 2": ("dobutsu", None, KINDS, PvLeaves(2)),
    "chess": ("chess", ENDING, KINDS[:4], PvLeaves(features=QUICK_LEARNING)),
}


@pytest.mark.parametrize("case", CASES)
def test_the_gradient_of_relations_is_that_of_values_searched_anew(case):
    """J of searches by shifted weights: captures, drops, promotions and kings in check among them.

    The weights that count most are shifted. Where a shift changes a leaf, two variations were as
    good as equal, and the weight is passed over; that is rare.
    """
    name, start, kinds, search = CASES[case]
    game = load_game(name)
    relations = Relations(game, kinds)
    features = FeatureSet(game, [], parts=[relations])
    roots, played, results = chosen(game, 3, game.parse(start) if start else None)
    objective = Objective(search, features, roots, played, results)
    draw = np.random.default_rng(5)
    weights = draw.integers(-2000, 2001, len(features))
    weights[: len(features.terms)] = draw.integers(8_000, 16_000, len(features.terms))
    weights[-1] = 0
    leaves, gradient = objective.gradient(weights)
    before = np.repeat(pieces_on_board(game, roots), np.diff(leaves.starts))
    assert np.count_nonzero(pieces_on_board(game, leaves.positions) < before - 1) > 20
    order = np.argsort(-np.abs(gradient[:-1]))
    numbers = np.concatenate([np.arange(len(features.terms)), order[:12], order[40:80:5]])
    compared_with = 0
    for number in numbers.tolist():
        shift = 4 * (np.arange(len(weights)) == number)
        above, below = objective.leaves(weights + shift), objective.leaves(weights - shift)
        if not (
            np.array_equal(above.positions, leaves.positions)
            and np.array_equal(below.positions, leaves.positions)
        ):
            continue
        slope = (objective.of(above) - objective.of(below)) / 8
        assert gradient[number] == pytest.approx(slope, rel=2e-2, abs=2e-5), relations.name(number)
        compared_with += 1
    assert compared_with > 0.6 * len(numbers)


def pieces_on_board(game, positions):
    """How many stand on the board of each position; two captures make it two less."""
    boards = [game.text(Position(game, row.tobytes())).split()[0] for row in positions]
    return np.array([sum(map(str.isalpha, board)) for board in boards])


# Figure 17: black's value of r is max(n, c), white's choice makes n = min(a, b); d2 is where the
# expert's move leads. The last move of every line ends the game, beyond the search.
FIGURE_17 = """
(role white) (role black)
(init (at p)) (init (control white))
(edge p d) (edge d d1) (edge d1 d2) (edge d2 end)
(edge p r) {} (edge c1 c) (edge c end) (edge a end) (edge b end)
(<= (legal ?who (go ?y)) (true (control ?who)) (true (at ?x)) (edge ?x ?y))
(<= (legal white noop) (true (control black)))
(<= (legal black noop) (true (control white)))
(<= (next (at ?y)) (does ?who (go ?y)))
(<= (next (control black)) (true (control white)))
(<= (next (control white)) (true (control black)))
(<= terminal (true (at end)))
(goal white 50)
(goal black 50)
"""


@pytest.mark.parametrize(
    ("edges", "leaf"),
    [
        ("(edge r c1) (edge r n) (edge n b) (edge n a)", "a"),
        ("(edge r c1) (edge r n) (edge n a) (edge n b)", "b"),
        ("(edge r n) (edge r c1) (edge n b) (edge n a)", "c"),
    ],
)
@pytest.mark.parametrize("search", [PlainLeaves(3), PvLeaves(3)], ids=lambda one: one.description)
def test_a_derivative_at_one_of_equal_leaves_need_not_be_that_of_the_value(search, edges, leaf):
    """Remark 19: e(a) = w, e(b) = e(c) = 0, at w = 0, where all three end principal variations.

    The value of r is max(min(w, 0), 0) = 0 for every w. But e(a) grows with w: a gradient at the
    leaf that the search returns, equation (8), is right for b and c and wrong for a.
    """
    game = load_game(FIGURE_17.format(edges))
    place = next(number for number, atom in enumerate(game.atoms) if "a" in atom.values)
    features = FeatureSet(game, [Pattern("place", (place,))])
    start = game.start()
    at_a = start.play("(go r)").play("(go n)").play("(go a)")
    weight = features.weights_used(packed([at_a]))[0][0]
    objective = Objective(
        search,
        features,
        packed([start]),
        np.int32([start.parse_move("(go d)")]),
        np.float32([np.nan]),
    )
    one = (np.arange(len(features)) == weight).astype(int)
    values = [objective.of(objective.leaves(w * one)) for w in (-UNIT, 0, UNIT)]
    assert values[0] == values[1] == values[2]
    leaves, gradient = objective.gradient(0 * one)
    other = int(leaves.moves[0] != objective.played[0]) ^ 1
    assert f"(at {leaf})" in game.text(Position(game, leaves.positions[other].tobytes()))
    wrong = -LOSS.slope / 4 / UNIT  # T'(0) for a unit of the weight
    assert gradient[weight] == (pytest.approx(wrong) if leaf == "a" else 0)


def test_what_tapered_leaves_have_in_common_has_no_derivative():
    """Nothing is left of rounding: neither for the beginning nor for the end of the game."""
    game = load_game("chess")
    features = FeatureSet(game, [], parts=[Relations(game, KINDS[:3])])
    root = game.parse("2kr3r/1bp2ppp/p3p3/1p6/3P4/2P3N1/PP1Q1PPP/R4RK1 w - - 0 1")
    moves = [move for move in root.legal_moves() if root.move_text(move)[0] not in "KR"]
    after = packed([root.play(move) for move in moves])
    after = after[game.progress(after) == game.progress(packed([root]))[0]]  # no captures
    stages = Stages.equal(game.max_progress, 64)
    late, whole = stages.late_parts()
    own = late[stages.table()[game.progress(after)]]
    assert len(set(own.tolist())) == 1
    assert (own[0] << 20) % whole  # no binary fraction
    tapered = StagedLeaves(features, stages, tapered=True)
    tapered.add(packed([root]), after, np.zeros(len(after), np.uint32))
    values = np.random.default_rng(1).normal(0, 40, len(after)).astype(np.float32)
    pairs = MovePairs(np.array([0, len(after)]), np.array([3]))
    products = tapered.transposed_product(pairs(LOSS, values, BITS_TO_SHARE)[1]).copy()
    rows = features.rows(after)
    dense = np.stack([rows.transposed_product(row) for row in np.eye(len(after), dtype=np.float32)])
    common = (dense == dense[0]).all(axis=0)
    assert (dense[0, common] != 0).sum() > 30
    assert not products[:, common].any()
    for product, share in zip(products, (whole - own[0], own[0]), strict=True):
        expected = dense.T @ pairs(LOSS, values)[1] * share / whole
        np.testing.assert_allclose(product, expected, atol=1e-5)
