"""Fits that begin with a model: what it knows is kept, and scaled, where examples say nothing."""

import numpy as np
import pytest
from conftest import packed, random_game, random_model

from boardworth.errors import NotFitted
from boardworth.features import FeatureSet, Pattern, board_patterns, with_patterns
from boardworth.fitting import FromPrior, LeastSquares
from boardworth.fitting.prior import weights_in
from boardworth.positions import Dataset
from boardworth.rules import load_game

GAME = load_game("tic_tac_toe")
CORNER, SIDE = Pattern("corner", (0,)), Pattern("side", (1,))
SMALL = FeatureSet(GAME, [CORNER])
LARGE = FeatureSet(GAME, [SIDE, CORNER, Pattern("row", (0, 1, 2))])


def positions(count=80):
    return packed([p for i in range(count) for p in random_game(GAME, f"prior {i}")[0][:-1]])


def dataset(targets, array):
    ids = np.arange(len(array), dtype=np.int32)
    return Dataset(GAME, array, np.asarray(targets, np.float32), GAME.progress(array), ids)


def test_weights_are_found_again_in_a_larger_set():
    """The same weights at their new places, and 0 elsewhere, give the same values."""
    array = positions(5)
    small = np.random.default_rng(1).normal(size=len(SMALL)).astype(np.float32)
    large = np.zeros(len(LARGE), np.float32)
    large[weights_in(SMALL, LARGE)] = small
    np.testing.assert_allclose(LARGE.rows(array).predict(large), SMALL.rows(array).predict(small))


def test_features_that_lack_some_of_the_prior_s_are_refused():
    with pytest.raises(NotFitted, match="do not contain all of the prior's"):
        weights_in(LARGE, SMALL)


@pytest.mark.parametrize("change", [{"stages": 2}, {"stages": 3, "target": "win"}])
def test_a_prior_of_other_phases_or_of_wins_is_refused(change):
    prior = random_model(SMALL, 2, **change)
    array = positions(3)
    with pytest.raises(NotFitted, match=r"expected one of scores in 3"):
        FromPrior(prior, LeastSquares(stages=3)).fit(SMALL, dataset(np.zeros(len(array)), array))


def test_under_a_strong_pull_the_fit_is_the_prior_scaled():
    """Also the weights that no example shows; those that are new stay 0."""
    prior = random_model(SMALL, 3, stages=1)
    array = positions()
    values = prior.evaluation.predict(array)
    noise = np.random.default_rng(4).normal(size=len(values)) * 0.1
    fitter = FromPrior(prior, LeastSquares(stages=1, l2=1e9))
    model = fitter.fit(LARGE, dataset(0.5 * values + noise, array))
    (scale,) = model.metrics["prior_scales"]
    assert scale == pytest.approx(0.5, abs=0.01)
    places = weights_in(SMALL, LARGE)[:-1]
    found, given = model.weighted_sum, prior.weighted_sum
    np.testing.assert_allclose(found.values(0)[places], scale * given.values(0)[:-1], atol=0.01)
    new = np.setdiff1d(np.arange(len(LARGE) - 1), places)
    assert not found.weights[0][new].any()


def test_a_weight_seen_l2_times_goes_half_of_its_way_from_the_prior():
    """A weight for every whole board: what one of them lacks it shares with the constant alone."""
    features = FeatureSet(GAME, [Pattern("board", tuple(range(9)))])
    prior = random_model(features, 6, stages=1, largest=100)
    array = positions(400)
    used = features.weights_used(array)[:, 0]
    boards, counts = np.unique(used, return_counts=True)
    board = boards[np.argmax(counts)]
    values = prior.evaluation.predict(array)
    targets = values + np.where(used == board, 3.0, 0.0)
    model = FromPrior(prior, LeastSquares(stages=1, l2=counts.max())).fit(
        features, dataset(targets, array)
    )
    (scale,) = model.metrics["prior_scales"]
    moved = model.weighted_sum.values(0) - scale * prior.weighted_sum.values(0)
    unexplained = (targets - scale * values)[used == board][0]
    assert moved[board] == pytest.approx((unexplained - moved[-1]) / 2, abs=0.02)


def test_patterns_that_features_have_already_are_not_added_again():
    board = board_patterns(GAME, 100)
    joined = with_patterns(SMALL, [*board.patterns, CORNER, Pattern("another", (8,))])
    assert joined.patterns[0] == CORNER
    assert all(0 not in p.atoms or len(p.atoms) > 1 for p in joined.patterns[1:])
    assert "another" not in {pattern.name for pattern in joined.patterns}
