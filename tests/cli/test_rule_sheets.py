"""The main job on a rule sheet: build, explain, match, play, report."""

import json
import shlex

import pytest

import boardworth as bw
from boardworth.cli.app import run
from boardworth.rules.loading import sheet_path


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("connect-four") / "four.model"
    options = "--games 120 --generations 1 --depth 1 --phases 3 --calibration 40"
    assert run(shlex.split(f"build connect-four -o {path} {options}")) == 0
    return path


@pytest.fixture
def shown(capsys):
    """What a command prints, on both streams."""

    def show(command, code=0):
        assert run(shlex.split(command)) == code
        return "".join(capsys.readouterr())

    return show


def test_a_model_knows_its_rules(model):
    loaded = bw.load_model(model)
    assert loaded.game == bw.load_game("connect-four")
    assert loaded.game.name == "connect-four"


def test_it_beats_random_moves(model, shown, tmp_path):
    results = tmp_path / "match.json"
    shown(f"match {model} random --games 40 --depth 3 --results {results}")
    assert json.loads(results.read_text())["result"]["share"] > 0.8


def test_it_plays_against_random_games(model, shown):
    out = shown(f"match {model} playouts:20 --games 4 --depth 2 --threads 1")
    assert "playouts:20" in out


def test_it_explains_itself_in_the_sheet_s_words(model, shown):
    out = shown(f"explain {model} --moves '(drop 4) (drop 4) (drop 3)'")
    assert "for yellow" in out
    assert "cell 4 1 red" in out
    assert "cell 4 1 yellow" not in out


def test_it_is_reported(model, shown, tmp_path):
    page = tmp_path / "report.html"
    shown(f"report {model} -o {page}")
    assert "Connect-four: what is this board worth?" in page.read_text()


def test_a_game_at_the_terminal(model, shown, monkeypatch):
    typed = iter(["moves", "drop 9", "drop 4", "explain", "quit", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    out = shown(f"play {model} --depth 2")
    assert "\n1 2 3 4 5 6 7\n" in out
    assert "red has no move 'drop 9'" in out
    assert "type a move such as 4 for (drop 4), or help" in out
    assert "four plays drop" in out


def test_perft_by_a_sheet(shown):
    assert "49 " in shown("perft connect-four --depth 2")


def test_a_sheet_is_not_a_model(shown, tmp_path):
    sheet = tmp_path / "game.gdl"
    sheet.write_text("(role x)")
    assert "is a rule sheet, not a model: boardworth build" in shown(f"explain {sheet}", code=2)


def test_a_sheet_named_othello_is_not_the_game_of_that_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "othello.gdl").write_text(sheet_path("tic-tac-toe").read_text())
    line = ["match", "baseline:squares", "random", "--game", "./othello.gdl", "--games", "2"]
    assert run(line) == 2
    assert "unknown baseline 'squares'" in capsys.readouterr().err
    assert run(["match", "random", "--game", "./othello.gdl", "--games", "2"]) == 0
