"""Shells complete commands, options and names: asked as they ask, and by real shells."""

import os
import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from boardworth.cli.app import COMMANDS, VERBS, run
from boardworth.cli.guide.help import help  # noqa: A004 - the name of the command
from boardworth.cli.paths import option_name
from boardworth.cli.reproduce import PAPERS

BASH = """
source ./script
compopt() { :; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _boardworth
printf '%s\\n' "${COMPREPLY[@]}"
"""


def asked(capsys, *words):
    assert run(["__complete", *words]) == 0
    return capsys.readouterr().out.split()


def test_every_command_is_completed(capsys):
    assert asked(capsys, "") == [*(verb.__name__ for verb in VERBS), "reproduce"]
    assert asked(capsys, "help", "") == asked(capsys, "")
    assert asked(capsys, "help", "ma") == asked(capsys, "ma") == ["match"]
    papers = [paper.__name__ for paper in PAPERS]
    assert asked(capsys, "reproduce", "") == asked(capsys, "help", "reproduce", "") == papers


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if c is not help], ids=lambda command: command.__name__
)
def test_every_option_is_completed(capsys, command):
    words = ["reproduce"] * (command in PAPERS) + [command.__name__]
    parameters = signature(command).parameters.values()
    options = [option_name(each) for each in parameters if each.kind is each.KEYWORD_ONLY]
    assert asked(capsys, *words, "--") == [*options, "--help"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["explain", "connect"], ["connect-four", "*"]),
        (["play", "othello", "--opponent", "ran"], ["random", "*"]),
        (["match", "othello", "--games", "20", "uc"], ["uct", "*"]),
        (["match", "othello", "--stop", "uc"], ["uct", "*"]),
        (["build", "othello", "--method", ""], ["patterns", "paper", "mmto"]),
        (["build", "othello", "--games", ""], []),
        (["perft", "othello", "--json", "x"], ["*"]),
        (["reproduce", "ggp", "--equal", "m"], ["moves"]),
        (["completion", "z"], ["zsh"]),
        (["build", "othello", "--method=p"], ["--method=patterns", "--method=paper"]),
        (["build", "othello", "--method", "=", "p"], ["patterns", "paper"]),
        (["build", "othello", "--method", "="], ["patterns", "paper", "mmto"]),
        (["match", "othello", "--games=20", "uc"], ["uct", "*"]),
        (["frobnicate", ""], []),
    ],
)
def test_values_are_completed(capsys, words, found):
    assert asked(capsys, *words) == found


@pytest.fixture
def folder(tmp_path, capfd, monkeypatch):
    """A place with a model, where the shells find the command."""
    (tmp_path / "othello-large.model").touch()
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    return tmp_path


def script(shell, folder, capfd):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert run(["completion", shell]) == 0
    (folder / "script").write_text(capfd.readouterr().out)


LINES = {
    "boardworth expl": ["explain"],
    "boardworth explain othe": ["othello", "othello-large.model"],
    "boardworth build othello --budg": ["--budget"],
    "boardworth perft --depth 3 he": ["hex"],
}


@pytest.mark.parametrize("line", LINES)
def test_bash_completes(folder, capfd, line):
    script("bash", folder, capfd)
    done = subprocess.run(
        ["bash", "-c", BASH, "bash", *line.split()],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == LINES[line]
    assert done.stderr == ""


@pytest.mark.parametrize("line", LINES)
def test_fish_completes(folder, capfd, line):
    script("fish", folder, capfd)
    done = subprocess.run(
        ["fish", "-c", f'source script; complete -C "{line}"'],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert sorted(done.stdout.split()) == LINES[line]


def test_zsh_reads_its_script(folder, capfd):
    script("zsh", folder, capfd)
    assert subprocess.run(["zsh", "-n", "script"], cwd=folder, check=True).returncode == 0
