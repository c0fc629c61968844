"""The tournament of Buro 1995 at a smaller scale, limited in nodes: half an hour."""

from benchmarks.figures import PRODUCT, boardworth
from benchmarks.timing import show

SOURCES = (*PRODUCT, "boardworth/reproduce")
COMMAND = "reproduce buro1995 --games 1000 --nodes 5000"


def run() -> None:
    for table in boardworth(COMMAND):
        show(table.title, tuple(table.columns), [tuple(row) for row in table.rows], table.note)
