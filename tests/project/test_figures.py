"""Figures on pages come from files that commands wrote, and say what code they are of."""

import re
import shlex
import shutil
import subprocess
from importlib import import_module

import pytest

from benchmarks.__main__ import LONG, NAMES
from benchmarks.figures import ROOT, Table, boardworth, committed, read_all, recording
from benchmarks.results_page import PAGES, rendered
from benchmarks.stale import commits_since
from benchmarks.timing import faster_by, median_interval, show
from boardworth.cli.app import app

FILES = read_all()
PEERS = {"fim", "numba", "pyspiel", "scipy", "sklearn"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_figures_is_what_its_files_generate(page):
    """If not: `make results`."""
    assert page.read_text() == rendered(PAGES[page], FILES)


# Numbers in the words of templates that were not measured: years, versions, settings, and what
# papers say.
GIVEN = (
    r"\b(?:19|20)\d\d\b", r"\b0\.1\.0\b", "19 times in 20", "at 24 empty squares",
    "positions of 24 empty squares", "of 24 to 30 empty squares", "weights to 0 or",
    "patterns of 16 squares", "level 12 both engines search to depth 12",
    "NTest from 22 empty squares with and from 20 without pruning, ours from 24 and 21",
    "NTest from 16, ours from 18", "30 hours of a Pentium II/333",
    "looked at in 100 random games, played 1,000 times, and compared on 200 states",
)  # fmt: skip
NUMBER = r"(?<!\w)[+-]?\d[\d.,/x-]*(?: ?%)?"


def words_of(template):
    """A template without what commands have written, code and addresses."""
    return re.sub(r"\{\{.*?\}\}|`[^`]*`|\]\([^)]*\)", "", template, flags=re.DOTALL)


def hand_written(template):
    """Numbers that stand in a template itself, in tables or in words, and are not given."""
    words = re.sub(r"\s+", " ", words_of(template))
    return re.findall(NUMBER, re.sub("|".join(GIVEN), "", words))


@pytest.mark.parametrize("template", PAGES.values(), ids=lambda template: template.name)
def test_no_figure_is_written_by_hand(template):
    assert hand_written(template.read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        "| speed | 12 |", "It is 2.5 times as fast.", "8 % less", "75x as fast", "wins by +20 Elo",
        "It won 986-0-14.", "9 of the 18 sheets", "on 14 and 12 states", "3,169 tests", "a 4th one",
    ],
)  # fmt: skip
def test_figures_written_by_hand_are_found(line):
    assert hand_written(line)


@pytest.mark.parametrize("line", ["in 2014", "{{ cell(1) }}", "`-O3`", "[A](a.md#2)", "UCB1"])
def test_other_numbers_are_no_figures(line):
    assert not hand_written(line)


@pytest.mark.parametrize("given", GIVEN)
def test_numbers_that_are_given_are_on_a_page(given):
    pages = " ".join(words_of(template.read_text()) for template in PAGES.values())
    assert re.search(given, re.sub(r"\s+", " ", pages))


@pytest.mark.parametrize("name", FILES)
def test_a_figure_names_a_command_its_sources_and_its_commit(name):
    figures = FILES[name]
    program, *words = shlex.split(figures.command)
    if program == "boardworth":
        app.parse_args(words, exit_on_error=False, print_error=False)
    else:
        assert (program, *words[:2]) == ("python", "-m", "benchmarks")
        assert words[2] == name
        assert name in {*NAMES, *LONG}
        assert (ROOT / "benchmarks" / f"{name}.py").exists()
    assert re.fullmatch(r"[0-9a-f]{10}", figures.commit)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", figures.date)
    assert figures.machine.cpu
    assert figures.sources
    for source in figures.sources:
        assert (ROOT / source).exists(), source
    for table in figures.tables:
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_make_figures_names_benchmarks_that_are_on_a_page():
    listed = re.search(r"^FIGURES = (.*?[^\\])$", (ROOT / "Makefile").read_text(), re.M | re.S)
    names = set(listed[1].replace("\\", "").split())
    assert names <= {*NAMES, *LONG}
    assert names <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_figure_is_on_a_page(name):
    assert any(f'shown("{name}"' in template.read_text() for template in PAGES.values())


def test_figures_are_of_commits_that_history_has():
    """A commit that was rewritten cannot be compared with later ones."""
    asked = ["git", "-C", ROOT, "rev-parse", "--is-shallow-repository"]
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no repository")
    if subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip() == "true":
        pytest.skip("the repository has no history")
    for name, figures in FILES.items():
        ancestor = ["git", "-C", ROOT, "merge-base", "--is-ancestor", figures.commit, "HEAD"]
        assert subprocess.run(ancestor, check=False).returncode == 0, name


@pytest.fixture
def repository(tmp_path):
    """A commit of two files."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for name in ("code", "words"):
        (tmp_path / name).write_text("first")
    commit(tmp_path)
    return tmp_path


def commit(folder):
    """All there is; the new commit."""
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", "-C", folder, "add", "."], check=True)
    subprocess.run(["git", "-C", folder, *who, "commit", "-qm", "a change"], check=True)
    found = subprocess.run(
        ["git", "-C", folder, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    )
    return found.stdout.strip()


def test_a_figure_is_old_once_its_sources_have_changed(repository):
    measured = committed(["code"], root=repository)
    (repository / "words").write_text("others")
    commit(repository)
    assert commits_since(measured, ["code"], root=repository) == []
    (repository / "code").write_text("better")
    changed = commit(repository)
    (since,) = commits_since(measured, ["code"], root=repository)
    assert changed.startswith(since)


def test_code_that_is_not_committed_has_no_figures(repository):
    (repository / "code").write_text("better")
    with pytest.raises(SystemExit, match="not committed"):
        committed(["code"], root=repository)
    assert committed(["words"], root=repository)


@pytest.mark.parametrize("name", [*NAMES, *LONG])
def test_a_benchmark_knows_the_code_it_measures(name):
    """As far as it imports it; other libraries that it compares with may be missing."""
    try:
        module = import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as missing:
        if missing.name not in PEERS:
            raise
        pytest.skip(f"{missing.name} is not installed")
    assert callable(module.run)


def test_the_tables_of_a_command_are_those_it_prints(capsys):
    command = "match baseline:discs baseline:squares --game othello --games 2 --depth 1"
    table, by_role = boardworth(command)
    assert by_role.columns[0] == "role"
    assert table.columns[:3] == ["games", "W-D-L", "score"]
    assert table.rows[0][0] == "2"
    assert table.rows[0][1] in capsys.readouterr().out


def test_a_command_that_fails_gives_no_figures(capsys):
    with pytest.raises(SystemExit, match="exit code 2"):
        boardworth("match nobody")


def test_tables_are_recorded_as_they_are_shown(capsys):
    with recording() as tables:
        show("speed", ("what", "million/s"), [("ours", "3"), ("theirs", "1 | 2")], "one thread")
    (table,) = tables
    assert table == Table(
        "speed", ["what", "million/s"], [["ours", "3"], ["theirs", "1 | 2"]], "one thread"
    )
    assert table.cell("ours", "million/s") == "3"
    assert str(table.only("million/s")) == "| million/s |\n| --- |\n| 3 |\n| 1 \\| 2 |"
    assert "one thread" in capsys.readouterr().out


def test_a_cell_that_is_not_there_or_not_unique_is_an_error():
    table = Table("speed", ["what", "how"], [["ours", "a"], ["ours", "b"]])
    for row, column in (("theirs", "how"), ("ours", "when"), ("ours", "how")):
        with pytest.raises(KeyError):
            table.cell(row, column)
    assert table.cell(["ours", "b"], "how") == "b"


def test_a_ratio_has_the_interval_of_its_median_over_rounds():
    assert faster_by([2, 4, 9], [1, 1, 1]) == "4.00x [2.00, 9.00]"
    assert faster_by([1, 1, 1], [2, 4, 8], factor=400) == "100x [50.0, 200]"
    # Of twenty values, the 6th and the 15th hold the median with a probability of 95.9 %.
    assert median_interval([float(number) for number in range(1, 21)]) == (6.0, 15.0)
