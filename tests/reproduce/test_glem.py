"""GLEM at a very small scale: everything the tables need is there."""

import pytest

from boardworth.recipes import Silent
from boardworth.reproduce.glem import PAIRINGS, SPEEDS, Scale, reproduce
from boardworth.search import Limit

SCALE = Scale(
    positions=600,
    label_depth=1,
    games=2,
    limit=Limit(nodes=300),
    pairings=[PAIRINGS[0], PAIRINGS[3], PAIRINGS[4]],
    min_count=3,
    stages=2,
    calibration=120,
    seed=1,
)


@pytest.fixture(scope="module")
def found(othello):
    return reproduce(othello, SCALE, Silent())


def test_versions_that_play_are_fitted_to_the_same_positions(found):
    assert [version.name for version in found.versions] == ["basic", "A", "ABC"]
    valid = [version.valid for version in found.versions]
    assert valid[0] == 0 < valid[1] < valid[2]
    weights = [version.weights for version in found.versions]
    assert [w - weights[0] for w in weights] == valid
    assert all(version.error > 0 and version.speed > 0 for version in found.versions)
    assert 600 < found.positions <= 2 * (600 + 61)


def test_successors_take_the_worth_of_the_move_away(found):
    searched, both = found.mover_bias
    assert abs(both) < abs(searched)


def test_pairings_are_played_with_the_paper_s_ratios_of_time(found):
    assert [sum(match.wins_draws_losses) for match in found.matches] == [2, 2, 2]
    assert [match.limit for match in found.matches] == [
        f"{round(300 * SPEEDS['A'])} nodes against 300 nodes",
        f"{round(300 * SPEEDS['ABC'])} nodes against 300 nodes",
        f"{round(180 * SPEEDS['A'])} nodes against 300 nodes",
    ]


@pytest.mark.parametrize(("pairing", "percent"), [(0, 55.8), (3, 54.3), (4, 46.4), (6, 52.2)])
def test_the_paper_s_percentages_follow_from_its_games(pairing, percent):
    assert PAIRINGS[pairing].paper_percent == percent


def test_what_is_valid_is_as_large_a_share_as_in_the_paper():
    assert Scale(positions=11_000_000).valid_count == 75
    assert Scale(positions=5_500_000).valid_count == 38
    assert Scale(positions=1000).valid_count == 10
    assert SCALE.valid_count == 3
