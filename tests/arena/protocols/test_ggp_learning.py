"""Our player learns within the start clock, if there is time for it."""

import threading
from pathlib import Path

import pytest
from ggp_players import our_player
from reference.ggp_server import Match, ask
from waiting import PATIENCE, until

from boardworth.errors import NotFitted
from boardworth.search import Decision, Playouts, StopSign
from boardworth.search.background import in_background

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()


# Seconds: nobody waits for its end where learning takes a moment.
LONG = 3600


class Worker:
    """Learns to play at random, at once or when it may; counts the moves that it is asked for."""

    def __init__(self, *, at_once=True, error=None):
        self.may_end = threading.Event()
        if at_once:
            self.may_end.set()
        self.error = error
        self.jobs = []
        self.asked = 0
        self.stopped = 0
        self.closed = 0

    def __call__(self, rules, seconds, stop):
        self.jobs.append(seconds)
        until(lambda: self.may_end.is_set() or stop.stopped, "the job has no end")
        if stop.stopped:
            self.stopped += 1
            raise NotFitted("stopped")
        if self.error:
            raise self.error
        return self

    def choose(self, position, role, limit, history=None):
        self.asked += 1
        return Decision(position.legal_moves(role)[0])

    def close(self):
        self.closed += 1


class Counting:
    """Who plays otherwise, and counts too."""

    def __init__(self):
        self.asked = 0

    def choose(self, *arguments):
        self.asked += 1
        return Playouts(5).choose(*arguments)


@pytest.fixture
def other():
    return Counting()


def played(port, name="m", **clocks):
    match = Match(name, NOUGHTS, {"x": port}, **clocks)
    match.play()
    assert not match.illegal


def test_who_has_learned_plays_and_is_kept_for_the_next_match(other):
    worker = Worker()
    with our_player(other, learn=worker) as server:
        played(server.server_port, start_clock=LONG)
        assert other.asked == 0
        moves = worker.asked
        assert moves >= 3
        played(server.server_port, "again", start_clock=LONG)
        assert worker.asked > moves
        assert worker.closed == 0
    assert worker.closed == 1
    (seconds,) = worker.jobs
    assert LONG / 2 < seconds < LONG * 0.9


def test_what_cannot_be_learned_is_logged_and_played_otherwise(other):
    lines = []
    worker = Worker(error=NotFitted("nothing\nat all"))
    with our_player(other, learn=worker, log=lines.append) as server:
        played(server.server_port, start_clock=LONG)
    assert worker.asked == 0
    assert other.asked >= 3
    until(lambda: lines, "nothing is logged")
    assert lines == ["nothing learned: nothing at all"]


def test_a_short_start_clock_is_not_for_learning(other):
    worker = Worker()
    with our_player(other, learn=worker) as server:
        played(server.server_port, start_clock=9)
    assert worker.jobs == []
    assert other.asked >= 3


def prepared(port):
    """The rules are ready: whatever is left of a start clock, however short, is for learning."""
    assert ask(port, f"( PREVIEW ( {Match('none', NOUGHTS, {}).text} ) {LONG} )") == "ready"


def test_who_is_late_plays_as_soon_as_it_can(other, monkeypatch):
    jobs = []
    monkeypatch.setattr(
        "boardworth.arena.protocols.ggp_learning.in_background",
        lambda work: jobs.append(in_background(work)) or jobs[-1],
    )
    worker = Worker(at_once=False)
    with our_player(other, learn=worker, learns_from=0.1) as server:
        port = server.server_port
        prepared(port)
        match = Match("late", NOUGHTS, {"x": port}, start_clock=0.2)
        match.start()
        match.step()
        assert (other.asked, worker.asked) == (1, 0)
        worker.may_end.set()
        assert jobs[0].result(PATIENCE) is worker
        match.step()
        match.step()
        assert (other.asked, worker.asked) == (1, 1)
        match.abort()


def test_an_aborted_match_ends_the_job_and_the_next_one_begins_anew(other):
    worker = Worker(at_once=False)
    with our_player(other, learn=worker, learns_from=0.1) as server:
        port = server.server_port
        prepared(port)
        for number in (1, 2):
            match = Match(f"m{number}", NOUGHTS, {"x": port}, start_clock=0.2)
            match.start()
            until(lambda number=number: len(worker.jobs) == number, "no job begins")
            assert ask(port, f"( ABORT m{number} )") == "aborted"
            assert worker.stopped == number
    assert len(worker.jobs) == 2


def test_a_stop_sign_is_given_to_who_learns():
    signs = []

    def learn(rules, seconds, stop):
        signs.append(stop)
        raise NotFitted("no")

    with our_player(learn=learn) as server:
        played(server.server_port, start_clock=LONG)
    assert isinstance(signs[0], StopSign)
