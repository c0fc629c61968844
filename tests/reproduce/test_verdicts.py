"""Verdicts by hand: what an interval says about a claim."""

import json

import pytest

from boardworth.arena.rating import expected_share, rate
from boardworth.cli.reproduce.tables import show_verdicts
from boardworth.reproduce.verdicts import (
    ABOUT_EVEN,
    ABOVE_EVEN,
    BELOW_EVEN,
    Claim,
    Range,
    Verdict,
    exactly,
    games_to_decide,
    interval,
    summaries,
)

# Pairs with 0, 1/2, 1, 3/2 and 2 points.
CLEAR = (10, 10, 20, 30, 50)
LEAN = (10, 10, 20, 12, 12)
LEVEL = (200, 300, 1000, 300, 200)


def claim(claimed):
    return Claim("table 1", "A beats B", "61.8 %", claimed)


@pytest.mark.parametrize(
    ("claimed", "low", "high", "outcome"),
    [
        (ABOVE_EVEN, 50.1, 60, "confirmed"),
        (ABOVE_EVEN, 40, 49.9, "refuted"),
        (ABOVE_EVEN, 49.9, 60, "undecided"),
        (BELOW_EVEN, 40, 49.9, "confirmed"),
        (BELOW_EVEN, 50.1, 60, "refuted"),
        (BELOW_EVEN, 49.9, 50.1, "undecided"),
        (ABOUT_EVEN, 46, 54, "confirmed"),
        (ABOUT_EVEN, 55.1, 60, "refuted"),
        (ABOUT_EVEN, 51, 56, "undecided"),
        (Range(3, 3), 3, 3, "confirmed"),
        (Range(3, 3), 4, 4, "refuted"),
    ],
)
def test_an_interval_inside_the_claim_confirms_it_and_one_outside_refutes_it(
    claimed, low, high, outcome
):
    assert claimed.outcome(low, high) == outcome


def test_the_interval_of_a_score_is_that_of_the_arena():
    rating = rate(CLEAR)
    assert interval(CLEAR) == pytest.approx(
        (100 * expected_share(rating.low), 100 * expected_share(rating.high))
    )


def test_games_decide_a_claim_with_a_direction():
    assert claim(ABOVE_EVEN).by_games(CLEAR).verdict == "confirmed"
    assert claim(BELOW_EVEN).by_games(CLEAR).verdict == "refuted"
    assert claim(ABOUT_EVEN).by_games(LEVEL).verdict == "confirmed"
    assert claim(ABOVE_EVEN).by_games(CLEAR).ours.startswith("70.8 % [")


def test_an_undecided_verdict_says_how_many_games_would_decide():
    found = claim(ABOVE_EVEN).by_games(LEAN)
    assert found.verdict == "undecided"
    games = games_to_decide(LEAN, ABOVE_EVEN)
    assert games is not None
    factor = games / (2 * sum(LEAN))
    more = tuple(round(count * factor) for count in LEAN)
    fewer = tuple(round(count * factor * 0.9) for count in LEAN)
    assert ABOVE_EVEN.outcome(*interval(more)) == "confirmed"
    assert ABOVE_EVEN.outcome(*interval(fewer)) == "undecided"
    assert "games at this score" in found.would_decide


def test_no_number_of_games_decides_who_is_better_of_two_that_score_alike():
    assert games_to_decide(LEVEL, ABOVE_EVEN) is None
    assert claim(ABOVE_EVEN).by_games(LEVEL).would_decide.startswith("more than")


def test_games_that_were_not_played_decide_nothing():
    found = claim(ABOVE_EVEN).by_games((0, 0, 0, 0, 0))
    assert (found.ours, found.verdict) == ("not played", "undecided")


def test_counts_are_confirmed_only_if_they_are_the_same():
    assert exactly("section 3", "features", 4343, 4343).verdict == "confirmed"
    found = exactly("section 3", "features", 28163, 28162)
    assert found == Verdict("section 3", "features", "28,163", "28,162", "refuted")


def test_verdicts_are_printed_and_written_as_json(capsys):
    verdicts = [claim(ABOVE_EVEN).by_games(CLEAR), claim(ABOVE_EVEN).by_games(LEAN)]
    show_verdicts("A paper", verdicts, "a note")
    printed = capsys.readouterr().out
    assert "confirmed" in printed
    assert verdicts[1].would_decide in printed
    written = json.loads(json.dumps(summaries(verdicts, {"paper": "a paper"})))
    assert written["verdicts"][0]["verdict"] == "confirmed"
    assert written["about"] == {"paper": "a paper"}
