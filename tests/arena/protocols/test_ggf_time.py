"""Clocks in GGF are read as programs write them, and written as programs read them."""

import pytest

from boardworth.arena.protocols.ggf_time import clock_text, clocks_left
from boardworth.errors import FormatError
from boardworth.search import Clock


@pytest.mark.parametrize(
    ("properties", "black", "white"),
    [
        ([], None, None),
        ([("TI", "0")], None, None),
        ([("TI", "15:00")], Clock(900), Clock(900)),
        ([("TI", "1:00:00//2:00")], Clock(3600), Clock(3600)),
        ([("TI", "90/0:05/2:00")], Clock(90, 5), Clock(90, 5)),
        ([("TI", "1:00"), ("TW", "2:00")], Clock(60), Clock(120)),
        ([("TI", "1:00"), ("B", "F5//1.5"), ("W", "D6")], Clock(58.5), Clock(60)),
        ([("TI", "1:00/2"), ("B", "F5/0.5/3"), ("B", "PA")], Clock(61, 2), Clock(60, 2)),
        ([("TI", "0:01"), ("B", "F5//7")], Clock(0), Clock(1)),
    ],
)
def test_a_clock_is_what_the_moves_have_left(properties, black, white):
    assert clocks_left(properties) == [black, white]


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (Clock(900), "15:00"),
        (Clock(3599.9), "59:59"),
        (Clock(61.5, 0.5), "1:01/0:00.5"),
        (Clock(10.25), "0:10"),
        (Clock(9.25), "0:09.25"),
        (Clock(0.0004), "0:00"),
    ],
)
def test_whole_seconds_are_written_unless_there_are_few(clock, text):
    assert clock_text(clock) == text


@pytest.mark.parametrize("wrong", ["soon", "-1:00", "1:x", "nan", "1e99"])
def test_a_time_that_makes_no_sense_is_an_error(wrong):
    with pytest.raises(FormatError, match="is not a time"):
        clocks_left([("TI", wrong)])
