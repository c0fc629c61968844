"""Figures are one JSON document, alike for every command, and --quiet is quiet."""

import json
from pathlib import Path

import pytest
from rules_files import wthor_file, wthor_record

import boardworth as bw
from boardworth.cli.app import COMMANDS, run
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Output, marks

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text()
WITHOUT_FIGURES = {"play", "engine", "report", "completion", "help"}
ENDING = "--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X"
LINES = [
    "games",
    "check in.gdl tic_tac_toe --games 20",
    "discover w.wtb --exact 0 --max-length 1",
    "discover w.wtb --exact 0 --method patterns --top 1",
    "build tic_tac_toe --games 40 --generations 1 --phases 1 --calibration 0 -o o.model",
    "build in.gdl --method paper --sequences 50 -o f.model",
    "explain in.model --terms 2",
    "calibrate in.model --positions 240 --depth 3 -o c.model",
    "export in.model --to csv",
    "analyze in.model --depth 2",
    "analyze in.model f5d6 --depth 2",
    "analyze in.model ending.obf --depth 2",
    "solve ending.obf",
    "match in.model random --games 2 --depth 1",
    "openings in.model --count 1 --plies 2 --within 64 --depth 1 -o out.txt",
    "records w.wtb",
    "score in.model w.wtb --exact 0",
    "perft tic_tac_toe --depth 2",
]


@pytest.fixture
def folder(tmp_path, monkeypatch, othello, othello_model_file):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.model").write_bytes(othello_model_file.read_bytes())
    sheet = Path(__file__).parents[2] / "games/gdl/tic-tac-toe.gdl"
    (tmp_path / "in.gdl").write_bytes(sheet.read_bytes())
    wthor_file(tmp_path / "w.wtb", [wthor_record(othello, f"f{seed}") for seed in range(30)])
    (tmp_path / "ending.obf").write_text(f"{ENDING}; A7:+2; A8:-4; G3:-8;\n")
    return tmp_path


def names(value):
    """All names in a document, but those that are data: of players, roles, phases, metrics."""
    if isinstance(value, list):
        return set().union(*map(names, value))
    if not isinstance(value, dict):
        return set()
    open_ended = {"metrics", "faults", "results", "by_progress", "forfeits", "reasons"}
    inside = (names(each) for name, each in value.items() if name not in open_ended)
    return set(value).union(*inside)


def test_every_command_that_prints_figures_gives_them_as_json():
    given = {
        command.__name__
        for command in COMMANDS
        if any(map(is_standard, marks(command).get("json", [])))
    }
    assert given == {command.__name__ for command in COMMANDS} - WITHOUT_FIGURES


def is_standard(mark):
    return isinstance(mark, Output) and mark.standard


@pytest.mark.parametrize("line", LINES)
def test_figures_alone_go_to_standard_output_and_all_their_names_are_explained(
    capsys, folder, line
):
    assert run([*line.split(), "--json", "-", "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    document = json.loads(shown.out)
    assert list(document) == ["command", "version", "game", "result"]
    assert document["command"] == line.split()[0]
    assert document["result"]
    unexplained = {name for name in names(document) if f"`{name}`" not in PAGE}
    assert not unexplained


def test_what_else_a_command_prints_goes_to_standard_error(capsys, folder):
    assert run(["match", "in.model", "random", "--games", "2", "--depth", "1", "--json", "-"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["result"]["wins"] == 2
    assert "W-D-L" in shown.err
    assert "in.model - random: " in shown.err


def test_quiet_leaves_results_and_warnings(capsys, folder):
    (folder / "warns.gdl").write_text((folder / "in.gdl").read_text() + "\n(unused fact)\n")
    assert run(["check", "warns.gdl", "--games", "5", "-q"]) == 0
    shown = capsys.readouterr()
    assert "warning: 'unused'" in shown.out
    assert shown.err == ""


def test_a_file_of_figures_is_the_same_document(capsys, folder):
    line = ["match", "in.model", "random", "--games", "2", "--depth", "1"]
    for option in ("--json", "--results"):  # the name that it had in 0.1
        assert run([*line, option, "m.json"]) == 0
        result = json.loads((folder / "m.json").read_text())["result"]
        assert (result["wins"], result["elo"]) == (2, None)  # it is infinite
    assert "W-D-L" in capsys.readouterr().out


def test_a_command_that_fails_prints_no_figures(capsys, folder):
    assert run(["explain", "none.model", "--json", "-"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("boardworth: error: no such file: none.model")


def test_figures_that_nobody_asked_for_go_nowhere(capsys):
    give("othello", {"value": float("inf")})
    assert capsys.readouterr().out == ""


def test_what_was_found_before_ctrl_c_is_given(capsys, monkeypatch, folder):
    def counted(_self, _position, depth):
        if depth == 3:
            raise KeyboardInterrupt
        return depth

    monkeypatch.setattr(type(bw.load_game("othello")), "perft", counted)
    assert run(["perft", "othello", "--json", "-"]) == 130
    counts = json.loads(capsys.readouterr().out)["result"]["counts"]
    assert [each["count"] for each in counts] == [1, 2]
