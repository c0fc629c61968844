"""The tournament of Buro 1998 (GLEM) at a smaller scale, limited in nodes: ten minutes."""

from benchmarks.figures import PRODUCT, boardworth, record

SOURCES = (*PRODUCT, "boardworth/reproduce")
COMMAND = "reproduce glem --positions 600000 --games 434 --nodes 5000"


def run() -> None:
    for table in boardworth(COMMAND):
        record(table)
