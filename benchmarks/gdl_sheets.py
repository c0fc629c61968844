"""All public rule sheets: how many load, play 1,000 random games and agree in all ways to play.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names. It takes an hour, and
goes on where it was interrupted: what is known of each sheet is kept in gdl_sheets.jsonl in the
folder of this version of the code (see `figures.work_folder`).
"""

import json
import os
import signal
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks import gdl_sheet
from benchmarks.data import public_sheets
from benchmarks.figures import work_folder
from benchmarks.timing import show

SOURCES = ("core/rules", "boardworth/rules/gdl", "benchmarks/gdl_sheet.py")

Record: TypeAlias = dict[str, Any]

PROCESSES = 2
# Processes are limited by their own time; this ends one that waits for ever.
LONGEST_WAIT = 20 * gdl_sheet.SECONDS


def run() -> None:
    folder = public_sheets()
    records = examined_all(sorted(folder.glob("*.kif")), work_folder() / "gdl_sheets.jsonl")
    agreeing = [record for record in records if record["outcome"] == "agree"]
    share = 100 * len(agreeing) / len(records)
    show(
        f"{len(records)} rule sheets",
        ("outcome", "sheets"),
        [(name, str(count)) for name, count in totals(records)],
        f"{len(agreeing)} of {len(records)} ({share:.1f} %) agree",
    )
    show(
        "Sheets that agree, by class",
        (
            *("class", "sheets", "played by", "fluents", "moves", "ground rules", "gates"),
            *("seconds to load", "states/s"),
        ),
        class_rows(agreeing),
        "medians, maxima in brackets",
    )
    show(
        "Sheets that are refused, differ, take too long, or whose games have faults",
        ("sheet", "what", "why"),
        [(r["name"], outcome(r), reason(r)) for r in records if outcome(r) != "agree"],
    )


def examined_all(paths: Sequence[Path], results: Path) -> list[Record]:
    """A record for each sheet, in their order; those that the file has are not made again."""
    known: dict[str, Record] = {}
    if results.exists():
        lines = results.read_text().splitlines()
        known = {record["name"]: record for record in map(json.loads, lines)}
    missing = [path for path in paths if path.stem not in known]
    with ThreadPoolExecutor(PROCESSES) as pool, results.open("a") as file:
        for number, record in enumerate(pool.map(examined, missing), 1):
            known[record["name"]] = record
            print(json.dumps(record), file=file, flush=True)
            print(f"{number} of {len(missing)}: {record['name']}: {verdict(record)}", flush=True)
    return [known[path.stem] for path in paths]


def examined(path: Path) -> Record:
    """What a process of its own finds out about a sheet."""
    process = subprocess.Popen(
        [sys.executable, "-m", gdl_sheet.__name__, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=LONGEST_WAIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
    lines = out.splitlines()
    record: Record = json.loads(lines[-1]) if lines else {"name": path.stem, "step": "to begin"}
    if "outcome" not in record:
        slow = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        said = err.strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
        why = f"more than {gdl_sheet.SECONDS} CPU s" if slow else said[0]
        record |= {"outcome": "too slow" if slow else "fails", "reason": f"{why} {record['step']}"}
    record["reason"] = record.get("reason", "").replace(f"{path.parent}/", "")
    return record


def faults(record: Record) -> list[str]:
    """What is odd about the games of a sheet that all ways play alike."""
    found: list[str] = list(record.get("errors", []))
    if found:
        return found
    counts = {
        "the game does not end, or a role has no move": record.get("unfinished", 0),
        "a role has no goal at the end, or several": record.get("without_goal", 0),
    }
    return [f"{what} ({n} of {gdl_sheet.GAMES:,} games)" for what, n in counts.items() if n]


def verdict(record: Record) -> str:
    if record["outcome"] == "agree":
        return "; ".join(["agree", *faults(record)])
    return f"{record['outcome']}: {record['reason']}"


def totals(records: Sequence[Record]) -> list[tuple[str, int]]:
    counts: dict[str, int] = defaultdict(int)
    for record in records:
        counts[outcome(record)] += 1
    return sorted(counts.items(), key=lambda item: -item[1])


def outcome(record: Record) -> str:
    if record["outcome"] != "agree":
        return str(record["outcome"])
    return "agree; the sheet has faults" if faults(record) else "agree"


def reason(record: Record) -> str:
    said = "; ".join(faults(record)) if record["outcome"] == "agree" else record["reason"]
    return str(said).replace("\n", " ")


def class_rows(records: Sequence[Record]) -> list[tuple[str, ...]]:
    classes: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in records:
        classes[record["kind"], record["machine"]].append(record)
    columns = ("fluents", "moves", "ground_rules", "gates", "load_seconds", "states_per_second")
    return [
        (kind, str(len(group)), machine, *(median_and_maximum(group, name) for name in columns))
        for (kind, machine), group in sorted(classes.items())
    ]


def median_and_maximum(records: Sequence[Record], name: str) -> str:
    """Nothing unless it is known of all sheets; games without a move have no speed."""
    values = [record[name] for record in records if record.get(name) is not None]
    if not values or any(name not in record for record in records):
        return ""
    digits = 2 if name == "load_seconds" else 0
    return f"{statistics.median(values):,.{digits}f} ({max(values):,.{digits}f})"
