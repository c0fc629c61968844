"""Every verb does its job."""

import io
import json
import subprocess
import sys

import pytest
from conftest import GAMES, random_model
from engine_scripts import assert_all_have_ended, engine_command
from rules_files import wthor_file, wthor_record

import boardworth as bw
from boardworth.cli.app import VERBS, run
from boardworth.cli.reproduce import PAPERS

VERB_NAMES = [*(verb.__name__ for verb in VERBS), "reproduce"]
COMMANDS = VERB_NAMES[:-1] + [f"reproduce {paper.__name__}" for paper in PAPERS]
HEAVY = ("numpy", "pyarrow", "jinja2", "rich.progress")


def test_help_is_instant_and_lists_every_verb():
    script = (
        "import sys\nfrom boardworth.cli.app import run\nrun(['--help'])\n"
        f"sys.exit(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == ""
    for verb in VERB_NAMES:
        assert f" {verb} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_an_example(capsys, command):
    assert run([*command.split(), "--help"]) == 0
    assert f"boardworth {command} " in capsys.readouterr().out.split("For example")[1]


def test_reproduce_lists_every_paper(capsys):
    assert run(["reproduce"]) == 0
    shown = capsys.readouterr().out
    assert all(f" {paper.__name__} " in shown for paper in PAPERS)


def test_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip()[0].isdigit()


COUNTS = {
    "othello": "56",
    "tic_tac_toe": "504",
    "dobutsu": "123",
    "chess": "8,902",
    "connect-four": "343",
    "english-draughts": "302",
    "shogi": "25,470",
}


@pytest.mark.parametrize("name", GAMES)
def test_perft_counts(capsys, name):
    assert run(["perft", name, "--depth", "3"]) == 0
    last = capsys.readouterr().out.splitlines()[-1].split()
    assert last[:2] == ["3", COUNTS[name]]


def test_build_match_report_explain(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    quick = ["--games", "40", "--generations", "1", "--depth", "1", "--exact", "4", "--phases", "2"]
    quick += ["--calibration", "0"]
    assert run(["build", "othello", "-o", "o.model", "--patterns", "shipped", *quick]) == 0
    shown = capsys.readouterr()
    assert "113,878 weights in each of 2 phases" in " ".join(shown.out.split())
    assert "generation 1: self-play" in shown.err
    match = ["match", "o.model", "baseline:discs", "--games", "10", "--depth", "2"]
    assert run([*match, "--results", "m.json", "--records", "games.txt"]) == 0
    table = capsys.readouterr().out
    assert "o.model against baseline:discs" in table
    assert "SPRT" in table
    summary = json.loads((tmp_path / "m.json").read_text())["result"]
    assert summary["players"] == ["o.model", "baseline:discs"]
    assert len((tmp_path / "games.txt").read_text().splitlines()) == 20
    assert run(["score", "o.model", "games.txt", "--exact", "4"]) == 0
    assert "correlation" in capsys.readouterr().out
    assert run(["report", "o.model", "-o", "r.html", "--results", "m.json"]) == 0
    page = (tmp_path / "r.html").read_text()
    assert "o.model – baseline:discs" in page
    assert run(["explain", "o.model", "--moves", "f5d6", "--terms", "5"]) == 0
    explained = capsys.readouterr().out
    assert "42 other terms" in explained
    assert "black to move" in explained


def test_discover_lists_what_tells_the_scores(tmp_path, capsys, othello, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wthor_file(tmp_path / "w.wtb", [wthor_record(othello, f"d{seed}") for seed in range(40)])
    records = bw.read_records(othello, "w.wtb").games
    bw.label(othello, records).save("positions.parquet")
    for data in (["w.wtb", "--exact", "0"], ["positions.parquet"]):
        assert run(["discover", *data, "--max-length", "2", "--top", "2"]) == 0
        shown = capsys.readouterr().out
        assert "configurations active in at least 24 of 2,4" in shown
        assert shown.count(". . . .") >= 2
        assert "weight" in shown
    patterns = ["discover", "positions.parquet", "--method", "patterns"]
    assert run([*patterns, "--top", "2"]) == 0
    assert run([*patterns, "--patterns", "A", "B"]) == 0
    shown = capsys.readouterr().out
    assert "on held-out games" in shown
    assert "#" in shown


def test_baselines_can_play_each_other(capsys):
    arguments = ["match", "baseline:squares", "random", "--game", "othello", "--games", "4"]
    assert run([*arguments, "--nodes", "50"]) == 0
    assert "50 nodes per move" in capsys.readouterr().out


def test_calibrate_stores_what_it_measured(tmp_path, capsys, othello_model_file, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = "c.model"
    arguments = ["calibrate", str(othello_model_file), "--positions", "300", "--depth", "4"]
    assert run([*arguments, "-o", path]) == 0
    assert "typical error of a prediction, in points" in capsys.readouterr().out
    assert bw.load_model(path).selectivity.deepest == 4
    careful = f"{path}:width=0,memory=1"
    assert run(["match", path, careful, "--games", "2", "--depth", "3"]) == 0
    assert careful in capsys.readouterr().out


def test_openings_are_what_a_match_reads(tmp_path, capsys, othello_model_file, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = str(othello_model_file)
    arguments = ["openings", model, "--count", "5", "--plies", "4", "--within", "20"]
    assert run([*arguments, "--depth", "2", "-o", "balanced.txt"]) == 0
    assert "balanced.txt: 5 openings of 4 plies" in capsys.readouterr().out
    lines = (tmp_path / "balanced.txt").read_text().splitlines()
    assert "within 20 points of even by othello.model at depth 2, seed 0" in lines[0]
    assert all(line.endswith("points for black") for line in lines[1::2])
    match = ["match", model, "random", "--depth", "1", "--openings", "balanced.txt"]
    assert run([*match, "--records", "games.txt"]) == 0
    games = (tmp_path / "games.txt").read_text().splitlines()[1::2]
    assert {game[:8] for game in games} == set(lines[2::2])


def test_a_match_by_the_clock_says_so(capsys):
    arguments = ["match", "random", "random", "--game", "othello", "--games", "2"]
    assert run([*arguments, "--clock", "60+0.5"]) == 0
    shown = capsys.readouterr().out
    assert "random 1 against random 2, 60+0.5 s a game" in shown
    assert "per move" not in shown
    assert "lost by" not in shown


def test_an_engine_is_a_player_of_a_match(tmp_path, capsys):
    engine = f"gtp:{engine_command(tmp_path, 'gtp', 'crashes once')}"
    assert run(["match", engine, "random", "--games", "4", "--threads", "1"]) == 0
    assert f"1 lost by {engine}: engine failure" in " ".join(capsys.readouterr().out.split())
    assert_all_have_ended(tmp_path)


def test_an_engine_answers_until_its_input_ends(capsys, monkeypatch, othello_model_file):
    monkeypatch.setattr("sys.stdin", io.StringIO("nboard 2\nping 5\n"))
    assert run(["engine", str(othello_model_file), "--protocol", "nboard"]) == 0
    assert capsys.readouterr().out.splitlines() == ["set myname othello", "pong 5"]


def test_score_leaves_out_what_was_learned_from(tmp_path, capsys, othello_model_file, monkeypatch):
    (tmp_path / "a.txt").write_text("f5d6c3d3c4 +4\nf5f6e6f4 +0\n")
    (tmp_path / "b.txt").write_text("f5d6c3d3c4 +4\n")
    monkeypatch.chdir(tmp_path)
    arguments = ["score", str(othello_model_file), "a.txt", "--exact", "0"]
    assert run(arguments) == 0
    assert "on 9 positions" in " ".join(capsys.readouterr().out.split())
    assert run([*arguments, "--without", "b.txt"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "on 2 positions" in shown
    assert "7 left out, as met in the records of --without" in shown
    assert run([*arguments, "--empties", "58"]) == 0
    assert "on 2 positions" in " ".join(capsys.readouterr().out.split())


def play(monkeypatch, typed, *arguments):
    lines = iter(typed)

    def answer(_prompt):
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return run(["play", *arguments])


def test_a_game_can_be_played_taken_back_and_left(monkeypatch, capsys, othello_model_file):
    typed = ["help", "moves", "hint", "explain", "a1", "undo", "f5", "undo", "c4", "quit"]
    assert play(monkeypatch, typed, str(othello_model_file), "--depth", "2") == 0
    shown = capsys.readouterr().out
    assert "d3 c4 f5 e6" in shown
    assert "illegal move a1" in shown
    assert "there is nothing to take back" in shown
    assert shown.count("the model plays ") == 2


def test_a_game_is_played_to_its_end(monkeypatch, capsys, tmp_path, othello_model_file):
    board = "XXXXXXXX" * 6 + "XXXXXXXO" + "XXXXXO-- O"
    arguments = [str(othello_model_file), "--position", board, "--depth", "2"]
    assert play(monkeypatch, ["g8", "h8", "g8"], *arguments, "--side", "black") == 0
    shown = capsys.readouterr().out
    assert "game over" in shown
    assert "you win by" in shown
    assert not list(tmp_path.iterdir())


def test_undo_goes_back_behind_forced_moves(monkeypatch, capsys):
    board = "OX-XXXX-OXXXXXX-OXOXOOOOOXXOXXOO-XXXXX-O-XXXXXX-XXXXXXXX-O------ X"
    typed = ["g5", "undo", "quit"]
    assert play(monkeypatch, typed, "othello", "--position", board, "--depth", "2") == 0
    shown = capsys.readouterr().out
    assert "your only move is h2" in shown
    assert shown.count("black to move (black 36, white 14)") == 2


def test_a_model_of_wins_speaks_of_chances(tmp_path, monkeypatch, capsys, othello):
    monkeypatch.chdir(tmp_path)
    quick = ["--games", "40", "--generations", "1", "--depth", "1", "--exact", "4", "--phases", "2"]
    quick += ["--calibration", "0"]
    assert run(["build", "othello", "-o", "w.model", "--target", "win", *quick]) == 0
    assert play(monkeypatch, ["hint", "quit"], "w.model", "--depth", "2") == 0
    shown = capsys.readouterr().out
    assert "% to win for you" in shown
    late = "XXXXXXXX" * 6 + "XXXXXXXX" + "XXXXXO-- X"
    assert play(monkeypatch, ["hint"], "w.model", "--depth", "4", "--position", late) == 0
    assert "262144" not in capsys.readouterr().out


def test_nothing_is_explained_twice(tmp_path, capsys):
    game = bw.load_game("dobutsu")
    hands = {atom.name: (number,) for number, atom in enumerate(game.atoms) if "hand" in atom.name}
    features = bw.FeatureSet(game, [bw.Pattern(name, atoms) for name, atoms in hands.items()])
    every = game.max_progress + 1
    bw.save_model(random_model(features, 1, stages=every), tmp_path / "d.model")
    assert run(["explain", "d.model"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "own chicks in hand │ 0 │" in shown
    assert "weights of progress 0 │" in shown


@pytest.mark.parametrize(("game", "unit"), [("othello", "points"), ("chess", "log-odds of a win")])
def test_the_numbers_beside_a_board_say_what_they_are(capsys, game, unit):
    assert run(["explain", game, "--terms", "1"]) == 0
    first, columns = capsys.readouterr().out.splitlines()[:2]
    assert first.strip() == f"what each square adds, in {unit}:"
    assert columns.split() == [*"abcdefgh"] * 2


def test_explaining_a_finished_game_says_that_it_is_over(capsys, othello_model_file):
    assert run(["explain", str(othello_model_file), "--position", "X" * 64 + " O"]) == 0
    assert "The game is over" in capsys.readouterr().out


def test_a_line_of_moves_may_begin_with_a_pass(capsys, othello_model_file):
    board = "XO" + "-" * 62 + " O"
    assert run(["explain", str(othello_model_file), "--position", board, "--moves", "--c1"]) == 0
    assert "3" in capsys.readouterr().out


def test_large_patterns_are_built_explained_and_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    quick = ["--games", "40", "--generations", "1", "--depth", "1", "--exact", "4", "--phases", "2"]
    quick += ["--calibration", "0", "--min-count", "5"]
    assert run(["build", "othello", "-o", "o.model", "--patterns", "shipped", "A", *quick]) == 0
    assert run(["explain", "o.model", "--terms", "100"]) == 0
    assert "A at " in capsys.readouterr().out
    assert run(["report", "o.model", "-o", "r.html"]) == 0
    match = ["match", "o.model", "random", "--games", "2", "--depth", "3", "--records", "g.txt"]
    assert run(match) == 0
    assert run(["score", "o.model", "g.txt", "--exact", "4"]) == 0


def test_names_are_shown_as_they_are(tmp_path, capsys, monkeypatch):
    """Square brackets are no markup."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.patterns").write_text("[/bold][red]edge\n########\n" + "........\n" * 7)
    quick = ["--games", "20", "--generations", "1", "--depth", "1", "--exact", "2", "--phases", "1"]
    assert run(["build", "othello", "-o", "[red].model", "--patterns", "odd.patterns", *quick]) == 0
    assert run(["explain", "[red].model", "--terms", "100"]) == 0
    assert "[/bold][red]edge" in capsys.readouterr().out
    assert run(["match", "[red].model", "random", "--games", "2", "--depth", "1"]) == 0
    assert "[red].model against random" in capsys.readouterr().out


def test_one_answer_is_one_line_when_it_goes_to_a_file(tmp_path):
    quick = ["--games", "20", "--generations", "1", "--depth", "1", "--exact", "2", "--phases", "1"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "boardworth",
            "build",
            "othello",
            "-o",
            tmp_path / "o.model",
            *quick,
            "--calibration",
            "0",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(done.stdout.splitlines()) == 1


def test_moves_may_be_typed_in_the_notation_of_the_position(monkeypatch, capsys, tmp_path):
    bw.save_model(bw.baseline(bw.load_game("dobutsu"), "discs"), tmp_path / "d.model")
    typed = ["Cxb2", "Gc3", "quit"]
    assert play(monkeypatch, typed, str(tmp_path / "d.model"), "--depth", "1") == 0
    shown = capsys.readouterr().out
    assert shown.count("d plays ") == 2
    assert "is not a move" not in shown
