"""`boardworth reproduce`: scales, folders that resume, and verdicts in files."""

import json

import pytest

from boardworth.cli.app import run
from boardworth.reproduce import tournament

SMALL = "--training-games 200 --solved 6 --opening-depth 2 --games 2 --nodes 100 --even-time"


def test_verdicts_are_written_and_the_same_command_plays_nothing_again(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    line = ["reproduce", "buro1995", "--quick", *SMALL.split(), "--results", "verdicts.json"]
    assert run(line) == 0
    written = (tmp_path / "verdicts.json").read_bytes()
    rows = json.loads(written)["result"]["verdicts"]
    assert {row["verdict"] for row in rows} <= {"confirmed", "refuted", "undecided"}
    assert rows[0]["paper"] == "61.8 %"
    shown = capsys.readouterr()
    assert "Verdicts: Buro 1995" in shown.out
    assert "kept in buro1995-quick.work" in shown.err
    steps = [line.split(":")[0] for line in shown.err.splitlines() if line.startswith("step ")]
    assert list(dict.fromkeys(steps)) == [f"step {number} of 7" for number in range(1, 8)]
    assert (tmp_path / "buro1995-quick.work" / "pairs.jsonl").exists()
    monkeypatch.setattr(tournament.Match, "play_one", lambda *_: pytest.fail("played again"))
    assert run(line) == 0
    assert (tmp_path / "verdicts.json").read_bytes() == written


@pytest.mark.parametrize("paper", ["buro1995", "glem"])
def test_two_scales_exclude_each_other(paper, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["reproduce", paper, "--quick", "--full"]) == 2
    assert "exclude each other" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_folder_of_other_settings_is_left_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "kept"
    folder.mkdir()
    about = {"description": "of other settings", "steps": {"games.parquet": "0"}}
    (folder / "work.json").write_text(json.dumps(about))
    assert run(["reproduce", "glem", "--quick", "--folder", "kept"]) == 2
    assert "--fresh" in capsys.readouterr().err
    assert json.loads((folder / "work.json").read_text()) == about


def test_a_tournament_without_games_leaves_no_folder_and_no_other_is_made(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOARDWORTH_DATA", raising=False)
    assert run(["reproduce", "ggp", "--games", "othello"]) == 2
    assert "othello has no rule sheet" in capsys.readouterr().err
    assert run(["reproduce", "glem", "--quick", "--folder", "nowhere/kept"]) == 2
    assert "no such folder: nowhere" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    (tmp_path / "own").mkdir()
    assert run(["reproduce", "ggp", "--games", "othello", "--folder", "own"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["own"]
