"""What a reproduction says about a paper's claims: confirmed, refuted or undecided, and why.

A claim is that a quantity lies in a range. An interval of ours that lies inside the range confirms
it, one that lies wholly outside refutes it, and any other leaves it undecided.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from boardworth.arena.rating import Pentanomial, expected_share, rate

Outcome: TypeAlias = Literal["confirmed", "refuted", "undecided"]

# Games are multiplied by this until they decide, or are more than anybody plays.
_GROWTH = 1.02
_MAX_GAMES = 10**6


@dataclass(frozen=True, slots=True)
class Range:
    """Where a claim says that a quantity lies; its bounds count as inside."""

    low: float
    high: float

    def outcome(self, low: float, high: float) -> Outcome:
        """What an interval says about the claim.

        >>> Range(45, 55).outcome(44, 54)
        'undecided'
        """
        if self.low <= low and high <= self.high:
            return "confirmed"
        return "refuted" if high < self.low or self.high < low else "undecided"


# Claims about a score, in per cent of the points.
ABOVE_EVEN = Range(50, math.inf)
BELOW_EVEN = Range(-math.inf, 50)
ABOUT_EVEN = Range(45, 55)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One row: a claim of a paper, and what came out here."""

    source: str  # the table or figure
    claim: str  # in words
    paper: str  # its result
    ours: str  # with its 95 % interval
    verdict: Outcome
    would_decide: str = ""  # what would, where the verdict is undecided

    def summary(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a paper says, where, and the range that it means."""

    source: str  # the table or figure
    text: str  # in words
    paper: str  # its result
    range: Range

    def by_games(self, pairs: Pentanomial) -> Verdict:
        """From pairs of games, whose score in per cent of the points is claimed to be in range."""
        if not sum(pairs):
            return self.undecided("not played", "games")
        low, high = interval(pairs)
        ours = f"{100 * rate(pairs).share:.1f} % [{low:.1f}, {high:.1f}]"
        outcome = self.range.outcome(low, high)
        if outcome == "undecided":
            return self.undecided(ours, _games_text(games_to_decide(pairs, self.range)))
        return Verdict(self.source, self.text, self.paper, ours, outcome)

    def by_interval(self, low: float, high: float, ours: str, would_decide: str) -> Verdict:
        """From an interval of ours in the claim's units.

        Args:
            low: its lower bound.
            high: its upper bound; the same where there is no chance in it.
            ours: our result in words.
            would_decide: what would, if this does not.
        """
        outcome = self.range.outcome(low, high)
        if outcome == "undecided":
            return self.undecided(ours, would_decide)
        return Verdict(self.source, self.text, self.paper, ours, outcome)

    def undecided(self, ours: str, would_decide: str) -> Verdict:
        """Where the experiment says nothing yet, or nothing clear."""
        return Verdict(self.source, self.text, self.paper, ours, "undecided", would_decide)


def exactly(source: str, text: str, paper: int, ours: int) -> Verdict:
    """A count in which there is no chance: confirmed if it is the same.

    >>> exactly("section 3", "features of Checkers", 4343, 4343).verdict
    'confirmed'
    """
    claim = Claim(source, text, f"{paper:,}", Range(paper, paper))
    return claim.by_interval(ours, ours, f"{ours:,}", "")


def interval(pairs: Pentanomial) -> tuple[float, float]:
    """The 95 % interval of the first player's score, in per cent of the points."""
    rating = rate(pairs)
    return 100 * expected_share(rating.low), 100 * expected_share(rating.high)


def games_to_decide(pairs: Pentanomial, claimed: Range) -> int | None:
    """About how many games would decide, if their results were distributed as these pairs are.

    None if no number of games that anybody plays would.
    """
    factor = 1.0
    while 2 * sum(pairs) * factor <= _MAX_GAMES:
        lost, worse, even, better, won = (round(factor * count) for count in pairs)
        more = (lost, worse, even, better, won)
        if claimed.outcome(*interval(more)) != "undecided":
            return 2 * sum(more)
        factor *= _GROWTH
    return None


def _games_text(games: int | None) -> str:
    if games is None:
        return f"more than {_MAX_GAMES:,} games at this score"
    digits = max(len(str(games)) - 2, 0)
    return f"about {math.ceil(games / 10**digits) * 10**digits:,} games at this score"


def summaries(verdicts: Iterable[Verdict], about: Mapping[str, Any]) -> dict[str, Any]:
    """A paper's verdicts for JSON, with what they rest on."""
    return {"about": dict(about), "verdicts": [verdict.summary() for verdict in verdicts]}
