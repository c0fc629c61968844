"""What match results say about strength: Elo with an interval, and the sequential test.

Games come in pairs from one opening with the colours swapped. The pair is the unit of every
statistic, since its two games are not independent: counts[k] pairs scored k half points of four.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from boardworth.errors import BoardworthError, check_number

Pentanomial: TypeAlias = tuple[int, int, int, int, int]
Verdict: TypeAlias = Literal["stronger", "not stronger", "undecided"]

_SHARES = np.linspace(0, 1, 5)  # of the points of a pair
Z_95 = 1.959964  # 95 %
_MAX_ELO = 10_000.0  # a difference beyond which all shares are the same number
_MIN_RISK = 1e-9  # of an error of the sequential test


def elo(share: float) -> float:
    """The rating difference at which this share of the points is expected.

    >>> round(elo(0.75))
    191
    """
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


def expected_share(rating_difference: float) -> float:
    """The share of the points expected at a rating difference; the inverse of `elo`."""
    return 1 / (1 + 10 ** (-rating_difference / 400))


@dataclass(frozen=True, slots=True)
class Rating:
    """The first player's Elo difference with its 95 % interval, infinite where it has no bound."""

    share: float
    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isinf(self.elo):
            bound = self.low if self.elo > 0 else self.high
            return f"Elo {'>' if self.elo > 0 else '<'} {bound:+.0f}"
        return f"Elo {self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"

    def summary(self) -> dict[str, Any]:
        """For JSON; infinite values are null."""
        return {
            "share": self.share,
            "elo": _finite(self.elo),
            "elo_interval_95": [_finite(self.low), _finite(self.high)],
        }


def pentanomial(points: Iterable[float]) -> Pentanomial:
    """How many pairs brought 0, 1/2, 1, 3/2 and 2 points, from the points of each pair.

    >>> pentanomial([2, 1.5, 2])
    (0, 0, 0, 1, 2)
    """
    counts = [0] * 5
    for total in points:
        counts[round(2 * total)] += 1
    return (counts[0], counts[1], counts[2], counts[3], counts[4])


def rate(pairs: Pentanomial) -> Rating:
    """Elo from pairs, with Agresti and Coull's interval, which stays honest near 0 and 100 %."""
    share = _mean(pairs)
    centre, variance, count = _padded(pairs)
    margin = Z_95 * math.sqrt(variance / count)
    return Rating(share, elo(share), elo(centre - margin), elo(centre + margin))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _mean(pairs: Pentanomial) -> float:
    counts = np.array(pairs, float)
    return float(counts @ _SHARES / counts.sum())


def _padded(pairs: Pentanomial) -> tuple[float, float, float]:
    """Mean, variance and number of pairs after z^2 more, half of them lost and half won."""
    counts = np.array(pairs, float) + np.array([Z_95**2 / 2, 0, 0, 0, Z_95**2 / 2])
    mean = float(counts @ _SHARES / counts.sum())
    return mean, float(counts @ (_SHARES - mean) ** 2 / counts.sum()), float(counts.sum())


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential probability ratio test of elo1 against elo0, for pairs (normal GSPRT)."""

    elo0: float = 0.0  # the difference of the hypothesis "not stronger"
    elo1: float = 20.0  # the difference of the hypothesis "stronger"
    alpha: float = 0.05  # how often "stronger" may be wrong
    beta: float = 0.05  # how often "not stronger" may be wrong

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            check_number(f"SPRT: {name}", getattr(self, name), -_MAX_ELO, _MAX_ELO)
        for name in ("alpha", "beta"):
            check_number(f"SPRT: {name}", getattr(self, name), _MIN_RISK, 0.5)
        if not self.elo0 < self.elo1:
            raise BoardworthError(f"SPRT: elo0 = {self.elo0:g} must be below elo1 = {self.elo1:g}")

    def log_likelihood_ratio(self, pairs: Pentanomial) -> float:
        """N (s1 - s0) (2 mean - s0 - s1) / (2 variance).

        The variance is that of the padded pairs: a few pairs that happen to be alike must not pass
        for certainty, or a test that looks after every pair is wrong far too often.
        """
        s0, s1 = expected_share(self.elo0), expected_share(self.elo1)
        lead = 2 * _mean(pairs) - s0 - s1
        return sum(pairs) * (s1 - s0) * lead / (2 * _padded(pairs)[1])

    def verdict(self, pairs: Pentanomial) -> Verdict:
        """Which hypothesis the pairs have decided for, if they have."""
        ratio = self.log_likelihood_ratio(pairs)
        low, high = self.bounds
        if ratio >= high:
            return "stronger"
        return "not stronger" if ratio <= low else "undecided"

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that decide: for "not stronger" and for "stronger"."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)
