"""No command costs a file: a law over all commands and all their parameters that name files.

Commands and parameters are those that the command line itself parses with, so that a new one cannot
escape. Refusals come before any work, with exit code 2, and name both sides.
"""

import inspect
import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest
from cyclopts import App

from boardworth.cli.app import COMMANDS, app, run
from boardworth.cli.file_kinds import MODEL
from boardworth.cli.paths import Input, Output, WorkFolder, marks, option_name
from boardworth.rules.loading import sheet_path

WRITERS = [
    command
    for command in COMMANDS
    if any(
        isinstance(mark, Output | WorkFolder) for found in marks(command).values() for mark in found
    )
]


def words(command):
    """The words that call a command."""
    paper = [] if app._commands.get(command.__name__) else ["reproduce"]
    return [*paper, command.__name__]


def takes_text(hint):
    """Whether some value of a type is any text at all."""
    if get_origin(hint) is Annotated:
        hint = hint.__origin__
    return hint in {str, Path} or any(map(takes_text, get_args(hint)))


def marked(command, kind):
    """The parameters of a command with a mark of some kind, and the mark."""
    found = marks(command)
    return [(name, mark) for name in found for mark in found[name] if isinstance(mark, kind)]


WRITERS = [command for command in COMMANDS if marked(command, Output | WorkFolder)]


def functions(application):
    """All that the command line can call."""
    for name in application:
        part = application[name]
        if not name.startswith("-"):
            assert isinstance(part, App)
            yield from functions(part) if part.default_command is None else [part.default_command]


def test_the_law_is_over_all_commands():
    assert set(functions(app)) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_text_says_whether_it_names_a_file(command):
    hints = get_type_hints(command, include_extras=True)
    for name in inspect.signature(command).parameters:
        assert len(marks(command)[name]) == int(takes_text(hints[name])), name
    if command in WRITERS:
        assert hints["force"]


@pytest.fixture
def folder(tmp_path, monkeypatch, othello_model_file):
    """Files of all kinds, each of which is worth keeping."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.model").write_bytes(othello_model_file.read_bytes())
    (tmp_path / "in.gdl").write_bytes(sheet_path("tic-tac-toe").read_bytes())
    (tmp_path / "in.txt").write_text("f5d6c3d3c4\n")
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "in.gdl").write_bytes(sheet_path("tic-tac-toe").read_bytes())
    return tmp_path


def snapshot(folder):
    """All that is in a folder: every file with its content, its links and their targets."""
    return {
        str(path.relative_to(folder)): (
            path.is_symlink() and path.readlink(),
            path.is_file() and path.read_bytes(),
        )
        for path in sorted(folder.rglob("*"))
    }


def arguments(command, given):
    """A command line with these values of parameters; others that are needed get some value."""
    line, options = words(command), []
    needed = {name for name, mark in marked(command, Output) if mark.default or mark.updates}
    for name, parameter in inspect.signature(command).parameters.items():
        if parameter.kind is parameter.POSITIONAL_ONLY:
            line.append(str(given.get(name, "in.model")))
        elif name in given:
            options += [option_name(parameter), str(given[name])]
        elif parameter.default is parameter.empty or name in needed:
            options += [option_name(parameter), "out.new"]
    return line + options


def spellings(folder, path):
    """Other ways to name a file: through links of all kinds, and by other words."""
    (folder / "symbolic").symlink_to(path)
    (folder / "linked-folder").symlink_to(folder)
    if path.is_file():
        (folder / "hard").hardlink_to(path)
        yield "hard"
    yield from (path.name, f"./{path.name}", f"sheets/../{path.name}", str(path))
    yield from ("symbolic", f"linked-folder/{path.name}")


def refused(capsys, folder, line, *names):
    """Checks that a command line is refused at once, and that nothing has changed."""
    before = snapshot(folder)
    assert run(line) == 2, line
    shown = capsys.readouterr()
    assert shown.out == ""
    (message,) = shown.err.splitlines()
    assert all(name in message for name in names), message
    assert snapshot(folder) == before
    return message


OUTPUTS_AND_INPUTS = [
    pytest.param(command, output, source, id=f"{command.__name__}: {output} = {source}")
    for command in WRITERS
    for output, mark in marked(command, Output)
    for source, read in marked(command, Input)
    if not read.folder
]


@pytest.mark.parametrize(("command", "output", "source"), OUTPUTS_AND_INPUTS)
def test_no_output_replaces_an_input(capsys, folder, command, output, source):
    parameters = inspect.signature(command).parameters
    for written, read in itertools.product(spellings(folder, folder / "in.txt"), ["in.txt"]):
        line = arguments(command, {output: written, source: read})
        names = option_name(parameters[output]), option_name(parameters[source])
        refused(capsys, folder, line, *names, "would replace the input")
        refused(capsys, folder, [*line, "--force"], *names, "would replace the input")


@pytest.mark.parametrize(
    ("command", "source"),
    [
        (command, name)
        for command in WRITERS
        for name, mark in marked(command, Input)
        if mark.players
    ],
)
@pytest.mark.parametrize(
    "player",
    ["in.txt,threads=2", "in.txt:width=0", "gtp:engine in.txt", "gtp:sh -c 'engine --book=in.txt'"],
)
def test_files_of_players_are_inputs(capsys, folder, command, source, player):
    for output, _ in marked(command, Output):
        line = arguments(command, {output: "in.txt", source: player})
        refused(capsys, folder, line, "would replace the input")


@pytest.mark.parametrize(
    ("command", "one", "other"),
    [
        (command, one, other)
        for command in WRITERS
        for one, other in itertools.combinations(
            [name for name, _ in marked(command, Output | WorkFolder)], 2
        )
    ],
)
def test_no_two_outputs_share_a_file(capsys, folder, command, one, other):
    parameters = inspect.signature(command).parameters
    names = option_name(parameters[one]), option_name(parameters[other])
    (folder / "symbolic").symlink_to("new")
    for spelling in ("new", "./new", "symbolic", str(folder / "new")):
        line = arguments(command, {one: "new", other: spelling})
        refused(capsys, folder, [*line, "--force"], *names)


OUTPUTS = [
    pytest.param(command, name, mark, id=f"{command.__name__}: {name}")
    for command in WRITERS
    for name, mark in marked(command, Output | WorkFolder)
]


@pytest.mark.parametrize(("command", "name", "mark"), OUTPUTS)
def test_files_of_another_kind_are_not_replaced(capsys, folder, command, name, mark):
    (folder / "work").mkdir()
    (folder / "work" / "pairs.jsonl").write_text("precious\n")
    kept = [*folder.glob("in.*"), folder / "work" / "pairs.jsonl"]
    inputs = {source: "othello" for source, read in marked(command, Input) if not read.folder}
    for path in kept:
        if mark.kind is MODEL and path.suffix == ".model":
            continue
        target = path.parent if isinstance(mark, WorkFolder) else path
        if isinstance(mark, WorkFolder) and path.name != mark.holds:
            continue
        message = refused(capsys, folder, arguments(command, {**inputs, name: target}), "--force")
        assert option_name(inspect.signature(command).parameters[name]) in message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("report othello -o x.txt", "--output x.txt: files that end in .txt are game records or"),
        ("report othello -o x.wtb", ".wtb are game records; a report ends in .html or .htm"),
        ("build othello -o x.html", ".html are pages; a model ends in .model or .functions: see"),
        ("perft othello --depth 1 --json x.model", "--json x.model: files that end in .model are"),
        ("openings othello -o x.json", "a list of openings of ours ends in .txt"),
        ("balance othello --html x.py", ".py are exported models; a report ends in"),
    ],
)
def test_no_output_ends_like_files_of_another_kind(capsys, folder, line, message):
    refused(capsys, folder, line.split(), message)


def test_other_endings_are_the_users_choice(folder):
    for name in ("x", "x.figures", "X.JSON"):
        assert run(["perft", "othello", "--depth", "1", "--json", name]) == 0
    assert run(["perft", "othello", "--depth", "1", "--json", "x.txt", "--force"]) == 0


@pytest.mark.parametrize(("command", "name", "mark"), OUTPUTS)
def test_what_is_no_file_is_not_written_to(capsys, folder, command, name, mark):
    if isinstance(mark, WorkFolder):
        refused(capsys, folder, arguments(command, {name: "in.txt"}), "not a folder")
        return
    os.mkfifo(folder / "pipe")
    for target, problem in [
        ("sheets", "it is a folder"),
        (".", "it is a folder"),
        ("nowhere/x", "no such folder"),
        ("in.txt/x", "no such folder"),
        ("/dev/null", "not a regular file"),
        ("pipe", "not a regular file"),
    ]:
        refused(capsys, folder, arguments(command, {name: target}), problem)


@pytest.mark.parametrize("stream", ["0<", "1>>", "2>>"])
def test_an_output_is_not_where_a_standard_stream_goes(folder, stream):
    (folder / "empty.txt").touch()
    script = f"{sys.executable} -m boardworth match random random --game othello "
    script += f"--records empty.txt {stream} empty.txt"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
    assert done.returncode == 2
    said = (folder / "empty.txt").read_bytes() + done.stderr
    assert b"--records empty.txt" in said
    assert b"standard" in said


def test_files_of_a_folder_that_is_read_are_not_replaced(capsys, folder):
    line = ["reproduce", "ggp", "--sheets", "sheets", "--games", "in", "--force"]
    refused(capsys, folder, [*line, "--json", "sheets/in.gdl"], "--json", "--sheets")


def test_inputs_in_the_work_folder_of_a_build_are_not_replaced(capsys, folder):
    (folder / "o.model.build").mkdir()
    (folder / "in.model").rename(folder / "o.model.build" / "in.model")
    line = ["build", "othello", "--improve", "o.model.build/in.model", "--searched", "100"]
    refused(capsys, folder, [*line, "-o", "o.model"], "--output", "--improve")


def test_the_names_of_shipped_models_and_sheets_are_not_files(capsys, folder):
    for name in ("othello", "connect-four"):
        (folder / name).write_text("precious")
    assert run(["explain", "othello"]) == 0
    assert run(["perft", "connect-four", "--depth", "1"]) == 0
    capsys.readouterr()
    refused(capsys, folder, ["explain", "./othello"], "not a model file")
    refused(capsys, folder, ["perft", "./connect-four"], "the game has no players")
    refused(capsys, folder, ["calibrate", "othello"], "othello", "--output")
    line = ["build", "othello", "--improve", "othello", "--searched", "9", "--force", "-o"]
    shipped = sheet_path("connect-four").parents[1] / "othello.model"
    refused(capsys, folder, [*line, str(shipped)], "would replace the input")


def test_force_replaces_what_is_no_input(capsys, folder):
    line = ["report", "in.model", "-o", "in.txt"]
    refused(capsys, folder, line, "--force")
    assert run([*line, "--force"]) == 0
    assert "<html" in (folder / "in.txt").read_text()


def test_a_file_of_the_same_kind_is_replaced(capsys, folder):
    match = ["match", "in.model", "random", "--depth", "1", "--games", "2"]
    outputs = ["--results", "r.json", "--records", "g.txt"]
    analysis = ["analyze", "in.model", "f5d6", "--depth", "2", "--json", "a.json"]
    openings = ["openings", "in.model", "--count", "1", "--plies", "2", "--within", "64"]
    report = ["report", "in.model", "-o", "r.html"]
    calibrate = ["calibrate", "in.model", "--positions", "300", "--depth", "4", "-o", "c.model"]
    for line in ([*match, *outputs], analysis, [*openings, "-o", "o.txt"], report, calibrate):
        assert run(line) == 0
        assert run(line) == 0, capsys.readouterr().err


def test_a_model_is_calibrated_where_it_is(folder):
    before = (folder / "in.model").read_bytes()
    assert run(["calibrate", "in.model", "--positions", "300", "--depth", "4"]) == 0
    assert (folder / "in.model").read_bytes() != before


@pytest.mark.parametrize(
    "line",
    [
        "build othello --games 1",
        "build in.gdl --records nothing.txt",
        "build othello --records empty.txt",
        "build othello --improve in.model",
        "build in.gdl --phases 1000",
    ],
)
def test_a_refused_build_leaves_nothing(capsys, folder, line):
    (folder / "empty.txt").touch()
    before = snapshot(folder)
    assert run([*line.split(), "-o", "o.model"]) == 2
    assert snapshot(folder) == before
