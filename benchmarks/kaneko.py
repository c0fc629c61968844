"""The experiments of Kaneko et al. 2002: it resumes if killed. Needs BOARDWORTH_DATA."""

from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth, record, work_folder

SOURCES = (*PRODUCT, "boardworth/reproduce")


def run() -> None:
    othello_data()  # else positions of self-play would be taken
    for table in boardworth(f"reproduce kaneko --folder {work_folder()}/kaneko.work"):
        record(table)
