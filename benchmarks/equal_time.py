"""Matches of Othello models at equal time: an idle machine has to play them.

From XOT's openings, both colours. Needs BOARDWORTH_DATA.
"""

from benchmarks.matches import played
from benchmarks.timing import show

MATCHES = (
    ("logistello", "logistello,selectivity=0", "--clock 0.2+0.002"),
    ("with-B", "logistello", "--seconds 0.01"),
    ("logistello,threads=2", "logistello", "--seconds 0.02 --threads 1"),
)


def run() -> None:
    show(
        "Matches at equal time, from XOT's openings",
        ("player", "opponent", "limit", "games", "W-D-L", "score", "Elo, 95 %"),
        [played(*match) for match in MATCHES],
        "a clock is seconds for a game and for each move",
    )
