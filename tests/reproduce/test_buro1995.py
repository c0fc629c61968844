"""Buro 1995 at a very small scale: everything the table needs is there."""

import pytest

from boardworth.recipes import Silent
from boardworth.reproduce.buro1995 import (
    PAIRINGS,
    SPEEDS,
    TOURNAMENT_MINUTES,
    Scale,
    lines,
    reproduce,
)
from boardworth.reproduce.tournament import Tournament
from boardworth.search import Limit

SCALE = Scale(training_games=300, games=2, limit=Limit(nodes=200), stages=3, seed=1)


@pytest.fixture(scope="module")
def found(othello):
    return reproduce(othello, SCALE, Silent())


def test_all_three_predict_held_out_games(found):
    assert [row.name for row in found.held_out] == ["LOG", "FISHER", "QUAD"] * 2
    assert [row.features for row in found.held_out] == [9, 9, 9, 11, 11, 11]
    # log 2 is what knowing nothing costs.
    assert all(row.cross_entropy < 0.69 for row in found.held_out)


def test_the_covariances_of_every_stage_are_compared(found):
    assert len(found.covariances) == 3
    assert all(comparison.degrees == 66 for comparison in found.covariances)


def test_every_pairing_of_the_paper_is_played_from_both_sides(found):
    players = [match.players for match in found.matches]
    assert players == [(pairing.first, pairing.second) for pairing in PAIRINGS]
    assert all(sum(match.wins_draws_losses) == 2 for match in found.matches)


def test_times_have_the_paper_s_ratios(found):
    assert [match.limit for match in found.matches] == [
        "200 nodes against 160 nodes",
        "200 nodes against 160 nodes",
        "200 nodes",
        "200 nodes against 240 nodes",
        "200 nodes against 203 nodes",
        "200 nodes against 203 nodes",
        "200 nodes against 240 nodes",
    ]
    timed = Tournament({}, SPEEDS, [], Limit(seconds=0.3), TOURNAMENT_MINUTES)
    seconds = [[limit.seconds for limit in timed.limits(pairing)] for pairing in PAIRINGS]
    assert seconds == [pytest.approx([m / 100 for m in p.minutes]) for p in PAIRINGS]


def test_the_speed_of_all_three_is_measured(found):
    assert list(found.speeds) == ["LOG", "FISHER", "QUAD"]
    assert all(speed > 0 for speed in found.speeds.values())


def test_the_features_are_the_lines_of_the_board(othello):
    assert sorted(len(p.atoms) for p in lines(othello).patterns) == [4, 5, 6, 7, 8, 8, 8, 8, 8]


def test_the_paper_s_percentages_are_those_of_its_games():
    assert all(sum(pairing.paper) == 200 for pairing in PAIRINGS)
    percents = [pairing.paper_percent for pairing in PAIRINGS]
    assert percents == [61.8, 59.8, 55.3, 49.0, 54.8, 49.5, 50.5]


def test_threads_change_no_figure(othello, found):
    again = reproduce(othello, SCALE, Silent(), threads=2)
    assert again.held_out == found.held_out
    assert again.matches == found.matches
