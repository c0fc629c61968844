"""Options that would be overlooked are refused, many problems of a kind are one line."""

import pytest

import boardworth as bw
from boardworth.cli.app import run

START = "-" * 27 + "OX------XO" + "-" * 27 + "X"


@pytest.fixture
def folder(tmp_path, monkeypatch, othello_model_file, othello):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.model").write_bytes(othello_model_file.read_bytes())
    (tmp_path / "two.txt").write_text("f5d6c3d3c4 +10\nf5f6e6f4g5 -6\n")
    (tmp_path / "flood.txt").write_text("f5d6c3d3c4 +10\n" + "f5f5\n" * 300 + "x\n")
    bw.label(othello, bw.read_records(othello, "two.txt").games).save("data.parquet")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("build othello --label-depth 4", "--label-depth"),
        ("build othello --label-depth 8", "--label-depth"),  # its default
        ("build othello --solved 4", "--solved"),
        ("build othello --min-count 4", "--min-count"),
        ("build othello --active all", "--active"),
        ("build othello --mined per-phase", "--mined"),
        ("build othello --mined overall", "--mined"),  # its default
        ("build othello --match-heuristic 2", "--match-heuristic"),
        ("build othello --records two.txt --games 40", "--games"),
        ("build othello --records two.txt --generations 2", "--generations"),
        ("build othello --records two.txt --depth 1", "--depth"),
        ("build othello --improve good.model --searched 99 --generations 2", "--generations"),
        ("build tic-tac-toe --budget 60s --games 40", "--games"),
        ("build tic-tac-toe --method paper --phases 3", "--phases"),
        ("build tic-tac-toe --scaled", "--scaled"),
        ("build chess --records two.txt --min-count 4", "--min-count"),
        ("build chess --records two.txt --terms mobility", "--terms"),
        ("discover two.txt --method patterns --min-count 0.5", "--min-count"),
        ("discover two.txt --method patterns --max-length 2", "--max-length"),
        ("discover two.txt --patterns A", "--patterns"),
        ("discover two.txt --seed 1", "--seed"),
        ("discover data.parquet --game tic_tac_toe", "--game"),
        ("discover data.parquet --exact 3", "--exact"),
        ("check two.txt --lint --games 5", "--games"),
        ("check two.txt --lint --seconds 5", "--seconds"),
        ("analyze good.model f5d6 --variations 5", "--variations"),
        (
            "analyze good.model --threshold 3 " + "-" * 27 + "OX------XO" + "-" * 27 + "X",
            "--threshold",
        ),
        ("play othello --opponent random --threads 2", "--threads"),
        ("match othello random --start-clock 5", "--start-clock"),
        ("match othello random --play-clock 1 --opening-plies 4", "--opening-plies"),
        ("match othello random --play-clock 1 --threads 2", "--threads"),
        ("match random random random --game three-stars --elo0 0", "--elo0"),  # its default
        ("match random random random --game three-stars --stop", "--stop"),
        ("match random random random --game three-stars --elo1 5", "--elo1"),
        ("match random random --game light-cycles --opening-plies 2", "--opening-plies"),
        ("engine othello --protocol gtp --port 80", "--port"),
        ("engine othello --protocol nboard --seed 1", "--seed"),
        ("engine othello --protocol gtp --no-learning", "--no-learning"),
        ("engine --protocol ggp --memory 8", "--memory"),
        ("engine --protocol ggp --depth 8", "--depth"),
        ("engine --protocol ggp --no-learning --threads 2", "--threads"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(capsys, folder, line, option):
    before = sorted(folder.iterdir())
    assert run(line.split()) == 2
    assert f"error: {option} means nothing to " in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before


def test_many_problems_of_a_kind_are_one_line(capsys, folder):
    run(["discover", "flood.txt", "--exact", "0"])
    skipped = [line for line in capsys.readouterr().err.splitlines() if "skipped" in line]
    assert len(skipped) == 2
    assert "flood.txt, line 2: move 2 (f5) is illegal (and 299 more problems" in skipped[0]


def test_many_warnings_of_a_rule_sheet_are_one_line(capsys, tmp_path):
    sheet = tmp_path / "s.gdl"
    sheet.write_text("(role a)\n" + "".join(f"(unused{n} {n})\n" for n in range(500)))
    run(["check", str(sheet), "--lint"])
    assert len(capsys.readouterr().out.splitlines()) < 20
