"""Tensors that are mostly 0, as model files keep them."""

import numpy as np
import pytest
from conftest import random_model

from boardworth.errors import FormatError
from boardworth.evaluators import load_model, save_model
from boardworth.features import board_patterns
from boardworth.fitting import Model, WeightedSum
from boardworth.fitting.stored import sparse_tensors
from boardworth.fitting.stored.sparse_tensors import made_dense, made_sparse
from boardworth.rules import load_game


@pytest.fixture
def of_any_size(monkeypatch):
    """Small tensors are kept sparse, too."""
    monkeypatch.setattr(sparse_tensors, "_SMALL", 0)


def mostly_zero(size, places, dtype=np.int16):
    tensor = np.zeros(size, dtype)
    tensor[places] = 7
    return tensor


def kept_bytes(tensors):
    return sum(tensor.nbytes for tensor in made_sparse(tensors).values())


@pytest.mark.usefixtures("of_any_size")
@pytest.mark.parametrize(
    "places",
    [[], [0], [199_999], [65_534], [65_535], [65_536], [0, 65_535], [0, 65_536, 65_537], [131_070]],
)
def test_nothing_is_lost_wherever_the_numbers_are(places):
    tensor = mostly_zero(200_000, places).reshape(2, -1)
    kept = made_sparse({"a/weights": tensor})
    assert len(kept) == 3
    again = made_dense(kept)
    assert list(again) == ["a/weights"]
    assert again["a/weights"].dtype == tensor.dtype
    assert np.array_equal(again["a/weights"], tensor)


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
@pytest.mark.parametrize("dtype", [np.int16, np.uint8])
def test_nothing_is_lost_whatever_the_share(share, dtype):
    draw = np.random.default_rng(1)
    tensor = mostly_zero(1_500_000, draw.random(1_500_000) < share, dtype)
    tensors = {"weights": tensor, "other": tensor[:9]}
    kept = made_sparse(tensors)
    assert ("weights" in kept) == (share > 0.01)
    again = made_dense(kept)
    assert again.keys() == tensors.keys()
    assert all(np.array_equal(again[name], tensors[name]) for name in tensors)


def test_one_weight_in_a_hundred_takes_few_bytes():
    """46.7 million weights with their counts, then, less than 5 MB: here a tenth of them."""
    chosen = np.random.default_rng(2).random(4_670_000) < 0.01
    tensors = {
        "weights": mostly_zero(len(chosen), chosen),
        "counts": mostly_zero(len(chosen), chosen, np.uint8),
    }
    assert kept_bytes(tensors) < 0.5e6


def test_fractions_stay_as_they_are():
    tensors = {"weights": np.full(1_000_000, -0.0)}
    assert made_sparse(tensors).keys() == tensors.keys()


def test_model_files_keep_them(tmp_path, monkeypatch):
    dense = random_model(board_patterns(load_game("othello"), 7000), 1).weighted_sum
    weights = dense.weights * (np.arange(len(dense.features)) % 20 == 0)
    own = (dense.features, dense.stages, weights.astype(np.int16), 16, "score", dense.counts)
    model = Model(WeightedSum(*own))
    save_model(model, tmp_path / "dense")
    monkeypatch.setattr(sparse_tensors, "_SMALL", 0)
    for name in ("a", "b"):
        save_model(model, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").stat().st_size < 0.5 * (tmp_path / "dense").stat().st_size
    for name in ("a", "dense"):
        again = load_model(tmp_path / name).weighted_sum
        assert again.weights.tobytes() == model.weighted_sum.weights.tobytes()
        assert again.counts.tobytes() == model.weighted_sum.counts.tobytes()


@pytest.mark.usefixtures("of_any_size")
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("shape", lambda shape: shape * 2),
        ("shape", lambda shape: -shape),
        ("shape", lambda shape: np.append(shape, 1 << 60)),
        ("gaps", lambda gaps: gaps[:-1]),
        ("gaps", lambda gaps: gaps * np.uint16(0)),
        ("gaps", lambda gaps: gaps.astype(np.uint8)),
        ("values", lambda values: values.astype(np.float32)),
    ],
)
def test_what_does_not_fit_is_refused(name, change):
    kept = made_sparse({"weights": mostly_zero(200_000, [5, 100_000])})
    kept[f"weights:{name}"] = change(kept[f"weights:{name}"])
    with pytest.raises(FormatError, match="weights"):
        made_dense(kept)


@pytest.mark.usefixtures("of_any_size")
@pytest.mark.parametrize("name", ["gaps", "values"])
def test_a_part_that_is_missing_is_named(name):
    kept = made_sparse({"weights": mostly_zero(200_000, [5])})
    del kept[f"weights:{name}"]
    with pytest.raises(FormatError, match=f"no tensor 'weights:{name}'"):
        made_dense(kept)
