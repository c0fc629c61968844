"""Streams that are closed, full, or of few characters cost no result; Ctrl-C ends with 130."""

import io
import os
import subprocess
import sys

import pytest
from announcing import LINE
from waiting import boardworth, interrupted

from boardworth.cli.app import run
from boardworth.cli.streams import ask

MATCH = "match othello random --games 2 --depth 1 --results r.json --records g.txt"
ASCII = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


def shell(script, folder, **environment):
    """A command in a shell, without the buffering that our own shells may ask for."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", script.replace("boardworth", f"{sys.executable} -m boardworth")],
        cwd=folder,
        env={**kept, **environment},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_a_match_is_written_whatever_stream_is_closed(tmp_path, closed):
    done = shell(f"boardworth {MATCH} {closed}", tmp_path)
    assert done.returncode == 0
    assert b"should not happen" not in done.stderr
    assert ("W-D-L" in done.stdout.decode()) == (">&-" not in closed.split())
    assert {path.name for path in tmp_path.iterdir()} == {"r.json", "g.txt"}


def test_a_match_whose_table_cannot_be_written_is_in_the_files(tmp_path):
    done = shell(f"boardworth {MATCH} >/dev/full", tmp_path)
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"r.json", "g.txt"}


@pytest.mark.parametrize("environment", ASCII, ids=["encoding", "locale"])
def test_an_ascii_terminal_shows_every_table(tmp_path, environment):
    done = shell(f"boardworth {MATCH}; boardworth --help", tmp_path, **environment)
    assert done.returncode == 0
    assert "W-D-L" in done.stdout.decode("ascii")
    assert "reproduce" in done.stdout.decode("ascii")


def test_what_is_typed_may_be_no_text(tmp_path):
    done = shell("printf '\\xff\\xfe\\nq\\n' | boardworth play othello --opponent random", tmp_path)
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.parametrize("command", ["--help", "build --help", "reproduce"])
def test_help_may_be_cut_short(tmp_path, command):
    done = shell(f"boardworth {command} | head -1; echo ${{PIPESTATUS[0]}}", tmp_path)
    assert done.stdout.splitlines()[-1] in {b"0", b"141"}
    assert done.stderr == b""


@pytest.mark.parametrize("line", ["frobnicate", "build", "reproduce x", "perft go", "explain none"])
def test_errors_do_not_go_to_standard_output(capsys, line):
    assert run(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("boardworth: error: ")


@pytest.mark.parametrize(
    "place",
    [
        "boardworth.rules.gdl.ground.grounding:_run_clingo",
        "boardworth.rules.gdl.structure.invariants:_Counterexamples.broken_claims",
        "clingo.control:_SolveEventHandler.on_statistics",
    ],
)
def test_ctrl_c_while_a_rule_sheet_is_loaded_ends_with_130(tmp_path, place):
    output = tmp_path / "x.model"
    process = boardworth("build", "english-draughts", "-o", output, announcing=place)
    assert process.stdout.readline() == f"{LINE}\n"
    _, messages = interrupted(process)
    assert process.returncode == 130
    assert messages.strip() == "boardworth: interrupted; nothing is kept"
    assert not list(tmp_path.iterdir())


class InterruptedOnce(io.RawIOBase):
    """Ctrl-C comes while the first thing is written."""

    written = b""

    def writable(self):
        return True

    def write(self, data):
        first, self.written = not self.written, self.written + bytes(data)
        if first:
            raise KeyboardInterrupt
        return len(data)


def test_ctrl_c_while_a_prompt_is_written_is_not_lost(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BufferedWriter(InterruptedOnce())))
    with pytest.raises(KeyboardInterrupt):
        ask("> ")
