"""The matches of Waledzik and Mandziuk 2014, by the clock: hours on an idle machine.

The sheets are those in the folder gdl of the one that BOARDWORTH_DATA names.
"""

from benchmarks.data import public_sheets
from benchmarks.figures import PRODUCT, boardworth, record, work_folder

GAMES = "checkers reversi connectFour connect5"
SOURCES = (*PRODUCT, "boardworth/reproduce")
COMMAND = f"reproduce ggp --games {GAMES} --seconds 0.1 --matches 20 --functions paper ours"


def run() -> None:
    folders = f"--sheets {public_sheets()} --work {work_folder()}/ggp.work"
    for table in boardworth(f"{COMMAND} {folders}"):
        record(table)
