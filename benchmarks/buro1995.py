"""The tournament of Buro 1995 at a smaller scale, limited in nodes: half an hour."""

from benchmarks.figures import PRODUCT, boardworth, record

SOURCES = (*PRODUCT, "boardworth/reproduce")
COMMAND = "reproduce buro1995 --games 1000 --nodes 5000"


def run() -> None:
    for table in boardworth(COMMAND):
        record(table)
