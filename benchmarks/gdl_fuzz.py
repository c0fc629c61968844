"""20,000 damaged rule sheets, each read, checked, grounded and played, or refused with its place.

The sheets are ours and, where BOARDWORTH_DATA is set, the public ones in its folder gdl. It takes
an hour, and goes on where it was interrupted: outcomes are kept in gdl_fuzz.jsonl in the folder
of this version of the code (see `figures.work_folder`). `python -m benchmarks.gdl_fuzz` is a
process that reads numbers of damaged sheets and answers each with a line of JSON.
"""

import json
import os
import resource
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.damaged_sheets import damaged, outcome_of
from benchmarks.figures import work_folder
from benchmarks.gdl_sheet import cpu_seconds
from benchmarks.gdl_sheets import PROCESSES
from benchmarks.timing import show
from boardworth.rules.gdl.syntax.parser import sheet_text

SOURCES = ("core/rules", "boardworth/rules/gdl", "benchmarks/damaged_sheets.py")

SHEETS = 20_000
SECONDS = 10  # of CPU time, more of which is a hang
LONGEST_WAIT = 120  # by the clock: the machine may have other work, too
MEMORY = 4 << 30

OURS = Path(__file__).parents[1] / "games" / "gdl"


@cache
def sheets() -> list[Path]:
    data = os.environ.get("BOARDWORTH_DATA")
    public = sorted((Path(data) / "gdl").glob("*.kif")) if data else []
    return sorted(OURS.glob("*.gdl")) + public


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        print(json.dumps(trial(int(line))), flush=True)


def trial(number: int) -> dict[str, Any]:
    path = sheets()[number % len(sheets())]
    content = damaged(sheet_text(path), number)
    before = cpu_seconds()
    try:
        outcome = outcome_of(content, path.name)
        why = ""
    except Exception:
        outcome, why = "FAULT", traceback.format_exc()
    seconds = cpu_seconds() - before
    if seconds > SECONDS:
        outcome = "HANG"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return record_of(number, outcome, why, round(seconds, 3), memory)


def record_of(
    number: int, outcome: str, why: str, seconds: float, mebibytes: int
) -> dict[str, Any]:
    return {
        "number": number,
        "sheet": sheets()[number % len(sheets())].stem,
        "outcome": outcome,
        "why": why,
        "seconds": seconds,
        "mebibytes": mebibytes,
    }


class Worker:
    """A process that tries damaged sheets; another one takes its place when it dies or hangs."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def outcome(self, number: int) -> dict[str, Any]:
        """The record of one damaged sheet."""
        process = self.process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{number}\n".encode())
        process.stdin.flush()
        answered, _, _ = select.select([process.stdout], [], [], LONGEST_WAIT)
        line = process.stdout.readline() if answered else b""
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        os.killpg(process.pid, signal.SIGKILL)
        self.process = None
        code = process.wait()
        outcome = "CRASH" if answered else "HANG"
        return record_of(number, outcome, f"exit code {code}", LONGEST_WAIT, 0)

    def _started(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.gdl_fuzz"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        return self.process

    def close(self) -> None:
        """Ends the process."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process.wait()


def run() -> None:
    results = work_folder() / "gdl_fuzz.jsonl"
    lines = results.read_text().splitlines() if results.exists() else []
    known = {record["number"]: record for record in map(json.loads, lines)}
    missing = [number for number in range(SHEETS) if number not in known]
    here = threading.local()
    workers: list[Worker] = []

    def outcome(number: int) -> dict[str, Any]:
        if not hasattr(here, "worker"):
            here.worker = Worker()
            workers.append(here.worker)
        found: dict[str, Any] = here.worker.outcome(number)
        return found

    start = time.monotonic()
    try:
        with ThreadPoolExecutor(PROCESSES) as pool, results.open("a") as file:
            for record in pool.map(outcome, missing):
                known[record["number"]] = record
                print(json.dumps(record), file=file, flush=True)
                if record["outcome"].isupper():
                    print(record, flush=True)
                if len(known) % 500 == 0:
                    print(f"{len(known)} of {SHEETS}: {time.monotonic() - start:.0f} s", flush=True)
    finally:
        for worker in workers:
            worker.close()
    outcomes = Counter(record["outcome"] for record in known.values())
    slowest = max(record["seconds"] for record in known.values())
    largest = max(record["mebibytes"] for record in known.values())
    show(
        f"{len(known):,} damaged rule sheets",
        ("outcome", "sheets"),
        [(name, f"{count:,}") for name, count in outcomes.most_common()],
        f"at most {slowest:.1f} CPU s, {largest:,} MiB",
    )


if __name__ == "__main__":
    main()
