"""The tournament of Buro 1995 at a smaller scale, limited in nodes: it resumes if killed.

The pairings at even time are played again without corner quiescence, from the same openings.
"""

from benchmarks.figures import PRODUCT, boardworth, record, work_folder

SOURCES = (*PRODUCT, "boardworth/reproduce")
SCALE = "--training-games 12000 --opening-depth 6 --even-games 2000 --nodes 1000"
COMMAND = f"reproduce buro1995 {SCALE} --games 200"
WITHOUT = f"reproduce buro1995 {SCALE} --even-time --no-corner-quiescence"


def run() -> None:
    folder = f"--folder {work_folder()}/buro1995.work"
    for table in boardworth(f"{COMMAND} {folder}"):
        record(table)
    for table in boardworth(f"{WITHOUT} {folder}"):
        if table.title.startswith("Matches"):
            record(table)
