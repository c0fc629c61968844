"""Matches between Othello models of other patterns and stages, limited in nodes or depth.

From XOT's openings, both colours. Needs BOARDWORTH_DATA.
"""

from benchmarks.figures import PRODUCT
from benchmarks.matches import show_matches

SOURCES = (*PRODUCT, "benchmarks/othello_models.py", "benchmarks/matches.py")
MATCHES = {
    "Patterns and stages": (
        ("with-A", "logistello", "--nodes 5000"),
        ("with-B", "logistello", "--nodes 5000"),
        ("smooth", "logistello", "--nodes 5000"),
        ("board", "logistello", "--nodes 5000"),
        ("board", "logistello", "--depth 4"),
    ),
    "Multi-ProbCut": (("logistello", "logistello,selectivity=0", "--nodes 20000"),),
}


def run() -> None:
    show_matches(MATCHES)
