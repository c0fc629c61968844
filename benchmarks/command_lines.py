"""Generated command lines, each in a process and a folder of its own: nothing may be lost.

    python -m benchmarks command_lines

BOARDWORTH_LINES says how many there are, or which: 500, or 100-200. What went wrong is shown with
the line, and the exit code is 1 then.
"""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.generated_commands import (
    CommandLine,
    command_line,
    faults,
    snapshot,
    spoiled_folder,
)
from benchmarks.timing import show

LINES = 500
PATIENCE = 300.0  # seconds after Ctrl-C, more of which is a hang
IDLE = 5.0  # seconds after which Ctrl-C comes to what only waits, such as servers
MEMORY = 8 << 30
_TICKS = os.sysconf("SC_CLK_TCK")
# Tells by a byte that it can be interrupted: before that, Ctrl-C is Python's own. In the
# background Ctrl-C is ignored, which children inherit.
_START = """
import os, signal, sys
from boardworth.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
os.write(int(sys.argv.pop(1)), b".")
main()
"""


def run() -> None:
    wanted = os.environ.get("BOARDWORTH_LINES", str(LINES))
    first, _, end = wanted.rpartition("-")
    codes: Counter[int | None] = Counter()
    wrong = 0
    with ThreadPoolExecutor(2) as pool:
        numbers = range(int(first or 0), int(end))
        for number, (code, found, output) in zip(numbers, pool.map(trial, numbers), strict=True):
            codes[code] += 1
            if found:
                wrong += 1
                line = command_line(number)
                print(
                    f"{number}: {shlex.join(line.words)!a:.300} {line.streams} {line.environment}"
                )
                print(f"    {'; '.join(found)}\n    {output[-600:]!a}", flush=True)
    rows = [(str(code), f"{count:,}") for code, count in codes.most_common()]
    show("generated command lines", ("exit code", "lines"), rows)
    print(f"{wrong} of {codes.total():,} lines lost something, hung or ended in a fault of ours")
    sys.exit(int(wrong > 0))


def trial(number: int) -> tuple[int | None, list[str], str]:
    """The exit code of a line, what is wrong, and all that it said."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "folder"
        spoiled_folder(folder)
        before = snapshot(folder)
        line = command_line(number)
        code, output = _run(line, folder, Path(name))
        return code, faults(line, code, output, before, folder), output


def _run(line: CommandLine, folder: Path, beside: Path) -> tuple[int | None, str]:
    (beside / "typed").write_bytes(line.typed)
    ready, started = os.pipe()
    reader, left = os.pipe()
    os.close(reader)
    files = {0: f"< {beside}/typed", 1: f"> {beside}/output", 2: f"2> {beside}/messages"}
    broken = {"closed": ">&-", "full": "> /dev/full", "left": f">&{left}"}
    streams = files | {number: f"{number}{broken[how]}" for number, how in line.streams.items()}
    script = f'ulimit -v {MEMORY >> 10}; exec "$@" {" ".join(streams.values())}'
    words = [sys.executable, "-c", _START, str(started), *line.words]
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", *map(os.fsencode, words)],
        cwd=folder,
        env={**os.environ, **line.environment},
        pass_fds=[started, left],
        start_new_session=True,
    )
    os.close(started)
    os.close(left)
    os.read(ready, 1)
    os.close(ready)
    code = _end(process, line.interrupt)
    said = [beside / "output", beside / "messages"]
    return code, "".join(
        path.read_bytes().decode(errors="replace") for path in said if path.exists()
    )


def _end(process: "subprocess.Popen[bytes]", interrupt: float) -> int | None:
    """The exit code, after Ctrl-C if it takes long; None if that does not help."""
    end = _cpu_seconds(process.pid) + interrupt
    used, since = 0.0, time.monotonic()
    while process.poll() is None and used < end and time.monotonic() < since + IDLE:
        now = _cpu_seconds(process.pid)
        if now > used:
            used, since = now, time.monotonic()
        time.sleep(0.002)
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None


def _cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS
