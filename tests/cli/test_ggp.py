"""Players of rule sheets on the command line: `engine --protocol ggp`, `match --game game.gdl`."""

import json
import re
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from ggp_players import misbehaving, our_player, scripted_player
from reference.ggp_server import ask
from waiting import boardworth, interrupted, python, until_at_work, until_set

from boardworth.cli.app import run

GAMES = Path(__file__).parents[2] / "games" / "gdl"
NOUGHTS = str(GAMES / "tic-tac-toe.gdl")


def test_a_match_by_a_rule_sheet_shows_points_and_errors(tmp_path, capsys):
    results, records = tmp_path / "m.json", tmp_path / "games.jsonl"
    with our_player() as ours, scripted_player(misbehaving("answers", "(mark 2 2)")) as stubborn:
        players = [ours.address, stubborn.address]
        options = ["--games", "3", "--results", str(results), "--records", str(records)]
        assert run(["match", *players, "--game", NOUGHTS, *options]) == 0
    shown = capsys.readouterr().out
    assert "tic-tac-toe (x, o), 5 s per move" in shown
    rows = [re.split(r"\s*│\s*", line)[1:-1] for line in shown.splitlines() if "│" in line]
    assert [row[:2] for row in rows[:2]] == [[ours.address, "4"], [stubborn.address, "4"]]
    assert rows[0][3:] == ["0", "0", "0"]
    assert int(rows[1][4]) >= 4
    assert "Elo" in shown
    summary = json.loads(results.read_text())["result"]
    assert summary["games"] == 4
    assert summary["faults"][1]["illegal move"] == int(rows[1][4])
    assert len(records.read_text().splitlines()) == 4


def test_games_of_one_and_of_three(capsys):
    for players, name in (("random", "peg-solitaire"), ("random random random", "three-stars")):
        words = ["match", *players.split(), "--game", str(GAMES / f"{name}.gdl"), "--games", "1"]
        assert run(words) == 0
        shown = capsys.readouterr().out
        assert name in shown
        assert "Elo" not in shown


def test_playouts_use_the_play_clock(capsys):
    words = ["match", "playouts", "random", "--game", NOUGHTS, "--games", "2"]
    assert run([*words, "--play-clock", "0.05"]) == 0
    assert "0.05 s per move" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("match random random random --game game.gdl", "game needs 2 players (x, o), not 3"),
        (
            "match random --game three-stars",
            "three-stars needs 3 players (red, green, blue), not 1",
        ),
        ("match random random --game none.gdl", "no such file: none.gdl"),
        ("match random random --game broken.gdl", "broken.gdl, line 1, column 1"),
        ("match random othello --game game.gdl", "othello plays othello, not game"),
        ("match random playouts:x --game game.gdl", "playouts:x: expected a number"),
        ("match random playouts:0 --game game.gdl", "playouts:0: expected a number"),
        ("match random http://:1 --game game.gdl", "no address such as http://localhost:9147"),
        ("match random https://x --game game.gdl", "https://x: no address such as"),
        (
            "match random http://127.0.0.1:1 --game game.gdl",
            "http://127.0.0.1:1: no answer to INFO",
        ),
        ("match http://x:1 http://x:1 --game game.gdl", "http://x:1 is given twice"),
        ("match http://x:1 random --game othello", "plays by rule sheets, not othello"),
        ("match random random --game game.gdl --play-clock 0", "a play clock of 0 seconds"),
        ("match random random --game game.gdl --start-clock nan", "a start clock of nan seconds"),
        ("match random random --game game.gdl --games 0", "games"),
        ("match random random --game game.gdl --results nowhere/x", "no such folder: nowhere"),
        ("match game.gdl random", "game.gdl is a rule sheet, not a player: try --game game.gdl"),
        ("match http://localhost:9147 random", "plays by rule sheets: say which with --game"),
        ("match othello random uct", "othello needs 2 players (black, white), not 3"),
        ("match", "PLAYERS"),
        ("engine --protocol gtp", "gtp needs a model"),
        ("engine none.model --protocol ggp", "no such file: none.model"),
        ("engine --protocol ggp --depth 3", "--depth means nothing to ggp"),
        ("engine --protocol ggp --port 70000", "port"),
        ("engine --protocol ggp --simulations 0", "simulations"),
        ("engine --protocol ggp --seconds 0", "a limit of 0.0 seconds"),
        ("engine --protocol ggp --host no.such.host.invalid", "cannot listen at no.such.host.in"),
        ("engine othello --protocol gtp --simulations 9", "--simulations means nothing to gtp"),
    ],
)
def test_a_user_s_mistake_is_one_clear_line(capfd, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.gdl").write_text(Path(NOUGHTS).read_text())
    (tmp_path / "broken.gdl").write_text("(role x")
    assert run(arguments.split()) == 2
    shown = capfd.readouterr()
    (line,) = [line for line in shown.err.splitlines() if line.startswith("boardworth: error: ")]
    assert message in line
    assert "Traceback" not in shown.err + shown.out


def test_a_port_in_use_is_one_clear_line(capfd):
    with our_player() as server:
        port = str(server.server_port)
        assert run(["engine", "--protocol", "ggp", "--host", "127.0.0.1", "--port", port]) == 2
    expected = f"cannot listen at 127.0.0.1, port {port}: Address already in use"
    assert expected in capfd.readouterr().err


@contextmanager
def engine(*options):
    """The player as a process of its own, and its port."""
    process = python("-m", "boardworth", "engine", "--protocol", "ggp", "--port", "0", *options)
    try:
        yield process, int(process.stderr.readline().rpartition(":")[2])
    finally:
        process.kill()
        process.communicate()


def test_a_player_is_a_process_that_logs_to_standard_error(capsys):
    with engine("--simulations", "20", "--seed", "3") as (process, port):
        address = f"http://localhost:{port}"
        words = ["match", address, "random", "--game", NOUGHTS, "--games", "2"]
        assert run(words) == 0
        said, lines = interrupted(process)
    assert process.returncode == 130
    assert said == ""
    assert "Traceback" not in lines
    assert lines.splitlines()[0].startswith("127.0.0.1 INFO: ( ( name boardworth )")
    assert lines.splitlines()[-1] == "boardworth: interrupted"


def test_ctrl_c_ends_a_player_that_thinks():
    with engine("--no-learning", "--max-clock", "1000000") as (process, port):
        rules = re.sub(r";.*", "", Path(NOUGHTS).read_text())
        assert ask(port, f"( START m x ( {rules} ) 1000 1000000 )") == "ready"
        with socket.create_connection(("127.0.0.1", port)) as asking:
            asking.sendall(b"POST / HTTP/1.0\r\nContent-length: 14\r\n\r\n( PLAY m NIL )")
            until_at_work(process)
            interrupted(process)
        assert process.returncode == 130


def test_ctrl_c_aborts_the_game_and_shows_what_was_played(tmp_path):
    results = tmp_path / "m.json"
    thinking = threading.Event()

    def silent_in_the_third_game(message):
        if message.startswith("( PLAY") and ".3 " in message:
            thinking.set()
            return None
        return misbehaving("answers", "noop")(message)

    with scripted_player(silent_in_the_third_game) as server:
        match = ["match", server.address, "random", "--game", NOUGHTS, "--results", results]
        process = python("-m", "boardworth", *match, "--play-clock", "100000")
        until_set(thinking, "nobody is asked")
        shown, messages = interrupted(process)
    assert process.returncode == 130
    assert "illegal moves" in shown
    assert "Traceback" not in messages
    assert json.loads(results.read_text())["result"]["games"] == 2
    assert server.heard[-1].startswith("( ABORT ")


def test_ctrl_c_ends_a_match_of_our_own_players():
    process = boardworth(
        *("match", "playouts:900000000", "random", "--game", NOUGHTS),
        announcing="boardworth.search.playouts:PlayoutSearch.run",
    )
    assert process.stdout.readline()
    until_at_work(process)
    _, messages = interrupted(process)
    assert process.returncode == 130
    assert messages.strip() == "boardworth: interrupted; nothing is kept"
