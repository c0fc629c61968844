"""Our player as game servers see it, by a server of its own: raw sockets and the slow rules."""

import queue
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from ggp_players import our_player
from reference.gdl import term
from reference.ggp_server import Match, ask, post, scrambled
from waiting import PATIENCE, until, until_set

from boardworth.arena.protocols import GgpEngine, GgpServer
from boardworth.arena.protocols.ggp_messages import MAX_BYTES, read_request
from boardworth.errors import BoardworthError
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Playouts
from boardworth.search.background import in_background

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()
# Three at once; each shows every sign once.
FINGERS = """
(role a) (role b) (role c) (init (round 0))
(follows 0 1) (follows 1 2) (follows 2 3)
(sign Rock) (sign Paper) (sign Scissors)
(beats rock scissors) (beats scissors paper) (beats paper rock)
(<= (legal ?p (Show ?s)) (role ?p) (sign ?s) (not (true (tired ?p ?s))))
(<= (next (tired ?p ?s)) (does ?p (show ?s))) (<= (next (tired ?p ?s)) (true (tired ?p ?s)))
(<= (next (won ?p)) (does ?p (show ?s)) (does ?q (show ?t)) (beats ?s ?t))
(<= (next (won ?p)) (true (won ?p)))
(<= (next (round ?n)) (true (round ?m)) (follows ?m ?n))
(<= terminal (true (round 3)))
(<= (goal ?p 100) (role ?p) (true (won ?p))) (<= (goal ?p 0) (role ?p) (not (true (won ?p))))
"""
# One player walks four steps, by any ways; some are worth more.
WALK = """
(role walker) (init (at 0)) (step 0 1) (step 1 2) (step 2 3) (step 3 4)
(init (score 0)) (way left 0) (way right 1) (plus 0 0 0) (plus 0 1 1) (plus 1 0 1) (plus 1 1 2)
(plus 2 0 2) (plus 2 1 3) (plus 3 0 3) (plus 3 1 4) (worth 0 0) (worth 1 25) (worth 2 50)
(worth 3 75) (worth 4 100)
(<= (legal walker (go ?w)) (way ?w ?n))
(<= (next (at ?n)) (true (at ?m)) (step ?m ?n))
(<= (next (score ?s)) (true (score ?r)) (does walker (go ?w)) (way ?w ?n) (plus ?r ?n ?s))
(<= terminal (true (at 4)))
(<= (goal walker ?v) (true (score ?s)) (worth ?s ?v))
"""


@pytest.fixture(scope="module")
def port():
    with our_player(Playouts(30)) as server:
        yield server.server_port


def test_info_tells_whether_it_is_free(port):
    assert ask(port, "( INFO )") == "( ( name boardworth ) ( status available ) )"
    match = Match("m", WALK, {"walker": port})
    match.start()
    assert ask(port, "(info)") == "( ( name boardworth ) ( status busy ) )"
    match.abort()
    assert ask(port, "( info )") == "( ( name boardworth ) ( status available ) )"


def test_matches_of_one_game_in_a_row(port):
    points = []
    for number in range(20):
        role = "xo"[number % 2]
        match = Match(f"noughts.{number}", NOUGHTS, {role: port}, seed=number)
        points.append(match.play()[role])
        assert not match.illegal
    assert sum(points) > 15 * 100


def test_matches_of_different_games_in_a_row(port):
    for number in range(32):
        if number % 16 < 8:
            match = Match(f"walk.{number}", WALK, {"walker": port})
            assert match.play() == {"walker": 100}
        else:
            match = Match(f"fingers.{number}", FINGERS, {"abc"[number % 3]: port}, seed=number)
            match.play()
        assert not match.illegal


def test_players_meet_each_other():
    with ExitStack() as stack:
        ports = [stack.enter_context(our_player()).server_port for _ in "abc"]
        for number in range(10):
            match = Match(f"all.{number}", FINGERS, dict(zip("abc", ports, strict=True)))
            match.play()
            assert not match.illegal


@pytest.mark.parametrize("seed", range(3))
def test_names_may_mean_nothing(port, seed):
    """Its moves are spelled as the rules are, in capital letters where they have such."""
    text = scrambled(FINGERS, seed)
    first = text.split("(role ")[1].split(")")[0]
    match = Match(f"Scrambled-{seed}", text, {first.lower(): port}, seed=seed)
    match.play()
    assert not match.illegal
    words = set(text.replace("(", " ").replace(")", " ").split())
    match = Match("again", text, {first.lower(): port})
    match.start()
    answer = ask(port, "( PLAY again NIL )")
    assert set(answer.strip("()").split()) <= words
    match.abort()


def test_moves_that_are_replaced_are_followed(port):
    """The server tells what was played, not what we have answered."""
    for number in range(10):
        match = Match(f"replaced.{number}", NOUGHTS, {"o": port}, seed=number)
        match.play(replaced=("o",))
        assert not match.illegal


def test_an_aborted_match_is_over(port):
    for number in range(10):
        match = Match(f"aborted.{number}", NOUGHTS, {"x": port})
        match.start()
        for _ in range(number % 3):
            match.step()
        match.abort()
        assert ask(port, f"( PLAY aborted.{number} NIL )") == "busy"
        assert ask(port, f"( ABORT aborted.{number} )") == "busy"


def test_a_wrong_match_is_answered_busy(port):
    assert ask(port, "( PLAY none NIL )") == "busy"
    assert ask(port, "( STOP none NIL )") == "busy"
    match = Match("right", WALK, {"walker": port})
    match.start()
    for wrong in ("( PLAY wrong NIL )", "( STOP wrong ( (go left) ) )", "( ABORT wrong )"):
        assert ask(port, wrong) == "busy"
    for name in ("right", "wrong"):
        assert ask(port, f"( START {name} walker ( {match.text} ) 60 60 )") == "busy"
    while not match.over:
        match.step()
    match.stop()
    assert ask(port, "( STOP right NIL )") == "busy"


def test_a_preview_makes_ready(port):
    assert ask(port, f"( PREVIEW ( {Match('m', WALK, {}).text} ) 60 )") == "ready"


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"( INFO", 400, "never closed"),
        (b"( HELLO )", 400, "it does not begin with one of"),
        ("( INFO ) ; ü".encode(), 400, "not ASCII"),
        (b"x" * (MAX_BYTES + 1), 413, "at most 4,194,304"),
        (b"( START m a ( (role a) (<= (p ?x)) ) 60 60 )", 400, "message, line 1, column"),
        (b"( START m zz ( %s ) 60 60 )" % WALK.encode(), 400, "there is no role zz: the roles are"),
        (b"( START m walker ( (role walker) ) 60 60 )", 400, "the game has no end"),
    ],
)
def test_nonsense_is_refused_and_the_next_match_played(port, body, status, reason):
    answered, answer = post(port, body)
    assert answered == status
    assert reason in answer
    assert Match("after", WALK, {"walker": port}).play() == {"walker": 100}


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"Content-length": None}, 411),
        ("POST", {"Content-length": "many"}, 411),
        ("POST", {"Content-length": "9" * 5000}, 411),
        ("POST", {"Content-length": "100"}, 400),
        ("GET", {}, 405),
        ("BREW", {}, 501),
    ],
)
def test_what_is_no_request_is_refused(port, method, headers, status):
    assert post(port, b"( INFO )", method=method, headers=headers)[0] == status
    assert ask(port, "( INFO )").startswith("( ( name")


def test_moves_that_the_game_does_not_have_are_refused(port):
    match = Match("m", NOUGHTS, {"x": port})
    match.start()
    match.step()
    for moves in ("(mark 9 9) noop", "noop", "noop noop"):
        assert post(port, f"( PLAY m ( {moves} ) )".encode())[0] == 400
    while not match.over:
        match.step()
    match.stop()
    assert not match.illegal


def test_a_server_that_hangs_up_is_no_trouble(port):
    for message in (b"POST / HTTP/1.0\n", b"POST / HTTP/1.0\nContent-length: 50\n\n( PLA"):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(message)
    assert Match("after", WALK, {"walker": port}).play() == {"walker": 100}


class Asked:
    """Chooses by random games; tells what it was asked, when it was asked."""

    def __init__(self, player=None):
        self.player = player or Playouts(8)
        self.limits = queue.SimpleQueue()

    def choose(self, position, role, limit, history=None):
        self.limits.put(limit)
        return self.player.choose(position, role, limit, history)


@pytest.mark.parametrize(("clock", "thinking"), [(0.1, 0.05), (1, 0.8), (5, 4.4), (100, 99)])
def test_the_clock_is_kept_with_a_margin(monkeypatch, clock, thinking):
    watch = SimpleNamespace(monotonic=lambda: 1234.0)
    monkeypatch.setattr("boardworth.arena.protocols.ggp_engine.time", watch)
    player = Asked()
    engine = GgpEngine(player)
    start = read_request(f"( START m walker ( {WALK} ) 60 {clock} )".encode())
    assert engine.answer(start, arrived=1234) == "ready"
    engine.answer(read_request(b"( PLAY m NIL )"), arrived=1234)
    assert player.limits.get_nowait().seconds == pytest.approx(thinking)


def test_a_clock_ends_what_nothing_else_would_end():
    with our_player(Playouts()) as server:
        match = Match("m", NOUGHTS, {"x": server.server_port}, play_clock=0.5)
        match.start()
        match.step()
        match.abort()


def test_where_there_is_nothing_to_think_about_the_clock_is_not_used():
    with our_player(Playouts()) as server:
        match = Match("m", NOUGHTS, {"o": server.server_port}, play_clock=2 * PATIENCE)
        match.start()
        match.step()
        match.abort()


def prepared_after(
    monkeypatch, released, prepared=None, made_by=("machine_for", "InterpretedMachine")
):
    """It takes until an event to prepare rules, or to find out that it cannot be done."""

    def slowly(*_arguments):
        until_set(released, "the rules are not released")
        if prepared is None:
            raise BoardworthError("grounding takes more than 1 second")
        return prepared

    for made in made_by:
        monkeypatch.setattr(f"boardworth.arena.protocols.ggp_engine.{made}", slowly)


def test_rules_are_interpreted_until_they_are_prepared(monkeypatch):
    released = threading.Event()
    prepared = machine_for(parse_rule_sheet(NOUGHTS))
    prepared_after(monkeypatch, released, prepared, made_by=["machine_for"])
    with our_player() as server:
        match = Match("m", NOUGHTS, {"x": server.server_port}, start_clock=0.3)
        match.start()
        match.step()
        match.step()
        released.set()
        while not match.over:
            match.step()
        assert match.illegal == []
        match.stop()


def test_it_says_ready_though_it_is_not(monkeypatch):
    """What was played in the meantime is made up for when the rules are prepared."""
    released, begun = threading.Event(), []
    prepared_after(monkeypatch, released, machine_for(parse_rule_sheet(NOUGHTS)))
    monkeypatch.setattr(
        "boardworth.arena.protocols.ggp_engine.in_background",
        lambda work: begun.append(in_background(work)) or begun[-1],
    )
    with our_player() as server:
        match = Match("m", NOUGHTS, {"x": server.server_port}, start_clock=0.3, play_clock=0.3)
        match.start()
        match.step()
        assert match.illegal == ["noop"]
        match.step()
        released.set()
        for work in begun:
            work.result(PATIENCE)
        while not match.over:
            match.step()
        assert match.illegal == ["noop"]
        match.stop()


def test_rules_that_cannot_be_prepared_are_refused_even_late(monkeypatch):
    released = threading.Event()
    prepared_after(monkeypatch, released)
    with our_player() as server:
        port = server.server_port
        assert ask(port, f"( START m walker ( {WALK} ) 0.2 60 )") == "ready"
        released.set()
        status, answer = post(port, b"( PLAY m NIL )")
        assert (status, answer) == (400, "grounding takes more than 1 second")
        assert ask(port, "( STOP m NIL )") == "done"
        assert post(port, f"( START n walker ( {WALK} ) 60 60 )".encode())[0] == 400
        assert "available" in ask(port, "( INFO )")


class CrashingPlayer:
    """Fails in some matches."""

    def __init__(self):
        self.broken = True

    def choose(self, *arguments):
        if self.broken:
            raise ZeroDivisionError("oops")
        return Playouts(8).choose(*arguments)


def test_a_crash_inside_one_match_does_not_stop_the_server():
    player, lines = CrashingPlayer(), []
    with our_player(player, lines=lines) as server:
        match = Match("broken", WALK, {"walker": server.server_port})
        match.start()
        status, answer = post(server.server_port, b"( PLAY broken NIL )")
        assert status == 500
        assert "ZeroDivisionError: oops" in answer
        player.broken = False
        assert ask(server.server_port, "( STOP broken NIL )") == "done"
        Match("whole", WALK, {"walker": server.server_port}).play()
    assert any("PLAY broken: 500 this should not happen" in line for line in lines)


@pytest.mark.parametrize(("patience", "clock"), [(1000, 0.1), (0, 1000)])
def test_a_match_is_not_given_up_too_early(patience, clock):
    with our_player(patience=patience) as server:
        port = server.server_port
        Match("left", WALK, {"walker": port}, start_clock=clock, play_clock=clock).start()
        assert ask(port, f"( START next walker ( {WALK} ) 60 60 )") == "busy"


def test_a_match_whose_server_has_gone_is_given_up():
    with our_player(patience=0.1) as server:
        port = server.server_port
        Match("left", WALK, {"walker": port}, start_clock=0.1, play_clock=0.1).start()
        text = f"( START next walker ( {WALK} ) 60 60 )"
        until(lambda: ask(port, text) == "ready", "it is still busy")
        assert ask(port, "( PLAY left NIL )") == "busy"
        assert term(ask(port, "( PLAY next NIL )"))[0] == "go"


def test_the_next_question_ends_the_search_for_the_last():
    player = Asked(Playouts())
    with our_player(player) as server, ThreadPoolExecutor() as pool:
        port = server.server_port
        match = Match("m", NOUGHTS, {"x": port}, play_clock=2 * PATIENCE)
        match.start()
        late = pool.submit(ask, port, "( PLAY m NIL )")
        player.limits.get(timeout=PATIENCE)
        assert ask(port, "( PLAY m ( (mark 1 1) noop ) )") == "noop"
        assert late.result(PATIENCE).startswith("(mark")
        player.limits.get(timeout=PATIENCE)
        late = pool.submit(ask, port, "( PLAY m ( noop (mark 2 2) ) )")
        player.limits.get(timeout=PATIENCE)
        match.abort()
        assert late.result(PATIENCE).startswith("(mark")


def test_only_one_of_many_starts_is_ready(port):
    with ThreadPoolExecutor(8) as pool:
        texts = [f"( START m{number} walker ( {WALK} ) 60 60 )" for number in range(8)]
        answers = list(pool.map(lambda text: ask(port, text), texts))
    assert sorted(answers) == ["busy"] * 7 + ["ready"]
    assert ask(port, f"( ABORT m{answers.index('ready')} )") == "aborted"


def test_every_request_has_a_line_in_the_log():
    lines = []
    with our_player(lines=lines) as server:
        Match("m", WALK, {"walker": server.server_port}).play()
        post(server.server_port, b"( INFO")
    assert lines[0] == f"a player at {server.address}"
    assert len(lines) == 1 + 1 + 4 + 1 + 1
    assert lines[1].startswith("127.0.0.1 START m: ready (")
    assert "?: 400 message, line 1, column 1" in lines[-1]


@pytest.mark.parametrize("host", ["127.0.0.1", "no.such.host.invalid"])
def test_a_port_that_cannot_be_had_is_an_error(port, host):
    with pytest.raises(BoardworthError, match=f"cannot listen at {host}, port {port}: "):
        GgpServer(GgpEngine(Playouts(1)), host, port, print)
