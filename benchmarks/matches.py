"""Matches of Othello models, limited in nodes or depth: a busy machine does not change them.

From XOT's openings, both colours. Needs BOARDWORTH_DATA.
"""

import json
from collections.abc import Mapping, Sequence

from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth, work_folder
from benchmarks.othello_models import COMMANDS, model_file
from benchmarks.timing import show

SOURCES = (*PRODUCT, "benchmarks/othello_models.py")
GAMES = 1000
NAMES = {
    "othello": "the model that comes with Boardworth",
    "logistello": "Logistello's patterns, from WTHOR",
    "logistello,selectivity=0": "the same without Multi-ProbCut",
    "logistello,threads=2": "the same on two threads",
    "smooth": "smoothed phases, from WTHOR",
    "with-A": "Logistello's and A, from WTHOR",
    "with-B": "Logistello's and B, from WTHOR",
    "board": "patterns from the board, from WTHOR",
    "self-taught": "self-taught, from the rules alone",
    "baseline:discs": "`baseline:discs`",
    "baseline:squares": "`baseline:squares`",
}
WORDS = {"nodes": "{} nodes", "depth": "depth {}", "seconds": "{} s", "clock": "clock of {}"}
MATCHES = {
    "The model that comes with Boardworth": (
        ("othello", "logistello", "--nodes 5000"),
        ("othello", "baseline:squares", "--depth 4"),
        ("othello", "baseline:discs", "--depth 4"),
    ),
    "A model that taught itself": (
        ("self-taught", "baseline:squares", "--depth 4"),
        ("self-taught", "baseline:discs", "--depth 4"),
        ("self-taught", "logistello", "--depth 4"),
    ),
}


def run() -> None:
    show_matches(MATCHES)


def show_matches(themes: Mapping[str, Sequence[tuple[str, str, str]]]) -> None:
    """Plays and shows them: a player, its opponent and the limit of both."""
    for title, matches in themes.items():
        show(
            title,
            ("player", "opponent", "limit of a move", "games", "W-D-L", "score", "Elo, 95 %"),
            [row(*match) for match in matches],
        )


def row(first: str, second: str, limit: str) -> tuple[str, ...]:
    """A match, played once by each version of the code."""
    path = work_folder() / f"{first} - {second} {limit}.json"
    if not path.exists():
        path.write_text(json.dumps(played(first, second, limit)))
    return tuple(json.loads(path.read_text()))


def played(first: str, second: str, limit: str) -> tuple[str, ...]:
    """The row of a match."""
    players = " ".join(map(player, (first, second)))
    table, *_ = boardworth(
        f"match {players} {limit} --games {GAMES} --openings openings/xot.txt", othello_data()
    )
    name, amount, *_ = limit.removeprefix("--").split()
    return (NAMES[first], NAMES[second], WORDS[name].format(amount), *table.rows[0][:4])


def player(name: str) -> str:
    """As `boardworth match` understands it."""
    kind, *settings = name.split(",")
    file = str(model_file(kind)) if kind in COMMANDS else kind
    return ",".join([file, *settings])
