"""The Othello models that figures are about: each made by a command, and kept while the code is."""

from pathlib import Path

import boardworth as bw
from benchmarks.data import othello_data
from benchmarks.figures import boardworth, work_folder

WTHOR = "'wthor/WTH_19*.wtb' 'wthor/WTH_200*.wtb' 'wthor/WTH_201[0-5].wtb'"
LATER = "'wthor/WTH_201[6-9].wtb' 'wthor/WTH_202*.wtb'"
# How they are built, in the folder othello of the one that BOARDWORTH_DATA names.
COMMANDS = {
    "board": f"build othello --records {WTHOR}",
    "logistello": f"build othello --patterns shipped --records {WTHOR}",
    "smooth": f"build othello --patterns shipped --smooth 600 --records {WTHOR}",
    "with-A": f"build othello --patterns shipped A --records {WTHOR}",
    "with-B": f"build othello --patterns shipped B --records {WTHOR}",
    "self-taught": "build othello",
}


def model_file(name: str) -> Path:
    """A model of the list, built if this code has not built it yet: minutes."""
    path = work_folder() / f"{name}.model"
    if not path.exists():
        boardworth(f"{COMMANDS[name]} -o {path}", othello_data())
    return path


def learned_model() -> bw.Model:
    """A model as users have it: Logistello's patterns, from WTHOR's games to 2015, calibrated."""
    return bw.load_model(model_file("logistello"))
