"""GLEM's pattern B in longer games than those of `glem`, from the same positions."""

from benchmarks.figures import boardworth, record, work_folder
from benchmarks.glem import SCALE, SOURCES

__all__ = ["SOURCES", "run"]
COMMAND = f"reproduce glem {SCALE} --versions B --even-time --games 200 --even-games 1000"


def run() -> None:
    for table in boardworth(f"{COMMAND} --nodes 10000 --folder {work_folder()}/glem.work"):
        if "Matches" in table.title:
            record(table)
