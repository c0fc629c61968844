"""Chooses the method that plays a rule sheet's game, by quick matches against plain UCT.

No evaluation is used blindly: a way to play with one is chosen only if it beats UCT, which needs
none.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from boardworth.arena import Match, random_openings
from boardworth.rules import NATURE, Game, Move
from boardworth.search import Limit, Player, Uct

if TYPE_CHECKING:
    from boardworth.fitting import PlayerName
    from boardworth.recipes.reporter import Reporter

# Games that the time of a move is chosen for, and least and most seconds of it.
GAMES = 4
MOVE_SECONDS = (0.005, 0.5)
# Share of the time in which all candidates play; in the rest the best of them plays alone.
ALL = 0.4
# Random moves before a game: enough to play different ones, too few to decide them.
OPENING = 4
# After this many games a candidate is left out if it has fewer points than this share.
PATIENCE = 4
HOPELESS = 0.3
# Deviations of chance by which a candidate must be better than UCT.
BETTER_BY = 0.7


@dataclass(frozen=True, slots=True)
class Candidate:
    """A method, and a player that uses it."""

    method: PlayerName
    player: Player
    features: str = ""  # of its evaluation, where candidates differ by them

    def __str__(self) -> str:
        return f"{self.method} with {self.features}" if self.features else self.method


@dataclass
class Trial:
    """A candidate's points against plain UCT, with so much time for a move."""

    candidate: Candidate
    seconds_a_move: float
    games: int = 0
    points: float = 0.0

    @property
    def share(self) -> float:
        """Of the points: a half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def hopeless(self) -> bool:
        """Whether it need not go on."""
        return self.games >= PATIENCE and self.share < HOPELESS

    @property
    def deviations(self) -> float:
        """How many deviations of a fair coin it is better than UCT."""
        return (self.share - 0.5) * 2 * math.sqrt(self.games)

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        return {
            "method": self.candidate.method,
            **({"features": self.candidate.features} if self.candidate.features else {}),
            "seconds_a_move": round(self.seconds_a_move, 4),
            "games": self.games,
            "points": self.points,
        }

    def __str__(self) -> str:
        score = f"{self.points:g}/{self.games}"
        return f"{self.candidate} {score} at {self.seconds_a_move:.2g} s"


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen candidate, or UCT if there is none, and the matches that decided it."""

    candidate: Candidate | None
    trials: tuple[Trial, ...]

    @property
    def method(self) -> PlayerName:
        """That is to play."""
        return self.candidate.method if self.candidate else "uct"

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        return {"method": self.method, "against_uct": [trial.summary() for trial in self.trials]}

    def __str__(self) -> str:
        trials = ", ".join(map(str, self.trials))
        return f"{self.candidate or 'uct'} is to play (against uct: {trials} a move)"


def choose_player(
    game: Game,  # for any number of roles
    candidates: Sequence[Candidate],  # the first of equals is chosen
    seconds: float,  # for all matches
    *,
    seed: int = 0,  # of the openings
    threads: int = 1,  # rounds played at a time, where two take turns
    reporter: Reporter,  # is told about progress
    now: Callable[[], float] = time.monotonic,  # the clock of the seconds
) -> Choice:
    """Lets candidates play against UCT, round by round, for about these seconds."""
    players = sum(role != NATURE for role in game.roles)
    if players == 2 and game.has_turns:
        openings = random_openings(game, 100, OPENING, seed)
        play = partial(_paired_points, game, openings, threads, count())
        moves = game.usual_length / threads
    else:
        play = partial(_compared_points, game, players)
        moves = 2 * game.usual_length * players
    return _decided(candidates, seconds, moves, play, reporter, now)


def _paired_points(
    game: Game,
    openings: Sequence[Sequence[Move]],
    threads: int,
    numbers: Iterator[int],
    trial: Trial,
) -> list[float]:
    """The points of a candidate in pairs of games against UCT."""
    lines = [openings[next(numbers) % len(openings)] for _ in range(threads)]
    match = Match((trial.candidate.player, Uct()), lines, Limit(seconds=trial.seconds_a_move))
    return [one.points for one in match.run(game, 2 * threads, threads=threads).games]


def _compared_points(game: Game, players: int, trial: Trial) -> list[float]:
    """Half a point, and half of what a candidate gets more among UCTs than UCT in its place."""
    place = trial.games % players
    limit = Limit(seconds=trial.seconds_a_move)
    shares = []
    for player in (trial.candidate.player, Uct()):
        seated: list[Player] = [Uct()] * players
        seated[place] = player
        match = Match(seated, [()], limit, seed=trial.games)
        shares.append(match.play_one(game, 0).points_of(place))
    return [0.5 + (shares[0] - shares[1]) / 2]


def _decided(
    candidates: Sequence[Candidate],
    seconds: float,
    moves: float,
    play: Callable[[Trial], Iterable[float]],
    reporter: Reporter,
    now: Callable[[], float],
) -> Choice:
    """The method that has beaten UCT in games of about this many moves, or UCT.

    First all candidates play by short moves. What is true of these need not be true of longer ones,
    of which UCT often makes more: the best candidate must not lose by them either.
    """
    start = now()
    end = start + seconds
    with reporter.task("quick matches", seconds) as advance:
        a_move = _move_seconds(ALL * seconds, GAMES * len(candidates) * moves)
        trials = [Trial(candidate, a_move) for candidate in candidates]
        _play_until(start + ALL * seconds, end, trials, play, advance, now)
        best = max(trials, key=lambda one: one.deviations)
        if best.deviations <= BETTER_BY:
            return Choice(None, tuple(trials))
        longer = max(_move_seconds(end - now(), GAMES * moves), a_move)
        alone = Trial(best.candidate, longer)
        _play_until(end, end, [alone], play, advance, now)
    return Choice(best.candidate if alone.share >= 0.5 else None, (*trials, alone))


def _move_seconds(seconds: float, moves: float) -> float:
    shortest, longest = MOVE_SECONDS
    return min(max(seconds / moves, shortest), longest)


def _play_until(
    end: float,
    latest: float,
    trials: Sequence[Trial],
    play: Callable[[Trial], Iterable[float]],
    advance: Callable[[float], None],
    now: Callable[[], float],
) -> None:
    """Lets the candidates play one after the other until the end; hopeless ones are left out.

    A round is begun only if the longest one so far would still fit. While a candidate has not
    played at all, the latest time counts instead of the end.
    """
    longest = 0.0
    while (before := now()) + longest < (end if all(trial.games for trial in trials) else latest):
        hopeful = [trial for trial in trials if not trial.hopeless]
        if not hopeful:
            break
        trial = min(hopeful, key=lambda one: one.games)
        for points in play(trial):
            trial.games += 1
            trial.points += points
        took = now() - before
        longest = max(longest, took)
        advance(took)
