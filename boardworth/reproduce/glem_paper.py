"""What Buro (1998, GLEM) reports: table 1, and in words what the text says."""

from __future__ import annotations

from boardworth.reproduce.tournament import Pairing
from boardworth.reproduce.verdicts import ABOUT_EVEN, ABOVE_EVEN, BELOW_EVEN, Claim, Range

TABLE = "table 1"
TOURNAMENT_MINUTES = 10
POSITIONS = 11_000_000
GAMES = 434
MIN_COUNT = 75  # of a valid configuration
# Versions with sparse patterns against the basic one.
PAIRINGS = (
    Pairing("A", "basic", (10, 10), (213, 58, 163), "A is stronger", ABOVE_EVEN),
    Pairing("B", "basic", (10, 10), (211, 60, 163), "B is stronger", ABOVE_EVEN),
    Pairing("AB", "basic", (10, 10), (203, 60, 171), "AB is stronger", ABOVE_EVEN),
    Pairing("ABC", "basic", (10, 10), (211, 49, 174), "ABC is stronger", ABOVE_EVEN),
    Pairing("A", "basic", (6, 10), (172, 59, 203), "half the nodes are too few", BELOW_EVEN),
    Pairing("A", "basic", (7, 10), (183, 55, 196), "even with 2/3 of the nodes", ABOUT_EVEN),
    Pairing("A", "basic", (8, 10), (195, 63, 176), "stronger with 0.71 of the nodes", ABOVE_EVEN),
)
# Patterns of each version.
VERSIONS = {
    "basic": ["shipped"],
    "A": ["shipped", "A"],
    "B": ["shipped", "B"],
    "AB": ["shipped", "A", "B"],
    "ABC": ["shipped", "A", "B", "C"],
}
# Nodes of a version as a share of the basic one's, in the same time.
SPEEDS = {"A": 0.89, "B": 0.89, "AB": 0.83, "ABC": 0.80}
VALID = Claim(
    "figure 8", "valid configurations of a large pattern", "about 88,000", Range(80_000, 96_000)
)
# Per cent of what the right to move is worth to searches that is left with successors.
BIAS = Claim("section 3", "successors of best moves cure the mover's bonus", "cured", Range(0, 50))


def speed_claim(name: str) -> Claim:
    """About a version's nodes in equal time, as far as 0.05 from the paper's share."""
    share = SPEEDS[name]
    near = Range(share - 0.05, share + 0.05)
    return Claim(TABLE, f"nodes of {name} in equal time", f"{share:.2f}", near)
