"""boardworth solve: rows, answers compared with those of a file, and the exit code."""

import re

import pytest

from boardworth.cli.app import run

BOARD = "O-OOOOXX-OOOOOOOXXOXOXOOOXOOXOOOOXOXOO-O-XXOOXOOXXXO-OX--XXX-OOX X"


@pytest.fixture
def endings(tmp_path, monkeypatch):
    """Writes a problem file from answers to one position."""
    monkeypatch.chdir(tmp_path)

    def write(*answers):
        (tmp_path / "endings.obf").write_text("\n".join(f"{BOARD}; {one}" for one in answers))

    return write


def rows(shown):
    return [line for line in shown.splitlines() if re.match(r" +\d+ ", line)]


def test_a_position_is_solved(capsys):
    assert run(["solve", BOARD]) == 0
    shown = capsys.readouterr().out
    (row,) = rows(shown)
    assert row.split()[:3] == ["1", "8", "+6"]
    assert "e8" in row
    assert "agree" not in shown


def test_a_board_may_begin_with_empty_squares(capsys):
    assert run(["solve", "--------- x", "--game", "tic_tac_toe"]) == 0
    assert rows(capsys.readouterr().out)[0].split()[:3] == ["1", "9", "+0"]


def test_solutions_that_agree_with_the_file_are_counted(capsys, endings):
    endings("E8:+6; B1:-4;", "", "e8:+6;")
    assert run(["solve", "endings.obf"]) == 0
    shown = capsys.readouterr().out
    assert len(rows(shown)) == 3
    assert "total" in shown
    assert shown.splitlines()[-1] == "2 of 2 agree"


@pytest.mark.parametrize("wrong", ["E8:+8;", "E8:-6;", "B1:+6; E8:+4;", "B1:+6;"])
def test_a_wrong_answer_is_told_by_the_exit_code(capsys, endings, wrong):
    endings("E8:+6;", wrong)
    assert run(["solve", "endings.obf"]) == 1
    shown = capsys.readouterr()
    assert shown.out.splitlines()[-1] == "1 of 2 agree"
    assert f"has {wrong[3:5]}" in rows(shown.out)[1]
    assert "error" not in shown.err


def test_win_draw_loss_compares_signs(capsys, endings):
    endings("E8:+20; B1:+2;", "B1:+2;")
    assert run(["solve", "endings.obf", "--wld"]) == 0
    shown = capsys.readouterr().out
    assert [row.split()[2] for row in rows(shown)] == ["+1", "+1"]
    assert shown.splitlines()[-1] == "2 of 2 agree"
    assert run(["solve", "endings.obf", "--exact"]) == 1
    endings("E8:-4;", "E8:-4; B1:+2;")
    assert run(["solve", "endings.obf", "--wld"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 of 2 agree"


def test_a_model_changes_the_work_only(capsys, endings, othello_model_file):
    endings("E8:+6; B1:-4;")
    assert run(["solve", "endings.obf", "--model", str(othello_model_file)]) == 0
    assert "1 of 1 agree" in capsys.readouterr().out


def test_a_mate_is_solved_and_what_has_no_end_is_an_error(capsys, monkeypatch):
    monkeypatch.setattr("boardworth.search.solving.MAX_NODES", 20_000)
    mate = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
    for options in ([], ["--wld"]):
        assert run(["solve", mate, "--game", "chess", *options]) == 0
        shown = capsys.readouterr().out
        assert "empties" not in shown
        assert rows(shown)[0].split()[:2] == ["1", "+1"]
        assert "Ra6 bxa6 b7#" in shown
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        assert run(["solve", start, "--game", "chess", *options]) == 2
        assert "chess is not solved: no forced end within" in capsys.readouterr().err
