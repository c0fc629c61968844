"""The experiments of Hoki and Kaneko 2014: it resumes if killed. Needs BOARDWORTH_DATA."""

from benchmarks.data import data_folder
from benchmarks.figures import PRODUCT, boardworth, record, work_folder

SOURCES = (*PRODUCT, "boardworth/reproduce")


def run() -> None:
    data_folder()  # else searches of the hand-made models would be the experts
    for table in boardworth(f"reproduce mmto --folder {work_folder()}/mmto.work"):
        record(table)
