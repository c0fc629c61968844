"""The tournament of Buro 1995 at a smaller scale, limited in nodes: it resumes if killed."""

from benchmarks.figures import PRODUCT, boardworth, record, work_folder

SOURCES = (*PRODUCT, "boardworth/reproduce")
SCALE = "--training-games 12000 --solved 14 --opening-depth 6"
COMMAND = f"reproduce buro1995 {SCALE} --games 60 --even-games 2000 --nodes 1000"


def run() -> None:
    for table in boardworth(f"{COMMAND} --folder {work_folder()}/buro1995.work"):
        record(table)
