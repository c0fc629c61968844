"""Values in points, whatever a model was fitted to."""

import pytest
from conftest import random_model

import boardworth as bw
from boardworth.evaluators import in_points


def test_points_of_a_score_are_units_over_the_scale(othello):
    model = random_model(bw.board_patterns(othello), 1)
    assert in_points(model, 24) == 1.5


def test_points_of_a_chance_run_from_a_certain_loss_to_a_certain_win(othello):
    model = random_model(bw.board_patterns(othello), 1, target="win")
    assert in_points(model, 0) == pytest.approx(0)
    assert in_points(model, 1 << 22) == 64
    assert in_points(model, -(1 << 22)) == -64
    assert 0 < in_points(model, 10) < in_points(model, 20) < 64
    assert in_points(model, -10) == pytest.approx(-in_points(model, 10), abs=1e-4)
