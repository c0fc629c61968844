"""Opponents within a time on the command line: build --budget, and who plays with what it makes."""

import re
import shlex
from pathlib import Path

import pytest
from conftest import random_model
from playable_sheets import SHEETS
from workers import learn_here

import boardworth as bw
from boardworth.cli.app import run
from boardworth.evaluators import load_model, save_model
from boardworth.features import short_tuples
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules.gdl import print_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for

NOUGHTS = (Path(__file__).parents[2] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Sheets, models that advise each way to play, and functions."""
    folder = tmp_path_factory.mktemp("opponents")
    (folder / "game.gdl").write_text(NOUGHTS)
    (folder / "three.gdl").write_text(print_rule_sheet(SHEETS["fingers"]))
    game = bw.load_game(str(folder / "game.gdl"))
    model = random_model(short_tuples(game), 1, largest=40)
    for way in ("alpha-beta", "guided-uct", "uct"):
        bw.save_model(model.with_playing(player=way), folder / f"{way}.model")
    settings = PaperSettings(domains="fluents", scaled=True)
    for name, machine in (("game", game.state_machine), ("three", machine_for(SHEETS["fingers"]))):
        functions = functions_from_rules(RuleGame(machine, name), settings)
        for way in ("mtdf", "guided-uct"):
            path = folder / f"{name}-{way}.functions"
            save_model(functions.with_playing(player=way), path)
    return folder


@pytest.fixture
def shown(capsys, files, monkeypatch):
    """What a command prints, on both streams."""
    monkeypatch.chdir(files)

    def show(command, code=0):
        assert run(shlex.split(command)) == code
        return "".join(capsys.readouterr())

    return show


@pytest.fixture
def in_a_hurry(monkeypatch):
    learn_here(monkeypatch)


def test_a_budget_makes_a_model_that_advises_who_plays(in_a_hurry, shown, files):
    out = shown("build game.gdl --budget 5s --threads 2 -o built.model")
    assert re.search(r" weights( in each of 4 phases)?; ", out)
    assert "1 phases" not in out
    assert "is to play (against uct: alpha-beta " in out
    ways = {"alpha-beta", "guided-uct", "lightly-guided-uct", "uct"}
    assert bw.load_model(files / "built.model").player in ways
    assert "built.model against random" in shown("match built.model --games 4 --seconds 0.02")


def test_those_who_move_at_once_have_functions(in_a_hurry, shown, files):
    out = shown("build three.gdl --budget 5s")
    assert "no patterns: " in out
    assert "three.model: " in out
    assert " for a, " in out
    assert load_model(files / "three.model").player


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("build game.gdl --budget soon", "--budget 'soon': expected a time such as 60s, 5m or 1h"),
        ("build game.gdl --budget=-5s", "expected a time such as"),
        ("build game.gdl --budget 1s", "at least 5 seconds are needed"),
        ("build othello --budget 60s", "othello is built in: --budget is for rule sheets"),
        ("build game.gdl --budget 60s --games 5", "--games means nothing to --budget"),
        ("build game.gdl --budget 60s --method paper", "--method means nothing to --budget"),
        ("build game.gdl --budget 60s -o no/x.model", "no such folder: no"),
        ("build none.gdl --budget 60s", "none.gdl"),
        ("play game.gdl --depth 2", "uct plays within seconds or nodes, not to a depth"),
        ("play game.gdl --level 2", "not to a depth"),
        ("play game.gdl --opponent playouts --level 2", "not to a depth"),
        ("play guided-uct.model --depth 2", "not to a depth"),
        ("match three-mtdf.functions uct uct uct --seconds 1", "three needs 3 players (a, b, c)"),
        ("match uct uct uct --game game.gdl", "game needs 2 players (x, o), not 3"),
        ("match three-mtdf.functions uct --game game.gdl", "plays three, not game"),
        ("match game-mtdf.functions uct --play-clock 1 --seconds 1", "--seconds and --play-clock"),
        ("match uct.model uct --games 2 --depth 2", "not to a depth"),
        ("engine othello --protocol gtp --no-learning", "--no-learning means nothing to gtp"),
        ("score three-mtdf.functions r.txt", "3 players; boardworth score is for one or two"),
        ("analyze three-mtdf.functions", "boardworth analyze needs a search: alpha-beta does not"),
        ("openings three-mtdf.functions -o o.txt", "boardworth openings needs a search: alpha"),
        ("calibrate three-mtdf.functions", "boardworth calibrate needs a search: alpha-beta does"),
        ("engine three-mtdf.functions --protocol gtp", "by a rule sheet: use --protocol ggp"),
        ("engine uct.model --protocol nboard", "plays game by a rule sheet: use --protocol ggp"),
    ],
)
def test_a_user_s_mistake_is_one_clear_line(shown, monkeypatch, arguments, message):
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("the game has begun"))
    out = shown(arguments, code=2)
    (line,) = [line for line in out.splitlines() if line.startswith("boardworth: error: ")]
    assert message in line
    assert "Traceback" not in out


@pytest.mark.parametrize(
    ("what", "name", "explained"),
    [
        ("game.gdl", "uct", "no model that could explain"),
        ("alpha-beta.model", "alpha-beta", "the largest terms"),
        ("guided-uct.model", "guided-uct", "the largest terms"),
        ("uct.model", "uct", "the largest terms"),
        ("game-mtdf.functions", "game-mtdf", "the largest terms"),
    ],
)
def test_a_game_at_the_terminal(shown, monkeypatch, what, name, explained):
    typed = iter(["hint", "explain", "mark 2 2", "undo", "mark 2 2", "quit", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    out = shown(f"play {what} --seconds 0.02")
    assert out.count(f"{name} plays mark ") == 2
    assert explained in out
    assert ("By UCT alone" in out) == what.endswith(".gdl")


@pytest.mark.parametrize(
    "player", ["alpha-beta.model", "guided-uct.model", "uct.model", "game-mtdf.functions"]
)
def test_a_match_against_uct(shown, player):
    out = shown(f"match {player} uct --seconds 0.01 --opening-plies 2 --games 2 --threads 1")
    assert f"{player} against uct, 0.01 s per move" in out


@pytest.mark.parametrize("way", ["mtdf", "guided-uct"])
def test_functions_play_any_sheet_of_their_rules(shown, files, way):
    options = "--play-clock 0.02 --games 1"
    out = shown(f"match three-{way}.functions uct random --game three.gdl {options}")
    (row,) = [line for line in out.splitlines() if f"three-{way}.functions │" in line]
    assert [cell.strip() for cell in row.split("│")[4:7]] == ["0", "0", "0"]
    copied = files / "copy.gdl"
    copied.write_text("; the same\n" + NOUGHTS)
    out = shown(f"match game-{way}.functions random --game copy.gdl {options}")
    assert f"game-{way}.functions" in out


def test_three_play_at_the_terminal(shown, monkeypatch):
    typed = iter(["moves", "hint", "explain", "show rock", "show paper", "show scissors", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    out = shown("play three-mtdf.functions --side b --seconds 0.02")
    assert out.count("three-mtdf (a) plays show ") == 3
    assert "(c) has one move" not in out
    assert "points for you; the largest terms" in out
    assert "you get " in out
    assert "game over: a " in out


def test_functions_of_three_roles_are_reported(shown, files):
    shown("report three-mtdf.functions -o three.html")
    page = (files / "three.html").read_text()
    assert all(f"<h3>{role}</h3>" in page for role in "ABC")
