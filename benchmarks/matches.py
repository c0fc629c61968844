"""Matches between Othello models, limited in nodes or depth so that a busy machine changes nothing.

From XOT's openings, both colours. Needs BOARDWORTH_DATA.
"""

from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth
from benchmarks.othello_models import COMMANDS, model_file
from benchmarks.timing import show

SOURCES = (*PRODUCT, "benchmarks/othello_models.py")
GAMES = 1000
NAMES = {
    "othello": "the model that comes with Boardworth",
    "logistello": "Logistello's patterns, from WTHOR",
    "logistello,selectivity=0": "the same without Multi-ProbCut",
    "smooth": "smoothed stages, from WTHOR",
    "with-A": "Logistello's and A, from WTHOR",
    "with-B": "Logistello's and B, from WTHOR",
    "board": "patterns from the board, from WTHOR",
    "self-taught": "self-taught, from the rules alone",
    "baseline:discs": "`baseline:discs`",
    "baseline:squares": "`baseline:squares`",
}
MATCHES = (
    ("othello", "logistello", "--nodes 5000"),
    ("othello", "baseline:squares", "--depth 4"),
    ("othello", "baseline:discs", "--depth 4"),
    ("self-taught", "baseline:squares", "--depth 4"),
    ("self-taught", "baseline:discs", "--depth 4"),
    ("self-taught", "logistello", "--depth 4"),
    ("with-A", "logistello", "--nodes 5000"),
    ("with-B", "logistello", "--nodes 5000"),
    ("smooth", "logistello", "--nodes 5000"),
    ("board", "logistello", "--depth 4"),
    ("board", "logistello", "--nodes 5000"),
    ("logistello", "logistello,selectivity=0", "--nodes 20000"),
)


def run() -> None:
    rows = []
    for first, second, limit in MATCHES:
        players = " ".join(map(player, (first, second)))
        (table,) = boardworth(
            f"match {players} {limit} --games {GAMES} --openings openings/xot.txt", othello_data()
        )
        games, outcome, share, elo = table.rows[0][:4]
        words = " ".join(reversed(limit.removeprefix("--").split()))
        rows.append((NAMES[first], NAMES[second], words, games, outcome, share, elo))
    show(
        "Matches of Othello models from XOT's openings",
        ("player", "opponent", "limit of a move", "games", "W-D-L", "score", "Elo, 95 %"),
        rows,
    )


def player(name: str) -> str:
    """As `boardworth match` understands it."""
    kind, *settings = name.split(",")
    file = str(model_file(kind)) if kind in COMMANDS else kind
    return ",".join([file, *settings])
