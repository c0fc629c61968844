"""The report: complete, offline, and true to the model."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from conftest import features_with_relations, random_model

import boardworth as bw
from boardworth.features import Configuration, ConfigurationSet, FeatureSet, to_configurations
from boardworth.fitting.shown import square_worth
from boardworth.report import read_results
from boardworth.report.kings import king_boards
from boardworth.report.worth import most_valuable


@pytest.fixture(scope="module")
def page(tmp_path_factory, othello_model, othello):
    players = [bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, n)), n) for n in ("discs", "squares")]
    openings = bw.random_openings(othello, 4, 6, seed=1)
    result = bw.Match(players, openings, bw.Limit(depth=1)).run(othello, 8)
    path = tmp_path_factory.mktemp("report") / "report.html"
    (path.parent / "match.json").write_text(json.dumps(result.summary()))
    bw.write_report(othello_model, path, [read_results(path.parent / "match.json")])
    return path.read_text()


def test_the_page_tells_the_whole_story(page):
    for title in (
        "Othello: what is this board worth?",
        "How strong it is",
        "discs – squares",
        "What matters in othello",
        "good for the mover",
        "bad for the mover",
        "Training positions",
        "Generations of self-play",
        "Learning curve",
        "Held-out error by phase",
        "Predicted against real",
        "Worth of a man by square and phase",
        "Elo difference, 95 % interval",
    ):
        assert title in page, title


def test_the_page_needs_no_network(page):
    """No element loads anything from elsewhere."""
    body = page[: page.index("<script>")] + page[page.index("</script>") :]
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)""", body)
    assert "@import" not in body


def test_a_model_without_held_out_positions_can_be_reported(tmp_path, othello_model):
    """As of a small game, all positions of which were met in training."""
    held_out = othello_model.metrics["held_out"]
    empty = [{"rows": 0} for _ in held_out["by_stage"]]
    metrics = {**othello_model.metrics, "held_out": {**held_out, "by_stage": empty}}
    bw.write_report(replace(othello_model, metrics=metrics), tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert "Training positions" in page
    assert "Held-out error by phase" not in page


def test_a_hand_made_model_can_be_reported_too(tmp_path, othello):
    bw.write_report(bw.baseline(othello, "squares"), tmp_path / "r.html")
    assert "Worth of a man" in (tmp_path / "r.html").read_text()


def test_relations_are_drawn_with_the_king_where_it_was_most_often(tmp_path):
    model = random_model(features_with_relations("chess", ["men", "king-piece"]), 1, stages=1)
    found, features = model.weighted_sum, model.weighted_sum.features
    names = [features.describe(weight)[0].name for weight in range(5, len(features) - 1)]
    found.counts[0, 5:-1] = [10 if name.startswith("own king g1, own") else 3 for name in names]
    drawn = king_boards(model, 0)
    assert (drawn.king, drawn.men) == (
        "own king g1",
        ("pawn", "knight", "bishop", "rook", "queen"),
    )
    knight = found.values(0)[5 + names.index("own king g1, own knight f3")]
    assert drawn.boards[1][5, 5] == found.values(0)[1] + knight
    assert np.isnan(drawn.boards[0][0]).all()
    bw.write_report(model, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    for text in ("Worth of own men by square, own king g1", "own pawns", "good for the mover"):
        assert text in page


def test_configurations_are_listed_and_no_worth_of_squares_is_made_up_for_them(tmp_path, othello):
    corners = Configuration(othello, ((0, 2), (63, 0)))
    features = FeatureSet(othello, [], parts=[ConfigurationSet(to_configurations([corners]))])
    model = random_model(features, 1)
    model.weighted_sum.counts[:] = 12
    bw.write_report(model, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert "a1 own, h8 opponent" in page or "a1 opponent, h8 own" in page
    assert "Worth of a man" not in page


def test_the_worth_of_squares_is_what_was_put_in(othello):
    model = bw.baseline(othello, "squares")
    model.weighted_sum.counts[:] = 5
    worth = square_worth(model, 0)
    assert worth[0, 0] == worth[7, 7] == 40
    assert worth[1, 1] == -14
    np.testing.assert_array_equal(worth, worth.T)


def test_the_most_valuable_configurations_are_the_largest_weights(othello):
    model = bw.baseline(othello, "squares")
    model.weighted_sum.counts[:] = 12
    good, bad = most_valuable(model, 0, 3)
    assert str(good[0].configuration) == "a1 own"
    assert good[0].value == 20
    assert str(bad[0].configuration) == "a1 opponent"
    assert bad[0].value == -20
    assert good[0].count == 2048
