"""Whatever a user gets wrong: one clear line, exit code 2, no traceback."""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from engine_scripts import assert_all_have_ended, engine_command, heard, processes
from waiting import PATIENCE, boardworth, interrupted, python, until, until_at_work

import boardworth as bw
from boardworth.cli.app import run


@pytest.fixture
def folder(tmp_path, monkeypatch, othello_model_file):
    """A folder with one good model and all kinds of bad files."""
    monkeypatch.chdir(tmp_path)
    good = othello_model_file.read_bytes()
    (tmp_path / "good.model").write_bytes(good)
    noughts = bw.baseline(bw.load_game("tic_tac_toe"), "discs")
    bw.save_model(noughts, tmp_path / "noughts.model")
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
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "zero.txt").write_text("")
    (tmp_path / "one.txt").write_text("f5d6c3d3c4 +0\n")
    (tmp_path / "two.txt").write_text("f5d6c3d3c4 +10\nf5f6e6f4g5 -6\n")
    (tmp_path / "damaged.parquet").write_bytes(b"PAR1 and no more")
    (tmp_path / "huge.txt").write_text("f5d6c3d3c4 +500\n")
    (tmp_path / "nomoves.ggf").write_text(
        "(;GM[Othello]RE[+2]BO[8 ---------------------------O*------*O"
        "--------------------------- *];)"
    )
    (tmp_path / "bad.obf").write_text("% ok\n" + "X" * 64 + " X;\nXO X; A1:+2;\n")
    for ending in ("epd", "ggf"):
        (tmp_path / f"one.{ending}").write_text("8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\n")
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("perft go", "unknown game 'go': the games that come along are othello"),
        ("perft othello --depth x", "depth"),
        ("analyze one.epd", "; a model comes first: boardworth analyze chess one.epd"),
        ("score one.ggf one.ggf", "; a model comes first: boardworth score othello one.ggf"),
        ("explain one.epd", "; a model comes first, such as chess"),
        ("perft othello --depth -1", "depth"),
        ("perft othello --position XO", "expected 64 squares, found 2"),
        ("perft othello --moves f5f5", "--moves f5f5: move 2 (f5) is illegal"),
        ("perft othello --moves f5q9", "'q9' at column 3 is not a move"),
        ("frobnicate", "frobnicate"),
        ("build", "GAME"),
        ("build othello -o nowhere/o.model", "no such folder: nowhere"),
        ("build othello -o folder", "cannot write folder: it is a folder"),
        ("build othello -o .", "it is a folder"),
        ("build othello -o o.model --threads 0", "threads"),
        ("build othello -o o.model --threads -3", "threads"),
        ("build othello -o o.model --seed -1", "seed = -1"),
        ("build othello -o o.model --depth 3000000000", "depth = 3000000000"),
        ("build othello -o o.model --phases 1000", "--phases"),
        ("build othello -o o.model --held-out 0.999", "held_out = 0.999"),
        ("build othello -o o.model --records folder", "folder is a folder, not a file"),
        ("build othello -o o.model --records nomoves.ggf", "no position to learn from"),
        ("build othello -o o.model --records huge.txt", "no position to learn from"),
        ("build othello -o o.model --records zero.txt", "no position to learn from"),
        ("build othello -o o.model --configurations 4", "such as 4:200, or also how many weights"),
        ("build othello -o o.model --configurations 2:9 --match-heuristic 0", "a confidence of 0"),
        ("build go -o o.model", "unknown game 'go'"),
        ("build othello -o o.model --records *.wtb", "truncated.wtb: truncated: the header"),
        ("build othello -o o.model --records none.wtb", "no such file: none.wtb"),
        ("build othello -o o.model --records good.model", "records end in .pgn, .wtb, .ggf"),
        ("build othello -o o.model --patterns bad.patterns", "bad.patterns, line 2: row 1 of"),
        ("build othello -o o.model --patterns none", "no such file: none"),
        (
            "build othello -o o.model --terms pieces",
            "othello has no term 'pieces'; it has moves, mobi",
        ),
        ("build connect-four -o o.model --terms parity", "no term 'parity'; it has moves"),
        ("build tic_tac_toe -o o.model --patterns shipped", "no pictures come with Boardworth"),
        ("build othello -o o.model --games 1", "games = 1: it must be from 20"),
        ("build othello -o o.model --target luck", "luck"),
        ("explain none.model", "no such file: none.model"),
        ("explain flipped.model", "flipped.model: damaged"),
        ("explain short.model", "short.model"),
        ("explain empty.model", "empty.model: not a model file, or cut short at 0 bytes"),
        ("explain truncated.wtb", "truncated.wtb: not a model file"),
        ("explain good.model --position XXO", "expected 64 squares, found 3"),
        ("explain good.model --moves a1", "--moves a1: move 1 (a1) is illegal"),
        ("calibrate none.model", "no such file: none.model"),
        ("calibrate good.model --depth 2", "depth"),
        ("calibrate good.model --positions 4", "positions"),
        ("calibrate good.model -o folder", "cannot write folder: it is a folder"),
        ("calibrate noughts.model --positions 40 --depth 3", "comparisons are too few"),
        (
            "match good.model:width=9 random",
            "what can be set is method, driver, selectivity, quiescence, features, without, memory",
        ),
        ("match good.model,quiescence=maybe random", "got `str` for `quiescence`"),
        (
            "match good.model:driver=x random",
            "Invalid enum value 'x' for `driver`; what can",
        ),
        ("match good.model:speed=9 random", "unknown field `speed`"),
        ("match none.model:width=1 random", "no such file: none.model"),
        ("engine good.model --protocol gtp --threads 0", "threads"),
        ("play good.model --side red", "side 'red': the roles are black, white"),
        ("analyze none.model f5", "no such file: none.model"),
        ("analyze good.model f5f5", "f5f5: move 2 (f5) is illegal"),
        ("analyze good.model XXO", "no position (othello position: expected 64 squares, found 3)"),
        ("analyze good.model f5q9", "no game (othello moves: 'q9' at column 3 is not a move)"),
        ("analyze good.model none.txt", "no such file: none.txt"),
        ("analyze good.model zero.txt", "zero.txt: no game 1: there are 0 sound ones"),
        ("analyze good.model bad_openings.txt --number 2", "bad_openings.txt, line 2: move 2"),
        ("analyze good.model truncated.wtb", "truncated.wtb: truncated: the header"),
        ("analyze good.model nomoves.ggf", "no move to analyze"),
        ("analyze good.model f5 --number 2", "--number 2: 'f5' is no file of games"),
        ("analyze good.model f5 --number 0", "number"),
        ("analyze good.model f5 --depth 1", "it takes a depth of 2 or more"),
        ("analyze good.model f5 --threshold 0", "threshold"),
        ("analyze good.model f5 --depth 2.5", '"2.5" is not a whole number'),
        ("match othello random --games 4.0", '"4.0" is not a whole number'),
        ("reproduce mmto --match-games 3", "an even number from 2"),
        ("reproduce mmto --match-games 0", "an even number from 2"),
        ("reproduce mmto --chess bad.obf", "bad.obf: records end in"),
        ("reproduce mmto --chess truncated.wtb", "hold games of othello, not of chess"),
        ("analyze good.model f5 --variations 0", "variations"),
        ("analyze good.model f5 --exact 40", "exact"),
        ("analyze good.model f5 --json nowhere/a.json", "no such folder: nowhere"),
        ("analyze good.model --moves f5f5", "--moves f5f5: move 2 (f5) is illegal"),
        ("analyze good.model --moves f5 --number 2", "--number 2 means nothing to a position"),
        (f"analyze good.model {'X' * 64}O", "the game is over in XXX"),
        ("solve bad.obf", "bad.obf, line 3: othello position: expected 64 squares"),
        ("solve none.obf", "no such file: none.obf"),
        ("solve zero.txt", "'zero.txt' is no .obf file, and no position: othello position"),
        ("solve bad.obf --game go", "unknown game 'go'"),
        ("solve xx-oo----x --game tic_tac_toe --model good.model", "plays othello, not tic_tac"),
        ("solve xx-oo----x --game tic_tac_toe --model none.model", "no such file: none.model"),
        ("solve bad.obf --wld --exact", "exact"),
        ("match good.model none.model", "no such file: none.model"),
        ("match good.model baseline:magic", "unknown baseline 'magic'"),
        ("match random random", "say which with --game"),
        ("match random:x random --game othello", "random:x: random takes no argument"),
        ("match good.model random --threads -3", "threads"),
        ("match good.model random --depth 3000000000", "a limit of 3000000000 depth"),
        ("match good.model random --nodes 99999999999999999999", "a limit of 99999999999999999999"),
        ("match good.model random --elo0 20 --elo1 0", "SPRT: elo0 = 20 must be below"),
        ("match good.model random --elo1 nan", "SPRT"),
        ("match good.model random --results nowhere/x.json", "no such folder: nowhere"),
        ("match good.model random --records folder", "cannot write folder: it is a folder"),
        ("match good.model random --seed -1", "seed"),
        ("match good.model random --game tic_tac_toe", "plays othello, not tic_tac_toe"),
        ("match good.model random --openings bad_openings.txt", "bad_openings.txt, line 2: move 2"),
        ("match good.model random --openings none.txt", "none.txt"),
        ("match good.model random --games 0", "games"),
        ("match good.model random --depth 0", "a limit of 0 depth"),
        ("match good.model random --depth 1 --depth 0", "a limit of 0 depth"),
        ("match good.model random --nodes 1 --nodes 2 --nodes 3", "--nodes is given 3 times"),
        ("reproduce buro1995 --full --seconds 1", "it takes no other limit"),
        ("reproduce buro1995 --seconds 0", "a limit of 0.0 seconds"),
        ("openings good.model", "output"),
        ("openings none.model -o o.txt", "no such file: none.model"),
        ("openings good.model -o nowhere/o.txt", "no such folder: nowhere"),
        ("openings good.model -o folder", "cannot write folder: it is a folder"),
        ("openings good.model -o o.txt --count 0", "count"),
        ("openings good.model -o o.txt --within -1", "within"),
        ("openings good.model -o o.txt --depth 0", "a limit of 0 depth"),
        ("openings good.model -o o.txt --plies 1 --depth 1 --within 64", "only 1 of 100 openings"),
        ("match good.model random --clock fast", "clock 'fast': expected seconds for a game"),
        ("match good.model random --clock 1+x", "clock '1+x': expected seconds for a game"),
        ("match good.model random --clock 0", "clock '0': no time to make a move"),
        ("match good.model random --clock nan", "a clock of nan"),
        ("match good.model nboard:none-such", "nboard:none-such cannot be started: none-such: No"),
        ("match gtp:./good.model random", "gtp:./good.model cannot be started: ./good.model: Perm"),
        ("match good.model gtp:", "gtp:: no command"),
        ("match good.model nboard:'x", "not a command: No closing quotation"),
        ("match good.model gtp:false", "it has ended with exit code 1; last sent: "),
        (
            "match nboard:x random --game tic_tac_toe",
            "nboard engines play othello, not tic_tac_toe",
        ),
        ("engine good.model --protocol winboard", "winboard"),
        ("engine good.model --protocol uci", "uci is for chess, and good.model plays othello: use"),
        (
            "engine chess --protocol usi",
            "usi is for shogi, and chess plays chess: use --protocol uci",
        ),
        ("engine --protocol usi", "usi needs a model: a file, or shogi"),
        ("engine random --protocol uci", "random: uci needs a model or a baseline"),
        ("engine chess,method=uct --protocol uci", "uct knows no"),
        ("engine chess --protocol uci --ponder", "--ponder means nothing to uci"),
        ("engine chess --protocol usi --port 80", "--port means nothing to usi"),
        ("match chess uci:none-such", "uci:none-such cannot be started: none-such: No such file"),
        ("match usi:x chess", "chess plays chess, not shogi"),
        ("engine none.model --protocol gtp", "no such file: none.model"),
        ("engine good.model --protocol gtp --depth 0", "a limit of 0 depth"),
        ("engine noughts.model --protocol gtp", "tic_tac_toe, for which there is no protocol"),
        ("engine noughts.model --protocol ggp", "tic_tac_toe, for which there is no protocol"),
        ("engine good.model --protocol ggp", "plays othello without one: use --protocol nboard"),
        ("score good.model truncated.wtb --empties 24", "truncated.wtb: truncated: the header"),
        ("score good.model none.wtb", "no such file: none.wtb"),
        ("score good.model zero.txt", "no position to measure on"),
        ("discover none.wtb", "no such file: none.wtb"),
        ("discover folder", "folder is a folder, not a file"),
        ("discover truncated.wtb", "truncated.wtb: truncated: the header"),
        ("discover zero.txt", "no position to learn from"),
        ("discover one.txt --game go", "unknown game 'go'"),
        ("discover one.txt --method magic", "magic"),
        ("discover one.txt --min-count 0", "min-count"),
        ("discover one.txt --min-count nan", "min-count"),
        ("discover one.txt --max-length 0", "max-length"),
        ("discover one.txt --top 0", "top"),
        ("discover one.txt --exact 0", "positions without different scores"),
        ("discover one.txt --method patterns", "1 game is too few"),
        ("discover two.txt --min-count 1000000", "no configuration is active in 1,000,000 of"),
        ("discover two.txt --min-count 1 --max-length 9", "more than 5,000,000 configurations are"),
        ("discover damaged.parquet", "damaged.parquet: not a Parquet file"),
        ("discover damaged.parquet two.txt", "damaged.parquet is a dataset: it cannot be joined"),
        ("score good.model huge.txt", "no position to measure on"),
        ("score good.model huge.txt --exact 60", "exact"),
        ("report good.model --results bad.json", "bad.json: not a result of a match"),
        ("report good.model --results empty.json", "empty.json: not a result of a match"),
        ("report good.model --results list.json", "list.json: not a result of a match"),
        ("report folder", "folder is a folder, not a file"),
        ("explain good.model --terms -1", "terms"),
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


# Ctrl-C finds it at the import of a library: there, or where Python drops all exceptions.
IMPORTING = """
import signal, sys
from boardworth.cli import main

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "cyclopts":
            waiting() if sys.argv[1] == "import" else Dropped()

class Dropped:
    def __del__(self):
        waiting()

def waiting():
    print("at work", flush=True)
    signal.pause()

sys.meta_path.insert(0, Slow())
main()
"""


@pytest.mark.parametrize("place", ["import", "callback"])
def test_ctrl_c_ends_a_command_that_is_still_loading(place):
    process = python("-c", IMPORTING, place)
    assert process.stdout.readline()
    shown, messages = interrupted(process)
    assert process.returncode == 130
    assert messages.strip() == "boardworth: interrupted"
    assert not shown


def test_nothing_is_imported_before_ctrl_c_is_answered():
    """A traceback would show what was."""
    asked = "; ".join((
        "import sys", "sys.path.insert(0, sys.argv[1])", "known = set(sys.modules)",
        "import boardworth.cli", "print(*sorted(set(sys.modules) - known))",
    ))  # fmt: skip
    process = python("-S", "-c", asked, Path(bw.__file__).parents[1])
    assert process.communicate(timeout=PATIENCE)[0].split() == ["boardworth", "boardworth.cli"]


def test_ctrl_c_ends_long_work_in_the_core():
    process = python("-m", "boardworth", "perft", "othello", "--depth", "30")
    for _ in range(8):
        assert process.stdout.readline()
    until_at_work(process)
    _, messages = interrupted(process)
    assert process.returncode == 130
    assert messages.strip() == (
        "boardworth: interrupted; the result so far is above; counting cannot be resumed"
    )


def test_an_interrupted_match_shows_what_was_played(tmp_path, othello_model_file):
    results = tmp_path / "m.json"
    options = ["--games", "100000", "--depth", "2", "--results", results]
    after_a_pair = "boardworth.arena.match:Match._check_failures"
    process = boardworth("match", othello_model_file, "random", *options, announcing=after_a_pair)
    for _ in range(3):
        assert process.stdout.readline()
    shown, messages = interrupted(process)
    assert process.returncode == 130
    assert "W-D-L" in shown
    assert "Traceback" not in messages
    assert messages.splitlines()[-1].endswith(
        f"the result so far is above and in {results}; a match cannot be resumed"
    )
    assert json.loads(results.read_text())["result"]["games"] >= 2


def test_ctrl_c_ends_a_match_and_its_engines(tmp_path, othello_model_file):
    engine = f"nboard:{engine_command(tmp_path, 'nboard', 'hangs')}"
    process = python("-m", "boardworth", "match", othello_model_file, engine, "--threads", "2")
    until(lambda: heard(tmp_path).count("go") == 2, "the engines are not asked")
    assert len(processes(tmp_path)) == 2
    _, messages = interrupted(process)
    assert process.returncode == 130
    assert messages.strip().splitlines()[-1] == "boardworth: interrupted; nothing is kept"
    assert_all_have_ended(tmp_path)


def test_an_engine_that_always_fails_is_one_clear_line(tmp_path, capfd, othello_model_file):
    engine = f"nboard:{engine_command(tmp_path, 'nboard', 'crashes in every game')}"
    assert run(["match", str(othello_model_file), engine, "--depth", "1"]) == 2
    shown = capfd.readouterr()
    assert "4 lost by nboard:" in " ".join(shown.out.split())
    assert "lost 4 games in a row by engine failure: it has ended with exit code 3" in shown.err
    assert_all_have_ended(tmp_path)


def test_a_core_that_does_not_exist_is_one_clear_line():
    done = subprocess.run(
        [sys.executable, "-m", "boardworth", "perft", "othello"],
        env={**os.environ, "BOARDWORTH_CORE": "nonsense"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "the core 'nonsense' cannot be loaded" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_fault_of_ours_is_one_line_too(capsys, monkeypatch):
    def broken(*_arguments, **_named):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("boardworth.rules.load_game", broken)
    assert run(["perft", "othello"]) == 1
    assert "this should not happen, please report it: ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_full_disk_is_one_clear_line(tmp_path, othello_model_file):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "boardworth",
                "report",
                othello_model_file,
                "-o",
                disk / "r.html",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert f"cannot write {disk / 'r.html'}: No space left on device" in done.stderr
        assert not list(disk.iterdir())
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize(
    "command",
    ["perft othello --depth 9", "solve --game tic_tac_toe many.obf"],
    ids=["perft", "solve"],
)
def test_a_closed_pipe_is_no_error(tmp_path, command):
    (tmp_path / "many.obf").write_text("--------- x\n" * 2000)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m boardworth {command} | head -2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1].split()[0] in {"1", "2"}


@pytest.mark.parametrize(("typed", "meant"), [("dice-rac", "dice-race"), ("othelo", "othello")])
def test_a_misspelt_name_is_answered_with_the_nearest(capsys, typed, meant):
    assert run(["play", typed]) == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err
