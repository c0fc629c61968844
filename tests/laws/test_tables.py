"""Laws of tables: what pandas is given, and what is said where it is missing."""

import pickle
import sys

import numpy as np
import pytest
from conftest import features_with_relations, features_with_terms, random_model, sparse_features
from workers import a_record

import boardworth as bw
from boardworth.arena import Match
from boardworth.errors import MissingCapability
from boardworth.features import board_patterns
from boardworth.features.weight_texts import weight_texts
from boardworth.positions import comparisons
from boardworth.rules import load_game

# By kind of features.
FEATURES = {
    "dense": lambda: board_patterns(load_game("connect-four"), 7000),
    "sparse": lambda: sparse_features(load_game("othello")),
    "terms": lambda: features_with_terms(load_game("othello")),
    "relations": lambda: features_with_relations("dobutsu"),
}


@pytest.mark.parametrize("kind", FEATURES)
def test_weights_in_words_are_what_features_describe(kind):
    features = FEATURES[kind]()
    draw = np.random.default_rng(1)
    numbers = np.sort(draw.choice(len(features) - 1, min(200, len(features) - 1), replace=False))
    names, holds = weight_texts(features, np.append(numbers, len(features) - 1))
    assert (names[-1], holds[-1]) == ("constant", "")
    for number, name, held in zip(numbers.tolist(), names, holds, strict=False):
        try:
            pattern, configuration = features.describe(number)
        except MissingCapability:  # a number
            assert held == ""
        else:
            assert (name, held) == (pattern.name, str(configuration))


@pytest.mark.parametrize("kind", FEATURES)
def test_a_table_has_every_weight_that_is_not_0(kind):
    model = random_model(FEATURES[kind](), 2, largest=1)
    columns = model.evaluation.weight_columns()
    weights = model.weighted_sum.weights / model.scale
    assert sum(columns["weight"]) == pytest.approx(weights.sum())
    others = sum(name == "constant" for name in columns["name"])
    assert others == len(model.stages)
    assert len(columns["weight"]) == np.count_nonzero(weights[:, :-1]) + others


def tables():
    """One of each kind that has one, by the columns that it must have."""
    othello, stars = load_game("othello"), load_game("three-stars")
    model = bw.baseline(othello, "squares")
    records = [a_record(othello, seed) for seed in range(2)]
    random = [bw.RandomPlayer(seed) for seed in range(3)]
    pair = Match(random[:2], bw.random_openings(othello, 1, plies=4, seed=1), bw.Limit(depth=1))
    three = Match(random, [()], bw.Limit(depth=1))
    yield model, ["name", "holds", "phase", "weight", "count"]
    yield bw.Evaluator(model).explain(othello.start()), ["name", "holds", "contribution", "count"]
    yield bw.label(othello, records), ["position", "mover", "target", "progress", "game"]
    yield comparisons(othello, records), ["position", "mover", "played", "game", "result"]
    for match, game in ((pair, othello), (three, stars)):
        seats = [name for role in game.roles for name in (role, f"{role} payoff")]
        result = match.run(game, 2)
        columns = ["game", "round", *seats, "ending", "opening", "plies", "start", "moves"]
        yield pickle.loads(pickle.dumps(result)), columns


def test_whatever_has_rows_is_a_table_of_pandas():
    pandas = pytest.importorskip("pandas", reason="it is in the dependency group 'test'")
    for thing, columns in tables():
        table = thing.to_pandas()
        assert isinstance(table, pandas.DataFrame)
        assert list(table.columns) == columns
        assert len(table) > 0


def test_the_rows_of_tables_say_what_the_objects_say(othello):
    pytest.importorskip("pandas", reason="it is in the dependency group 'test'")
    (model, _), (explanation, _), (data, _), (compared, _), (result, _), (three, _) = tables()
    assert explanation.to_pandas()["contribution"].sum() == pytest.approx(explanation.value)
    first = data.to_pandas().iloc[0]
    assert othello.parse(first["position"]) == data[0].position
    assert first["mover"] == othello.roles[data[0].position.mover]
    assert first["target"] == data[0].target
    row = compared.to_pandas().iloc[5]
    assert othello.parse(row["position"]).parse_move(row["played"]) == compared[5].played
    corner = model.to_pandas().query("name == 'a1' and holds == 'a1 own'")
    assert corner["weight"].item() == 20
    for played, row in zip(result.games, result.to_pandas().to_dict("records"), strict=True):
        assert othello.parse_line(othello.parse(row["start"]), row["moves"]) == played.history.moves
        assert (row["black payoff"], row["white payoff"]) == played.payoffs
        assert row["black"] == result.names[played.seats[0]]
    assert "|" not in result.to_pandas()["moves"].iloc[0]
    assert len(three.to_pandas()) == 3


def test_without_pandas_a_sentence_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    for thing, _ in tables():
        with pytest.raises(bw.BoardworthError, match="to_pandas needs pandas, which is not"):
            thing.to_pandas()
