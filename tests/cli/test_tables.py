"""Tables on terminals of any width: words and numbers stay whole, and nothing is cut off."""

import re

import pytest

from boardworth.cli.app import run
from boardworth.cli.console import show_table


@pytest.fixture
def shown(monkeypatch, capsys):
    """The lines that are shown on a terminal of some width."""

    def lines(width, show):
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        monkeypatch.setenv("COLUMNS", str(width))
        show()
        return re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out).splitlines()

    return lines


def check_edges(lines, width):
    """Every line of a table ends in its border, and none is longer than the terminal is wide."""
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)
    table = [line for line in lines if line[:1] in "┃│┏┡├└" and line]
    assert {line[-1] for line in table} <= set("┃│┓┩┤┘")
    assert len({len(line) for line in table}) <= 1


@pytest.mark.parametrize("width", [20, 30, 60, 80, 200])
def test_tables_keep_words_numbers_and_intervals_whole(shown, width):
    row = ("hasami-shogi", "62 % [48, 74]", "+70 [-135, +238]", "of many, many words", "1,000")
    columns = ("game", ">share", ">Elo", "beside", ">positions")
    lines = shown(width, lambda: show_table("a title", columns, [[row]]))
    check_edges(lines, width)
    for whole in ("hasami-shogi", "62 %", "[48, 74]", "[-135, +238]", "positions", "1,000"):
        assert any(whole in line for line in lines)


def test_a_row_of_a_table_without_room_is_a_block_of_lines(shown):
    rows = [("one", "1,000", ""), ("two", "2,000", "damaged")]
    columns = ("name", ">positions", "")
    assert shown(20, lambda: show_table("a title", columns, [rows], "a note")) == [
        "a title:", "", "name: one", "positions: 1,000",
        "", "name: two", "positions: 2,000", "damaged", "", "a note", "",
    ]  # fmt: skip


def test_a_table_in_a_file_is_as_wide_as_its_words(capsys):
    show_table("a title", ("one", "other"), [[("a" * 150, "b" * 150)]])
    assert f"│ {'a' * 150} │ {'b' * 150} │" in capsys.readouterr().out


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_list_of_games_fits_in_a_terminal(shown, width):
    lines = shown(width, lambda: run(["games"]))
    check_edges(lines, width)
    words = " ".join(lines).split()
    assert {"records", "english-draughts", "piece-square", "WTHOR,"} <= {
        w.strip(":") for w in words
    }


@pytest.mark.parametrize("width", [40, 80, 120])
def test_what_is_in_records_fits_in_a_terminal(shown, width, tmp_path):
    game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
    tags = '[White "a"]\n[Date "2016.01.01"]\n[WhiteElo "2700"]\n[BlackElo "2500"]\n'
    (tmp_path / "games-of-chess.pgn").write_text(f"{tags}\n{game} *\n\n" * 125)
    lines = shown(width, lambda: run(["records", "games-of-chess.pgn"]))
    check_edges(lines, width)
    text = "\n".join(lines)
    for whole in ("games-of-chess.pgn", "positions", "1,125", "years", "2016", "2500-2700"):
        assert whole in text
    assert "damaged" in text
