"""Multi-ProbCut: a calibration recovers what was planted, and saves nodes without losing values."""

import math
import statistics

import msgspec
import numpy as np
import pytest
from conftest import random_game, random_model

import boardworth as bw
from boardworth.errors import BoardworthError, FormatError, NotFitted
from boardworth.features import board_patterns, short_tuples
from boardworth.fitting import Prediction, SearchPairs
from boardworth.search.probcut import FIRST_DEPTH, checks, shallow_depth


@pytest.fixture(scope="module")
def calibrated(othello):
    """A model that knows all of the game: who has learned from few games knows only its end."""
    model = bw.shipped_model(othello)
    selectivity = bw.calibrate(model, positions=300, depth=6, threads=2)
    return model.with_playing(selectivity=selectivity)


def test_a_prediction_recovers_planted_lines_and_errors():
    draw = np.random.default_rng(1)
    count = 40_000
    progress, depth = draw.uniform(0, 1, count), draw.integers(3, 12, count).astype(float)
    shallow_depths = draw.integers(1, 4, count).astype(float)
    shallow = draw.normal(0, 10, count)
    sigma = np.exp(0.5 + 0.3 * progress + 0.2 * progress**2 + 0.1 * depth - 0.2 * shallow_depths)
    deep = (0.9 + 0.1 * progress + 0.01 * depth) * shallow + 0.4 - 0.3 * progress
    deep += draw.normal(0, sigma)
    found = Prediction.fit(SearchPairs(progress, depth, shallow_depths, deep, shallow))
    assert found.slope == pytest.approx((0.9, 0.1, 0.01), abs=0.02)
    assert found.offset == pytest.approx((0.4, -0.3), abs=0.1)
    assert found.log_sigma == pytest.approx((0.5, 0.3, 0.2, 0.1, -0.2), abs=0.2)
    one = [np.array([value]) for value in (0.5, 8.0, 2.0)]
    slope, offset, error = (float(value[0]) for value in found.at(*one))
    assert (slope, offset) == pytest.approx((1.03, 0.25), abs=0.02)
    assert error == pytest.approx(np.exp(0.5 + 0.15 + 0.05 + 0.8 - 0.4), rel=0.03)


def test_too_few_comparisons_are_refused():
    with pytest.raises(NotFitted, match="3 comparisons are too few"):
        Prediction.fit(SearchPairs(*np.ones((5, 3))))


def test_perfect_predictions_leave_a_finite_error():
    ones = np.ones(60)
    found = Prediction.fit(SearchPairs(ones, 4 * ones, 2 * ones, 0 * ones, 0 * ones))
    assert np.isfinite(found.log_sigma).all()


def test_a_shallow_search_is_shallower_and_of_the_same_parity():
    for depth in range(FIRST_DEPTH, 40):
        assert 0 < shallow_depth(depth) < depth
        assert (depth - shallow_depth(depth)) % 2 == 0


def test_a_calibration_depends_on_its_seed_alone(othello_model):
    first, second, other = (
        bw.calibrate(othello_model, positions=80, depth=4, seed=seed, threads=threads)
        for seed, threads in ((1, 1), (1, 2), (2, 1))
    )
    assert first == second
    assert first != other


def test_a_calibration_survives_the_model_file(tmp_path, calibrated):
    bw.save_model(calibrated, tmp_path / "c.model")
    assert bw.load_model(tmp_path / "c.model").selectivity == calibrated.selectivity


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), 1e300])
def test_a_calibration_that_no_fit_can_give_is_refused(tmp_path, calibrated, wrong):
    horizon = msgspec.structs.replace(calibrated.selectivity.horizon, offset=(wrong, 0.0))
    strange = msgspec.structs.replace(calibrated.selectivity, horizon=horizon)
    bw.save_model(calibrated.with_playing(selectivity=strange), tmp_path / "s.model")
    with pytest.raises(FormatError, match="calibrations are no numbers that a fit can give"):
        bw.load_model(tmp_path / "s.model")


@pytest.mark.parametrize(
    "settings", [{"selectivity": 8}, {"selectivity": -1}, {"threads": 0}, {"memory": 0}]
)
def test_a_search_that_cannot_be_is_refused_at_once(othello_model, settings):
    with pytest.raises(BoardworthError, match="a search of selectivity"):
        bw.AlphaBeta(bw.Evaluator(othello_model), **settings)


def test_checks_exist_for_every_depth_and_moment(calibrated, othello_model):
    table = checks(calibrated)
    assert (table[:, :FIRST_DEPTH, 0] == -1).all()
    assert (table[:50, FIRST_DEPTH:8, 0] > 0).all()
    assert (table[..., 1] > 0).all()
    assert (table[..., 3] >= 0).all()
    assert checks(othello_model).size == 0


def test_a_calibrated_search_sees_the_same_with_fewer_nodes(othello, calibrated):
    evaluator = bw.Evaluator(calibrated)
    careful, daring = (bw.AlphaBeta(evaluator, selectivity=selectivity) for selectivity in (0, 5))
    assert bw.AlphaBeta(evaluator).selectivity == 5
    nodes, errors = [0, 0], []
    for seed in range(12):
        position = random_game(othello, seed)[0][20]
        one, other = (p.search(position, bw.Limit(depth=8)) for p in (careful, daring))
        assert (one.selectivity, other.selectivity) == (0, 5)
        nodes[0] += one.nodes
        nodes[1] += other.nodes
        errors.append(abs(one.value - other.value) / calibrated.scale)
    assert nodes[1] < 0.6 * nodes[0]
    assert statistics.mean(errors) < 3


def test_predictions_are_off_as_often_as_promised(othello, calibrated):
    """Of searches that took no part in the calibration, against the chances of a normal error."""
    table = checks(calibrated)
    full = bw.AlphaBeta(bw.Evaluator(calibrated), selectivity=0)
    errors = []
    for seed in range(40):
        line = random_game(othello, f"promise {seed}")[0]
        for position in line[12:44:8]:
            progress = othello.max_progress - position.moves_to_go
            for depth in (4, 5, 6):
                shallow, slope, offset, sigma = table[progress, depth]
                deep, seen = (
                    full.search(position, bw.Limit(depth=d)).value for d in (depth, int(shallow))
                )
                errors.append((deep - slope * seen - offset) / sigma)
    for deviations in (0.6, 1.1, 2.0):
        promised = math.erfc(deviations / math.sqrt(2))
        measured = np.mean(np.abs(errors) > deviations)
        assert 0.8 * promised < measured < 1.2 * promised + 0.03
    assert abs(np.mean(errors)) < 0.4


def test_endings_are_exact_also_with_forward_pruning(othello, calibrated):
    player = bw.AlphaBeta(bw.Evaluator(calibrated))
    plain = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")))
    for seed in range(5):
        position = random_game(othello, seed)[0][-19]
        one, other = (p.search(position, bw.Limit(depth=60)) for p in (player, plain))
        assert one.exact
        assert one.value // calibrated.scale == other.value // plain.evaluator.model.scale


def test_a_chance_of_winning_is_calibrated_for_searches_only(othello):
    model = random_model(board_patterns(othello, 100), 1, target="win")
    selectivity = bw.calibrate(model, positions=60, depth=4)
    assert selectivity.ending is None


def test_a_game_whose_end_is_far_is_calibrated_for_searches_only():
    """After random openings of draughts, nobody is near the last step of all."""
    draughts = bw.load_game("english-draughts")
    model = random_model(short_tuples(draughts), 1)
    assert bw.calibrate(model, positions=120, depth=3).ending is None


def test_a_game_without_depth_cannot_be_calibrated():
    noughts = bw.load_game("tic_tac_toe")
    with pytest.raises(BoardworthError, match="too few"):
        bw.calibrate(bw.baseline(noughts, "discs"), positions=40, depth=3)
