"""Arena: matches that prove how strong an evaluation is."""

from boardworth.arena.by_role import RoleTally, Tally, outcome
from boardworth.arena.match import Match
from boardworth.arena.openings import (
    BalancedOpening,
    balanced_openings,
    openings_text,
    random_openings,
    read_openings,
    reasonable_openings,
)
from boardworth.arena.player_grammar import PlayerDescription, parse_player, players_of
from boardworth.arena.rating import Rating, Sprt, rate
from boardworth.arena.result import MatchResult, PlayedGame, check_game_file
from boardworth.arena.share import Share

__all__ = [
    "BalancedOpening",
    "Match",
    "MatchResult",
    "PlayedGame",
    "PlayerDescription",
    "Rating",
    "RoleTally",
    "Share",
    "Sprt",
    "Tally",
    "balanced_openings",
    "check_game_file",
    "openings_text",
    "outcome",
    "parse_player",
    "players_of",
    "random_openings",
    "rate",
    "read_openings",
    "reasonable_openings",
]
