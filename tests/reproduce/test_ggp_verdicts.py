"""Verdicts on Walędzik and Mańdziuk 2014: what games of several limits say together."""

from dataclasses import replace

import pytest

from boardworth.reproduce.ggp import Standing
from boardworth.reproduce.ggp_contests import Contest, UctPlay
from boardworth.reproduce.ggp_paper import EXPERIMENTS, FEATURES
from boardworth.reproduce.ggp_verdicts import verdicts
from boardworth.reproduce.kept_pairs import KeptPair
from boardworth.rules.gdl import read_rule_sheet

CHECKERS = Contest("4", "checkers", "0", "paper", None, 50, 1, 0, 0, UctPlay())
WON, LOST, MIXED = [(1, 1)] * 50, [(0, 0)] * 50, [(1, 0)] * 49 + [(1, 1)]


def standing(points, **changes):
    contest = replace(CHECKERS, **changes)
    return Standing(contest, tuple(KeptPair(contest, n, p, ("", "")) for n, p in enumerate(points)))


def of_checkers(*standings):
    """The rows about Checkers in figure 4, which is claimed to be won."""
    found = verdicts(standings, ["4"], {})
    return [row for row in found if row.source == "Figure 4" and row.claim.startswith("Checkers")]


@pytest.mark.parametrize(
    ("by_limit", "verdict"),
    [
        ([WON], "confirmed"),
        ([LOST], "refuted"),
        ([MIXED], "undecided"),
        ([MIXED, WON], "confirmed"),
        ([WON, LOST], "undecided"),
    ],
)
def test_a_verdict_is_that_of_all_limits_that_decide(by_limit, verdict):
    played = [standing(points, simulations=50 * n) for n, points in enumerate(by_limit, 1)]
    (row,) = of_checkers(*played)
    assert row.verdict == verdict
    assert row.ours.startswith("checkers: ")
    assert row.ours.count("games of") == len(by_limit)
    # What would decide is said of every limit that does not.
    assert bool(row.would_decide) == (verdict == "undecided" or MIXED in by_limit)


def test_scores_are_the_paper_s_percentages_with_their_games():
    (row,) = of_checkers(standing(WON))
    assert row.ours.startswith("checkers: +100 [")
    assert "in 100 games of 50 simulations" in row.ours


def test_sheets_and_functions_have_rows_of_their_own():
    rows = of_checkers(standing(WON), standing(LOST, functions="ours"))
    assert [row.verdict for row in rows] == ["confirmed", "refuted"]
    assert "ours functions" in rows[1].ours


def test_what_is_not_played_is_undecided():
    found = verdicts([], EXPERIMENTS, {})
    assert len(found) == len(FEATURES) + 5 * len(EXPERIMENTS)
    assert {(row.verdict, row.would_decide != "") for row in found} == {("undecided", True)}


def test_numbers_of_features_are_the_paper_s(data):
    sheets = {name: read_rule_sheet(data / "gdl" / f"{name}.kif") for name in FEATURES}
    assert [row.verdict for row in verdicts([], [], sheets)] == ["confirmed", "confirmed"]
