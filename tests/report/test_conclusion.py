"""The first sentence says what the figures say."""

from dataclasses import replace

import pytest

import boardworth as bw
from boardworth.report.conclusion import conclusion, how_to_read, made_of
from boardworth.report.results import Results, Sprt


def result(wins, draws, losses, elo, interval):
    share = (wins + draws / 2) / (wins + draws + losses)
    sprt = Sprt(0, 20, 0.5, "undecided")
    return Results(
        ("new", "old"), "depth 4", wins, draws, losses, share, elo, interval, [0] * 5, sprt
    )


@pytest.fixture
def model(othello):
    held_out = {"rows": 1234, "mse": 90.0, "mae": 6.44, "correlation": 0.889}
    return replace(bw.baseline(othello, "discs"), metrics={"held_out": {"all": held_out}})


def test_accuracy_is_that_of_the_figures(model):
    assert conclusion(model) == (
        "This model of othello predicts the final score to within 6.4 points of 64 on average in "
        "1,234 positions that it has not learned from (correlation 0.89)."
    )


def test_chances_to_win_are_off_by_percentage_points(model):
    evaluation = replace(model.evaluation, target="win")
    found = conclusion(replace(model, evaluation=evaluation, metrics={
        "held_out": {"all": {"rows": 50, "mse": 0.1, "mae": 0.213, "correlation": 0.5}}
    }))  # fmt: skip
    assert (
        "misses the result by 21.3 percentage points of a win on average in 50 positions" in found
    )
    assert "+1 is a chance to win of 73 %, +2 of 88 %" in how_to_read(
        replace(model, evaluation=evaluation)
    )


def spread(*parts):
    """Counts of positions by bins of values and of results: value, result, how many."""
    counts = [[0] * 33 for _ in range(33)]
    for value, real, count in parts:
        counts[value][real] += count
    return {"low": -64.0, "high": 64.0, "counts": counts}


@pytest.mark.parametrize("target", ["score", "win"])
def test_where_games_are_won_or_lost_it_is_told_how_often_the_winner_is_known(model, target):
    table = spread((3, 0, 300), (20, 0, 100), (25, 32, 500), (16, 32, 100), (16, 16, 7))
    figures = {"rows": 1007, "mse": 90.0, "mae": 44.9, "correlation": 0.42}
    metrics = {"held_out": {"all": figures, "predicted_against_real": table}}
    known = replace(model.evaluation, target=target)
    assert conclusion(replace(model, evaluation=known, metrics=metrics)) == (
        "This model of othello names the winner in 85 % of 1,000 positions that it has not "
        "learned from (always naming the side to move: 60 %)."
    )


def test_where_games_have_scores_their_error_is_told(model):
    figures = model.metrics["held_out"]["all"]
    table = spread((3, 0, 300), (20, 31, 100))
    metrics = {"held_out": {"all": figures, "predicted_against_real": table}}
    assert "to within 6.4 points of 64" in conclusion(replace(model, metrics=metrics))


def test_of_experts_moves_the_number_of_choices_is_told(model):
    moves = {"agreement_by_lot": 0.3717, "counted": 4900, "tied": 37, "rows": 5000}
    moves["pairs"] = 140_000
    assert conclusion(replace(model, metrics={"held_out": {"moves": moves}})) == (
        "This model of othello prefers the expert's move in 37 % of 4,937 positions that it has "
        "not learned from, of 29 moves on average."
    )


@pytest.mark.parametrize(
    ("interval", "elo", "verdict"),
    [
        ((40.0, 130.0), 85.0, "new beats old (12 wins, 1 draw and 7 losses at depth 4)"),
        ((-130.0, -40.0), -85.0, "new loses to old"),
        ((-40.0, 130.0), 45.0, "new is not shown to be better or worse than old"),
        ((130.0, None), None, "new beats old"),
        ((None, None), None, "new is not shown to be better or worse than old"),
    ],
)
def test_a_match_is_won_only_if_its_interval_says_so(model, interval, elo, verdict):
    assert verdict in conclusion(model, [result(12, 1, 7, elo, interval)])


def test_only_two_matches_are_named(model):
    found = conclusion(model, [result(12, 1, 7, 85.0, (40.0, 130.0))] * 3)
    assert found.count("new beats old") == 2
    assert found.endswith("; 1 more match is below.")


def test_quick_matches_against_uct_are_told_where_there_is_nothing_else(model):
    tried = [
        {"method": "alpha-beta", "points": 60.5, "games": 84},
        {"method": "guided-uct", "points": 42.0, "games": 84},
    ]
    known = replace(model, metrics={**model.metrics, "choice": {"against_uct": tried}})
    assert "made 60.5 of 84 points by alpha-beta" in conclusion(known)
    matches = [result(12, 1, 7, 85.0, (40.0, 130.0))]
    assert "UCT" not in conclusion(known, matches)


def test_what_a_model_is_made_of(othello):
    assert made_of(bw.shipped_model(othello)) == (
        "It adds up the weights of 13 patterns of squares in 54 places: 199,463 weights, with "
        "weights of its own in each of 13 phases of the game."
    )
    chess = made_of(bw.shipped_model(bw.load_game("chess")))
    assert "5 numbers (own pawns, own knights, own bishops, ...)" in chess
    assert "conjunctions of facts, such as “" in chess
    assert "phases" not in chess
    assert "passes from one at the beginning of a game to another at its end" in chess
