"""UCI and USI engines as players, good and bad: each plays or is one clear error, none stays."""

import os
import signal

import pytest
from engine_scripts import assert_all_have_ended, engine_command, heard, processes
from waiting import PATIENCE

import boardworth as bw
from boardworth.arena import parse_player
from boardworth.arena.protocols import UciPlayer, UsiPlayer, engine_process
from boardworth.errors import EngineError, IllegalMove, Resignation
from boardworth.rules import History, load_game
from boardworth.search import Seating

PLAYERS = {"uci": UciPlayer, "usi": UsiPlayer}
FIRST = {"uci": "a2a3", "usi": "1g1f"}  # of all legal moves, in the order of texts
# Neither is where a game begins.
POSITIONS = {
    "uci": "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7",
    "usi": "4k4/9/4P4/9/9/9/9/9/4K4 w G 1",
}
DEPTH = bw.Limit(depth=1)


@pytest.fixture(params=PLAYERS)
def protocol(request):
    return request.param


@pytest.fixture
def game(protocol):
    return load_game(PLAYERS[protocol].plays)


@pytest.fixture
def make(tmp_path, protocol):
    """Makes players that are closed in the end; then no process may be left."""
    players = []

    def make(behaviour, **options):
        command = engine_command(tmp_path, protocol, behaviour)
        players.append(PLAYERS[protocol](command, "it", options))
        return players[-1]

    yield make
    for player in players:
        player.close()
    assert_all_have_ended(tmp_path)


def test_an_engine_chooses_moves(make, game, protocol):
    start = game.start()
    assert make("plays").move(start, DEPTH) == start.parse_move(FIRST[protocol])


def test_an_engine_is_told_positions_and_moves(make, game, protocol, tmp_path):
    player = make("plays")
    position = game.parse(POSITIONS[protocol])
    history = History.after(position)
    seat = player.seat(Seating(game, 0, DEPTH))
    for _ in range(6):
        chosen = seat.choose(history.position, history.position.mover, DEPTH, history).move
        history = history.play(chosen)
    seat.leave(history, finished=True)
    told = [line for line in heard(tmp_path) if line.startswith("position")]
    word = {"uci": "fen", "usi": "sfen"}[protocol]
    assert told[0] == f"position {word} {POSITIONS[protocol]}"
    assert told[-1].startswith(f"{told[0]} moves ")
    assert len(told[-1].partition("moves")[2].split()) == 5


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (bw.Limit(depth=3), "go depth 3"),
        (bw.Limit(nodes=300), "go nodes 300"),
        (bw.Limit(depth=5, seconds=20), "go depth 5 movetime 20000"),
        (bw.Limit(clock=bw.Clock(75.5, 2)), "go wtime 75500 btime 75500 winc 2000 binc 2000"),
    ],
)
def test_an_engine_is_told_its_limit(make, game, tmp_path, limit, told):
    make("plays").move(game.start(), limit)
    assert told in heard(tmp_path)


def test_an_engine_need_not_be_told_the_increment(make, game, tmp_path):
    make("plays", increment="false").move(game.start(), bw.Limit(clock=bw.Clock(75.5, 2)))
    assert "go wtime 75500 btime 75500 byoyomi 0" in heard(tmp_path)


def test_options_are_set_before_the_first_game(make, game, tmp_path, protocol):
    player = make("plays", **{"skill level": "7", "Clear Hash": ""})
    for _ in range(2):
        player.move(game.start(), DEPTH)
    lines = heard(tmp_path)
    assert lines[:3] == [
        protocol,
        "setoption name Skill Level value 7",
        "setoption name Clear Hash",
    ]
    assert len([line for line in lines if line.startswith("setoption")]) == 2
    assert lines.count(f"{protocol}newgame") == 2


def test_an_option_that_the_engine_lacks_is_an_error(make, game):
    with pytest.raises(EngineError, match=r"no option 'Skil'; it has .*Skill Level, Clear Hash"):
        make("plays", Skil="7").move(game.start(), DEPTH)


def test_options_are_settings_of_a_player():
    described = parse_player("uci:my engine --fast=1,UCI_Elo=1500,Skill Level=3")
    assert described.argument == "my engine --fast=1"
    assert described.settings == {"UCI_Elo": "1500", "Skill Level": "3"}
    assert parse_player("usi:engine 'a,b=c'").argument == "engine 'a,b=c'"
    assert parse_player("uci:a,b").settings == {}


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        ("crashes", "it has ended with exit code 1; .*standard error: 'out of memory'"),
        ("crashes once", "it was ended by SIGABRT"),
        ("answers nonsense", "'q9'"),
        ("closes its output", "it has closed its input or output"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(make, game, monkeypatch, behaviour, message):
    if "closes" not in behaviour:
        monkeypatch.setattr(engine_process, "_LAST_WORDS", PATIENCE)
    with pytest.raises(EngineError, match=f"^it: .*{message}") as caught:
        make(behaviour).move(game.start(), DEPTH)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("behaviour", ["hangs", "starts a child and hangs", "floods"])
def test_nobody_is_waited_for_beyond_its_clock(make, game, behaviour):
    with pytest.raises(EngineError, match=r"no answer in 0[.0-9]* s; last sent: 'go wtime "):
        make(behaviour).move(game.start(), bw.Limit(clock=bw.Clock(0.3)))


def test_an_engine_that_is_never_ready_is_an_error(make, game, monkeypatch):
    monkeypatch.setattr("boardworth.arena.protocols.uci.player.START_PATIENCE", 1.0)
    with pytest.raises(EngineError, match="no answer in 1 s; last sent: "):
        make("is never ready").move(game.start(), DEPTH)


def test_an_illegal_move_is_not_played(make, game):
    with pytest.raises(IllegalMove):
        make("plays an illegal move").move(game.start(), DEPTH)


def test_an_engine_that_was_killed_between_games_is_started_again(make, game, protocol, tmp_path):
    player = make("plays")
    player.move(game.start(), DEPTH)
    os.kill(*map(int, processes(tmp_path)), signal.SIGKILL)
    assert player.move(game.start(), DEPTH) == game.start().parse_move(FIRST[protocol])


def test_a_resignation_loses_the_game_and_nothing_else(make, game, tmp_path):
    player = make("resigns")
    with pytest.raises(Resignation, match="it resigns"):
        player.move(game.start(), DEPTH)
    contest = bw.Match((player, bw.RandomPlayer()), [()], DEPTH)
    result = contest.run(game, 8)
    assert result.wins_draws_losses == (0, 0, 8)
    assert result.forfeits == {"resignation": (8, 0)}
    assert len(processes(tmp_path)) == 1


def test_a_false_claim_of_a_win_is_an_illegal_move(tmp_path):
    player = UsiPlayer(engine_command(tmp_path, "usi", "claims a win"), "it")
    with pytest.raises(IllegalMove, match="win in lnsgkgsnl"):
        player.move(load_game("shogi").start(), DEPTH)
    player.close()


def test_a_usi_engine_hears_how_its_games_went(tmp_path):
    player = UsiPlayer(engine_command(tmp_path, "usi", "plays"), "it")
    mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
    shogi = load_game("shogi")
    history = History.after(shogi.parse("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"))
    seat = player.seat(Seating(shogi, 0, DEPTH))
    seat.choose(history.position, 0, DEPTH, history)
    history = history.play(history.position.parse_move("G*5b"))
    assert shogi.text(history.position) == mated
    seat.leave(history, finished=True)
    player.move(shogi.start(), DEPTH)
    player.close()
    assert "gameover win" in heard(tmp_path)
    assert_all_have_ended(tmp_path)
