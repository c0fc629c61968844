"""Tables of weights: numpy's npz and csv, with what the weights are weights of."""

import csv
import io
import json

import numpy as np
import pytest
from conftest import random_model, sparse_features

import boardworth as bw
from boardworth.errors import BoardworthError, MissingCapability
from boardworth.evaluators.export import export_model
from boardworth.evaluators.export.displacement import displaced
from boardworth.evaluators.export.flat import pair_columns
from boardworth.features import Pattern, Relations, board_patterns
from boardworth.features.feature import FeatureSet
from boardworth.fitting import Stages, WeightedSum


def rows_of(model):
    return list(csv.DictReader(io.StringIO(export_model(model, "csv").decode())))


def arrays_of(model):
    return np.load(io.BytesIO(export_model(model, "npz")))


@pytest.fixture
def model(othello):
    return random_model(sparse_features(othello), 1)


def test_csv_has_the_weights_of_all_phases_with_their_configurations(model):
    rows = rows_of(model)
    found = model.weighted_sum
    assert len(rows) == np.count_nonzero(found.weights.any(axis=0))
    assert list(rows[0]) == [
        "name", "holds", "weight 0-20", "weight 21-40", "weight 41-60",
        "count 0-20", "count 21-40", "count 41-60",
    ]  # fmt: skip
    constant = rows[-1]
    assert constant["name"] == "constant"
    assert float(constant["weight 21-40"]) == found.weights[1, -1] / found.scale
    first = next(row for row in rows if row["name"] == "first squares")
    assert "a1 own" in first["holds"] or "a1 empty" in first["holds"] or "a1 opp" in first["holds"]


def test_npz_has_the_same_as_arrays(model):
    arrays, rows = arrays_of(model), rows_of(model)
    about = json.loads(str(arrays["about"]))
    assert (about["game"], about["unit"]) == ("othello", model.unit)
    assert about["atoms"][0] == ["a1", ["opponent", "empty", "own"]]
    found = model.weighted_sum
    np.testing.assert_array_equal(arrays["weight"], found.weights / found.scale)
    assert arrays["phase"].tolist() == ["0-20", "21-40", "41-60"]
    used = np.flatnonzero(found.weights.any(axis=0))
    held = [text.decode() for text in arrays["holds"][used].tolist()]
    assert held == [row["holds"] for row in rows]
    assert arrays["count"].shape == arrays["weight"].shape


def test_mixed_weights_are_told_at_the_beginning_and_at_the_end(othello):
    features = board_patterns(othello, 100)
    ends = np.random.default_rng(1).integers(-9, 9, (2, len(features))).astype(np.int16)
    counts = np.full(len(features), 3, np.uint8)
    model = bw.Model(WeightedSum.tapered(features, ends, 16, "score", counts))
    assert list(rows_of(model)[0]) == ["name", "holds", "weight beginning", "weight end", "count"]
    assert rows_of(model)[0]["count"] == "4"
    np.testing.assert_array_equal(arrays_of(model)["weight"], ends / 16)


def test_relations_that_no_source_file_can_hold_are_refused():
    game = bw.load_game("chess")
    features = FeatureSet(game, [], parts=[Relations(game)])
    weights = np.zeros((1, len(features)), np.int16)
    counts = np.zeros(weights.shape, np.uint8)
    found = bw.Model(WeightedSum(features, Stages.equal(24, 1), weights, 1, "win", counts))
    with pytest.raises(MissingCapability, match="at most 8,000,000: export them as npz or csv"):
        export_model(found, "c")


def test_unknown_formats_are_refused(model):
    with pytest.raises(BoardworthError, match="exported to c, js, python, npz, csv, not to 'rust'"):
        export_model(model, "rust")


def test_patterns_of_any_name_become_comments(othello):
    features = FeatureSet(othello, [Pattern('*/ "edge" \\ /*', (0, 1, 2))])
    source = export_model(random_model(features, 1), "c").decode()
    assert '* / "edge" \\ / *' in source


def test_rows_laid_over_each_other_are_found_again():
    draw = np.random.default_rng(1)
    indices = np.unique(draw.integers(0, 50 * 40, 600))
    orbits = draw.integers(0, 1000, len(indices))
    offsets, locks, found = displaced(indices, orbits, 50, 40)
    for row, column in np.ndindex(50, 40):
        slot = offsets[row] + column
        place = np.flatnonzero(indices == row * 40 + column)
        assert (locks[slot] == row + 1) == (len(place) == 1)
        if len(place):
            assert found[slot] == orbits[place[0]]


def test_pairs_are_numbered_in_the_order_of_their_second_ones():
    columns = pair_columns(6)
    pairs = [(low, high) for high in range(6) for low in range(high) if low < 3]
    assert [columns[low, high] for low, high in pairs] == list(range(len(pairs)))
    assert (columns == columns.T).all()
    assert columns[3, 4] == columns[2, 2] == -1
