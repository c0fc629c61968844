"""Laws of patterns, on random play: read at once, spelled out."""

import numpy as np
from conftest import GAMES, packed, random_game, random_model, sparse_features
from hypothesis import given
from hypothesis import strategies as st

from boardworth.features import board_patterns
from boardworth.rules import Position, load_game

feature_sets = st.sampled_from(
    [board_patterns(load_game(name), most) for name in GAMES for most in (100, 7000)]
    + [sparse_features(load_game(name)) for name in GAMES]
)
seeds = st.integers(0, 10_000)


def spelled_out(features, position):
    """Every index: its facts as the digits of a number."""
    facts = features.game.facts(position)
    values = [len(atom.values) for atom in features.game.atoms]
    indices = []
    for atoms in features.index_atoms:
        index = 0
        for atom in atoms:
            index = index * values[atom] + facts[atom]
        indices.append(index)
    return indices


@given(feature_sets, seeds)
def test_indices_spell_the_facts(features, seed):
    for position in random_game(features.game, seed)[0]:
        indices = features.core.indices(position.packed).tolist()
        assert indices == spelled_out(features, position)


@given(feature_sets, seeds)
def test_rows_name_the_weights_of_the_active_configurations(features, seed):
    positions, _ = random_game(features.game, seed)
    for threads in (1, 3):
        weights = features.weights_used(packed(positions), threads)
        for row, position in zip(weights, positions, strict=True):
            used = [(i, weight) for i, weight in enumerate(row) if weight < len(features)]
            assert used == [(i, weight) for i, _, weight in features.active(position)]


@given(feature_sets, seeds)
def test_positions_of_equal_worth_use_the_same_weights(features, seed):
    game = features.game
    for position in random_game(game, seed)[0]:
        images = [
            Position(game, game.core.image(symmetry, position.packed))
            for symmetry in range(len(game.symmetries))
        ]
        used = np.sort(features.weights_used(packed(images)), axis=1)
        assert (used == used[0]).all()


@given(feature_sets, seeds)
def test_active_configurations_hold(features, seed):
    for position in random_game(features.game, seed)[0]:
        facts = features.game.facts(position)
        for instance, configuration, weight in features.active(position):
            assert all(facts[atom] == value for atom, value in configuration.facts)
            assert tuple(atom for atom, _ in configuration.facts) == features.instances[instance]
            pattern, _ = features.describe(weight)
            assert pattern == features.patterns[features.pattern_of_instance[instance]]


@given(feature_sets, seeds)
def test_every_weight_describes_a_configuration_that_uses_it(features, seed):
    weight = seed % (len(features) - 1)
    pattern, configuration = features.describe(weight)
    values = dict(configuration.facts)
    game = features.game
    index = 0
    for atom in pattern.atoms:
        index = index * len(game.atoms[atom].values) + values[atom]
    number = features.patterns.index(pattern)
    start = features.table_offsets[features.pattern_of_instance.index(number)]
    assert features.table_weights[start + features.tables[number].entry(index)] == weight


def test_a_model_needs_a_weight_for_every_orbit_and_the_constant():
    features = board_patterns(load_game("tic_tac_toe"), 30_000)
    model = random_model(features, 1)
    assert model.weighted_sum.weights.shape == (3, len(features))
    assert set(features.table_weights.tolist()) == set(range(len(features) - 1))
