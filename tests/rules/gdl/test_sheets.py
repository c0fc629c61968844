"""Whole rule sheets: ours are sound, public ones are understood, damaged ones do no harm."""

from pathlib import Path

import pytest

from benchmarks.damaged_sheets import damaged, outcome_of
from boardworth.errors import FormatError
from boardworth.rules.gdl import check_text, parse_rule_sheet, print_rule_sheet
from boardworth.rules.gdl.syntax.parser import sheet_text

OURS = sorted((Path(__file__).parents[3] / "games" / "gdl").glob("*.gdl"))
SMALL = [path for path in OURS if path.stat().st_size < 3500]
# Public sheets that cannot be read: parentheses are missing, or conditions stand alone.
UNREADABLE = {
    "Tic-Tac-Toe__dgwgiegie2",
    "axioms3",
    "duplicatestatelarge__dresden",
    "ruledepthquadratic",
    "statespacelarge__dresden",
}


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_sheets_are_sound(path):
    sheet, problems = check_text(sheet_text(path), path.name)
    assert [problem.line(path.name) for problem in problems] == []
    assert parse_rule_sheet(print_rule_sheet(sheet)) == sheet


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_a_damaged_sheet_is_read_or_refused_with_a_line(path):
    text = sheet_text(path)
    for seed in range(25):
        harmed = damaged(text, seed).decode("latin-1")
        sheet, problems = check_text(harmed, path.name)
        assert all(problem.place.line >= 1 for problem in problems)
        if sheet is None:
            with pytest.raises(FormatError, match=rf"^{path.name}, line \d+, column \d+: "):
                parse_rule_sheet(harmed, path.name)
        else:
            assert parse_rule_sheet(print_rule_sheet(sheet)) == sheet


# The rest are costly to ground; `python -m benchmarks gdl_fuzz` has them all.
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_a_damaged_sheet_is_played_or_refused_with_its_place(path):
    text = sheet_text(path)
    outcomes = {outcome_of(damaged(text, seed), path.name) for seed in range(30)}
    assert {"unreadable", "played"} <= outcomes


def test_public_sheets_are_read_but_for_the_broken_ones(data):
    unreadable = set()
    for path in sorted((data / "gdl").glob("*.kif")):
        sheet, problems = check_text(sheet_text(path), path.name)
        if sheet is None:
            unreadable.add(path.stem)
            assert problems[0].severity == "error"
    assert unreadable == UNREADABLE
