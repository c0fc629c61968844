"""What Buro (1995) reports: table 1, and in words what the text says."""

from __future__ import annotations

from boardworth.reproduce.tournament import Pairing
from boardworth.reproduce.verdicts import ABOUT_EVEN, ABOVE_EVEN, Claim, Range

TABLE = "table 1"
TOURNAMENT_MINUTES = 30
PAIRINGS = (
    Pairing("LOG", "QUAD", (30, 30), (116, 15, 69), "LOG is stronger", ABOVE_EVEN),
    Pairing("FISHER", "QUAD", (30, 30), (112, 15, 73), "FISHER is stronger", ABOVE_EVEN),
    Pairing("LOG", "FISHER", (30, 30), (93, 35, 72), "LOG is stronger", ABOVE_EVEN),
    Pairing("LOG", "FISHER", (30, 36), (86, 24, 90), "even with 20 % more time", ABOUT_EVEN),
    Pairing("LOG", "QUAD", (30, 38), (93, 33, 74), "LOG is still stronger", ABOVE_EVEN),
    Pairing("FISHER", "QUAD", (30, 38), (84, 30, 86), "FISHER competes", ABOUT_EVEN),
    Pairing("LOG", "QUAD", (30, 45), (88, 26, 86), "even with 50 % more time", ABOUT_EVEN),
)
# Per cent of the classified positions.
DRAWS = Claim("figure 3, section 4", "share of positions that are drawn", "about 5 %", Range(3, 7))
# Of LOG's nodes in the same time.
QUAD_SPEED = Claim("section 4", "QUAD's nodes in equal time", "about 0.8", Range(0.75, 0.85))
# Of how far won and lost positions are apart, what FISHER cannot use; per cent, the median phase.
COVARIANCES = Claim(
    "section 4",
    "covariances of won and lost positions make at most 5 % of what sets them apart",
    "almost equal",
    Range(0, 5),
)
