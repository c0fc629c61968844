"""Does `build --budget 60s` keep its budget? Wall and CPU time over public two-player sheets.

BOARDWORTH_DATA names the folder of the public rule sheets. BOARDWORTH_SHEETS lists the sheets (40),
BOARDWORTH_BUDGET is the budget in seconds (60). What is known is kept in budgets.jsonl in the
folder that BOARDWORTH_RESULTS names (else in build), and not built again.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.figures import work_folder
from benchmarks.timing import show
from boardworth.fitting.stored.container import decode

Record: TypeAlias = dict[str, Any]

SHEETS = (
    "ticTacToe connectFour connectFourLarge connectFour_9x6 connectFourSuicide_7x7 connect5 "
    "breakthrough breakthroughSmall breakthroughSuicide breakthroughWalls knightthrough__dresden "
    "hex speedChess chess_200 skirmish checkers checkersSmall_v1 checkersTiny cylinder-checkers "
    "reversi othelloSuicide Othello pentago_v1 nineBoardTicTacToe sheepAndWolf quarto amazons_8x8 "
    "amazons_10x10 dotsAndBoxes chineseCheckers2 ttcc4_2player cephalopodMicro kalah atariGo_7x7 "
    "quad linesOfAction golden_rectangle shogi_ctk connectFourSimultaneous alexChess"
)
ALLOWED = 1.05  # times the budget


def run() -> None:
    data = os.environ.get("BOARDWORTH_DATA")
    if not data:
        print("budgets: BOARDWORTH_DATA is not set", file=sys.stderr)
        return
    names = os.environ.get("BOARDWORTH_SHEETS", SHEETS).split()
    budget = float(os.environ.get("BOARDWORTH_BUDGET", "60"))
    results = work_folder() / "budgets.jsonl"
    known: dict[str, Record] = {}
    if results.exists():
        known = {record["sheet"]: record for record in map(json.loads, results.open())}
    with results.open("a") as file:
        for name in names:
            if name not in known:
                known[name] = _built(Path(data) / "gdl" / f"{name}.kif", budget)
                print(json.dumps(known[name]), file=file, flush=True)
                print(known[name], flush=True)
    _show([known[name] for name in names], budget)


def _built(sheet: Path, budget: float) -> Record:
    """One build: how long it took, and which method plays."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "it.model"
        command = [sys.executable, "-m", "boardworth", "build", str(sheet), "-o", str(path)]
        before, load = resource.getrusage(resource.RUSAGE_CHILDREN), os.getloadavg()[0]
        start = time.monotonic()
        done = subprocess.run(
            [*command, "--budget", f"{budget:g}s"], capture_output=True, text=True, check=False
        )
        wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        told = decode(path)[1] if path.exists() else {}
    record = {"sheet": sheet.stem, "wall": round(wall, 2), "cpu": round(cpu, 2), "load": load}
    if not told:
        said = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        return record | {"evaluation": "", "player": "", "refused": said[0][-150:]}
    kind = told["evaluation"].get("kind", "")
    return record | {"evaluation": kind, "player": told["playing"]["player"], "refused": ""}


def _show(records: list[Record], budget: float) -> None:
    rows: list[tuple[str, ...]] = [
        (
            record["sheet"],
            record["player"] or record["refused"],
            record["evaluation"],
            f"{record['wall']:.1f}",
            f"{record['cpu']:.1f}",
            f"{record['load']:.1f}",
        )
        for record in records
    ]
    threads = len(os.sched_getaffinity(0))
    kept = sum(
        record["wall"] <= ALLOWED * budget and record["cpu"] <= ALLOWED * budget * threads
        for record in records
    )
    show(
        f"build --budget {budget:g}s",
        ("sheet", "player", "evaluation", "wall s", "CPU s", "load"),
        rows,
        f"{kept} of {len(records)} keep {ALLOWED * budget:g} s, and as many CPU s for each thread",
    )
