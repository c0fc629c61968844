"""The tournament of Buro 1998 (GLEM) at a smaller scale, limited in nodes: it resumes if killed."""

from benchmarks.figures import PRODUCT, boardworth, record, work_folder

SOURCES = (*PRODUCT, "boardworth/reproduce")
SCALE = "--positions 3500000 --label-depth 4"
COMMAND = f"reproduce glem {SCALE} --games 1000 --even-games 4000 --nodes 1000"


def run() -> None:
    for table in boardworth(f"{COMMAND} --folder {work_folder()}/glem.work"):
        record(table)
