"""External engines, good and bad: each is a player or one clear error, and none stays alive."""

import os
import signal
import threading

import pytest
from engine_scripts import assert_all_have_ended, engine_command, heard, processes
from waiting import PATIENCE, until

import boardworth as bw
from boardworth.arena.protocols import (
    GtpPlayer,
    NBoardPlayer,
    engine_process,
    external_player,
    nboard,
)
from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.errors import EngineError, IllegalMove
from boardworth.rules import History
from boardworth.search import Seating, StopSign

PLAYERS = {"nboard": NBoardPlayer, "gtp": GtpPlayer}
DEPTH = bw.Limit(depth=1)


@pytest.fixture(params=PLAYERS)
def protocol(request):
    return request.param


@pytest.fixture
def make(tmp_path, protocol):
    """Makes players that are closed in the end; then no process may be left."""
    players = []

    def make(behaviour):
        player = PLAYERS[protocol](engine_command(tmp_path, protocol, behaviour), "it")
        players.append(player)
        return player

    yield make
    for player in players:
        player.close()
    assert_all_have_ended(tmp_path)


def choice(seat, game):
    return seat.choose(game.position, game.position.mover, DEPTH, game).move


def test_an_engine_chooses_moves(make, othello):
    assert make("plays").move(othello.start(), DEPTH) == othello.start().parse_move("d3")


def test_an_engine_follows_a_game_with_passes(make, othello):
    """From one end of a game to the other, on one process."""
    player, game = make("plays"), History.after(othello.start())
    seat = player.seat(Seating(othello, 0, DEPTH))
    while not game.position.over:
        game = game.play(choice(seat, game))
    seat.leave(game, finished=True)
    assert "--" in [othello.start().move_text(move) for move in game.moves]


def test_an_engine_changes_from_game_to_game(make, othello):
    player = make("plays")
    for line in ("f5d6", "c4", "f5f6e6", ""):
        game = History.after(othello.start(), othello.parse_line(othello.start(), line))
        seat = player.seat(Seating(othello, 0, DEPTH))
        assert choice(seat, game) == game.position.legal_moves()[0]
        seat.leave(game, finished=True)


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (bw.Limit(depth=3), {"nboard": ["set depth 3"], "gtp": []}),
        (bw.Limit(nodes=3), {"nboard": ["set depth 12"], "gtp": []}),
        (
            bw.Limit(clock=bw.Clock(75.5, 2)),
            {
                "nboard": ["set depth 12", "TI[1:15/0:02]"],
                "gtp": ["time_settings 75 0 0", "time_left black 75 0"],
            },
        ),
        (
            bw.Limit(depth=5, seconds=2),
            {"nboard": ["set depth 5", "TI[1:00]"], "gtp": ["time_settings 0 2 1"]},
        ),
    ],
)
def test_an_engine_is_told_its_limit(make, othello, tmp_path, protocol, limit, told):
    make("plays").move(othello.start(), limit)
    heard = (tmp_path / "heard").read_text()
    for line in told[protocol]:
        assert line in heard
    timed = limit.seconds is not None or limit.clock is not None
    assert ("TI[" in heard or "time_" in heard) == timed


def test_a_seat_may_be_asked_about_another_line(make, othello):
    seat = make("plays").seat(Seating(othello, 0, DEPTH))
    for line in ("f5d6c3", "f5f6", "f5", "", "f5d6c3d3"):
        game = History.after(othello.start(), othello.parse_line(othello.start(), line))
        assert choice(seat, game) == game.position.legal_moves()[0]
    seat.leave(game, finished=True)


def assert_fails_in_one_line(player, othello, limit, message):
    with pytest.raises(EngineError, match=f"^it: .*{message}") as caught:
        player.move(othello.start(), limit)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        ("crashes", "it has ended with exit code 1; .*standard error: 'out of memory'"),
        ("crashes once", "it was ended by SIGABRT"),
        ("answers nonsense", "'q9'"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(make, othello, monkeypatch, behaviour, message):
    monkeypatch.setattr(engine_process, "_LAST_WORDS", PATIENCE)
    assert_fails_in_one_line(make(behaviour), othello, DEPTH, message)


def test_an_engine_that_lives_on_in_silence_is_an_error(make, othello):
    message = "it has closed its input or output"
    assert_fails_in_one_line(make("closes its output"), othello, DEPTH, message)


@pytest.mark.parametrize(
    "behaviour",
    ["hangs", "starts a child and hangs", "floods", "floods without an end of line"],
)
def test_nobody_is_waited_for_beyond_its_clock(make, othello, behaviour):
    message = "no answer in 0[.0-9]* s; last sent: '(go|genmove|ping|play|time_left)"
    limit = bw.Limit(clock=bw.Clock(0.3))
    assert_fails_in_one_line(make(behaviour), othello, limit, message)


def test_the_last_line_of_an_engine_is_quoted(tmp_path):
    process = EngineProcess(engine_command(tmp_path, "nboard", "floods"), "it")
    process.send("go")
    process.expect(lambda line: line.startswith("status xx") or None, PATIENCE)
    error = process.failure("no answer")
    process.close()
    assert str(error).startswith("it: no answer; last sent: 'go'; its last line: 'status xxx")
    assert len(str(error)) < 500


def test_cpu_time_is_that_of_the_processes_that_wait_for_a_game(make, othello):
    player = make("chatters")
    assert player.cpu_seconds() == 0
    player.move(othello.start(), DEPTH)
    assert player.cpu_seconds() > 0
    player.close()
    assert player.cpu_seconds() == 0


def test_an_engine_that_chatters_is_heard_to_the_end(make, othello):
    assert make("chatters").move(othello.start(), DEPTH) == othello.start().parse_move("d3")


def test_an_illegal_move_is_not_played(make, othello):
    with pytest.raises(IllegalMove, match="a1 in -----"):
        make("plays an illegal move").move(othello.start(), DEPTH)


def test_an_engine_that_crashed_is_started_again(make, othello):
    player = make("crashes once")
    with pytest.raises(EngineError):
        player.move(othello.start(), DEPTH)
    assert player.move(othello.start(), DEPTH) == othello.start().parse_move("d3")


def test_an_engine_that_was_killed_between_games_is_started_again(make, othello, tmp_path):
    player = make("plays")
    player.move(othello.start(), DEPTH)
    os.kill(*map(int, processes(tmp_path)), signal.SIGKILL)
    assert player.move(othello.start(), DEPTH) == othello.start().parse_move("d3")


def test_an_engine_without_a_limit_in_time_is_not_waited_for_for_ever(make, othello, monkeypatch):
    monkeypatch.setattr(external_player, "MOVE_PATIENCE", 0.3)
    with pytest.raises(EngineError, match="no answer"):
        make("hangs").move(othello.start(), DEPTH)


def test_a_stop_sign_ends_the_wait(make, othello, tmp_path):
    player, sign = make("hangs"), StopSign()

    def stop():
        until(lambda: {"go", "genmove black"} & set(heard(tmp_path)), "nobody is asked")
        sign.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(EngineError, match="stopped"):
        player.move(othello.start(), bw.Limit(depth=1, stop=sign))
    thread.join()


@pytest.mark.parametrize("command", ["no-such-program", "/", "''", "", "'", "a\0b"])
def test_a_command_that_cannot_be_started_is_an_error(protocol, command, othello):
    with pytest.raises(EngineError, match=r"command|cannot be started"):
        PLAYERS[protocol](command).move(othello.start(), DEPTH)


@pytest.mark.parametrize("behaviour", ["does not listen", "never says pong"])
def test_an_engine_that_is_never_ready_is_an_error(tmp_path, othello, monkeypatch, behaviour):
    monkeypatch.setattr(nboard, "START_PATIENCE", 0.3)
    player = NBoardPlayer(engine_command(tmp_path, "nboard", behaviour))
    with pytest.raises(EngineError, match=r"no answer in 0\.3 s; last sent: 'ping 1'"):
        player.move(othello.start(), DEPTH)
    assert_all_have_ended(tmp_path)


def test_an_engine_that_never_reads_does_not_block_us(tmp_path):
    process = EngineProcess(engine_command(tmp_path, "nboard", "does not listen"), "it")
    with pytest.raises(EngineError, match="it does not read what it is sent"):
        process.send("x" * 1_000_000)
    process.close(farewell="quit")


def test_a_refusal_is_an_error(tmp_path, othello):
    player = GtpPlayer(engine_command(tmp_path, "gtp", "refuses"))
    with pytest.raises(EngineError, match="it refuses: I would rather not"):
        player.move(othello.start(), DEPTH)


def test_gtp_has_no_words_for_a_position(tmp_path, othello):
    player = GtpPlayer(engine_command(tmp_path, "gtp", "plays"))
    with pytest.raises(EngineError, match="no words for a position"):
        player.move(othello.start().play("f5"), DEPTH)


def test_nboard_takes_any_position(tmp_path, othello):
    player = NBoardPlayer(engine_command(tmp_path, "nboard", "plays"))
    position = othello.start().play("f5")
    assert player.move(position, DEPTH) == position.legal_moves()[0]
    player.close()
