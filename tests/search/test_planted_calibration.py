"""Multi-ProbCut where all values are planted: it cuts what its calibration promises, and no more.

In a small game the first player chooses one of two branches, and nothing matters thereafter: what
a position is worth depends on its branch and on the number of moves alone, by a table. The search
looks at the left branch first; the right one is better, but a shallow search of it may say that it
is not worth a deep one.
"""

import math
from functools import cache

import numpy as np
import pytest
from conftest import packed

import boardworth as bw
from boardworth.features import FeatureSet, Pattern
from boardworth.fitting import Model, Prediction, Selectivity, Stages, WeightedSum
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for

STEPS = 10
SCALE = 10  # units per point
BETTER = 30.0  # what the right branch is worth
# Selectivity levels, and how many deviations a prediction has to be outside of the window.
DEVIATIONS = {1: 3.3, 2: 2.6, 3: 2.0, 4: 1.5, 5: 1.1, 6: 0.8, 7: 0.6}

SHEET = """
(role x) (role o) (init (step 0)) (init (branch none)) (init (control x))
(<= (legal ?r left) (true (control ?r))) (<= (legal ?r right) (true (control ?r)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (step ?n)) (true (step ?m)) (up ?m ?n))
(<= (next (control ?r)) (true (step ?m)) (up ?m ?n) (turn ?n ?r))
(<= (next (branch ?b)) (true (branch none)) (true (control ?r)) (does ?r ?b))
(<= (next (branch ?b)) (true (branch ?b)) (distinct ?b none))
(goal x 50) (goal o 50)
"""


@cache
def branches(others):
    """The game in which all moves but the first are one player's, and its positions by branch."""
    steps = [f"(up {n} {n + 1}) (turn {n + 1} {others})" for n in range(STEPS)]
    text = f"{SHEET} {' '.join(steps)} (<= terminal (true (step {STEPS})))"
    game = RuleGame(machine_for(parse_rule_sheet(text, "branches")), "branches")
    positions = {}
    for name in ("left", "right"):
        position = game.start()
        for step in range(STEPS):
            moves = {position.move_text(move): move for move in position.legal_moves()}
            position = position.play(moves[name])
            positions[name, step + 1] = position
    return game, positions


def planted(others, values, prediction):
    """A calibrated model by which positions are worth so much to the player to move."""
    game, positions = branches(others)
    features = FeatureSet(game, [Pattern("branch and step", (0, 1))])
    weights = np.zeros((1, len(features)), np.int16)
    for key, value in values.items():
        rows = features.rows(packed([positions[key]]))
        weights[0, rows.indices + rows.bases] = round(value * SCALE)
    counts = np.zeros(weights.shape, np.uint8)
    stages = Stages.equal(game.max_progress, 1)
    model = Model(WeightedSum(features, stages, weights, SCALE, "score", counts))
    return model.with_playing(selectivity=Selectivity(prediction, None, 9))


def value_of_the_start(others, shallow, level, slope, offset, sigma):
    """What a search of depth 4 says, to which the right branch looks so good at depth 1.

    Its first player asks whether the right branch is worth more than nothing. If the opponent
    moves there, that is cut when a value of at least 0 is predicted for it; if the first player
    moves again, when one of at most 0 is.
    """
    side = 1 if others == "x" else -1
    far = 100 * side
    values = {
        ("right", 1): -far,  # at once: bad
        ("right", 2): side * shallow,
        ("right", 3): -far,  # to the iteration before: worse than the left one
        ("right", 4): side * BETTER,
    }
    log_sigma = (math.log(sigma), 0.0, 0.0, 0.0, 0.0)
    prediction = Prediction((slope, 0.0, 0.0), (side * offset, 0.0), log_sigma, 100)
    model = planted(others, values, prediction)
    player = bw.AlphaBeta(bw.Evaluator(model), selectivity=level)
    return player.search(model.game.start(), bw.Limit(depth=4)).value / SCALE


@pytest.mark.parametrize("others", ["o", "x"])
@pytest.mark.parametrize("level", [0, *DEVIATIONS])
@pytest.mark.parametrize(
    ("slope", "offset", "sigma"), [(1, 0, 5), (1, 7, 5), (1, -7, 5), (0.5, 0, 5), (1.5, 3, 12)]
)
def test_a_branch_is_cut_just_where_the_prediction_is_so_many_deviations_worse(
    others, level, slope, offset, sigma
):
    """Just inside the margin the better branch is found, just beyond it is not."""
    margin = DEVIATIONS.get(level, 0) * sigma
    threshold = (-margin - offset) / slope
    for shallow, expected in ((threshold + 0.2, BETTER), (threshold - 0.2, 0.0)):
        found = value_of_the_start(others, shallow, level, slope, offset, sigma)
        assert found == (expected if level else BETTER)
