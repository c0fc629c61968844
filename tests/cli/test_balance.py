"""boardworth balance on the command line: tables, files, interruption, and what is refused."""

import json
from pathlib import Path

import pytest
from conftest import random_model

import boardworth as bw
from boardworth.cli.app import run
from boardworth.features import short_tuples
from boardworth.recipes.balance.noted_game import noted
from boardworth.report import read_balance, what_matters

SHEET = (Path(__file__).parents[2] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A rule sheet and a model of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.gdl").write_text(SHEET)
    game = bw.load_game("game.gdl")
    model = random_model(short_tuples(game), 1, largest=40)
    model.weighted_sum.counts[:] = 12
    bw.save_model(model, tmp_path / "game.model")
    return tmp_path


def call(line):
    """Runs a command line; its exit code."""
    return run(line.split())


def words(text):
    return " ".join(text.split())


def test_a_sheet_is_played_by_chance_and_uct_and_judged_in_words(folder, capsys):
    line = ["balance", "game.gdl", "--games", "20", "--simulations", "20"]
    assert run([*line, "--json", "b.json", "--html", "b.html"]) == 0
    shown = words(capsys.readouterr().out)
    for said in ("x wins", "first mover", "quartiles", "lead changes", "(mark 1 1)", "rules 100 %"):
        assert said in shown, said
    assert "random: the first mover (x) wins " in shown
    figures = json.loads((folder / "b.json").read_text())["result"]
    assert figures["balance"] == "game"
    assert [play["play"] for play in figures["plays"]] == ["random", "uct"]
    assert figures["plays"][0]["first_mover"]["wins"]["total"] == 20
    page = (folder / "b.html").read_text()
    assert "Is game any good?" in page
    assert "the first mover (x) wins" in page
    assert "src=" not in page


def test_a_model_plays_too_and_says_what_matters(folder, capsys):
    assert call("balance game.model --games 6 --simulations 5 --depth 2 --json b.json") == 0
    shown = words(capsys.readouterr().out)
    assert "learned: alpha-beta, depth 2, games begin with 2 moves chosen at random" in shown
    assert "what the evaluation says matters" in shown
    found = read_balance("b.json")
    assert found.matters == what_matters(bw.load_model("game.model"))
    assert any(" on cell " in matter.what for matter in found.matters)
    assert run(["report", "game.model", "-o", "r.html", "--balance", "b.json"]) == 0
    assert "Is game any good?" in (folder / "r.html").read_text()


def test_json_may_go_to_standard_output(folder, capsys):
    assert call("balance tic_tac_toe --games 2 --simulations 2 --json -") == 0
    assert json.loads(capsys.readouterr().out)["result"]["balance"] == "tic_tac_toe"
    assert not (folder / "-").exists()


def test_a_sheet_may_be_learned_first(folder, capsys, monkeypatch):
    """The model is that of `build --budget`; here it is there at once."""
    from boardworth.recipes.worker_messages import Draft

    draft = Draft((folder / "game.model").read_bytes(), "learned")
    told = []
    monkeypatch.setattr(
        "boardworth.cli.build_methods.rule_sheet.draft_in_time",
        lambda *arguments: told.append(arguments) or draft,
    )
    assert call("balance game.gdl --budget 60s --games 2 --simulations 2 --depth 1") == 0
    assert [arguments[:3] for arguments in told] == [("game.gdl", "60s", 0)]
    assert "what the evaluation says matters" in capsys.readouterr().out


def test_ctrl_c_shows_and_writes_what_was_played(folder, capsys, monkeypatch):
    """It comes while the sixth game is looked at, and others are being played."""
    left = iter(range(5))

    def interrupted(played, judge):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return noted(played, judge)

    monkeypatch.setattr("boardworth.recipes.balance.study.noted", interrupted)
    line = "balance game.gdl --games 100000 --threads 2 --json b.json --html b.html"
    assert call(line) == 130
    shown = capsys.readouterr()
    assert "random: the first mover (x) wins" in shown.out
    assert shown.err.splitlines()[-1] == (
        "boardworth: interrupted; the result so far is above and in b.html, b.json; "
        "a study of balance cannot be resumed"
    )
    (play,) = read_balance("b.json").plays
    assert play.games == 5
    assert "Is game any good?" in (folder / "b.html").read_text()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("balance game.gdl --depth 3", "--depth means nothing to game.gdl without a model"),
        ("balance game.model --budget 60s", "--budget means nothing to game.model"),
        ("balance othello --budget 60s", "othello is built in: --budget is for rule sheets"),
        ("balance none.gdl", "no such file: none.gdl"),
        ("balance nonsense", "no such file: nonsense"),
        ("balance game.gdl --games 0", "--games"),
        ("balance game.gdl --html game.gdl", "would replace the input"),
        ("report game.model --balance game.gdl", "not figures of a game's balance"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(folder, capsys, line, message):
    assert call(line) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert message in said


def test_functions_of_roles_say_what_matters_to_each_role(folder):
    assert call("build game.gdl --method paper --sequences 50 -o f.functions") == 0
    matters = what_matters(bw.load_model("f.functions"))
    assert {matter.when for matter in matters} == {"x", "o"}
    assert all(matter.worth for matter in matters)


def test_what_is_written_is_what_may_be_replaced(folder, capsys):
    line = "balance tic_tac_toe --games 1 --simulations 1 --json b.json --html b.html"
    assert call(line) == 0
    assert call(line) == 0
    capsys.readouterr()
    (folder / "b.json").write_text("something else")
    assert call(line) == 2
    assert "see --force" in capsys.readouterr().err
