"""Datasets as sequences of rows."""

import numpy as np
import pytest
from workers import a_record

import boardworth as bw
from boardworth.positions import Comparison, LabelledPosition, comparisons
from boardworth.rules import load_game
from boardworth.rules.records import GameRecord


@pytest.fixture(scope="module")
def records():
    return [a_record(load_game("othello"), seed) for seed in range(3)]


@pytest.fixture(params=["scored", "compared"])
def data(request, othello, records):
    made = {"scored": bw.label, "compared": comparisons}
    return made[request.param](othello, records)


def test_a_row_is_a_position_with_what_is_known_of_it(othello, records):
    data = bw.label(othello, records)
    row = data[7]
    assert isinstance(row, LabelledPosition)
    assert row.position.packed == data.positions[7].tobytes()
    assert (row.target, row.progress, row.game_id) == (data.targets[7], data.progress[7], 0)
    assert row.target == records[0].score * (1 if row.position.mover == 0 else -1)


def test_a_comparison_is_a_position_and_the_experts_move(othello, records):
    data = comparisons(othello, records)
    row = data[3]
    assert isinstance(row, Comparison)
    assert row.played in row.position.legal_moves()
    assert row.result in {0.0, 0.5, 1.0}
    unknown = comparisons(othello, [GameRecord(records[0].start, records[0].moves)])
    assert unknown[0].result is None


def test_rows_are_numbered_like_those_of_a_list(data):
    rows = list(data)
    assert len(rows) == len(data)
    assert data[-1] == rows[-1]
    assert data[np.int64(2)] == rows[2]
    for number in (len(data), -len(data) - 1):
        with pytest.raises(IndexError):
            data[number]


def test_slices_and_masks_choose_datasets(data):
    rows = list(data)
    for chosen in (slice(2, 9, 3), np.array([5, 1, 5]), np.arange(len(data)) % 7 == 3):
        found = data[chosen]
        assert type(found) is type(data)
        assert list(found) == [rows[n] for n in np.arange(len(data))[chosen]]
