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
from boardworth.arena.protocols.ggp_rules import RulesText
from boardworth.errors import FormatError, TooMany
from boardworth.rules.gdl import parse_term
from boardworth.rules.gdl.syntax.expressions import read_expressions
from boardworth.rules.stopping import stopped_by
from boardworth.search import StopSign

NAMES = st.from_regex(r"[a-z][a-z0-9._-]{0,20}", fullmatch=True)
MOVES = st.lists(ATOMS.filter(lambda term: term.is_ground), max_size=3).map(tuple)
CLOCKS = st.integers(0, 1000) | st.sampled_from([0.5, 0.25])
RULES = st.sampled_from([RulesText.of(sheet) for sheet in SHEETS.values()])
REQUESTS = st.one_of(
    st.just(Info()),
    st.builds(Preview, RULES, CLOCKS),
    st.builds(Start, NAMES, NAMES, RULES, CLOCKS, CLOCKS),
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


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
def test_the_rules_of_a_message_are_those_that_were_sent(sheet):
    message = str(Start("m", "x", RulesText.of(sheet), 1, 1)).encode()
    assert read_request(message).rules.read() == sheet


def test_moves_are_spelled_as_in_the_rules():
    message = b"( START m WHITE ( (role White) (init (Cell A 1)) ; Mark\n (role a)) 1 1 )"
    spelling = read_request(message).rules.spelling()
    assert spelled(parse_term("(cell a mark)"), spelling) == "(Cell a mark)"
    assert spelled(parse_term("(Cell A mark)"), spelling) == "(Cell A mark)"


def test_names_of_matches_may_be_in_any_letters():
    start = read_request(b"( START M.1 WHITE ( (role white) (role Black)) 1 1 )")
    assert start.match == read_request(b"( play m.1 nil )").match


def test_the_rules_are_not_looked_into_before_they_are_needed(monkeypatch):
    """However long they are: the rest of a message is short."""
    read = []

    def counted(text, source):
        read.append(text)
        return read_expressions(text, source)

    monkeypatch.setattr("boardworth.arena.protocols.ggp_messages.read_expressions", counted)
    monkeypatch.setattr("boardworth.arena.protocols.ggp_rules.read_expressions", counted)
    for rules in ("(a b)" * 1000, "(a\n" * 1000, ") " * 1000, "; (\n a)" * 1000):
        request = read_request(f"( START m r ( {rules} ) 10 1 )".encode())
        assert (request.start_clock, request.play_clock) == (10, 1)
        assert read_request(f"( Preview\n( {rules} )\t10)\n".encode()).clock == 10
    assert all(len(text.split()) < 10 for text in read)


def test_all_but_rules_is_short():
    for message in ("( PLAY m (%s) )", "( INFO %s )", "( START m r %s )", "( START m %s () 1 1 )"):
        with pytest.raises(FormatError, match="characters beside rules; at most 16,384"):
            read_request((message % ("go " * 9000)).encode())


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("( START m r ( (role r) (p ?) ) 1 1 )", "line 1, column 27"),
        ("( START m r\n ; so\r\n ( (role r)\n (p ?) ) 1 1 )", "line 4, column 5"),
        ("( PREVIEW ( (p ?) ) 1 )", "line 1, column 16"),
    ],
)
def test_problems_of_rules_have_their_place_in_the_message(message, place):
    (problem,) = read_request(message.encode()).rules.read().unread
    assert str(problem.place) == place


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("(a) (b)", None),
        (") (", "the rules are one list in parentheses"),
        ("(a", "never closed"),
        ("a) )(", "closes nothing"),
    ],
)
def test_rules_that_are_no_list_are_refused_when_they_are_read(rules, reason):
    request = read_request(f"( START m r ( {rules} ) 1 1 )".encode())
    if reason is None:
        assert len(request.rules.read().rules) == 2
        return
    with pytest.raises(FormatError, match=reason):
        request.rules.read()


def test_a_stop_sign_ends_the_reading_of_rules():
    sign = StopSign()
    sign.stop()
    rules = read_request(b"( PREVIEW ( (role r) ) 1 )").rules
    with stopped_by(sign), pytest.raises(TooMany, match="message: the time for it is over"):
        rules.read()


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
        (b"( START m r ( (role r)\r\n ) 1 x )", "line 2, column 6: seconds are expected here"),
        (b"( START m r ( (role r) ) 1 1", "one list in parentheses is expected"),
        (b"( START m r ( (role r) ) 1 1 ) ( INFO )", "never closed"),
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
