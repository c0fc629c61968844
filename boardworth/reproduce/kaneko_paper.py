"""What Kaneko, Yamaguchi and Kawai (2002) report.

Most of the text is lost. A are taken for logical features as numbers, B for the short conjunctions
that they unfold to, and C for those of B with sub-conjunctions. All have the same features.
"""

from __future__ import annotations

import math

from boardworth.reproduce.verdicts import Claim, Range

LIKE_LOGISTELLO = "Logistello's patterns"
ACCURACY, MOVES, EFFICIENCY = "table 2", "table 3", "figure 13"
DISCS = 60
# At 60 discs, of A, B and C.
CORRELATIONS = {"A": 0.74, "B": 0.81, "C": 0.89}
RIGHT_MOVES = {"A": 0.75, "B": 0.84, "C": 0.89}
# Pairs of which the first is said to be better.
BETTER = (("B", "A"), ("C", "B"))
MORE = Range(math.ulp(0.0), math.inf)


def correlation_claim(better: str, worse: str) -> Claim:
    """That one evaluation agrees more with perfect play: the difference of correlations."""
    paper = f"{CORRELATIONS[better]:.2f} against {CORRELATIONS[worse]:.2f}"
    return Claim(ACCURACY, f"{better} correlates more than {worse}, {DISCS} discs", paper, MORE)


def move_claim(better: str, worse: str) -> Claim:
    """That one evaluation finds the right move more often: the difference of shares."""
    paper = f"{RIGHT_MOVES[better]:.2f} against {RIGHT_MOVES[worse]:.2f}"
    return Claim(MOVES, f"{better} finds more right moves than {worse}", paper, MORE)


# The conclusion: patterns come near those of the strongest program. Taken for this difference.
NEAR = 0.02
APPROACHES = Claim(
    "conclusion",
    f"C correlates nearly as much as {LIKE_LOGISTELLO}, 24 empty squares",
    "approaching",
    Range(-NEAR, math.inf),
)


def efficiency_claim(game: str) -> Claim:
    """That patterns are evaluated faster than logical features: the ratio of their speeds."""
    return Claim(
        EFFICIENCY if game == "hasami-shogi" else "figure 11",
        f"patterns (B) are evaluated faster than logical features in {game}",
        "faster",
        Range(1, math.inf),
    )
