"""The reader of docs/model-format.md has our values, or refuses a file; README tells its length."""

import re
from pathlib import Path

import pytest
from conftest import features_with_relations, packed, random_game, random_model, sparse_features

import boardworth as bw
from boardworth.features import (
    ConfigurationSet,
    FeatureSet,
    Pattern,
    Terms,
    board_patterns,
    genconf,
)
from boardworth.files import shipped_file
from boardworth.fitting import Combination, Discriminant, Stages, WeightedSum

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "model-format.md").read_text()
READER = re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture(scope="module")
def reader():
    names = {}
    exec(compile(READER, "model-format.md", "exec"), names)
    return names


def positions_of(game, games):
    return [position for seed in range(games) for position in random_game(game, seed)[0]]


def test_the_reader_has_the_values_of_the_shipped_model(reader, othello):
    path = shipped_file("othello.model")
    positions = positions_of(othello, 30)
    wanted = bw.Evaluator(bw.load_model(path)).values(positions)
    assert reader["values"](path, positions).tolist() == wanted.tolist()


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe", "connect-four", "chess"])
def test_the_reader_has_the_values_of_patterns(reader, name, tmp_path):
    game = bw.load_game(name)
    model = random_model(board_patterns(game, 100), 1, stages=5)
    bw.save_model(model, tmp_path / "patterns.model")
    positions = positions_of(game, 3)
    wanted = bw.Evaluator(model).values(positions)
    assert reader["values"](tmp_path / "patterns.model", positions).tolist() == wanted.tolist()


def test_the_reader_has_the_values_of_sparse_patterns(reader, othello, tmp_path):
    model = random_model(sparse_features(othello), 1)
    bw.save_model(model, tmp_path / "sparse.model")
    positions = positions_of(othello, 3)
    wanted = bw.Evaluator(model).values(positions)
    assert reader["values"](tmp_path / "sparse.model", positions).tolist() == wanted.tolist()


def test_the_reader_finds_what_is_kept_by_its_gaps(reader, othello, tmp_path):
    features = FeatureSet(othello, [Pattern("ten squares", tuple(range(10)))])
    model = random_model(features, 1, stages=10)
    found = model.weighted_sum
    found.weights.setflags(write=True)
    found.weights[:, 200:-1] = 0
    found.counts.setflags(write=True)
    found.counts[:, 200:] = 0
    bw.save_model(model, tmp_path / "gaps.model")
    assert b'"weights:gaps"' in (tmp_path / "gaps.model").read_bytes()
    positions = positions_of(othello, 2)
    wanted = bw.Evaluator(model).values(positions)
    assert reader["values"](tmp_path / "gaps.model", positions).tolist() == wanted.tolist()


def tapered(game):
    features = board_patterns(game, 100)
    found = random_model(features, 1, stages=2).weighted_sum
    return bw.Model(WeightedSum.tapered(features, found.weights, 16, "score", found.counts[0]))


def combined(game):
    sums = random_model(FeatureSet(game, board_patterns(game, 100).patterns[:3]), 1).pattern_sums()
    stages = Stages.equal(game.max_progress, 1)
    return bw.Model(Combination(sums, stages, (Discriminant(0.0, 0.1 + sums.weights[0, :3]),)))


def with_configurations(game):
    positions = positions_of(game, 3)
    found = genconf(game, packed(positions), len(positions) // 3, max_length=2, max_found=20_000)
    features = FeatureSet(game, [], parts=[ConfigurationSet(found, "all")])
    return random_model(features, 1)


OTHERS = {
    "tapered": tapered,
    "combination": combined,
    "configurations": with_configurations,
    "terms": lambda game: random_model(FeatureSet(game, [], parts=[Terms(game, ["moves"])]), 1),
    "relations": lambda _: random_model(features_with_relations("dobutsu", ("material",)), 1),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_the_reader_refuses_what_it_does_not_read(reader, othello, kind, tmp_path):
    bw.save_model(OTHERS[kind](othello), tmp_path / "other.model")
    with pytest.raises(
        ValueError, match=r"other\.model: (weighted sum|combination): only weighted"
    ):
        reader["read"](tmp_path / "other.model")


def test_the_reader_refuses_files_of_earlier_formats(reader, othello, tmp_path):
    path = tmp_path / "early.model"
    bw.save_model(bw.baseline(othello, "squares"), path)
    path.write_bytes(path.read_bytes().replace(b"boardworth-model-2", b"boardworth-model-1"))
    with pytest.raises(ValueError, match=r"early\.model: boardworth-model-1: only weighted sums"):
        reader["read"](path)


def test_the_readme_says_how_long_the_reader_is():
    lines = sum(bool(line.strip()) for line in READER.splitlines())
    said = re.search(r"with a reader of (\d+) lines", (ROOT / "README.md").read_text())
    assert int(said[1]) == lines
