"""Laws of combinations inside a search: they value positions as the fits do, by every way to it."""

import random

import numpy as np
import pytest
from conftest import GAMES, a_position, bearable, packed, random_game, random_model
from hypothesis import given
from hypothesis import strategies as st
from reference.minimax import distance, minimax, plain

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.features import FeatureSet, JoinedFeatures, Mobility, PatternSums, board_patterns
from boardworth.fitting import Combination, Discriminant, Model, Stages
from boardworth.rules import load_game
from boardworth.search import AlphaBeta, Limit

seeds = st.integers(0, 10_000)
DECIDED = 1 << 22  # the value of a decided game under the target "win"


def numbers_of(game, seed, kind):
    patterns = board_patterns(game, 100).patterns[:60]  # no search combines more than 64
    features = FeatureSet(game, patterns)
    sums = random_model(features, seed, stages=4, largest=20).pattern_sums()
    if kind == "sums":
        return sums
    parts = (sums, Mobility(game)) if kind == "sums, mobility" else (Mobility(game), sums)
    return JoinedFeatures(parts)


def random_combination(features, seed, quadratic, stages=3, size=1.0):
    """Coefficients drawn at random; of some stages only linear ones."""
    draw = np.random.default_rng(seed)
    count = len(features.names)
    found = []
    for stage in range(stages):
        matrix = draw.normal(0, 0.01 * size, (count, count))
        found.append(
            Discriminant(
                float(draw.normal(0, 0.1)),
                draw.normal(0, 0.1 * size, count),
                matrix + matrix.T if quadratic and stage != 1 else None,
            )
        )
    stages = Stages.equal(features.game.max_progress, stages)
    return Model(Combination(features, stages, tuple(found)))


KINDS = [("othello", kind) for kind in ("sums", "sums, mobility", "mobility, sums")]
KINDS += [(name, "sums") for name in GAMES if name != "othello"]
EVALUATORS = [
    Evaluator(random_combination(numbers_of(load_game(name), seed, kind), seed, quadratic))
    for seed, (name, kind) in enumerate(KINDS)
    for quadratic in (False, True)
]
evaluators = st.sampled_from(EVALUATORS)


@given(evaluators, seeds)
def test_values_are_the_log_odds_rounded_to_units(evaluator, seed):
    positions, _ = random_game(evaluator.game, seed)
    array = packed(positions)
    units = evaluator.model.evaluation.predict(array) * evaluator.model.scale
    found = evaluator.core.values(array)
    np.testing.assert_allclose(found, units, rtol=0, atol=0.5 + 1e-6)
    assert [evaluator.core.value(p.packed) for p in positions] == found.tolist()


@given(evaluators, seeds)
def test_the_parts_of_the_features_add_up_to_the_value(evaluator, seed):
    position = random.Random(seed).choice(random_game(evaluator.game, seed)[0])
    explanation = evaluator.explain(position)
    assert explanation.value == pytest.approx(
        evaluator.value(position), abs=0.51 / evaluator.model.scale
    )
    features = evaluator.model.evaluation.features
    numbers = zip(features.names, features.values(packed([position]))[0], strict=True)
    held = {term.name: term.holds for term in explanation.terms}
    assert held == {"constant": "", **{name: f"is {number:g}" for name, number in numbers}}
    sizes = [abs(term.contribution) for term in explanation.terms]
    assert sizes == sorted(sizes, reverse=True)


@given(evaluators, seeds)
def test_values_followed_through_the_tree_equal_values_from_scratch(evaluator, seed):
    positions, _ = random_game(evaluator.game, seed)
    position = positions[seed % len(positions)].packed
    for depth in (0, 1, 2, 3):
        followed = evaluator.core.tree_sum(position, depth, True)
        assert followed == evaluator.core.tree_sum(position, depth, False)


@given(evaluators, seeds, st.integers(1, 3), st.sampled_from(["pvs", "mtdf"]))
def test_alpha_beta_equals_minimax(evaluator, seed, depth, driver):
    game = evaluator.game
    position = a_position(game, seed)
    depth = bearable(position, depth)
    player = AlphaBeta(evaluator, features="learning", memory=1 << 16, driver=driver)
    first, second = (player.search(position, Limit(depth=depth)) for _ in range(2))
    won = None if game.name == "othello" else DECIDED
    value = minimax(
        game,
        position,
        depth,
        lambda p: evaluator.core.value(p.packed),
        lambda score: (score > 0) * DECIDED - (score < 0) * DECIDED,
        won,
    )
    assert (first.value, first.distance) == (plain(value, won), distance(value, won))
    assert (first.pv, first.value, first.nodes) == (second.pv, second.value, second.nodes)


def test_no_estimate_is_as_good_as_a_certain_win(othello):
    """However large its coefficients are, and even where infinities cancel."""
    for size in (1e6, 1e200):
        features = numbers_of(othello, 1, "sums, mobility")
        evaluator = Evaluator(random_combination(features, 1, True, size=size))
        position = random_game(othello, 1)[0][20]
        found = AlphaBeta(evaluator, features="learning").search(position, Limit(depth=2))
        assert abs(found.value) < DECIDED


def test_what_a_search_cannot_follow_is_refused(othello):
    sums = random_model(board_patterns(othello, 100), 1).pattern_sums()
    for parts in ((Mobility(othello),), (sums, sums), (sums, Mobility(othello), Mobility(othello))):
        combination = random_combination(JoinedFeatures(parts), 1, quadratic=False)
        with pytest.raises(BoardworthError, match="the pattern sums of one model"):
            Evaluator(combination)


def test_coefficients_that_do_not_fit_are_refused(othello):
    features = board_patterns(othello, 100)
    sums = PatternSums(features, np.zeros((1, len(features))), np.zeros(61, np.uint8))
    good = random_combination(sums, 1, quadratic=False)
    count = len(features.patterns)
    with pytest.raises(ValueError, match="coefficients and numbers do not fit"):
        _core.Combination(
            list(range(count)), [1, 2], np.zeros(3), np.zeros((3, count)), None, [0] * 61
        )
    with pytest.raises(ValueError, match="no such stage"):
        _core.Combination(list(range(count)), [], np.zeros(3), np.zeros((3, count)), None, [3] * 61)
    assert Evaluator(good).value(othello.start()) == pytest.approx(
        good.evaluation.discriminants[0].constant, abs=0.5 / good.scale
    )
