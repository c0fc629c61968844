"""Candidates for GLEM's lost shapes, ranked by held-out error, on the positions of `glem`."""

from benchmarks.figures import boardworth, record, work_folder
from benchmarks.glem import SCALE, SOURCES

__all__ = ["SOURCES", "run"]
COMMAND = f"reproduce glem {SCALE} --shapes"


def run() -> None:
    for table in boardworth(f"{COMMAND} --folder {work_folder()}/glem.work"):
        record(table)
