"""Whatever a user gets wrong: one clear line, exit code 2, no traceback."""

import signal
import struct
import subprocess
import sys
import time

import pytest

from boardworth.cli.app import run


@pytest.fixture
def folder(tmp_path, monkeypatch, othello_model_file):
    """A folder with one good model and all kinds of bad files."""
    monkeypatch.chdir(tmp_path)
    good = othello_model_file.read_bytes()
    (tmp_path / "good.model").write_bytes(good)
    flipped = bytearray(good)
    flipped[len(good) // 2] ^= 4
    (tmp_path / "flipped.model").write_bytes(flipped)
    (tmp_path / "short.model").write_bytes(good[: len(good) // 2])
    (tmp_path / "empty.model").write_bytes(b"")
    header = struct.pack("<4BIHHBBBx", 20, 24, 1, 1, 100, 0, 2023, 8, 0, 24)
    (tmp_path / "truncated.wtb").write_bytes(header + bytes(68 * 30))
    (tmp_path / "bad_openings.txt").write_text("f5d6\nf5e5\n")
    (tmp_path / "bad.patterns").write_text("edge\n####\n")
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("perft go", "unknown game 'go': the built-in games are othello"),
        ("perft othello --depth x", "depth"),
        ("perft othello --depth -1", "depth"),
        ("perft othello --position XO", "expected 64 squares, found 2"),
        ("perft othello --moves f5f5", "move 2 of 'f5f5' (f5) is illegal"),
        ("perft othello --moves f5q9", "'q9' at column 3 is not a move"),
        ("frobnicate", "frobnicate"),
        ("build", "GAME"),
        ("build othello -o nowhere/o.model", "no such folder: nowhere"),
        ("build go -o o.model", "unknown game 'go'"),
        ("build othello -o o.model --records *.wtb", "truncated.wtb: truncated: the header"),
        ("build othello -o o.model --records none.wtb", "no such file: none.wtb"),
        ("build othello -o o.model --records good.model", "records end in .wtb, .ggf, .txt"),
        ("build othello -o o.model --patterns bad.patterns", "bad.patterns, line 2: row 1 of"),
        ("build othello -o o.model --patterns none", "no such picture file: none"),
        ("build tic_tac_toe -o o.model --patterns shipped", "no pictures come with Boardworth"),
        ("build othello -o o.model --games 1", "games = 1: at least 20"),
        ("build othello -o o.model --target luck", "luck"),
        ("explain none.model", "no such model file: none.model"),
        ("explain flipped.model", "flipped.model: damaged"),
        ("explain short.model", "short.model"),
        ("explain empty.model", "empty.model: not a model file, or cut short at 0 bytes"),
        ("explain truncated.wtb", "truncated.wtb: not a model file"),
        ("explain good.model --position XXO", "expected 64 squares, found 3"),
        ("explain good.model --moves a1", "move 1 of 'a1' (a1) is illegal"),
        ("play good.model --side red", "side 'red': the players are black and white"),
        ("match good.model none.model", "no such model file: none.model"),
        ("match good.model baseline:magic", "unknown baseline 'magic'"),
        ("match random random", "say which with --game"),
        ("match good.model random --game tic_tac_toe", "plays othello, not tic_tac_toe"),
        ("match good.model random --openings bad_openings.txt", "bad_openings.txt, line 2: move 2"),
        ("match good.model random --openings none.txt", "none.txt"),
        ("match good.model random --games 0", "games"),
        ("match good.model random --depth 0", "a limit of 0 depth"),
        ("score good.model truncated.wtb --empties 24", "truncated.wtb: truncated: the header"),
        ("score good.model none.wtb", "no such file: none.wtb"),
        ("report good.model --results bad.json", "bad.json: not a result of a match"),
        ("report good.model -o folder", "folder"),
    ],
)
def test_a_user_s_mistake_is_one_clear_line(capfd, folder, arguments, message):
    assert run(arguments.split()) == 2
    shown = capfd.readouterr()
    lines = [line for line in shown.err.splitlines() if line.startswith("boardworth: error: ")]
    assert len(lines) == 1
    assert message in lines[0]
    assert "Traceback" not in shown.err + shown.out


def test_ctrl_c_ends_long_work_in_the_core_at_once():
    process = subprocess.Popen(
        [sys.executable, "-m", "boardworth", "perft", "othello", "--depth", "15"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(3)
    before = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=20)
    assert time.perf_counter() - before < 2
    assert process.returncode == 130
    assert messages.strip() == "boardworth: interrupted"


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m boardworth perft othello --depth 9 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.split()[:2] == ["1", "4"]
