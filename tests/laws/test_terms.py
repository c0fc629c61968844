"""Laws of terms: counted as by hand, alike for positions of equal worth, summed and fitted."""

import numpy as np
import pytest
from conftest import GAMES, packed, random_game, random_model, swapped
from hypothesis import given
from hypothesis import strategies as st
from reference.terms import terms

from boardworth.errors import FormatError, MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.features import FeatureSet, Mobility, Terms, board_patterns, known_terms
from boardworth.fitting import LeastSquares, Logistic, Sharing, probability
from boardworth.positions import Dataset
from boardworth.rules import Position, load_game

seeds = st.integers(0, 10_000)
games = st.sampled_from([load_game(name) for name in GAMES])
FITTERS = [
    LeastSquares(stages=2, pool=0, l2=1e-3),
    Logistic(stages=2, pool=0, l2=1e-3),
    LeastSquares(stages=2, pool=0, l2=1e-3, sharing=Sharing(own=10**6)),
    LeastSquares(stages=2, pool=0, l2=1e-3, sharing=Sharing(own=0, min_count=0, smooth=1)),
]


def all_terms(game):
    return Terms(game, known_terms(game))


@given(games, seeds)
def test_terms_equal_counting_by_hand(game, seed):
    part = all_terms(game)
    positions = random_game(game, seed)[0][:-1][::3]
    by_hand = [terms(position) for position in positions]
    assert set(part.names) == by_hand[0].keys()
    for threads in (1, 2):
        numbers = part.values(packed(positions), threads)
        for row, position, counts in zip(numbers, positions, by_hand, strict=True):
            wanted = [counts[name] for name in part.names]
            assert row.tolist() == [own - opponent for own, opponent in wanted]
            assert [(t.own, t.opponent) for t, _ in part.active(position)] == wanted


@given(games, seeds)
def test_positions_of_equal_worth_have_equal_terms(game, seed):
    for position in random_game(game, seed)[0][::3]:
        images = [
            Position(game, game.core.image(symmetry, position.packed))
            for symmetry in range(len(game.symmetries))
        ]
        numbers = all_terms(game).values(packed([*images, swapped(game, position)]))
        assert (numbers == numbers[0]).all()


def test_a_player_who_must_pass_has_no_mobility(othello):
    numbers = Mobility(othello).values(
        packed([othello.parse("OX" + "-" * 62 + side) for side in ("O", "X")])
    )
    assert numbers[:, 0].tolist() == [1, -1]


def test_regions_that_touch_at_a_corner_are_one(othello):
    board = np.full((8, 8), "X")
    board[0, 0] = board[1, 1] = board[7, 7] = "-"
    position = othello.parse("".join(board.ravel()) + " O")
    part = Terms(othello, ["odd regions", "parity"])
    assert [term.factor for term, _ in part.active(position)] == [1, 1]


def test_every_row_has_its_terms(othello):
    """Beside what it uses of patterns, and in the order of the weights."""
    features = FeatureSet(
        othello, board_patterns(othello, 100).patterns, parts=[all_terms(othello)]
    )
    rows = features.rows(packed(random_game(othello, 1)[0]))
    assert rows.terms.shape == (len(rows), 6)
    assert rows.term_weights.tolist() == list(range(len(features) - 7, len(features) - 1))
    assert features.terms == all_terms(othello).names
    np.testing.assert_array_equal(rows.counts()[-7:-1], (rows.terms != 0).sum(axis=0))


def test_explanations_tell_what_was_counted(othello):
    model = random_model(FeatureSet(othello, [], parts=[all_terms(othello)]), 1)
    position = othello.start().play("f5")
    told = {term.name: term.holds for term in Evaluator(model).explain(position).terms}
    assert told["mobility"] == "+0 (3 moves against 3)"
    assert told["potential mobility"] == "+8 (13 squares against 5)"
    assert (told["parity"], told["odd regions"], told["moves"]) == ("1", "1", "3")
    assert told["discs"] == "-3 (1 discs against 4)"
    assert "also of the terms moves, mobility, potential mobility, parity" in model.summary()


@pytest.mark.parametrize("fitter", FITTERS)
def test_fits_find_planted_weights_of_terms_again(fitter, othello):
    """They differ by phase, and stand beside those of configurations."""
    corner = board_patterns(othello, 20).patterns[:1]
    features = FeatureSet(othello, corner, parts=[Terms(othello, ["mobility", "parity"])])
    array = packed([p for i in range(60) for p in random_game(othello, f"{i}")[0][:-1]])
    rows = features.rows(array)
    weights = np.zeros((2, len(features)), np.float32)
    weights[:, features.term_weights] = [[0.1, 0.3], [0.2, -0.3]]
    weights[:, 0], weights[:, -1] = -0.5, 0.25
    late = othello.progress(array) > 30
    truth = np.where(late, rows.predict(weights[1]), rows.predict(weights[0]))
    draw = np.random.default_rng(1)
    if fitter.target == "win":
        targets = np.where(draw.uniform(size=len(truth)) < (probability(truth) - 0.1) / 0.8, 1, -1)
    else:
        targets = truth + draw.normal(size=len(truth)) * 0.1
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(othello, array, targets.astype(np.float32), othello.progress(array), ids)
    model = fitter.fit(features, data)
    found = model.weighted_sum.weights[:, features.term_weights] / model.scale
    close = 0.08 if fitter.target == "win" else 0.01
    np.testing.assert_allclose(found, weights[:, features.term_weights], atol=close)
    again = fitter.refit(model, 1, data, data.select(ids % 5 == 0))
    found = again.weighted_sum.weights[1, features.term_weights] / again.scale
    np.testing.assert_allclose(found, weights[1, features.term_weights], atol=close)


def test_terms_that_a_game_lacks_are_refused_with_those_it_has():
    connect_four = load_game("connect-four")
    with pytest.raises(MissingCapability, match=r"no term 'mobility'; it has moves$"):
        Terms(connect_four, ["moves", "mobility"])
    with pytest.raises(MissingCapability, match=r"no term 'mobility'; it has moves$"):
        Mobility(connect_four)
    with pytest.raises(FormatError, match="each of them once"):
        Terms(connect_four, ["moves", "moves"])
    with pytest.raises(FormatError, match="at least one"):
        Terms(connect_four, [])


def test_words_of_a_command_line_name_terms(othello):
    assert Terms.named(othello, ["potential-mobility", "moves"]).names == (
        "potential mobility",
        "moves",
    )
    assert Terms.named(othello, ["all"]).names == tuple(known_terms(othello))


@pytest.mark.parametrize("about", [{}, {"terms": "moves"}, {"terms": ["pieces"]}, {"terms": []}])
def test_a_section_that_is_none_is_refused(about, othello):
    with pytest.raises(FormatError):
        Terms.from_section(othello, about, {})
