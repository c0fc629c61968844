"""The report: complete, offline, legible, and the same again."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from conftest import features_with_relations, random_model
from html_pages import read_page

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.features import (
    Configuration,
    ConfigurationSet,
    FeatureSet,
    Pattern,
    to_configurations,
)
from boardworth.report import read_results
from boardworth.report.figures import learning_plots
from boardworth.report.heat_maps import heat_maps, piece_values
from boardworth.report.kings import king_boards


@pytest.fixture(scope="module")
def match(othello):
    players = [bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, n)), n) for n in ("discs", "squares")]
    openings = bw.random_openings(othello, 4, 6, seed=1)
    return bw.Match(players, openings, bw.Limit(depth=1)).run(othello, 8)


@pytest.fixture(scope="module")
def match_file(tmp_path_factory, match):
    path = tmp_path_factory.mktemp("match") / "match.json"
    document = {"command": "match", "version": "0", "game": "othello", "result": match.summary()}
    path.write_text(json.dumps(document))
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory, othello_model, match_file):
    path = tmp_path_factory.mktemp("report") / "report.html"
    bw.write_report(othello_model, path, [read_results(match_file)])
    return read_page(path)


def test_a_match_is_told_as_from_its_file(othello_model, match, match_file, tmp_path):
    for name, one in (("match.html", match), ("file.html", read_results(match_file))):
        bw.write_report(othello_model, tmp_path / name, [one])
    assert (tmp_path / "match.html").read_bytes() == (tmp_path / "file.html").read_bytes()


def test_a_balance_is_not_taken_for_a_match(tmp_path):
    path = tmp_path / "balance.json"
    path.write_text(json.dumps({"command": "balance", "result": {"balance": "othello"}}))
    with pytest.raises(BoardworthError, match="json: not a match, but a balance: see --balance"):
        read_results(path)


def test_what_plots_say_is_true_in_light_and_dark_colours(othello_model, tmp_path):
    bw.write_report(othello_model, tmp_path / "r.html")
    html = (tmp_path / "r.html").read_text()
    assert "Squares in a stronger colour hold more held-out positions." in html
    assert not re.search("darker|lighter", html, re.IGNORECASE)


def test_a_match_of_three_cannot_be_reported(othello_model, tmp_path):
    stars = bw.load_game("three-stars")
    players = [bw.RandomPlayer(seed) for seed in range(3)]
    match = bw.Match(players, [()], bw.Limit(seconds=1)).run(stars, games=3)
    with pytest.raises(BoardworthError, match="two players"):
        bw.write_report(othello_model, tmp_path / "r.html", [match])


def page_of(model, tmp_path):
    bw.write_report(model, tmp_path / "r.html")
    return read_page(tmp_path / "r.html")


def test_the_page_tells_the_whole_story_the_conclusion_first(page):
    titles = [title for _, title in page.headings]
    wanted = [
        "Othello: what is this board worth?",
        "What matters in othello",
        "Patterns that matter most",
        "How strong it is",
        "How accurate it is",
        "Predicted and real results",
        "Error by phase",
        "How it learned",
        "Positions learned from",
        "Learning curve",
        "From fit to fit",
        "Where it comes from",
    ]
    assert [title for title in titles if title in wanted] == wanted
    assert page.said.index("This model of othello predicts the final score") < page.said.index(
        "What matters in othello"
    )
    assert "discs – squares, depth 1" in page.said


def test_settings_are_folded_away(page):
    assert "moves that self-play looks ahead" in page.folded
    before = page.said[: page.said.index("Where it comes from")]
    assert "self-play looks ahead" not in before


def test_the_same_model_gives_the_same_bytes(tmp_path, othello_model):
    pages = []
    for name in ("a.html", "b.html"):
        bw.write_report(othello_model, tmp_path / name)
        pages.append((tmp_path / name).read_bytes())
    assert pages[0] == pages[1]


def test_a_page_is_small(page):
    """Without plotly.js, which took 4.7 MB."""
    assert len(page.text) < 1_000_000


def test_a_model_without_held_out_positions_can_be_reported(tmp_path, othello_model):
    """As of a small game, all positions of which were met in training."""
    held_out = othello_model.metrics["held_out"]
    empty = [{"rows": 0, "mse": None, "mae": None, "correlation": None}]
    figures = {**held_out, "all": empty[0], "by_stage": empty * len(held_out["by_stage"])}
    metrics = {**othello_model.metrics, "held_out": figures}
    page = page_of(replace(othello_model, metrics=metrics), tmp_path)
    assert "all that were held out were also learned from" in page.said
    assert "How accurate it is" not in page.said


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe", "chess", "shogi", "dobutsu"])
def test_hand_made_models_can_be_reported_too(tmp_path, name):
    game = bw.load_game(name)
    known = {"othello": "squares", "tic_tac_toe": "discs", "dobutsu": "material"}
    page = page_of(bw.baseline(game, known.get(name, "piece-square")), tmp_path)
    assert "was made by hand and has learned from nothing" in page.said


def test_relations_are_drawn_with_the_king_where_it_was_most_often(tmp_path):
    model = random_model(features_with_relations("chess", ["material", "king-piece"]), 1, stages=1)
    found, features = model.weighted_sum, model.weighted_sum.features
    names = [features.describe(weight)[0].name for weight in range(5, len(features) - 1)]
    found.counts[0, 5:-1] = [10 if name.startswith("own king g1, own") else 3 for name in names]
    found.counts[0, -1] = 12
    drawn = king_boards(model, 0)
    assert (drawn.king, drawn.pieces) == (
        "own king g1",
        ("pawn", "knight", "bishop", "rook", "queen"),
    )
    knight = found.values(0)[5 + names.index("own king g1, own knight f3")]
    assert drawn.boards[1][5, 5] == found.values(0)[1] + knight
    assert np.isnan(drawn.boards[0][0]).all()
    page = page_of(model, tmp_path)
    for text in ("with the own king g1", "pawn: ", "own pawns"):
        assert text in page.said


def test_of_each_kind_of_piece_its_squares_are_compared_with_its_mean():
    model = random_model(features_with_relations("chess", ["material", "king-piece"]), 1, stages=1)
    model.weighted_sum.counts[:] = 5
    for one in heat_maps(model).maps:
        assert sum(one.values.values()) == pytest.approx(0, abs=1e-9)


def test_configurations_are_drawn_and_no_worth_of_squares_is_made_up_for_them(tmp_path, othello):
    corners = Configuration(othello, ((0, 2), (63, 0)))
    features = FeatureSet(othello, [], parts=[ConfigurationSet(to_configurations([corners]))])
    model = random_model(features, 1)
    model.weighted_sum.counts[:] = 12
    model.weighted_sum.counts[:, -1] = 14
    page = page_of(model, tmp_path)
    assert "a1 own, h8 opponent" in page.text or "a1 opponent, h8 own" in page.text
    assert "What squares are worth" not in page.said
    assert "The start of the game" in page.said


def test_the_worth_of_squares_is_what_was_put_in(othello):
    """By hand, or by training that has met everything equally often."""
    model = bw.baseline(othello, "squares")
    ((name, worth),) = piece_values(model, 0)
    model.weighted_sum.counts[:] = 5
    np.testing.assert_array_equal(piece_values(model, 0)[0][1], worth)
    assert name == "own"
    assert worth[0, 0] == worth[7, 7] == 40
    assert worth[1, 1] == -14
    np.testing.assert_array_equal(worth, worth.T)


def test_squares_that_hardly_ever_held_a_piece_are_grey_and_rule_no_colours(tmp_path, othello):
    squares = [Pattern("corner", (0,)), Pattern("middle", (27,))]
    model = random_model(FeatureSet(othello, squares), 1, stages=1)
    found, features = model.weighted_sum, model.weighted_sum.features
    for weight in range(len(features) - 1):
        ((atom, value),) = features.describe(weight)[1].facts
        found.weights[0, weight] = (100 if atom == 0 else 2) * (value - 1) * found.scale
        found.counts[0, weight] = 4 if atom == 0 and value != 1 else 14
    found.counts[0, -1] = 15
    shown = heat_maps(model)
    (board,) = shown.maps
    assert set(board.values) == set(range(64)) - {0, 7, 56, 63}
    assert shown.largest == board.values[27] == 4
    assert "Grey squares: fewer than 1 of 64 training positions" in page_of(model, tmp_path).said


def curves_of(model):
    return {plot.title: plot for plot in learning_plots(model)}


def test_training_losses_that_hold_those_of_results_are_not_drawn_beside_held_out_ones():
    model = bw.shipped_model(bw.load_game("chess"))
    plots = curves_of(model)
    assert "before it learns from them" in plots["Agreement with experts' moves"].note
    for step in model.metrics["mmto"]["iterations"]:
        step.get("train", {}).pop("loss_of_results", None)
    assert [name for _, name in curves_of(model)["Loss"].legend] == ["held-out positions"]
    model.metrics["mmto"]["iterations"][0]["train"]["loss_of_results"] = 1.0
    both = curves_of(model)["Loss"]
    assert [name for _, name in both.legend] == ["held-out positions", "training positions"]
    assert "before it learns from them" in both.note


def test_a_match_of_another_game_is_refused(tmp_path, match_file):
    chess = bw.baseline(bw.load_game("chess"), "material")
    with pytest.raises(BoardworthError, match="is one of othello, the model of chess"):
        bw.write_report(chess, tmp_path / "r.html", [read_results(match_file)])
    assert not (tmp_path / "r.html").exists()
