"""What matters: the frequent rather than the extreme, and not what always holds."""

import numpy as np
import pytest
from conftest import random_model

import boardworth as bw
from boardworth.features import FeatureSet, Pattern, board_patterns
from boardworth.report.cards import phases_of_facts
from boardworth.report.influence import influences, most_influential, pattern_influences

# 2^13 positions have been seen.
POSITIONS = 14


@pytest.fixture
def model(othello):
    """Four facts of a corner and of its diagonal neighbour: rare, frequent, constant, unmet."""
    features = FeatureSet(othello, [Pattern("c", (0,)), Pattern("x", (9,))])
    found = random_model(features, 1, stages=1, largest=1)
    weighted = found.weighted_sum
    weighted.weights[:] = 0
    weighted.counts[:] = 0
    weighted.counts[:, -1] = POSITIONS
    return found


def plant(model, text, value, count):
    """A weight in units, and the bit length of its count."""
    features = model.weighted_sum.features
    texts = [str(features.describe(weight)[1]) for weight in range(len(features) - 1)]
    weight = texts.index(text)
    model.weighted_sum.weights[0, weight] = value
    model.weighted_sum.counts[0, weight] = count
    return weight


def test_a_frequent_moderate_weight_beats_a_rare_extreme_one(model):
    plant(model, "a1 own", 3200, 3)  # 200 points, in 4 of 8192 positions
    plant(model, "b2 own", 160, 13)  # 10 points, once in two positions
    first, second = most_influential(model, 0, 5)
    assert str(first.configuration) == "b2 own"
    assert first.value == 10
    assert first.frequency == 0.5
    assert str(second.configuration) == "a1 own"
    assert second.value == 200


def test_the_same_frequency_leaves_the_order_to_the_weights(model):
    plant(model, "a1 own", 30, 12)
    plant(model, "b2 own", -40, 12)
    assert [one.value for one in most_influential(model, 0, 5)] == [-2.5, 30 / 16]


def test_what_always_holds_and_what_never_did_have_no_influence(model):
    plant(model, "a1 own", 3000, POSITIONS + 2)  # in all four corners of every position
    plant(model, "b2 own", 3000, 0)
    assert most_influential(model, 0, 5) == []


def test_influence_is_the_standard_deviation_of_what_a_weight_adds(model):
    weight = plant(model, "a1 own", 32, 13)  # 2 points; a quarter of 2^13 at each of four corners
    share = 2**12 / 2**13 / 4
    expected = 2 * np.sqrt(4 * share * (1 - share))
    assert influences(model, 0)[weight] == pytest.approx(expected)
    (corner, diagonal) = pattern_influences(model, 0)
    assert (corner.pattern.name, corner.instances) == ("c", 4)
    assert corner.influence == pytest.approx(expected)
    assert diagonal.influence == 0


def test_a_pattern_is_named_twice_at_most(othello):
    model = random_model(board_patterns(othello), 1)
    model.weighted_sum.counts[:] = 5
    model.weighted_sum.counts[:, -1] = 10
    names = [one.pattern.name for one in most_influential(model, 1, 8)]
    assert len(names) == 8
    assert max(map(names.count, names)) <= 2


def test_a_model_made_by_hand_is_ranked_by_its_weights(othello):
    model = bw.baseline(othello, "squares")
    best = most_influential(model, 0, 4)
    assert {str(one.configuration) for one in best[:2]} == {"a1 own", "a1 opponent"}
    assert best[0].frequency is None
    assert best[0].influence == 20


def test_facts_beside_the_board_are_said_in_words():
    dobutsu = bw.load_game("dobutsu")
    (hand, *_) = dobutsu.loose_atoms
    model = random_model(FeatureSet(dobutsu, [Pattern("hand", (hand,))]), 1, stages=1)
    model.weighted_sum.counts[:] = 5
    model.weighted_sum.counts[:, -1] = 10
    (phase,) = phases_of_facts(model)
    assert all(card.words.startswith(dobutsu.atoms[hand].name) for card in phase.cards)
    assert all(not card.svg for card in phase.cards)
