"""What Hoki and Kaneko (2014) report."""

from __future__ import annotations

import math

from boardworth.reproduce.verdicts import ABOVE_EVEN, Claim, Range

# Of a number that is claimed to be positive, or greater than 1.
POSITIVE = Range(math.ulp(0.0), math.inf)
GROWING = Range(1.02, math.inf)

# Rates of comparison training: of pieces from 1,000 games (section 4.2), of e^AB from 47,566
# (section 4.3), and how many pairs of moves these games have (Z).
RATE_OF_MATERIAL, PAIRS_OF_MATERIAL = 0.5, 7_936_180
RATE, RATE_OF_REUSES, CONSTANT_STEP, PAIRS = 0.031, 0.01, 1000.0, 368_313_024

CHEAPEST = Claim("figure 4", "the pawn is worth least", "122", Range(1, 1))
DEAREST = Claim("figure 4", "the promoted rook is worth most", "945", Range(1, 1))
KEPT = Claim(
    "figure 4",
    "the sum of piece values is kept: the one furthest from 6,500",
    "6,500",
    Range(6500, 6500),
)
SETTLED = Claim(
    "figure 4",
    "piece values have settled, to 32 units: iterations until then",
    "40",
    Range(1, 40),
)
# Iterations, after which it can be seen whether piece values have settled.
LONG_ENOUGH = 60
UNBOUNDED = Claim(
    "figure 3",
    "comparison training goes on growing: norm of values over that at the last power of two",
    "growing",
    GROWING,
)
SIMILAR = Claim(
    "figure 11",
    "all random starts end alike: least cosine similarity to the best of them",
    "0.925",
    Range(0.925, 1),
)
CLOSE = 0.92
MOSTLY_SIMILAR = Claim(
    "figure 11",
    f"random starts mostly end alike: share with a similarity of {CLOSE:g} or more, the best left "
    "out",
    "all of 443",
    Range(0.8, 1),
)
LOWER_IS_NEARER = Claim(
    "figure 12",
    "lower minima are nearer to the best: correlation of objective and similarity",
    "-0.55",
    Range(-math.inf, -math.ulp(0.0)),
)
CASTLES = Claim(
    "figure 5, right",
    "values of a king with two golds have the paper's order: rank correlation of ten",
    "in order",
    POSITIVE,
)
CONSTRAINED = Claim(
    "figure 6",
    "without the constraint the pawn's value goes on rising: over that at the last power of two",
    "rising",
    GROWING,
)
SPARSE = Claim(
    "figure 7",
    "l1 keeps most weights at zero: share of those that occur",
    "96.3 %",
    Range(0.9, 1),
)
NO_LOSS = Claim(
    "figure 7",
    "with l1 held-out agreement is not lower, in points",
    "higher",
    Range(-0.5, math.inf),
)
STRONGER = Claim(
    "figure 8", "learning makes stronger: e^AB learned against e^A", "59.4 from 11.2 %", ABOVE_EVEN
)
GROWS = Claim(
    "figure 8",
    "more iterations make stronger: e^AB against e^A after the last less after the first, points",
    "higher",
    POSITIVE,
)
CONTINUOUS = Claim(
    "figures 9, 10",
    "the objective is continuous: largest step on a grid half as wide over that on the grid",
    "continuous",
    Range(0, 0.75),
)
DEPTH_TWO = Claim(
    "figure 13", "learning by depth 2 is better than by depth 1", "56.4 %", ABOVE_EVEN
)
MORE_AGREED = Claim(
    "figure 14",
    "king-piece relations of chess agree more than material alone: points",
    "34.4 to 35.2 %",
    POSITIVE,
)
MORE_SOLVED = Claim(
    "figure 14", "chess problems: more are solved after learning", "1,240 to 1,280", POSITIVE
)
# By depth: what the learned program wins against itself a ply less deep, and against what it was.
BY_DEPTH = {
    2: (94, 77),
    3: (89, 75),
    4: (82, 77),
    5: (85, 82),
    6: (78, 81),
    7: (81, 85),
    8: (78, 84),
}


def larger_set(first: str, second: str) -> Claim:
    """That more relations agree more with held-out moves."""
    text = f"e^{first} agrees more than e^{second}: points"
    return Claim("figure 5, left", text, "higher", POSITIVE)


def better_than(method: str) -> Claim:
    """That MMTO agrees more than a kind of comparison training."""
    text = f"e^AB learned by MMTO agrees more than by comparison training, {method}: points"
    return Claim("figure 5, left", text, "higher", POSITIVE)


def deeper(depth: int) -> Claim:
    """That a learned program gains by a ply more."""
    text = f"depth {depth} against depth {depth - 1}"
    return Claim("table 3", text, f"{BY_DEPTH[depth][0]} %", ABOVE_EVEN)


def learned(depth: int) -> Claim:
    """That a learned program beats what it was before, at a depth."""
    text = f"after learning against before, depth {depth}"
    return Claim("table 3", text, f"{BY_DEPTH[depth][1]} %", ABOVE_EVEN)


def better_teachers(better: str, worse: str) -> Claim:
    """That games of stronger players teach better."""
    text = f"stronger players teach better: ratings of {better} against {worse}"
    return Claim("table 5", text, "57 to 67 %", ABOVE_EVEN)
