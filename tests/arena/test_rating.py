"""Ratings and the sequential test: known values, and simulated pairs of games."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardworth.arena.rating import Sprt, elo, expected_share, rate
from boardworth.errors import BoardworthError

POINTS = np.linspace(0, 1, 5)


def pair_chances(difference, draws=0.0, opening=0.0, repeated=0.0):
    """The chances of 0, 1/2, 1, 3/2 and 2 points of a pair of games.

    Args:
        difference: the first player's, in Elo.
        draws: their share among games of equal players.
        opening: the share that an opening adds to the colour which it favours: the games of a pair
            differ more than others.
        repeated: how often the second game of a pair has the result of the first.
    """
    chances = np.zeros(5)
    share = expected_share(difference)
    for favour in (opening, -opening):
        first, second = game_chances(share + favour, draws), game_chances(share - favour, draws)
        alike = np.zeros(5)
        alike[[0, 2, 4]] = first
        chances += (repeated * alike + (1 - repeated) * np.convolve(first, second)) / 2
    return chances


def game_chances(share, draws):
    """Of a loss, a draw and a win."""
    drawn = 4 * draws * share * (1 - share)
    return np.array([1 - share - drawn / 2, drawn, share - drawn / 2])


PAIRS = {
    "no draws": {},
    "draws": {"draws": 0.5},
    "lopsided openings": {"draws": 0.3, "opening": 0.3},
    "games that repeat": {"draws": 0.3, "repeated": 0.6},
}


@given(st.floats(-2000, 2000))
def test_elo_and_expected_share_are_inverse(difference):
    assert elo(expected_share(difference)) == pytest.approx(difference, abs=1e-3)


def test_elo_has_its_known_values():
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(1) == math.inf
    assert elo(0) == -math.inf


def test_a_rating_is_symmetric_in_the_players():
    pairs = (3, 5, 20, 12, 10)
    there, back = rate(pairs), rate(pairs[::-1])
    assert there.share + back.share == pytest.approx(1)
    assert (there.elo, there.low, there.high) == pytest.approx((-back.elo, -back.high, -back.low))


def test_an_interval_by_hand():
    """Of 100 pairs and z^2 = 3.84 more: variance 0.5185 / 4, 103.84 pairs, 1.96 deviations."""
    rating = rate((25, 0, 50, 0, 25))
    margin = 1.96 * math.sqrt((50 + 3.8415) / 103.8415 / 4 / 103.8415)
    assert (rating.share, rating.elo) == (0.5, 0)
    assert rating.high == pytest.approx(elo(0.5 + margin), abs=0.01) == pytest.approx(48.4, abs=0.1)
    assert rating.low == pytest.approx(-rating.high)


@pytest.mark.parametrize("difference", [0, 120])
@pytest.mark.parametrize("kind", PAIRS)
def test_95_of_100_intervals_hold_the_truth_neither_more_nor_less(kind, difference):
    chances = pair_chances(difference, **PAIRS[kind])
    ratings = [rate(tuple(c)) for c in np.random.default_rng(1).multinomial(300, chances, 2000)]
    covered = np.mean([r.low <= difference <= r.high for r in ratings])
    assert 0.935 <= covered <= 0.967


@pytest.mark.parametrize("difference", [150, 600])
def test_intervals_of_few_pairs_hold_the_truth(difference):
    chances = pair_chances(difference)
    ratings = [rate(tuple(c)) for c in np.random.default_rng(1).multinomial(60, chances, 1000)]
    assert np.mean([r.low <= difference <= r.high for r in ratings]) >= 0.93


def test_a_clean_sweep_is_rated_above_a_bound():
    rating = rate((0, 0, 0, 0, 100))
    assert rating.elo == math.inf
    assert 400 < rating.low < 800
    assert str(rating) == f"Elo > {rating.low:+.0f}"


def decided(test, chances, trials):
    """The verdicts on simulated matches, and how many pairs they took on average."""
    draw = np.random.default_rng(2)
    verdicts, pairs = [], 0
    for _ in range(trials):
        counts, verdict = [0] * 5, "undecided"
        for points in draw.choice(5, 5000, p=chances).tolist():
            counts[points] += 1
            verdict = test.verdict(tuple(counts))
            if verdict != "undecided":
                break
        verdicts.append(verdict)
        pairs += sum(counts)
    return verdicts, pairs / trials


def expected_length(test, chances, stronger):
    """Wald's: what the ratio reaches on average at the end, over what a pair adds on average."""
    s0, s1 = expected_share(test.elo0), expected_share(test.elo1)
    variance = chances @ (POINTS - chances @ POINTS) ** 2
    drift = (s1 - s0) * (2 * (chances @ POINTS) - s0 - s1) / (2 * variance)
    up, down = math.log((1 - test.beta) / test.alpha), math.log(test.beta / (1 - test.alpha))
    won = 1 - test.beta if stronger else test.alpha
    return (won * up + (1 - won) * down) / drift


# Of 150 verdicts so many may be wrong: fewer than the most that a rate allows, and not none.
WRONG = {0.02: (0, 9), 0.2: (12, 42)}


@pytest.mark.parametrize(
    ("kind", "elo1", "alpha", "beta"),
    [
        ("no draws", 60, 0.02, 0.2),
        ("draws", 40, 0.2, 0.02),
        ("lopsided openings", 35, 0.02, 0.2),
        ("games that repeat", 60, 0.2, 0.02),
    ],
)
def test_the_sequential_test_errs_as_often_and_takes_as_long_as_it_should(kind, elo1, alpha, beta):
    test = Sprt(0, elo1, alpha, beta)
    for difference, wrong, share in ((0, "stronger", alpha), (elo1, "not stronger", beta)):
        chances = pair_chances(difference, **PAIRS[kind])
        verdicts, pairs = decided(test, chances, 150)
        least, most = WRONG[share]
        assert least <= verdicts.count(wrong) <= most
        theory = expected_length(test, chances, difference == elo1)
        assert 0.85 * theory < pairs < 1.35 * theory


def test_one_lucky_pair_decides_nothing():
    for pairs in ((0, 0, 0, 0, 1), (1, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 4)):
        assert Sprt(0, 20).verdict(pairs) == "undecided"


def test_the_sequential_test_needs_two_hypotheses():
    for wrong in ((20, 0), (5, 5), (0, math.nan)):
        with pytest.raises(BoardworthError, match="SPRT: elo"):
            Sprt(*wrong)
