"""Our player learns within the start clock, if there is time for it."""

import time
from pathlib import Path

import pytest
from ggp_players import our_player
from reference.ggp_server import Match, ask

from boardworth.errors import NotFitted
from boardworth.search import Decision, Playouts, StopSign

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()


class Apprentice:
    """Takes some time to learn to play at random, and counts the moves that it is asked for."""

    def __init__(self, seconds=0.0, error=None):
        self.seconds = seconds
        self.error = error
        self.lessons = []
        self.asked = 0
        self.stopped = 0

    def __call__(self, reasoner, seconds, stop):
        self.lessons.append(seconds)
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            if stop.stopped:
                self.stopped += 1
                raise NotFitted("stopped")
            time.sleep(0.01)
        if self.error:
            raise self.error
        return self

    def choose(self, position, role, limit, history=None):
        self.asked += 1
        return Decision(position.legal_moves(role)[0])


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
    apprentice = Apprentice()
    with our_player(other, learn=apprentice) as server:
        played(server.server_port, start_clock=30)
        assert other.asked == 0
        moves = apprentice.asked
        assert moves >= 3
        played(server.server_port, "again", start_clock=30)
        assert apprentice.asked > moves
    (seconds,) = apprentice.lessons
    assert 20 < seconds < 29 * 0.9 + 0.01


def test_what_cannot_be_learned_is_logged_and_played_otherwise(other):
    lines = []
    apprentice = Apprentice(error=NotFitted("nothing\nat all"))
    with our_player(other, learn=apprentice, log=lines.append) as server:
        played(server.server_port, start_clock=30)
    assert apprentice.asked == 0
    assert other.asked >= 3
    assert lines == ["nothing learned: nothing at all"]


def test_a_short_start_clock_is_not_for_learning(other):
    apprentice = Apprentice()
    with our_player(other, learn=apprentice) as server:
        played(server.server_port, start_clock=9)
    assert apprentice.lessons == []
    assert other.asked >= 3


def test_who_is_late_plays_as_soon_as_it_can(other):
    apprentice = Apprentice(seconds=1.2)
    with our_player(other, learn=apprentice, learns_from=0.5) as server:
        port = server.server_port
        match = Match("late", NOUGHTS, {"x": port}, start_clock=1)
        before = time.monotonic()
        match.start()
        assert time.monotonic() - before < 1
        match.step()
        assert (other.asked, apprentice.asked) == (1, 0)
        time.sleep(1.3)
        match.step()
        match.step()
        assert (other.asked, apprentice.asked) == (1, 2)
        match.abort()


def test_an_aborted_match_ends_the_lesson_and_the_next_one_begins_anew(other):
    apprentice = Apprentice(seconds=20)
    with our_player(other, learn=apprentice, learns_from=0.5) as server:
        port = server.server_port
        for number in (1, 2):
            match = Match(f"m{number}", NOUGHTS, {"x": port}, start_clock=1)
            match.start()
            assert ask(port, f"( ABORT m{number} )") == "aborted"
            assert len(apprentice.lessons) == number
    end = time.monotonic() + 5
    while apprentice.stopped < 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert apprentice.stopped == 2


def test_a_stop_sign_is_given_to_who_learns():
    signs = []

    def learn(reasoner, seconds, stop):
        signs.append(stop)
        raise NotFitted("no")

    with our_player(learn=learn, learns_from=0.5) as server:
        played(server.server_port, start_clock=1)
    assert isinstance(signs[0], StopSign)
    assert signs[0].stopped
