"""Moves of an expert of tic-tac-toe, to learn from."""

import numpy as np
import pytest
from toy_experts import by_weights, choices

from boardworth.features import FeatureSet, Pattern
from boardworth.rules import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("tic_tac_toe")


@pytest.fixture(scope="module")
def squares(game):
    return FeatureSet(game, [Pattern("corner", (0,)), Pattern("side", (1,)), Pattern("mid", (4,))])


@pytest.fixture(scope="module")
def examples(game, squares):
    """Moves of an expert to whom corners are worth less than sides, and the middle most."""
    worth = np.array([-2, 0, 2, -5, 0, 5, -9, 0, 9, 0.0])
    expert = by_weights(squares, worth)
    return choices(game, expert, 40, "train"), choices(game, expert, 15, "held out")
