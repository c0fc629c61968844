"""Arena: matches that prove how strong an evaluation is."""

from boardworth.arena.match import Match, MatchResult, PlayedGame
from boardworth.arena.openings import (
    BalancedOpening,
    balanced_openings,
    openings_text,
    random_openings,
    read_openings,
)
from boardworth.arena.rating import Rating, Sprt, rate

__all__ = [
    "BalancedOpening",
    "Match",
    "MatchResult",
    "PlayedGame",
    "Rating",
    "Sprt",
    "balanced_openings",
    "openings_text",
    "random_openings",
    "rate",
    "read_openings",
]
