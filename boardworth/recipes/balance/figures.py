"""What noted games add up to: the figures of one kind of play, as they stand in JSON."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np

from boardworth.arena import Share, Tally, outcome
from boardworth.recipes.balance.noted_game import ENDINGS, TENTHS, Ending, players_of_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.recipes.balance.noted_game import NotedGame
    from boardworth.rules import Game

# First moves that are told apart; the others are added up.
MAX_FIRST_MOVES = 12
# Decided games from which on it is concluded when the winner is known.
MIN_DECIDED = 20


@dataclass(frozen=True, slots=True)
class RoleFigures:
    """How a role came off."""

    role: str
    tally: Tally
    wins: Share  # of all games
    decided: Share  # of the games with a winner


@dataclass(frozen=True, slots=True)
class FirstMover:
    """How the role came off that chose first."""

    role: str | None  # None if it was not always the same
    wins: Share  # of the games in which one role chose first
    decided: Share  # of those of them with a winner


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are distributed."""

    mean: float
    smallest: int
    quartiles: tuple[float, float, float]
    largest: int

    @staticmethod
    def of(numbers: Sequence[int]) -> Spread:
        """Of one number or more; quartiles lie between two of them where need be."""
        first, middle, third = np.quantile(numbers, (0.25, 0.5, 0.75)).tolist()
        return Spread(fmean(numbers), min(numbers), (first, middle, third), max(numbers))


@dataclass(frozen=True, slots=True)
class Choices:
    """How many joint moves the players had to choose from."""

    mean: float  # of all moves of all games
    by_move: tuple[float, ...]  # the mean before each move, of the games that lasted so long
    games: tuple[int, ...]  # how many lasted so long


@dataclass(frozen=True, slots=True)
class FirstMoveFigures:
    """A first move, with its images under symmetries, and what came of it."""

    move: str  # one of them
    games: Share
    wins: Share  # of these for the role that made it


@dataclass(frozen=True, slots=True)
class Leads:
    """How early the winner is known: who led after each tenth of the moves."""

    judge: str  # what said who leads
    # After each tenth, in how many of the decided games the later winner led.
    winner_led: tuple[Share, ...]
    # From which tenth on the winner led until the end, as the median of the decided games; 10 is
    # the end. None if no game was decided.
    settled: float | None
    changes: float  # how often the lead passed to another role, on average of all games

    @property
    def tells(self) -> bool:
        """Whether so many games were decided that something may be concluded."""
        return self.winner_led[0].total >= MIN_DECIDED


@dataclass(frozen=True, slots=True)
class PlayFigures:
    """All that one kind of play tells."""

    play: str  # "random", "uct" or "learned"
    player: str  # what has played all roles
    imposed: int  # random moves that games began with
    games: int
    roles: tuple[RoleFigures, ...]  # nature has none
    first_mover: FirstMover | None  # None if several chose at once, or if there is one role
    draws: Share  # two roles or more have most; of one role always 0
    length: Spread  # in moves
    choices: Choices
    endings: dict[Ending, int]
    distinct: Share  # games that are not the same as an earlier one
    first_moves: tuple[FirstMoveFigures, ...]  # the most frequent first; empty if imposed
    leads: Leads | None  # None where moves are random, which throws leads away

    @property
    def label(self) -> str:
        """What it is called in tables and sentences."""
        return self.play if self.play == "learned" else self.player

    def ended_by(self, ending: Ending) -> Share:
        """How many games ended so."""
        return Share.of(self.endings[ending], self.games)


def play_figures(
    game: Game,
    play: tuple[str, str, int],  # its name, its player and how many moves were imposed
    games: Sequence[NotedGame],  # one or more
    judge: str,  # what said who leads
) -> PlayFigures:
    """Adds up the games of one kind of play."""
    players = players_of_game(game)
    winners = [_winner(game, one, players) for one in games]
    several = len(players) > 1
    decided = sum(winner is not None for winner in winners)
    roles = [_role_figures(game, role, games, winners) for role in players]
    endings = Counter(one.ending for one in games)
    return PlayFigures(
        *play,
        len(games),
        tuple(roles),
        _first_mover(game, games, winners) if several else None,
        Share.of(len(games) - decided if several else 0, len(games)),
        Spread.of([len(one.choices) for one in games]),
        _choices(games),
        {ending: endings[ending] for ending in ENDINGS},
        Share.of(len({one.line for one in games}), len(games)),
        _first_moves(games, winners),
        _leads(games, winners, judge) if any(one.leaders for one in games) else None,
    )


def _winner(game: Game, one: NotedGame, players: Sequence[int]) -> int | None:
    won = (role for role in players if outcome(game, one.payoffs, role) == "win")
    return next(won, None)


def _role_figures(
    game: Game, role: int, games: Sequence[NotedGame], winners: Sequence[int | None]
) -> RoleFigures:
    tally = Tally.of(game, role, [one.payoffs for one in games])
    decided = sum(winner is not None for winner in winners)
    wins, of_decided = Share.of(tally.wins, len(games)), Share.of(tally.wins, decided)
    return RoleFigures(game.roles[role], tally, wins, of_decided)


def _first_mover(
    game: Game, games: Sequence[NotedGame], winners: Sequence[int | None]
) -> FirstMover | None:
    found = [
        (one.first_mover, winner)
        for one, winner in zip(games, winners, strict=True)
        if one.first_mover is not None
    ]
    if not found:
        return None
    roles = {mover for mover, _ in found}
    wins = sum(mover == winner for mover, winner in found)
    decided = sum(winner is not None for _, winner in found)
    role = game.roles[roles.pop()] if len(roles) == 1 else None
    return FirstMover(role, Share.of(wins, len(found)), Share.of(wins, decided))


def _choices(games: Sequence[NotedGame]) -> Choices:
    by_move: dict[int, list[int]] = defaultdict(list)
    for one in games:
        for number, choices in enumerate(one.choices):
            by_move[number].append(choices)
    every = [choices for found in by_move.values() for choices in found]
    return Choices(
        fmean(every) if every else 0.0,
        tuple(fmean(found) for found in by_move.values()),
        tuple(map(len, by_move.values())),
    )


def _first_moves(
    games: Sequence[NotedGame], winners: Sequence[int | None]
) -> tuple[FirstMoveFigures, ...]:
    """Moves that symmetries take into each other count as one."""
    made = [
        (one.first_move, winner)
        for one, winner in zip(games, winners, strict=True)
        if one.first_move is not None
    ]
    groups: dict[bytes, list[tuple[str, bool]]] = defaultdict(list)
    for move, winner in made:
        groups[move.like].append((move.text, move.role == winner))
    ranked = sorted(groups.values(), key=lambda group: (-len(group), min(group)))
    return tuple(
        FirstMoveFigures(
            min(text for text, _ in group),
            Share.of(len(group), len(made)),
            Share.of(sum(won for _, won in group), len(group)),
        )
        for group in ranked[:MAX_FIRST_MOVES]
    )


def _leads(games: Sequence[NotedGame], winners: Sequence[int | None], judge: str) -> Leads:
    decided = [
        (one.leaders, winner)
        for one, winner in zip(games, winners, strict=True)
        if winner is not None
    ]
    led = [sum(leaders[i] == winner for leaders, winner in decided) for i in range(len(TENTHS))]
    settled = [_settled(leaders, winner) for leaders, winner in decided]
    return Leads(
        judge,
        tuple(Share.of(count, len(decided)) for count in led),
        median(settled) if settled else None,
        fmean(_changes(one.leaders) for one in games),
    )


def _settled(leaders: Sequence[int | None], winner: int) -> int:
    """The tenth from which on the winner led."""
    others = [tenth for tenth, leader in zip(TENTHS, leaders, strict=True) if leader != winner]
    return max(others, default=0) + 1


def _changes(leaders: Sequence[int | None]) -> int:
    leading = [leader for leader in leaders if leader is not None]
    return sum(before != after for before, after in pairwise(leading))
