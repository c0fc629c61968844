"""Laws of rule sheets: what is printed is read back as the same."""

from gdl_sheets import SHEETS
from hypothesis import given, settings

from boardworth.rules.gdl import parse_rule_sheet, print_rule_sheet
from boardworth.rules.gdl.syntax.spelling import without_capitals


@settings(max_examples=200)
@given(SHEETS)
def test_a_printed_sheet_is_read_back_as_the_same(sheet):
    assert parse_rule_sheet(print_rule_sheet(sheet)) == sheet


@settings(max_examples=50)
@given(SHEETS)
def test_a_sheet_in_one_line_of_capitals_means_the_same(sheet):
    capitals = parse_rule_sheet(" ".join(map(str, sheet.rules)).upper())
    assert without_capitals(capitals) == sheet.rules
