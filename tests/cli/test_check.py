"""boardworth check: every problem with its line, and an exit code for scripts."""

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
    )


def test_warnings_are_lines_and_no_failure(sheet, capsys):
    assert run(["check", sheet(f"{SOUND}(helps 1)")]) == 0
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
    assert run(["check", "*.gdl"]) == 2
    assert [line[:6] for line in capsys.readouterr().out.splitlines()] == [
        "a.gdl:",
        "b.gdl,",
        "b.gdl:",
    ]
