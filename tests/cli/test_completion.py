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


# What stands for files.
MODELS, SHEETS = ["*.model", "*.functions"], ["*.gdl", "*.kif", "*.gdl.gz", "*.kif.gz"]
OF_CHESS = ["nothing", "material", "piece-square"]


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
        (["explain", "connect"], ["connect-four", *MODELS, *SHEETS, "*/"]),
        (["play", "othello", "--opponent", "ran"], ["random", *MODELS, "*/"]),
        (["match", "othello", "--games", "20", "uc"], ["uct:", *MODELS, "*/"]),
        (["match", "othello", "--stop", "pl"], ["playouts:", *MODELS, "*/"]),
        (["match", "othello", "--openings", ""], ["*"]),
        (["match", "othello", "bas"], ["baseline:", *MODELS, "*/"]),
        (["match", "chess", "baseline:"], [f"baseline:{name}" for name in OF_CHESS]),
        (["match", "chess", "baseline", ":"], OF_CHESS),
        (["match", "chess", "baseline", ":", "p"], ["piece-square"]),
        (["play", "othello", "--opponent", "=", "baseline", ":", "s"], ["squares"]),
        (["play", "othello", "--opponent=baseline:s"], ["--opponent=baseline:squares"]),
        (["match", "hex", "baseline:"], ["baseline:nothing", "baseline:material"]),
        (["match", "baseline:p"], ["baseline:piece-square"]),
        (["play", "three-stars", "--side", ""], ["red", "green", "blue"]),
        (["play", "dice-race", "--side", ""], ["red", "blue"]),
        (["play", "chess", "--side", "w"], ["white"]),
        (["play", "--side", ""], []),
        (["build", "othello", "--method", ""], ["patterns", "paper", "mmto"]),
        (["build", "othello", "--games", ""], []),
        (["perft", "othello", "--json", "x"], ["*"]),
        (["reproduce", "ggp", "--equal", "m"], ["moves"]),
        (["completion", "z"], ["zsh"]),
        (["build", "othello", "--method=p"], ["--method=patterns", "--method=paper"]),
        (["build", "othello", "--method", "=", "p"], ["patterns", "paper"]),
        (["build", "othello", "--method", "="], ["patterns", "paper", "mmto"]),
        (["match", "othello", "--games=20", "uc"], ["uct:", *MODELS, "*/"]),
        (["match", "uct", ":", "20", "othello", "--level", "3", "ra"], ["random", *MODELS, "*/"]),
        (["frobnicate", ""], []),
    ],
)
def test_values_are_completed(capsys, words, found):
    assert asked(capsys, *words) == found


@pytest.fixture
def folder(tmp_path, capfd, monkeypatch):
    """A place with a model, where the shells find the command."""
    for name in ("othello-large.model", "othello.png", "other.gdl", "report.html"):
        (tmp_path / name).touch()
    (tmp_path / "others").mkdir()
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    return tmp_path


def script(shell, folder, capfd):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert run(["completion", shell]) == 0
    (folder / "script").write_text(capfd.readouterr().out)


LINES = {
    "boardworth expl": ["explain"],
    "boardworth explain oth": ["othello", "othello-large.model", "other.gdl", "others"],
    "boardworth match othello-l": ["othello-large.model"],
    "boardworth match report": [],
    "boardworth report othello --results rep": ["report.html"],
    "boardworth match othello ran": ["random"],
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
    assert sorted(word.rstrip("/") for word in done.stdout.split()) == LINES[line]


COLONS = {
    "boardworth match chess baseline :": OF_CHESS,
    "boardworth match chess baseline : mat": ["material"],
    "boardworth play othello --opponent bas": ["baseline:", "-o", "nospace"],
}


@pytest.mark.parametrize("line", COLONS)
def test_bash_goes_on_after_colons(folder, capfd, line):
    """It takes colons for words of their own; what is told about options comes after the rest."""
    script("bash", folder, capfd)
    told = BASH.replace("compopt() { :; }", 'compopt() { told=("$@"); }')
    told += "printf '%s\\n' \"${told[@]}\""
    done = subprocess.run(
        ["bash", "-c", told, "bash", *line.split()],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == COLONS[line]


def test_zsh_reads_its_script(folder, capfd):
    script("zsh", folder, capfd)
    assert subprocess.run(["zsh", "-n", "script"], cwd=folder, check=True).returncode == 0
