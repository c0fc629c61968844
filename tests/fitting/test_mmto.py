"""Learning from experts' moves: its losses, its gradient, its updates, and what it refuses."""

import math
from dataclasses import replace

import numpy as np
import pytest
from conftest import packed, random_game
from reference.leaf_search import PlainLeaves

from boardworth.errors import BoardworthError, NotFitted
from boardworth.features import FeatureSet, Pattern, Relations
from boardworth.fitting import (
    MMTO,
    Agreement,
    ComparisonLoss,
    MovePairs,
    ResultLoss,
    Sigmoid,
)
from boardworth.fitting.mmto.leaf_rows import ComparedLeaves, compared, expert_moves
from boardworth.fitting.mmto.log_odds import DEFAULT_UNIT, log_odds_unit
from boardworth.fitting.stages import Stages
from boardworth.positions import Comparisons, Leaves
from boardworth.rules import load_game
from boardworth.search import PvLeaves

LOSSES = [Sigmoid(0.7), ComparisonLoss(0.5, 1.5)]


METHOD = MMTO(PvLeaves(), iterations=4, reuses=4, step=8, l1=0.01, unit=1.0, slope=0.05)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: type(loss).__name__)
def test_slopes_of_losses_are_their_derivatives(loss):
    x = np.array([-7, -1.5, -0.1, 0.2, 2, 6], np.float32)
    step = 1e-3
    slopes = (loss(x + step)[0].astype(float) - loss(x - step)[0]) / (2 * step)
    assert loss(x)[1] == pytest.approx(slopes, abs=2e-4)


def test_losses_count_preferred_moves_in_the_limit():
    far = np.array([-1e5, 1e5], np.float32)
    for loss in LOSSES:
        values, slopes = loss(far)
        assert values == pytest.approx([1, 0])
        assert slopes == pytest.approx([0, 0])


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: type(loss).__name__)
def test_the_gradient_is_that_of_searched_values(game, squares, loss, depth):
    """Weights drawn by chance make every principal variation the only one (remark 18)."""
    draw = np.random.default_rng(depth)
    weights = draw.normal(size=len(squares))
    weights[-1] = 0
    chosen = [p for i in range(2) for p in random_game(game, f"gradient {i}")[0][depth : 6 - depth]]
    roots = packed(chosen)
    played = np.array([draw.choice(p.legal_moves()) for p in chosen], np.int32)

    results = np.resize(np.float32([1, 0, 0.5, np.nan]), len(roots))

    def objective(own):
        leaves = PlainLeaves(depth, squares, own)(None, roots)
        moves, row_of, pairs = compared(leaves, expert_moves(leaves, played))
        values = leaves.values[moves]
        won = 1 / (1 + np.exp(-values[pairs.experts] / 3.0))
        y = results[row_of[pairs.experts]]
        entropy = -np.nansum(y * np.log(won) + (1 - y) * np.log(1 - won))
        return pairs(loss, values)[0] + 0.2 * entropy, leaves

    _, leaves = objective(weights)
    stages = Stages.equal(game.max_progress, 1)
    learned = ComparedLeaves(squares, stages, 1.0)
    learned.add(roots, leaves, expert_moves(leaves, played), results)
    own = weights[None].astype(np.float32)
    losses, gradient = learned.gradient(loss, own, ResultLoss(0.2, 3.0))
    assert losses.total == pytest.approx(objective(weights)[0], rel=1e-5)
    step = 1e-4
    for number in range(len(weights) - 1):
        shift = step * (np.arange(len(weights)) == number)
        slope = (objective(weights + shift)[0] - objective(weights - shift)[0]) / (2 * step)
        assert gradient[0, number] == pytest.approx(slope, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize(("count", "tapered"), [(3, False), (3, True)])
def test_the_gradient_of_stages_and_of_tapered_weights(game, squares, examples, count, tapered):
    """Each leaf uses the weights of its stage, or a share of both sets."""
    draw = np.random.default_rng(7)
    stages = Stages.equal(game.max_progress, count)
    weights = draw.normal(size=(2 if tapered else count, len(squares))).astype(np.float32)
    model = replace(METHOD, iterations=0).fit(squares, examples[0])
    leaves = PvLeaves()(model, examples[0].positions)
    learned = ComparedLeaves(squares, stages, 1.0, tapered=tapered)
    experts = expert_moves(leaves, examples[0].played)
    learned.add(examples[0].positions, leaves, experts, examples[0].results)
    losses, gradient = learned.gradient(Sigmoid(0.3), weights)
    gradient = gradient.copy()
    moves, _, pairs = compared(leaves, experts)
    used = squares.weights_used(leaves.positions[moves])
    stage_of = stages.table()[game.progress(leaves.positions[moves])]
    shares = stages.shares()[stage_of] if tapered else np.eye(count)[stage_of]
    by_set = weights[:, used].sum(axis=2) + weights[:, -1:]
    values = leaves.signs[moves] * (shares.T * by_set).sum(axis=0)
    assert losses.total == pytest.approx(
        pairs(Sigmoid(0.3), values.astype(np.float32))[0], rel=1e-5
    )
    step = np.float32(2e-2)
    for place in ((0, 2), (1, 5), (len(weights) - 1, 8)):
        sides = []
        for shift in (step, -step):
            moved = weights.copy()
            moved[place] += shift
            sides.append(learned.gradient(Sigmoid(0.3), moved)[0].total)
        assert gradient[place] == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=2e-2)
    assert learned.counts().shape == weights.shape


def test_derivatives_of_a_position_add_up_to_nothing():
    draw = np.random.default_rng(5)
    lengths = draw.integers(2, 60, 500)
    starts = np.cumsum([0, *lengths])
    pairs = MovePairs(starts, starts[:-1] + draw.integers(0, lengths))
    values = draw.normal(scale=300, size=starts[-1]).astype(np.float32)
    exact = pairs(Sigmoid(), values)[1]
    sums = np.add.reduceat(exact.astype(np.float64), starts[:-1])
    assert np.array_equal(sums, np.zeros(500))
    whole, slopes = Sigmoid()(np.repeat(values[pairs.experts], lengths) - values)
    slopes[pairs.experts] = 0
    rest = np.setdiff1d(np.arange(starts[-1]), pairs.experts)
    assert exact[rest] == pytest.approx(-slopes[rest], abs=1e-6)
    assert pairs(Sigmoid(), values)[0] == pytest.approx(whole.sum() - 250, rel=1e-5)
    assert len(pairs) == starts[-1] - 500


def leaves_of(rows):
    """Leaves of positions that are given as lists of (value, sign)."""
    values = [value for row in rows for value, _ in row]
    signs = [sign for row in rows for _, sign in row]
    starts = np.cumsum([0, *map(len, rows)])
    moves = np.concatenate([np.arange(len(row)) for row in rows]).astype(np.int32)
    nothing = np.zeros((len(values), 1), np.uint8)
    return Leaves(moves, starts, nothing, np.int8(signs), np.float32(values))


def test_agreement_leaves_out_single_decided_and_tied_positions():
    rows = [
        [(1.0, 1), (2.0, -1), (0.5, 1)],  # agreed
        [(3.0, 1), (2.0, 1)],  # not agreed
        [(3.0, 1)],  # single
        [(9.0, 0), (2.0, 1)],  # a mate is found
        [(2.0, 1), (2.0, 1), (-9.0, 0)],  # tied, the expert's among them
        [(-9.0, 0), (2.0, 1)],  # the other move loses at once: agreed
    ]
    leaves = leaves_of(rows)
    experts = expert_moves(leaves, np.int32([1, 1, 0, 1, 0, 1]))
    found = Agreement.of(leaves, experts)
    assert found == Agreement(agreed=2, counted=3, single=1, decided=1, tied=1, drawn=2.5)
    assert found.share == 2 / 3
    assert found.drawn_share == 2.5 / 4
    assert (found + found).counted == 6


def test_decided_leaves_are_left_out_of_the_objective():
    rows = [[(1.0, 1), (9.0, 0), (2.0, -1)], [(9.0, 0), (1.0, 1)], [(1.0, 1), (-9.0, 0)]]
    leaves = leaves_of(rows)
    moves, row_of, pairs = compared(leaves, expert_moves(leaves, np.int32([2, 0, 0])))
    assert moves.tolist() == [0, 2]
    assert row_of.tolist() == [0, 0]
    assert (pairs.starts.tolist(), pairs.experts.tolist(), len(pairs)) == ([0, 2], [1], 1)


def test_a_move_that_is_not_legal_is_told():
    with pytest.raises(NotFitted, match="move 7 of comparison 1 is not legal"):
        expert_moves(leaves_of([[(1.0, 1)], [(1.0, 1)]]), np.int32([0, 7]))


def test_learning_lowers_the_objective_and_agrees_more(squares, examples):
    model = METHOD.fit(squares, *examples)
    figures = model.metrics["mmto"]["iterations"]
    assert [one["iteration"] for one in figures] == [0, 1, 2, 3, 4]
    per_pair = [one["train"]["objective_per_pair"] for one in figures[:-1]]
    assert per_pair[-1] < 0.8 * per_pair[0]
    assert all(one["objective_of_last_reuse"] < one["objective"]
               for one in (figures[0]["train"], figures[1]["train"]))  # fmt: skip
    assert figures[-1]["held_out"]["agreement"] > 0.9
    weights = model.weighted_sum.weights[0].astype(int)
    corner, side, middle = (weights[own] - weights[own - 2] for own in (2, 5, 8))
    assert corner < side < middle, weights


@pytest.mark.parametrize("update", ["grid", "descent", "constant", "adagrad", "adam"])
@pytest.mark.parametrize("objective", ["mmto", "comparison"])
def test_every_update_lowers_both_objectives(squares, examples, update, objective):
    rates = {"grid": None, "descent": 5.0, "constant": 4.0, "adagrad": 4.0, "adam": 2.0}
    method = replace(
        METHOD, update=update, rate=rates[update], objective=objective, rescaling=0.05, l1=0.0
    )
    figures = method.fit(squares, examples[0]).metrics["mmto"]["iterations"]
    objectives = [one["train"]["objective"] for one in figures[:-1]]
    assert objectives[-1] < 0.9 * objectives[0]
    assert "held_out" not in figures[0]


def test_weights_beyond_16_bits_are_divided(squares, examples):
    model = replace(METHOD, update="constant", rate=1e6, iterations=1, reuses=1, l1=0.0).fit(
        squares, examples[0]
    )
    largest = np.abs(model.weighted_sum.weights).max()
    assert 16_000 < largest <= 32_767
    with pytest.raises(NotFitted, match="diverged"), np.errstate(all="ignore"):
        replace(METHOD, update="descent", rate=1e38, iterations=3).fit(squares, examples[0])


def test_weights_that_are_divided_are_gone_on_with_as_they_are():
    chess = load_game("chess")
    material = FeatureSet(chess, [], parts=[Relations(chess, ["material"])])
    start = chess.start()
    data = Comparisons(
        chess, packed([start]), np.int32([start.legal_moves()[0]]), np.int32([0]), np.float32([1])
    )
    heavy = MMTO(PvLeaves(), iterations=0, piece_value=1100.0)
    model = heavy.fit(material, data)
    assert model.weighted_sum.weights[0, 0] == 1100 * 32 / 2
    again = MMTO(PvLeaves(), iterations=0, initial=model).fit(material, data)
    assert np.array_equal(again.weighted_sum.weights, model.weighted_sum.weights)
    assert again.scale == model.scale
    free = replace(heavy, iterations=1, reuses=2, l1=1e9, constrained=False).fit(material, data)
    assert np.array_equal(
        free.weighted_sum.weights, model.weighted_sum.weights
    )  # l1 spares material


def test_the_unit_of_log_odds_is_found_from_results():
    draw = np.random.default_rng(3)
    values = draw.normal(scale=400, size=4000)
    wins = draw.uniform(size=4000) < 1 / (1 + np.exp(-values / 250))
    results = np.where(draw.uniform(size=4000) < 0.2, np.nan, wins)
    assert log_odds_unit(values, results) == pytest.approx(250, rel=0.1)
    assert log_odds_unit(values, np.full(4000, np.nan)) == DEFAULT_UNIT
    assert log_odds_unit(values, 1 - results) == DEFAULT_UNIT
    assert log_odds_unit(values, np.where(values > 0, 1, 0)) == 50


def test_settings_that_make_no_sense_are_refused(squares, examples):
    for wrong in ({"reuses": 0}, {"tapered": True, "stages": 2}, {"rate": 1.0}, {"l1": -1.0}):
        with pytest.raises(BoardworthError):
            replace(METHOD, **wrong)
    for name in ("slope", "rescaling", "factor", "results_unit", "unit"):
        for value in (0.0, -1.0, math.nan):
            with pytest.raises(BoardworthError, match=f"MMTO: {name} = "):
                replace(METHOD, **{name: value})
    with pytest.raises(BoardworthError, match="rate = -1"):
        replace(METHOD, update="adam", rate=-1.0)
    with pytest.raises(BoardworthError, match="update = 'gird': it must be one of grid, descent"):
        replace(METHOD, update="gird")
    with pytest.raises(BoardworthError, match="objective = 'texel'"):
        replace(METHOD, objective="texel")
    with pytest.raises(BoardworthError, match="depth = 0"):
        PvLeaves(0)
    with pytest.raises(NotFitted, match="no position"):
        METHOD.fit(squares, examples[0].select(slice(0)))


def test_plain_minimax_values_moves_alike(squares, examples):
    model = METHOD.fit(squares, examples[0])
    few = examples[0].positions[:20]
    for depth in (1, 2):
        plain, batched = PlainLeaves(depth)(model, few), PvLeaves(depth)(model, few, 1)
        assert np.array_equal(plain.moves, batched.moves)
        assert np.array_equal(plain.signs == 0, batched.signs == 0)
        evaluated = plain.signs != 0
        assert plain.values[evaluated] == pytest.approx(batched.values[evaluated])


def test_records_that_go_on_after_the_end_are_left_out():
    """Two bare kings and a bishop: a draw, whatever is played."""
    chess = load_game("chess")
    features = FeatureSet(chess, [Pattern("b5", (chess.board.square_names.index("b5"),))])
    drawn = chess.parse("8/8/8/1K6/5k2/1b6/8/8 b - - 0 42")
    start = chess.start()
    nan = np.full(2, np.nan, np.float32)
    moves = np.int32([0, start.legal_moves()[3]])
    data = Comparisons(chess, packed([drawn, start]), moves, np.int32([0, 1]), nan)
    figures = replace(METHOD, iterations=1).fit(features, data).metrics["mmto"]["iterations"]
    assert figures[0]["train"]["pairs"] == 19
