"""The tournament of Buro 1998 (GLEM) at a smaller scale, limited in nodes: ten minutes."""

from benchmarks.figures import PRODUCT, boardworth
from benchmarks.timing import show

SOURCES = (*PRODUCT, "boardworth/reproduce")
COMMAND = "reproduce glem --positions 600000 --games 434 --nodes 5000"


def run() -> None:
    for table in boardworth(COMMAND):
        show(table.title, tuple(table.columns), [tuple(row) for row in table.rows], table.note)
