"""10,000 damaged files of records and problems, each read, or refused with its place.

What is read is written and read again. It takes some minutes.
"""

import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.damaged_records import outcome_of
from benchmarks.timing import show

FILES = 10_000
SECONDS = 10  # of CPU time, more of which is a hang


def run() -> None:
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FILES):
            start = time.process_time()
            outcomes[outcome_of(Path(folder), number)] += 1
            slowest = max(slowest, time.process_time() - start)
    assert slowest < SECONDS, f"a file took {slowest:.1f} s"
    show(
        f"{FILES:,} damaged files of records",
        ("outcome", "files"),
        [(outcome, f"{count:,}") for outcome, count in outcomes.most_common()],
        note=f"none crashed or hung; the slowest took {slowest:.2f} s of CPU time",
    )
