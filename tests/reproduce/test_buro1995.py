"""Buro 1995 at a very small scale: everything the table needs is there."""

import pytest

from boardworth.recipes import Silent
from boardworth.reproduce.buro1995 import PAPER, Scale, lines, reproduce


@pytest.fixture(scope="module")
def found(othello):
    scale = Scale(training_games=300, games=4, nodes=200, stages=3, seed=1)
    return reproduce(othello, scale, Silent())


def test_all_three_predict_held_out_games(found):
    assert [row.name for row in found.held_out] == ["LOG", "FISHER", "QUAD"] * 2
    assert [row.features for row in found.held_out] == [9, 9, 9, 11, 11, 11]
    # log 2 is what knowing nothing costs.
    assert all(row.cross_entropy < 0.69 for row in found.held_out)


def test_the_covariances_of_every_stage_are_compared(found):
    assert len(found.covariances) == 3
    assert all(comparison.degrees == 66 for comparison in found.covariances)


def test_log_plays_fisher_from_both_sides(found):
    assert found.match.players == ("LOG", "FISHER")
    assert sum(found.match.wins_draws_losses) == 4


def test_the_features_are_the_lines_of_the_board(othello):
    assert sorted(len(p.atoms) for p in lines(othello).patterns) == [4, 5, 6, 7, 8, 8, 8, 8, 8]


def test_the_paper_s_percentages_are_those_of_its_games():
    for _, _, games, percent in PAPER:
        wins, draws, losses = map(int, games.split("-"))
        assert wins + draws + losses == 200
        share = 100 * (wins + draws / 2) / 200
        assert abs(float(percent.removesuffix(" %")) - share) <= 0.05


def test_threads_change_no_figure(othello, found):
    scale = Scale(training_games=300, games=4, nodes=200, stages=3, seed=1)
    again = reproduce(othello, scale, Silent(), threads=2)
    assert again.held_out == found.held_out
    assert again.match.wins_draws_losses == found.match.wins_draws_losses
