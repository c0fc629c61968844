"""boardworth check: every problem with its line, and an exit code for scripts."""

import json

import pytest

from boardworth.cli.app import run

SOUND = """(role me)
(init (at start))
(<= (legal me go) (true (at start)))
(<= (next (at end)) (does me go))
(<= (goal me 100) (true (at end)))
(<= terminal (true (at end)))
"""


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text, name="game.gdl"):
        (tmp_path / name).write_text(text)
        return name

    return write


def test_a_sound_sheet_is_described(sheet, capsys):
    assert run(["check", sheet(SOUND)]) == 0
    assert capsys.readouterr().out == (
        "game.gdl: 1 role (me), 6 predicates, 2 facts, 4 rules; 0 errors, 0 warnings\n"
        "game.gdl: 1,000 random games, 1,000 ended; moves: 1.0 on average, 1 at most; "
        "to choose from: 1.0 on average, 1 at most; mean goals: me 100.0\n"
    )


def test_without_games_only_the_rules_are_read(sheet, capsys):
    assert run(["check", sheet(SOUND), "--lint"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_fault_of_the_games_is_a_failure_with_an_example(sheet, capsys):
    faulty = SOUND.replace(
        "(<= (goal me 100) (true (at end)))", "(<= (goal me 0) (true (at start)))"
    )
    assert run(["check", sheet(faulty), "--games", "10"]) == 2
    assert capsys.readouterr().out.splitlines()[1:5] == [
        "game.gdl: error: me has no goal at the end, or several (10 of 10 games)",
        "  for example, after 1 move:",
        "      1. me go",
        "  state: (at end)",
    ]


def test_games_that_do_not_end_are_a_warning(sheet, capsys):
    endless = SOUND.replace(
        "(true (at end)))\n(<= terminal",
        "(true (at end)))\n(<= (next (at start)) (does me go))\n(<= terminal (true (at more))",
    )
    assert run(["check", sheet(endless), "--games", "10", "--max-moves", "20"]) == 0
    assert "warning: 10 of 10 games did not end within 20 moves" in capsys.readouterr().out


def test_a_goal_that_is_no_number_is_a_failure_with_its_line(sheet, capsys):
    assert run(["check", sheet(f"{SOUND}(goal me much)")]) == 2
    first = capsys.readouterr().out.splitlines()[0]
    assert first == (
        "game.gdl, line 7, column 1: error: a goal is a number from 0 to 100, not much"
    )


def test_values_that_are_no_goals_are_a_failure_with_their_rule(sheet, capsys):
    valued = SOUND.replace("(goal me 100)", "(goal me ?v) (worth ?v)")
    assert run(["check", sheet(f"{valued}(worth much)"), "--games", "10"]) == 2
    shown = capsys.readouterr()
    assert "game.gdl: error: me has no goal at the end, or several" in shown.out
    assert "game.gdl, line 5, column 1: the goal much of me is no number" in shown.err


def test_warnings_are_lines_and_no_failure(sheet, capsys):
    assert run(["check", sheet(f"{SOUND}(helps 1)"), "--lint"]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first == "game.gdl, line 7, column 1: warning: 'helps' is defined and never used"
    assert last.endswith("; 0 errors, 1 warning")


def test_errors_are_lines_and_a_failure(sheet, capsys):
    assert run(["check", sheet(f"{SOUND}(<= (legal me ?x) (true ?y))\n(true a)")]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1] for line in lines[:-1]] == ["error", "error"]
    assert lines[-1].endswith("; 2 errors, 0 warnings")


def test_a_sheet_that_cannot_be_read_is_a_failure_with_a_line(sheet, capsys):
    assert run(["check", sheet("(role me)\n(init (at start)")]) == 2
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("game.gdl, line 2, column 1: error: what is opened here is never")
    assert last == "game.gdl: cannot be read; 1 error, 0 warnings"


def test_several_sheets_are_checked_in_one_go(sheet, capsys):
    sheet(SOUND, "a.gdl")
    sheet("(", "b.gdl")
    assert run(["check", "*.gdl", "--lint"]) == 2
    assert [line[:6] for line in capsys.readouterr().out.splitlines()] == [
        "a.gdl:",
        "b.gdl,",
        "b.gdl:",
    ]


@pytest.mark.parametrize(
    ("games", "name"), [(["game.gdl"], "game"), (["othello"], "othello"), (["*.gdl"], None)]
)
def test_figures_name_the_game_if_it_is_one(sheet, capsys, games, name):
    sheet(SOUND)
    if name is None:
        sheet(SOUND, "other.gdl")
    assert run(["check", *games, "--games", "5", "--json", "-", "-q"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == name
