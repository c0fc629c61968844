"""Laws of configurations with weights: rows, explanations, compiled sums, files and fits agree."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
from conftest import GAMES, packed, random_game, random_model
from hypothesis import given
from hypothesis import strategies as st
from reference.configurations import counted

from boardworth.errors import FormatError
from boardworth.evaluators import Evaluator, load_model, save_model
from boardworth.features import (
    Configuration,
    ConfigurationSet,
    FeatureSet,
    board_patterns,
    genconf,
    to_configurations,
)
from boardworth.features.rows import joined_rows
from boardworth.fitting import LeastSquares, Logistic
from boardworth.fitting.quadratic import ConjugateGradients
from boardworth.positions import Dataset
from boardworth.rules import Position, load_game

SEMANTICS = ["most specific", "all"]
seeds = st.integers(0, 10_000)


@cache
def some_configurations(name, seed=0, count=150):
    """Frequent and less frequent ones of random games, their images not among them."""
    game = load_game(name)
    positions = [p for n in range(4) for p in random_game(game, n)[0]]
    found = genconf(game, packed(positions), len(positions) // 5, max_length=3, max_found=10**6)
    chosen = sorted(random.Random(seed).sample(range(len(found)), min(len(found), count)))
    return [found[number] for number in chosen]


@cache
def some_features(name, semantics, with_patterns):
    parts = [ConfigurationSet(to_configurations(some_configurations(name)), semantics)]
    patterns = board_patterns(load_game(name), 100).patterns if with_patterns else []
    return FeatureSet(load_game(name), patterns, parts=parts)


feature_sets = st.builds(
    some_features, st.sampled_from(GAMES), st.sampled_from(SEMANTICS), st.booleans()
)


def used_by_rows(features, positions, threads=1):
    """Of every position the weights it uses, the constant's left out."""
    rows = features.rows(packed(positions), threads)
    dense = rows.indices.astype(int) + rows.bases
    return [
        Counter([*own, *rows.numbers[rows.starts[i] : rows.starts[i + 1]].tolist()])
        for i, own in enumerate(dense.tolist())
    ]


@given(feature_sets, seeds)
def test_rows_use_the_weights_of_what_is_active(features, seed):
    positions, _ = random_game(features.game, seed)
    by_rows = used_by_rows(features, positions, threads=1 + seed % 2)
    for position, used in zip(positions, by_rows, strict=True):
        assert used == Counter(weight for _, _, weight in features.active(position))


@given(st.sampled_from(GAMES), st.sampled_from(SEMANTICS), seeds)
def test_what_counts_is_what_looking_at_every_image_finds(name, semantics, seed):
    part = some_features(name, semantics, False).parts[0]
    positions, _ = random_game(load_game(name), seed)
    for position in positions[:: max(len(positions) // 4, 1)]:
        expected = counted(some_configurations(name), position, semantics)
        found = [part.describe(weight).facts for _, weight in part.active(position)]
        assert sorted(found) == expected
        facts = position.game.facts(position)
        for configuration, _ in part.active(position):
            assert all(facts[atom] == value for atom, value in configuration.facts)


@given(feature_sets, seeds)
def test_positions_of_equal_worth_use_the_same_weights(features, seed):
    game = features.game
    position = random.Random(seed).choice(random_game(game, seed)[0])
    images = [
        Position(game, game.core.image(symmetry, position.packed))
        for symmetry in range(len(game.symmetries))
    ]
    used = used_by_rows(features, images)
    assert all(other == used[0] for other in used)


@given(feature_sets, seeds)
def test_the_compiled_sum_is_that_of_the_explanation(features, seed):
    model = random_model(features, seed)
    evaluator = Evaluator(model)
    positions = random_game(features.game, seed)[0][::5]
    array = packed(positions)
    nothing = np.zeros(len(array), np.float32)
    data = Dataset(
        features.game, array, nothing, features.game.progress(array), nothing.astype(np.int32)
    )
    predicted = model.predict(data)
    for position, value in zip(positions, predicted, strict=True):
        explanation = evaluator.explain(position)
        assert evaluator.value(position) == explanation.value == pytest.approx(value)


@given(feature_sets)
def test_a_section_keeps_everything(features):
    about, tensors = features.to_section()
    again = FeatureSet.from_section(features.game, about, tensors)
    assert len(again) == len(features)
    assert again.patterns == features.patterns
    assert [part.definition for part in again.parts] == [p.definition for p in features.parts]
    last = len(features) - 2
    assert again.describe(last) == features.describe(last)


def test_a_model_of_configurations_survives_its_file(tmp_path):
    model = random_model(some_features("tic_tac_toe", "all", True), 3)
    save_model(model, tmp_path / "a.model")
    again = load_model(tmp_path / "a.model")
    save_model(again, tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    start = model.game.start()
    assert Evaluator(again).value(start) == Evaluator(model).value(start)


@pytest.mark.parametrize(
    ("relations", "lengths", "semantics", "message"),
    [
        ([0, 27], [2], "all", "does not have"),
        ([0, 1], [2], "all", "must ascend"),
        ([4, 0], [2], "all", "must ascend"),
        ([0, 3], [2, 0], "all", "at least one"),
        ([0, 3], [3], "all", "not as many relations"),
        ([0, 6], [1, 1], "all", "images of each other"),
        ([0], [1], "some", "not 'some'"),
    ],
)
def test_a_section_that_is_none_is_refused(relations, lengths, semantics, message):
    tensors = {"relations": np.uint32(relations), "lengths": np.uint8(lengths)}
    with pytest.raises(FormatError, match=message):
        ConfigurationSet.from_section(load_game("tic_tac_toe"), {"semantics": semantics}, tensors)


@pytest.mark.parametrize("numbers", [None, [1], [0, 0], [[0]]])
def test_names_that_do_not_fit_are_refused(numbers):
    tensors = {"relations": np.uint32([0]), "lengths": np.uint8([1])}
    if numbers is not None:
        tensors["origins"] = np.uint32(numbers)
    about = {"semantics": "all", "origins": ["cell ? ? x"]}
    with pytest.raises(FormatError, match="names"):
        ConfigurationSet.from_section(load_game("tic_tac_toe"), about, tensors)


def test_images_share_a_weight():
    game = load_game("tic_tac_toe")
    corners = [Configuration(game, ((atom, 2),)) for atom in (0, 2, 6, 8)]
    own = ConfigurationSet(to_configurations(corners[1:2]))
    assert len(own) == 1
    assert {c.facts for c in own.members} == {c.facts for c in corners}
    assert str(own.describe(0)) == str(corners[0])


@pytest.mark.parametrize("semantics", SEMANTICS)
@pytest.mark.parametrize("fitter", [LeastSquares(stages=2, l2=1e-3), Logistic(stages=2, l2=1e-3)])
def test_fits_find_planted_weights_of_configurations_again(fitter, semantics):
    game = load_game("tic_tac_toe")
    pair, single = Configuration(game, ((0, 2), (4, 0))), Configuration(game, ((4, 2),))
    features = FeatureSet(
        game, [], parts=[ConfigurationSet(to_configurations([pair, single]), semantics)]
    )
    array = packed([p for i in range(2500) for p in random_game(game, f"{i}")[0][:-1]])
    weights = np.array([-0.4, 0.8, 0.2], np.float32)
    truth = features.rows(array).predict(weights)
    draw = np.random.default_rng(1)
    if fitter.target == "win":
        chances = 1 / (1 + np.exp(-truth))
        targets = np.where(draw.uniform(size=len(truth)) < (chances - 0.1) / 0.8, 1, -1)
    else:
        targets = truth + draw.normal(size=len(truth)) * 0.1
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(game, array, targets.astype(np.float32), game.progress(array), ids)
    train, held_out = data.split(0.2, 1)
    model = fitter.fit(features, train, held_out)
    error = model.predict(data) - truth
    assert np.sqrt(np.mean(error**2)) < 0.15 * truth.std()


@pytest.mark.parametrize("semantics", SEMANTICS)
@pytest.mark.parametrize("name", ["tic_tac_toe", "dobutsu", "connect-four"])
def test_the_fit_of_configurations_is_that_of_a_plain_twin(name, semantics):
    """Ridge regression on a column for every orbit, its images looked at one by one."""
    game, l2 = load_game(name), 5.0
    configurations = some_configurations(name, count=25)
    part = ConfigurationSet(to_configurations(configurations), semantics)
    array = packed([p for n in range(30) for p in random_game(game, n)[0]])[:400]
    targets = np.random.default_rng(1).normal(size=len(array)).astype(np.float32) * 10
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(game, array, targets, game.progress(array), ids)
    fitter = LeastSquares(stages=1, l2=l2, solver=ConjugateGradients(1e-6, passes=1000))
    model = fitter.fit(FeatureSet(game, [], parts=[part]), data)
    number = {part.describe(weight).facts: weight for weight in range(len(part))}
    x = np.zeros((len(array), len(part) + 1))
    x[:, -1] = 1
    for row, position in enumerate(Position(game, one.tobytes()) for one in array):
        for facts in counted(configurations, position, semantics):
            x[row, number[facts]] += 1
    penalty = np.diag([l2] * len(part) + [0.0])
    plain = np.linalg.solve(x.T @ x + penalty, x.T @ targets)
    assert model.weighted_sum.values(0) == pytest.approx(plain, abs=0.02)


def test_compressed_rows_side_by_side_are_joined_row_by_row():
    parts = [
        (np.uint64([0, 2, 2, 3]), np.uint32([1, 2, 3])),
        (np.uint64([0, 0, 1, 3]), np.uint32([4, 5, 6])),
        (np.uint64([0, 1, 2, 3]), np.uint32([7, 8, 9])),
    ]
    starts, numbers = joined_rows(parts)
    assert starts.tolist() == [0, 3, 5, 9]
    assert numbers.tolist() == [1, 2, 7, 4, 8, 3, 5, 6, 9]
