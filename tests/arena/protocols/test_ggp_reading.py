"""Reading long rules delays no answer: neither to their own server nor to others."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from ggp_players import our_player
from reference.ggp_server import Match, ask, post
from waiting import PATIENCE, until

from boardworth.arena.protocols.ggp_rules import RulesText
from boardworth.errors import TooMany
from boardworth.rules.stopping import stop_sign

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()
RULES = Match("m", NOUGHTS, {}).text


class Readings:
    """Rules that take until they are released to be read, or until a stop sign."""

    def __init__(self, monkeypatch):
        self.begun = 0
        self.at_once = 0  # at most
        self.collected = False  # whether the garbage collector was on
        self.released = threading.Event()
        self._now = 0
        self._lock = threading.Lock()
        read = RulesText.read

        def counted(rules):
            with self._lock:
                self.begun += 1
                self._now += 1
                self.collected |= gc.isenabled()
                self.at_once = max(self.at_once, self._now)
            try:
                sign = stop_sign()
                until(lambda: self.released.is_set() or sign.stopped, "it is not released")
                if sign.stopped:
                    raise TooMany("stopped")
                return read(rules)
            finally:
                with self._lock:
                    self._now -= 1

        monkeypatch.setattr(RulesText, "read", counted)


@pytest.fixture
def readings(monkeypatch):
    return Readings(monkeypatch)


def test_nothing_is_read_during_a_match(readings):
    readings.released.set()
    with our_player() as server:
        port = server.server_port
        match = Match("m", NOUGHTS, {"x": port})
        match.start()
        assert readings.begun == 1
        for message in (f"( PREVIEW ( {RULES} x ) 60 )", f"( START n x ( {RULES} x ) 60 60 )"):
            assert ask(port, message) == "busy"
        match.step()
        match.abort()
        assert readings.begun == 1


def test_rules_are_read_once_for_all_matches_of_a_game(readings):
    readings.released.set()
    with our_player(learn=lambda *_: pytest.fail("too short a clock")) as server:
        port = server.server_port
        assert ask(port, f"( PREVIEW ( {RULES} ) 60 )") == "ready"
        for name in "ab":
            assert ask(port, f"( START {name} x ( {RULES} ) 9 9 )") == "ready"
            assert ask(port, f"( STOP {name} NIL )") == "done"
    assert readings.begun == 1


def test_no_garbage_is_looked_for_among_rules_that_are_read(readings):
    """That would stop all threads."""
    readings.released.set()
    with our_player() as server:
        assert ask(server.server_port, f"( PREVIEW ( {RULES} ) 60 )") == "ready"
        assert gc.get_freeze_count() > 0
    assert not readings.collected
    assert gc.isenabled()
    gc.unfreeze()


def test_a_start_clock_holds_also_for_reading(readings):
    with our_player() as server:
        port = server.server_port
        assert ask(port, f"( START m x ( {RULES} ) 0.2 0.2 )") == "ready"
        assert ask(port, "( PLAY m NIL )") == "noop"
        assert "busy" in ask(port, "( INFO )")
        assert ask(port, f"( PREVIEW ( {RULES} ) 0.2 )") == "busy"
        readings.released.set()
        assert ask(port, "( ABORT m )") == "aborted"
    assert readings.begun == 1


def test_an_aborted_match_is_not_read_to_its_end(readings):
    before = threading.active_count()
    with our_player() as server, ThreadPoolExecutor() as pool:
        port = server.server_port
        started = pool.submit(post, port, f"( START m x ( {RULES} ) 3600 1 )".encode())
        until(lambda: readings.begun, "nothing is read")
        assert "busy" in ask(port, "( INFO )")
        assert ask(port, "( ABORT m )") == "aborted"
        assert started.result(PATIENCE) == (400, "stopped")
        assert "available" in ask(port, "( INFO )")
    until(lambda: threading.active_count() <= before, "something goes on")
    assert not readings.released.is_set()


def test_one_sheet_is_read_at_a_time_and_the_next_preview_ends_the_last(readings):
    with our_player() as server, ThreadPoolExecutor() as pool:
        port = server.server_port
        asked = []
        for number in range(4):
            asked.append(pool.submit(ask, port, f"( PREVIEW ( {RULES} (p {number}) ) 3600 )"))
            until(lambda: readings.begun == len(asked), "nothing is read")
        assert "available" in ask(port, "( INFO )")
        readings.released.set()
        answers = [answer.result(PATIENCE) for answer in asked]
    assert answers == ["busy"] * 3 + ["ready"]
    assert readings.at_once == 1


@pytest.mark.parametrize("role", ["x", "X"])
def test_servers_may_write_roles_in_capital_letters(role):
    with our_player() as server:
        port = server.server_port
        assert ask(port, f"( START m {role} ( {RULES} ) 60 60 )") == "ready"
        assert ask(port, "( PLAY m NIL )").startswith("(mark")
        assert ask(port, "( ABORT m )") == "aborted"


def test_the_time_to_learn_begins_when_the_rules_are_read(readings):
    """What is learned from the rules needs them."""
    learned = []

    def learn(rules, seconds, stop):
        learned.append(rules)
        raise TooMany("nothing")

    with our_player(learn=learn, learns_from=0) as server:
        port = server.server_port
        assert ask(port, f"( START m x ( {RULES} ) 0.2 60 )") == "ready"
        assert not learned
        readings.released.set()
        until(lambda: learned, "nothing is learned")
        assert ask(port, "( ABORT m )") == "aborted"
    assert learned[0].rules
