"""The samples that come with Boardworth are sound, are what their list says, and are written."""

import re
from pathlib import Path

import pytest

import boardworth as bw
from boardworth.cli.app import run
from boardworth.cli.arguments import game_by_endings
from boardworth.rules.loading import sheet_path
from boardworth.rules.records.formats import RECORD_FORMATS
from boardworth.rules.records.problem import PROBLEM_ENDINGS

FOLDER = Path(bw.__file__).parent / "samples"
LISTED = (FOLDER / "README.txt").read_text()
RECORDS = [path for path in sorted(FOLDER.iterdir()) if path.suffix in {*RECORD_FORMATS} - {".txt"}]


def listed_count(path):
    """How many the list says there are in a file."""
    return int(re.search(rf"{path.name}.*? ([\d,]+) ", LISTED)[1].replace(",", ""))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_all_games_are_legal_and_counted(path):
    game = bw.load_game(game_by_endings([path]))
    found = bw.read_records(game, path)
    assert not found.problems
    assert len(found.games) == listed_count(path)
    for record in found.games[:50]:
        assert game.legal_replay(record.start, record.moves).used == len(record.moves)
        assert len(record.moves) >= 20


def test_there_is_a_sample_of_every_format_but_for_those_that_are_not_written(capsys):
    endings = {path.suffix for path in FOLDER.iterdir()}
    written = {ending for ending, one in RECORD_FORMATS.items() if one.write and one.game}
    assert written - {".kifu", ".ki2u", ".sfen"} <= endings
    assert {*PROBLEM_ENDINGS} <= endings
    assert run(["help", "samples"]) == 0
    assert "each format that Boardworth writes" in " ".join(capsys.readouterr().out.split())
    assert ".gam" not in endings


@pytest.mark.parametrize("name", ["othello.obf", "chess.epd"])
def test_problems_are_solved_as_they_say(name):
    path = FOLDER / name
    game = bw.load_game(game_by_endings([path], "othello"))
    problems = bw.read_problems(game, path)
    assert len(problems) == listed_count(path)
    model = bw.shipped_model(game)
    for problem in problems[:5]:
        if problem.best:
            found = bw.AlphaBeta(bw.Evaluator(model)).search(problem.position, bw.Limit(depth=3))
            assert problem.solved_by(found.pv[0])
        else:
            assert bw.solve(bw.solver(model), problem.position).score == problem.score


def test_openings_are_legal_and_different():
    path = FOLDER / "othello-openings.txt"
    lines = bw.read_openings(bw.load_game("othello"), path)
    assert len({line.position for line in lines}) == len(lines) == listed_count(path)


def test_they_are_small():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 200_000


def test_all_are_written_once_and_again(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert run(["samples"]) == 0
        assert "1,000 games of Othello" in capsys.readouterr().out
    written = {path.name: path.read_bytes() for path in Path("samples").iterdir()}
    assert written.items() >= {path.name: path.read_bytes() for path in FOLDER.iterdir()}.items()
    assert written["tic-tac-toe.gdl"] == sheet_path("tic-tac-toe").read_bytes()
    assert {*written} == {*re.findall(r"[\w-]+\.\w+", LISTED), "README.txt"}


def test_files_that_say_something_else_are_not_replaced(capsys, tmp_path):
    mine = tmp_path / "chess.pgn"
    mine.write_text("1. e4 *\n")
    assert run(["samples", str(tmp_path)]) == 2
    assert "chess.pgn says something else than the sample: see --force" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [mine]
    assert run(["samples", str(tmp_path), "--force"]) == 0
    assert mine.read_bytes() == (FOLDER / "chess.pgn").read_bytes()
