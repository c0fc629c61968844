"""What compiling costs: CPU seconds of each file for one instruction set, summed up by games.

A game's share is its file in core/games/ and its rules, with PGN counted for chess. What `make`
has compiled stays as it is: a folder of its own is configured, and every file compiled there, one
after the other. BOARDWORTH_PARTS, such as "chess shogi", leaves the others out.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from benchmarks.timing import show

ROOT = Path(__file__).parents[1]
SOURCES = ("core", "bindings", "CMakeLists.txt")
GAMES = tuple(sorted(file.stem for file in (ROOT / "core" / "games").glob("*.cpp")))
# What is beside the games' own files, and which part it counts for.
_ELSEWHERE = {"core/rules/records/": "chess"}
_HEADERS, _REST = "standard headers, precompiled", "everything else"


def run() -> None:
    wanted = os.environ.get("BOARDWORTH_PARTS", "").split()
    seconds: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for command in compile_commands(Path(folder)):
            part = part_of(Path(command["file"]))
            if not wanted or part == _HEADERS or part in wanted:
                seconds[part].append(cpu_seconds(command))
    rows = [
        (part, str(len(seconds[part])), f"{sum(seconds[part]):.1f}") for part in sorted(seconds)
    ]
    both = sum(seconds["chess"]) + sum(seconds["shogi"])
    rows.append(("chess and shogi together", "", f"{both:.1f}"))
    if not wanted:
        rows.append(("all", "", f"{sum(map(sum, seconds.values())):.1f}"))
    show("compiling for one instruction set", ("part", "files", "CPU seconds"), rows)


def compile_commands(folder: Path) -> list[dict[str, str]]:
    """How every file of one module is compiled, the precompiled headers first."""
    tools = Path(sys.executable).parent
    options = {
        "CMAKE_MAKE_PROGRAM": tools / "ninja",
        "Python_EXECUTABLE": sys.executable,
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_EXPORT_COMPILE_COMMANDS": "ON",
        "BOARDWORTH_THIS_MACHINE": "ON",
    }
    configure = f"{tools}/cmake -S {ROOT} -B {folder} -G Ninja --log-level=WARNING"
    given = [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run([*shlex.split(configure), *given], check=True, stdout=sys.stderr)
    commands = json.loads((folder / "compile_commands.json").read_text())
    return sorted(commands, key=lambda command: part_of(Path(command["file"])) != _HEADERS)


def part_of(file: Path) -> str:
    """What a file is counted for: a game, the headers that nearly all files need, or the rest."""
    if file.name.startswith("cmake_pch"):
        return _HEADERS
    if not file.is_relative_to(ROOT):
        return _REST
    name = file.relative_to(ROOT).as_posix()
    for start, part in _ELSEWHERE.items():
        if name.startswith(start):
            return part
    for game in GAMES:
        if name.startswith(
            (f"core/games/{game}.", *(f"core/rules/games/{game}{c}" for c in "/._"))
        ):
            return game
    return _REST


def cpu_seconds(command: dict[str, str]) -> float:
    """Runs a command; its user and system time, and that of what it has started."""
    before = os.times()
    subprocess.run(shlex.split(command["command"]), cwd=command["directory"], check=True)
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
