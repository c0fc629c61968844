"""What a GGP player lets in: messages of some size, clocks of some length, web pages."""

import re
import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest
from ggp_players import our_player
from reference.ggp_server import Match, ask, post
from waiting import PATIENCE

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()
RULES = Match("m", NOUGHTS, {}).text


@pytest.fixture(scope="module")
def port():
    with our_player() as server:
        yield server.server_port


def test_a_message_that_is_too_long_is_refused_before_it_is_sent(port):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(b"POST / HTTP/1.0\r\nContent-Length: 4194304\r\n\r\n")
        with connection.makefile("rb") as answer:
            assert b" 413 " in answer.readline()
            assert b"4,194,304 bytes; at most 1,048,576" in answer.read()


def test_whoever_sends_too_long_a_message_first_hears_the_answer_after_it(port):
    assert post(port, b"x" * (4 << 20))[0] == 413
    assert ask(port, "( INFO )").startswith("( ( name")


@pytest.mark.parametrize(
    "message",
    [
        f"( START m x ( {RULES} ) 3601 1 )",
        f"( START m x ( {RULES} ) 1 3601 )",
        f"( PREVIEW ( {RULES} ) 3601 )",
    ],
)
def test_clocks_above_an_hour_must_be_allowed(port, message):
    status, answer = post(port, message.encode())
    assert status == 400
    assert "clock of 3,601 seconds: more than 3,600 must be allowed by --max-clock" in answer
    with our_player(max_clock=10_000) as patient:
        assert ask(patient.server_port, message) == "ready"


@pytest.mark.parametrize(
    ("method", "body", "status"),
    [
        ("OPTIONS", b"", 200),
        ("POST", b"( INFO )", 200),
        ("POST", b"( INFO", 400),
        ("GET", b"", 405),
        ("PUT", b"", 501),
        ("HEAD", b"", 501),
    ],
)
def test_web_pages_of_any_origin_may_ask(port, method, body, status):
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    origin = {"Origin": "http://example.org", "Access-Control-Request-Method": "POST"}
    connection.request(method, "/", body, origin)
    answer = connection.getresponse()
    assert answer.status == status
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {"POST", "OPTIONS"} <= set(
        re.split(r",\s*", answer.headers["Access-Control-Allow-Methods"])
    )
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    connection.close()


def test_requests_at_a_time_are_limited():
    with our_player() as server:
        taken = 0
        while server.places.acquire(blocking=False):
            taken += 1
        assert post(server.server_port, b"( INFO )")[0] == 503
        assert post(server.server_port, b" " * (8 << 20))[0] == 503  # no matter how it is read
        for _ in range(taken):
            server.places.release()
        assert ask(server.server_port, "( INFO )").startswith("( ( name")
