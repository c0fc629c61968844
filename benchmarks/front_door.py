"""The console lines of README, as they are written, in order, where nothing but the wheel is.

    make front-door

makes a fresh environment outside of the tree and installs the newest wheel of dist/ there (or one
that BOARDWORTH_WHEEL names). Every line runs in one empty folder, and must end well, within three
times what README states; matches of two players must be won by the first. Lines that talk are told
to quit.
"""

import re
import resource
import sys
import time
from collections.abc import Iterator

from benchmarks.clean_environment import ROOT, CleanEnvironment, clean_environment, newest_wheel
from benchmarks.figures import CODE
from benchmarks.timing import show

SOURCES = (*CODE, "README.md")
# How much longer than stated a line may take.
PATIENCE = 3
# What README states of the wheel.
WHEEL_SECONDS = 30.0
_CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
# The first player's wins, draws and losses, in the table of a match.
_RESULT = re.compile(r"│ +(\d+)-(\d+)-(\d+) +│ +[\d.]+ % +│")
_LINE = re.compile(r"^\$ (?P<line>.*?(?: +# (?P<seconds>\d+) s)?)$", re.MULTILINE)


def stated_lines(page: str) -> Iterator[tuple[str, float | None]]:
    """The console lines of a page, with the seconds that it states for them, if it does."""
    for block in _CONSOLE.findall(page):
        for found in _LINE.finditer(block):
            yield found["line"], float(found["seconds"]) if found["seconds"] else None


def run() -> None:
    failed: list[str] = []
    rows = []
    with clean_environment(newest_wheel()) as made:
        for line, stated in stated_lines((ROOT / "README.md").read_text()):
            seconds, cpu, result, problem = _tried(made, line)
            problem = problem or _too_slow(seconds, stated)
            failed += [f"$ {line}\n{problem}"] if problem else []
            words = f"`{line.split(' #')[0].rstrip()}`"
            rows.append((words, stated, f"{seconds:.1f}", f"{cpu:.1f}", result))
            print(f"{seconds:6.1f} s, {cpu:6.1f} s of CPU  {line}", flush=True)
        failed += filter(None, [_too_slow(made.seconds, WHEEL_SECONDS)])
        rows.insert(0, ("`pip install` of the wheel", WHEEL_SECONDS, f"{made.seconds:.1f}", "", ""))
    shown = [(line, f"{stated:.0f}" if stated else "", *rest) for line, stated, *rest in rows]
    show(
        "README's lines in a fresh environment, in seconds",
        ("line", "stated", "took", "CPU time", "W-D-L"),
        shown,
    )
    print(*failed, sep="\n", file=sys.stderr)
    if failed:
        sys.exit(1)


def _too_slow(seconds: float, stated: float | None) -> str:
    if stated is None or seconds <= PATIENCE * stated:
        return ""
    return f"{seconds:.1f} s are more than {PATIENCE} times {stated:.0f} s"


def _tried(made: CleanEnvironment, line: str) -> tuple[float, float, str, str]:
    """Seconds, CPU seconds, what came out of a match, and what went wrong."""
    before, start = _cpu_seconds(), time.monotonic()
    done = made.run(line, typed="quit\n")
    seconds, cpu = time.monotonic() - start, _cpu_seconds() - before
    problem = f"{done.stdout}{done.stderr}exit code {done.returncode}" if done.returncode else ""
    found = _RESULT.search(done.stdout)
    if found and int(found[1]) <= int(found[3]):
        problem = problem or f"{done.stdout}the first player has not won"
    return seconds, cpu, "-".join(found.groups()) if found else "", problem


def _cpu_seconds() -> float:
    """Of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
