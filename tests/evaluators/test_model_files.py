"""Model files: readable by any safetensors reader, and refused when a single bit is wrong."""

import json
import random

import numpy as np
import pytest
from conftest import random_model
from safetensors import safe_open
from safetensors.numpy import load_file

from boardworth.errors import BoardworthError, FormatError, RulesError
from boardworth.evaluators import Evaluator, baseline, load_model, save_model
from boardworth.features import FeatureSet, Pattern
from boardworth.fitting import Model
from boardworth.fitting.stored.container import decode, encode
from boardworth.rules import load_game


@pytest.fixture(scope="module")
def small_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "small.model"
    save_model(baseline(load_game("othello"), "squares"), path)
    return path


def test_any_safetensors_reader_opens_a_model_file(othello_model_file, othello_model):
    tensors = load_file(othello_model_file)
    assert tensors["weights"].tobytes() == othello_model.weighted_sum.weights.tobytes()
    with safe_open(othello_model_file, "numpy") as file:
        about = json.loads(file.metadata()["about"])
    assert about["game"] == "othello"
    assert about["provenance"]["settings"]["seed"] == 0
    assert about["provenance"]["versions"]["boardworth"]


@pytest.mark.parametrize("seed", range(200))
def test_one_flipped_bit_anywhere_is_noticed(tmp_path, small_file, seed):
    content = bytearray(small_file.read_bytes())
    draw = random.Random(seed)
    place = seed if seed < 50 else draw.randrange(len(content))
    content[place] ^= 1 << draw.randrange(8)
    path = tmp_path / "flipped.model"
    path.write_bytes(content)
    with pytest.raises((FormatError, RulesError), match=r"flipped\.model"):
        load_model(path)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 100, 500, -1])
def test_a_truncated_model_file_is_refused(tmp_path, small_file, length):
    path = tmp_path / "short.model"
    path.write_bytes(small_file.read_bytes()[:length])
    with pytest.raises(FormatError, match=r"short\.model"):
        load_model(path)


def test_bytes_after_the_end_are_noticed(tmp_path, small_file):
    path = tmp_path / "long.model"
    path.write_bytes(small_file.read_bytes() + b"x")
    with pytest.raises(FormatError, match="damaged"):
        load_model(path)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "go"},
        {"metrics": 3},
        {"extra": 1},
        {"playing": {"player": "nobody"}},
        {"evaluation": {"kind": "neural network"}},
        {"evaluation": {}},
        {"evaluation": {"kind": "weighted sum"}},
        {"evaluation": {"kind": "combination", "features": {"kind": "joined"}}},
        {"evaluation": {"kind": "functions of roles", "functions": []}},
    ],
)
def test_a_well_formed_file_of_a_senseless_model_is_refused(tmp_path, small_file, change):
    name, about, tensors = decode(small_file)
    path = tmp_path / "odd.model"
    path.write_bytes(encode(name, {**about, **change}, tensors))
    with pytest.raises(FormatError, match=r"odd\.model"):
        load_model(path)


@pytest.mark.parametrize(
    "change",
    [
        {"scale": 0},
        {"scale": 2**40},
        {"scale": "a"},
        {"target": "luck"},
        {"target": "goal"},
        {"stages": {"starts": [5], "max_progress": 60}},
        {"stages": {"starts": [0, 9, 9], "max_progress": 60}},
        {"stages": {"starts": [], "max_progress": 60}},
        {"stages": {"starts": [0], "max_progress": 10}},
        {"features": {"kind": "patterns", "patterns": []}},
        {"features": {"kind": "patterns", "patterns": [{"name": "x", "atoms": [0, 99]}]}},
        {"features": {"kind": "patterns", "patterns": [{"name": "x", "atoms": [0, 0]}]}},
        {"features": {"kind": "mobility"}},
        {"features": {"patterns": []}},
        {"extra": 1},
    ],
)
def test_a_senseless_section_is_refused(tmp_path, small_file, change):
    name, about, tensors = decode(small_file)
    path = tmp_path / "odd.model"
    changed = {**about, "evaluation": {**about["evaluation"], **change}}
    path.write_bytes(encode(name, changed, tensors))
    with pytest.raises(FormatError, match=r"odd\.model"):
        load_model(path)


@pytest.mark.parametrize(
    "change",
    [
        {"features/valid 0": None},
        {"features/valid 1": np.array([1], np.uint32)},
        {"features/valid 0": np.array([[1, 2, 3]], np.uint32)},
        {"features/valid 0": np.array([1, 2, 3], np.int16)},
        {"features/valid 0": np.array([3, 2, 1], np.uint32)},
        {"features/valid 0": np.array([1, 2, 3**15], np.uint32)},
        {"features/valid 0": np.array([1, 2], np.uint32)},
    ],
)
def test_valid_configurations_that_do_not_fit_the_model_are_refused(tmp_path, othello, change):
    rows = [Pattern("rows", tuple(range(16)), sparse=True)]
    model = random_model(FeatureSet(othello, rows, [np.array([1, 2, 3], np.uint32)]), 1)
    path = tmp_path / "odd.model"
    save_model(model, path)
    assert load_model(path).weighted_sum.features.valid[0].tolist() == [1, 2, 3]
    name, about, tensors = decode(path)
    changed = {n: tensor for n, tensor in {**tensors, **change}.items() if tensor is not None}
    path.write_bytes(encode(name, about, changed))
    with pytest.raises(FormatError, match=r"odd\.model"):
        load_model(path)


@pytest.mark.parametrize(
    "dtype", ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8"], ids=str
)
def test_tensors_of_every_type_are_stored_as_they_are(tmp_path, dtype):
    tensor = np.arange(6).reshape(2, 3).astype(dtype)
    path = tmp_path / "any"
    path.write_bytes(encode("any format", {"a": [1]}, {"b": tensor, "a": tensor[:, :0]}))
    name, about, tensors = decode(path)
    assert (name, about, list(tensors)) == ("any format", {"a": [1]}, ["a", "b"])
    assert tensors["b"].dtype == tensor.dtype
    assert tensors["a"].shape == (2, 0)
    np.testing.assert_array_equal(tensors["b"], tensor)
    np.testing.assert_array_equal(load_file(path)["b"], tensor)


def test_models_of_patterns_of_0_1_0_are_read(tmp_path, othello):
    """As games/othello.model still is."""
    rows = [Pattern("rows", tuple(range(16)), sparse=True)]
    model = random_model(FeatureSet(othello, rows, [np.array([1, 2, 3], np.uint32)]), 1)
    found = model.weighted_sum
    about = {
        "game": "othello",
        "patterns": [{"name": "rows", "atoms": list(range(16)), "sparse": True}],
        "stages": {"starts": list(found.stages.starts), "max_progress": 60},
        "scale": found.scale,
        "target": "score",
        "metrics": {"a": 1},
        "provenance": {"b": 2},
        "selectivity": None,
        "player": "alpha-beta",
    }
    tensors = {
        "weights": found.weights, "support": found.counts, "valid 0": found.features.valid[0]
    }  # fmt: skip
    path, new = tmp_path / "old.model", tmp_path / "new.model"
    path.write_bytes(encode("boardworth-model-1", about, tensors))
    save_model(load_model(path), new)
    same = Model(found, {"a": 1}, {"b": 2}).with_playing(player="alpha-beta")
    save_model(same, tmp_path / "same.model")
    assert new.read_bytes() == (tmp_path / "same.model").read_bytes()
    path.write_bytes(encode("boardworth-model-1", {**about, "patterns": 3}, tensors))
    with pytest.raises(FormatError, match=r"old\.model"):
        load_model(path)
    path.write_bytes(encode("boardworth-model-9", about, tensors))
    with pytest.raises(FormatError, match="format 'boardworth-model-9'"):
        load_model(path)


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, small_file, monkeypatch):
    path = tmp_path / "kept.model"
    path.write_bytes(small_file.read_bytes())

    def full_disk(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(BoardworthError, match=r"kept\.model: No space left"):
        save_model(baseline(load_game("othello"), "discs"), path)
    assert path.read_bytes() == small_file.read_bytes()
    assert [p.name for p in tmp_path.iterdir()] == ["kept.model"]


def test_a_corner_is_worth_more_than_the_square_beside_it(othello):
    evaluator = Evaluator(baseline(othello, "squares"))
    corner = evaluator.value(othello.parse("X" + "-" * 63 + " X"))
    beside = evaluator.value(othello.parse("-X" + "-" * 62 + " X"))
    assert corner > 0 > beside


def test_an_unknown_baseline_is_refused_with_the_known_ones(othello):
    with pytest.raises(RulesError, match="known: nothing, material, discs, squares"):
        baseline(othello, "magic")
    with pytest.raises(RulesError, match="unknown baseline 'squares' for tic_tac_toe"):
        baseline(load_game("tic_tac_toe"), "squares")
