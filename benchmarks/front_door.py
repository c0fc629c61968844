"""The console lines of README, as they are written, in order, where nothing but the wheel is.

    make front-door

makes a fresh environment outside of the tree and installs the newest wheel of dist/ there (or one
that BOARDWORTH_WHEEL names). Every line runs in one empty folder, and must end well, within three
times what README states: by the clock, or on a busy machine, where most of that is waiting, by its
CPU time. Lines that talk are told to quit.
"""

import os
import re
import resource
import sys
import time
from collections.abc import Iterator

from benchmarks.clean_environment import ROOT, CleanEnvironment, clean_environment, newest_wheel
from benchmarks.timing import show

# How much longer than stated a line may take.
PATIENCE = 3
_CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
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
            seconds, cpu, problem = _tried(made, line)
            if stated is not None and seconds > PATIENCE * stated:
                problem = (
                    problem or f"{seconds:.1f} s are more than {PATIENCE} times {stated:.0f} s"
                )
            failed += [f"$ {line}\n{problem}"] if problem else []
            rows.append((line.split(" #")[0].rstrip(), stated, f"{seconds:.1f}", f"{cpu:.1f}"))
            print(f"{seconds:6.1f} s, {cpu:6.1f} s of CPU  {line}", flush=True)
    shown = [(line, f"{stated:.0f}" if stated else "", *rest) for line, stated, *rest in rows]
    note = f"load {os.getloadavg()[1]:.1f} in the last five minutes"
    show("README's lines, in seconds", ("line", "stated", "took", "CPU"), shown, note)
    print(*failed, sep="\n", file=sys.stderr)
    sys.exit(1 if failed else 0)


def _tried(made: CleanEnvironment, line: str) -> tuple[float, float, str]:
    """Seconds, CPU seconds, and what went wrong."""
    before, start = _cpu_seconds(), time.monotonic()
    done = made.run(line, typed="quit\n")
    seconds, cpu = time.monotonic() - start, _cpu_seconds() - before
    problem = f"{done.stdout}{done.stderr}exit code {done.returncode}" if done.returncode else ""
    return seconds, cpu, problem


def _cpu_seconds() -> float:
    """Of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
