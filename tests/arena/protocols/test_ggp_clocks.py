"""Our player answers in time, whatever its search, its rules or its learner do."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from ggp_players import our_player
from reference.gdl import term
from reference.ggp_server import Match, ask, post
from waiting import PATIENCE, stopped_at_work, until, until_set

from boardworth.arena.protocols.ggp_clock import Latency
from boardworth.errors import TooMany
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.stopping import stopped_by
from boardworth.search import Decision, Playouts, StopSign

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()
# Fourteen pigeons, all in different holes: to find out that there are not enough takes longer than
# anybody waits, whether the rules are grounded or interpreted.
PIGEONS = [f"?p{number}" for number in range(14)]
HARD = f"""
(role a) (init (at 0)) {" ".join(f"(hole {number})" for number in range(13))}
(<= odd {" ".join(f"(hole {pigeon})" for pigeon in PIGEONS)}
  {" ".join(f"(distinct {one} {other})" for one, other in combinations(PIGEONS, 2))})
(<= (legal a go) odd) (legal a wait)
(<= (next (at 1)) (does a go)) (<= (next (at 0)) (does a wait))
(<= terminal (true (at 1))) (goal a 0)
"""
GROUNDER = b"boardworth.rules.gdl.ground.clingo_process"


class Stubborn:
    """Chooses when it may, whatever the limit."""

    def __init__(self, first=None):
        self.may_end = threading.Event()
        self.asked = threading.Event()
        self.first = first

    def choose(self, position, role, limit, history=None):
        if self.first is not None:
            move, self.first = self.first, None
            until_at_end(limit)
            return Decision(position.parse_move(move, role))
        self.asked.set()
        until_set(self.may_end, "it may not end")
        return Decision(position.legal_moves(role)[-1])


def until_at_end(limit):
    """Uses up the time of a limit."""
    over = threading.Event()
    over.wait(limit.seconds)


@pytest.mark.parametrize(("first", "answer"), [(None, "(mark 1 1)"), ("(mark 3 1)", "(mark 3 1)")])
def test_a_search_that_does_not_end_is_not_waited_for(first, answer):
    player, lines = Stubborn(first), []
    with our_player(player, log=lines.append) as server:
        match = Match("m", NOUGHTS, {"x": server.server_port}, play_clock=0.5)
        match.start()
        given = ask(server.server_port, "( PLAY m NIL )")
        assert not player.may_end.is_set()
        player.may_end.set()
    assert term(given) in {term(answer), term("(mark 1 1)")}
    assert lines == ["m: the search does not end: the move in hand is played"]


def test_who_was_learned_and_fails_is_replaced_in_the_same_turn():
    class Failing:
        def choose(self, *_):
            raise ZeroDivisionError("oops")

        def close(self):
            pass

    lines = []
    other = Stubborn()
    other.may_end.set()
    with our_player(other, learn=lambda *_: Failing(), learns_from=0, log=lines.append) as server:
        match = Match("m", NOUGHTS, {"x": server.server_port})
        match.start()
        match.step()
        match.abort()
    assert other.asked.is_set()
    assert lines == ["m: oops"]
    assert not match.illegal


def test_rules_that_cannot_tell_the_legal_moves_in_time_are_answered_by_what_is_known(monkeypatch):
    released = threading.Event()

    def late(*_):
        until_set(released, "it is not released")
        raise TooMany("too late")

    monkeypatch.setattr("boardworth.arena.protocols.ggp_preparation.machine_for", late)
    before = threading.active_count()
    with our_player(Playouts()) as server:
        port = server.server_port
        assert ask(port, f"( START m a ( {HARD} ) 0.2 0.3 )") == "ready"
        for moves in ("NIL", "( wait )"):
            assert ask(port, f"( PLAY m {moves} )") == "noop"
        released.set()
        assert ask(port, "( ABORT m )") == "aborted"
    until(lambda: threading.active_count() <= before, "a question goes on")


@pytest.mark.parametrize("question", ["legal_moves", "play_random_games"])
def test_a_stop_sign_ends_a_question_to_the_interpreter(question):
    machine = InterpretedMachine(parse_rule_sheet(HARD))
    sign = StopSign()
    ask_it = {
        "legal_moves": lambda: machine.legal_moves(machine.start()),
        "play_random_games": lambda: machine.play_random_games(1, seed=0),
    }[question]
    with stopped_by(sign), stopped_at_work(sign), pytest.raises(TooMany, match="the time for it"):
        ask_it()
    with pytest.raises(TooMany), stopped_by(sign):
        machine.terminal(machine.start())
    assert not machine.terminal(machine.start())


def grounders():
    """Processes of ours that ground."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if GROUNDER in words and int(status[1]) == os.getpid():
            found.append(folder.name)
    return found


def test_an_aborted_match_ends_the_grounder():
    with our_player() as server, ThreadPoolExecutor() as pool:
        port = server.server_port
        started = pool.submit(post, port, f"( START m a ( {HARD} ) 3600 1 )".encode())
        until(grounders, "nothing is grounded")
        assert ask(port, "( ABORT m )") == "aborted"
        status, answer = started.result(PATIENCE)
        assert (status, answer) == (400, "message: the time for grounding is over")
        assert grounders() == []


def test_the_next_preview_ends_the_last():
    with our_player() as server, ThreadPoolExecutor() as pool:
        port = server.server_port
        first = pool.submit(ask, port, f"( PREVIEW ( {HARD} ) 3600 )")
        until(grounders, "nothing is grounded")
        assert ask(port, f"( PREVIEW ( {Match('m', NOUGHTS, {}).text} ) 3600 )") == "ready"
        assert first.result(PATIENCE) == "busy"
        assert grounders() == []


def test_a_preview_does_not_disturb_a_match():
    with our_player() as server:
        port = server.server_port
        match = Match("m", NOUGHTS, {"x": port})
        match.start()
        assert ask(port, f"( PREVIEW ( {HARD} ) 3600 )") == "busy"
        match.step()
        match.abort()


def test_a_stop_sign_ends_grounding():
    sheet = parse_rule_sheet(HARD)
    sign = StopSign()
    sign.stop()
    with stopped_by(sign), pytest.raises(TooMany, match="the time for grounding is over"):
        ground(sheet)


def test_whoever_is_late_reserves_more(monkeypatch):
    watch = SimpleNamespace(monotonic=lambda: 100.0)
    monkeypatch.setattr("boardworth.arena.protocols.ggp_clock.time", watch)
    latency = Latency()
    usual = latency.deadline(100.0, 10)
    assert usual.thinking == pytest.approx(109)
    assert usual.thinking < usual.answer < 110
    watch.monotonic = lambda: usual.thinking + 0.5
    latency.note(usual)
    assert latency.deadline(100.0, 10).thinking == pytest.approx(108.5)
    assert latency.deadline(100.0, 1).thinking == pytest.approx(100.5)
    watch.monotonic = lambda: 100.0
    for _ in range(50):
        latency.note(usual)
    assert latency.deadline(100.0, 10).thinking == pytest.approx(109, abs=0.01)
