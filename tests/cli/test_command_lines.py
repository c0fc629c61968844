"""Generated command lines: none changes an input, hangs, or ends in a fault of ours.

`python -m benchmarks command_lines` runs many more, all of them in processes of their own.
"""

import io

import pytest
from waiting import interrupted_at_work

from benchmarks.command_lines import trial
from benchmarks.generated_commands import command_line, faults, snapshot, spoiled_folder
from boardworth.cli.app import COMMANDS, run

FIRST = 10_000
CPU_SECONDS = 0.7  # of a line in this process, then Ctrl-C comes


def in_this_process(number):
    """Whether a line asks for nothing that would concern the tests as well."""
    line = command_line(number)
    return line.words[0] not in {"engine", "reproduce"} and not line.environment | line.streams


@pytest.mark.parametrize("number", list(filter(in_this_process, range(FIRST, FIRST + 105))))
def test_a_command_line_costs_nothing(number, tmp_path, monkeypatch, capfd):
    folder, line = tmp_path / "folder", command_line(number)
    spoiled_folder(folder)
    before = snapshot(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line.typed), errors="replace"))
    try:
        with interrupted_at_work(min(line.interrupt, CPU_SECONDS)):
            code = run(line.words)
    except KeyboardInterrupt:  # when it was over
        code = 130
    shown = capfd.readouterr()
    assert not faults(line, code, shown.out + shown.err, before, folder), (line.words, shown)


@pytest.mark.parametrize(
    "number",
    [number for number in range(FIRST, FIRST + 40) if not in_this_process(number)][:7],
)
def test_a_command_line_with_odd_streams_costs_nothing(number):
    code, found, output = trial(number)
    assert not found, (command_line(number), code, output)


def test_lines_are_drawn_of_every_command():
    drawn = [word for number in range(300) for word in command_line(number).words[:2]]
    assert {command.__name__ for command in COMMANDS} <= set(drawn)
