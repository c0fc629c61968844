"""Numbers about positions: sums of patterns' weights, and mobility."""

import numpy as np
import pytest
from conftest import packed, random_game, random_model
from hypothesis import given
from hypothesis import strategies as st

from boardworth.errors import FormatError, RulesError
from boardworth.features import JoinedFeatures, Mobility, PatternSums, board_patterns
from boardworth.rules import load_game

seeds = st.integers(0, 10_000)


@given(seeds, st.sampled_from(["othello", "tic_tac_toe"]))
def test_pattern_sums_and_the_constant_add_up_to_the_model_s_value(seed, name):
    game = load_game(name)
    model = random_model(board_patterns(game, 100), seed)
    positions = packed(random_game(game, seed)[0])
    sums = model.pattern_sums().values(positions)
    assert sums.shape == (len(positions), len(model.weighted_sum.features.patterns))
    stages = model.stages.table()[game.progress(positions)]
    for row, (position, stage) in enumerate(zip(positions, stages, strict=True)):
        weights = model.weighted_sum.values(stage)
        value = model.weighted_sum.features.rows(position[None]).predict(
            weights.astype(np.float32)
        )[0]
        assert sums[row].sum() + weights[-1] == pytest.approx(value, abs=1e-3)


def test_a_pattern_s_sum_is_over_its_own_instances(othello):
    model = random_model(board_patterns(othello, 100), 1)
    position = random_game(othello, 1)[0][20]
    stage = model.stages.table()[othello.progress(packed([position]))[0]]
    sums = dict.fromkeys(range(len(model.weighted_sum.features.patterns)), 0.0)
    for instance, _, weight in model.weighted_sum.features.active(position):
        sums[model.weighted_sum.features.pattern_of_instance[instance]] += (
            model.weighted_sum.values(stage)[weight]
        )
    np.testing.assert_allclose(
        model.pattern_sums().values(packed([position]))[0], list(sums.values())
    )


def test_joined_features_stand_side_by_side(othello):
    sums = random_model(board_patterns(othello, 100), 3).pattern_sums()
    both = JoinedFeatures((sums, Mobility(othello)))
    positions = packed(random_game(othello, 4)[0])
    assert both.names == (*sums.names, "mobility", "potential mobility")
    values = both.values(positions)
    np.testing.assert_array_equal(values[:, : len(sums.names)], sums.values(positions))
    others = random_model(board_patterns(load_game("tic_tac_toe")), 3).pattern_sums()
    with pytest.raises(RulesError, match="features of one game expected, found othello"):
        JoinedFeatures((sums, others))


def test_tables_that_do_not_fit_their_patterns_are_refused(othello):
    features = board_patterns(othello, 100)
    stage_of = np.zeros(61, np.uint8)
    with pytest.raises(FormatError, match="tables of 3 weights"):
        PatternSums(features, np.zeros((1, 3)), stage_of)
    with pytest.raises(FormatError, match="phase of every progress from 0 to 60"):
        PatternSums(features, np.zeros((1, len(features))), stage_of[:10])
