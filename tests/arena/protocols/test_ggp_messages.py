"""Requests of GGP game servers: what is read is what was written, and nonsense is refused."""

import pytest
from gdl_sheets import ATOMS
from hypothesis import given
from hypothesis import strategies as st
from playable_sheets import SHEETS

from boardworth.arena.protocols.ggp_messages import (
    Abort,
    Info,
    Play,
    Preview,
    Start,
    Stop,
    read_request,
    spelled,
)
from boardworth.errors import FormatError
from boardworth.rules.gdl import parse_term

NAMES = st.from_regex(r"[a-z][a-z0-9._-]{0,20}", fullmatch=True)
MOVES = st.lists(ATOMS.filter(lambda term: term.is_ground), max_size=3).map(tuple)
CLOCKS = st.integers(0, 1000) | st.sampled_from([0.5, 0.25])
RULES = st.sampled_from(list(SHEETS.values()))
REQUESTS = st.one_of(
    st.just(Info()),
    st.builds(Preview, RULES, CLOCKS),
    st.builds(Start, NAMES, NAMES, RULES, CLOCKS, CLOCKS, st.just({})),
    st.builds(Play, NAMES, MOVES),
    st.builds(Stop, NAMES, MOVES),
    st.builds(Abort, NAMES),
)


@given(REQUESTS)
def test_a_request_is_read_as_it_was_written(request_):
    assert read_request(str(request_).encode()) == request_


def test_keywords_may_be_in_any_letters():
    for text in ("( INFO )", "(info)", " ( Info)\r\n"):
        assert read_request(text.encode()) == Info()
    for text in ("( PLAY Match.1 NIL )", "(play match.1 nil)", "( play MATCH.1 ( ) )"):
        assert read_request(text.encode()) == Play("match.1")


def test_moves_are_spelled_as_in_the_rules():
    start = read_request(
        b"( START m WHITE ( (role White) (init (Cell A 1)) ; Mark\n (role a)) 1 1 )"
    )
    assert start.role == "White"
    assert spelled(parse_term("(cell a mark)"), start.spelling) == "(Cell a mark)"
    assert spelled(parse_term("(Cell A mark)"), start.spelling) == "(Cell A mark)"


def test_old_servers_may_write_everything_in_capitals_but_the_rules():
    start = read_request(b"( START M.1 WHITE ( (role white) (role Black)) 1 1 )")
    assert (start.match, start.role) == (read_request(b"( play m.1 nil )").match, "white")
    assert read_request(b"( START m BLACK ( (role white) (role Black)) 1 1 )").role == "Black"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (b"", "one list in parentheses is expected, such as ( INFO )"),
        (b"INFO", "one list in parentheses is expected"),
        (b"( INFO ) ( INFO )", "one list in parentheses is expected"),
        (b"( INFO", "line 1, column 1: what is opened here is never closed"),
        (b"( INFO ) )", "line 1, column 10: this closing parenthesis closes nothing"),
        (b"( )", "it does not begin with one of INFO, PREVIEW, START, PLAY, STOP, ABORT"),
        (b"( HELLO )", "it does not begin with one of INFO"),
        (b"( ( INFO ) )", "it does not begin with one of INFO"),
        (b"( PLAY m )", "PLAY has the form ( PLAY match (moves) )"),
        (b"( ABORT m n )", "ABORT has the form ( ABORT match )"),
        (b"( ABORT (m) )", "column 9: a word is expected here"),
        (b"( PLAY m go )", "column 10: moves in parentheses are expected here, or NIL"),
        (b"( PLAY m ( ?x ) )", "column 12: ?x has a variable"),
        (b"( PLAY m ( (go ?x) ) )", "(go ?x) has a variable"),
        (b"( PLAY m ( () ) )", "there is nothing between these parentheses"),
        (b"( START m r rules 1 1 )", "column 13: rules in parentheses are expected here"),
        (b"( START m r ( (<= ) ) 1 1 )", "a rule without a head"),
        (b"( START m r ( (role r) ) 1 x )", "column 28: seconds are expected here"),
        (b"( START m r ( (role r) ) -1 1 )", "seconds are expected here"),
        (b"( START m r ( (role r) ) nan 1 )", "seconds are expected here"),
        (b"( START m r ( (role r) ) 1 9999999 )", "seconds are expected here, from 0 to 1,000,000"),
        (
            b"( START m r ( (role r) ) 1 )",
            "START has the form ( START match role (rules) startclock",
        ),
        (b"( INF\xd6 )", "byte 6 is not ASCII"),
        (b"( INFO ) ; \xff", "byte 12 is not ASCII"),
        (b"( IN\x00FO )", "the character"),
        (b"(" * 200, "more than 100 nested parentheses"),
    ],
)
def test_nonsense_is_refused_with_a_reason(message, reason):
    with pytest.raises(FormatError) as refused:
        read_request(message)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
