"""Matches of a paper played again, with times in the paper's ratios."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from boardworth.arena import Match, MatchResult, PlayedGame, balanced_openings
from boardworth.search import AlphaBeta, Limit

if TYPE_CHECKING:
    from boardworth.recipes import Reporter
    from boardworth.rules import Game, Move

SPEED_DEPTH = 8
SPEED_TRIES = 3


@dataclass(frozen=True)
class Pairing:
    """Two players, the minutes that each has for a game, and what came out in the paper."""

    first: str  # what the paper calls it
    second: str  # its opponent
    minutes: tuple[int, int]  # of either player for a game
    paper: tuple[int, int, int]  # wins, draws and losses of the first player

    @property
    def paper_percent(self) -> float:
        """The first player's part of the points in the paper, to a tenth, halves rounded up."""
        wins, draws, losses = self.paper
        return math.floor(1000 * (wins + draws / 2) / (wins + draws + losses) + 0.5) / 10

    def __str__(self) -> str:
        return f"{self.first} - {self.second}, {self.minutes[0]}-{self.minutes[1]} minutes"


def at_even_time(pairings: Sequence[Pairing]) -> list[Pairing]:
    """Those in which both players have the same time."""
    return [pairing for pairing in pairings if pairing.minutes[0] == pairing.minutes[1]]


@dataclass(frozen=True)
class Tournament:
    """Players, and what they have to play with."""

    players: Mapping[str, AlphaBeta]  # by the names that pairings use
    # Of the players, relative to the fastest: where a limit is in nodes, these stand for time, and
    # a slower player has fewer.
    speeds: Mapping[str, float]
    openings: Sequence[Sequence[Move]]  # lines of moves, each played twice with the colours swapped
    # What a player has that had `minutes` a game in the paper; others have as many times as much as
    # they had there.
    limit: Limit
    minutes: float  # of a game

    def run(
        self, game: Game, pairings: Sequence[Pairing], games: int, reporter: Reporter, threads: int
    ) -> tuple[MatchResult, ...]:
        """Plays `games` games of every pairing."""
        found = []
        for pairing in pairings:
            pair = self.players[pairing.first], self.players[pairing.second]
            contest = Match(pair, self.openings, self.limit, limits=self.limits(pairing))
            with reporter.task(str(pairing), games) as advance:
                found.append(
                    contest.run(game, games, threads=threads, played=partial(_count, advance))
                )
        return tuple(found)

    def limits(self, pairing: Pairing) -> tuple[Limit, Limit]:
        """What the two players of a pairing have."""
        first, second = (
            self.limit.times(
                minutes / self.minutes * (self.speeds[name] if self.limit.nodes else 1)
            )
            for name, minutes in zip((pairing.first, pairing.second), pairing.minutes, strict=True)
        )
        return first, second


def even_openings(
    player: AlphaBeta, games: int, plies: int, *, depth: int, within: float, seed: int
) -> list[tuple[Move, ...]]:
    """Openings for a number of games, each played twice, that a player finds nearly even."""
    found = balanced_openings(
        player, (games + 1) // 2, plies, limit=Limit(depth=depth), max_imbalance=within, seed=seed
    )
    return [opening.moves for opening in found]


def speeds(game: Game, players: Mapping[str, AlphaBeta]) -> dict[str, float]:
    """Nodes a second to a fixed depth: the best of a few tries, taken in turn."""
    seconds = dict.fromkeys(players, float("inf"))
    nodes = dict.fromkeys(players, 0)
    for _ in range(SPEED_TRIES):
        for name, player in players.items():
            found = player.search(game.start(), Limit(depth=SPEED_DEPTH))
            seconds[name] = min(seconds[name], found.seconds)
            nodes[name] = found.nodes
    return {name: nodes[name] / seconds[name] for name in players}


def _count(advance: Callable[[int], None], games: Sequence[PlayedGame]) -> None:
    advance(len(games))
