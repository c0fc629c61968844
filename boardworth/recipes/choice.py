"""Who shall play a rule sheet's game: quick matches against plain UCT decide.

No evaluation is used blindly: a way to play with one is chosen only if it beats UCT, which needs
none.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardworth.arena import Match, random_openings
from boardworth.arena.ggp_match import RANDOM_ROLE
from boardworth.search import Limit, RulesPlayer, Uct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from boardworth.fitting import PlayerName
    from boardworth.recipes.reporter import Reporter
    from boardworth.rules import Game
    from boardworth.rules.gdl.networked import NetworkReasoner
    from boardworth.search import ByRules, Player

P = TypeVar("P")

# Games that the time of a move is chosen for, and least and most seconds of it.
GAMES = 4
MOVE_SECONDS = (0.005, 0.5)
# Share of the time in which all candidates play; in the rest the best of them plays alone.
ALL = 0.4
# Random moves before a game: enough to play different ones, too few to decide them.
OPENING = 4
# A game that is so many times longer than a random one seems to have no end.
LONGEST = 5
# After so many games a candidate is left out if it has fewer points than this share.
PATIENCE = 4
HOPELESS = 0.3
# Deviations of chance by which a candidate must be better than UCT.
BETTER_BY = 0.7


@dataclass(frozen=True, slots=True)
class Candidate(Generic[P]):
    """A way to play, and who plays so."""

    way: PlayerName
    player: P


@dataclass
class Trial(Generic[P]):
    """A candidate's points against plain UCT, with so much time for a move."""

    candidate: Candidate[P]
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
            "way": self.candidate.way,
            "seconds_a_move": round(self.seconds_a_move, 4),
            "games": self.games,
            "points": self.points,
        }

    def __str__(self) -> str:
        score = f"{self.points:g}/{self.games}"
        return f"{self.candidate.way} {score} at {self.seconds_a_move:.2g} s"


@dataclass(frozen=True, slots=True)
class Choice:
    """Who shall play, and what that was decided by."""

    way: PlayerName
    trials: tuple[Trial[Any], ...]

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        return {"way": self.way, "against_uct": [trial.summary() for trial in self.trials]}

    def __str__(self) -> str:
        return f"{self.way} is to play (against uct: {', '.join(map(str, self.trials))} a move)"


def choose_player(
    game: Game,
    candidates: Sequence[Candidate[Player]],
    seconds: float,
    *,
    seed: int = 0,
    threads: int = 1,
    reporter: Reporter,
    now: Callable[[], float] = time.monotonic,
) -> Choice:
    """Lets candidates play against UCT, pair by pair, for about so many seconds.

    Args:
        game: by a rule sheet, for two who take turns.
        candidates: the first of equals is chosen.
        seconds: for all matches.
        seed: of the openings.
        threads: pairs played at a time.
        reporter: who is told about progress.
        now: the clock of the seconds.
    """
    plain = RulesPlayer(Uct(), "uct")
    openings = random_openings(game, 100, OPENING, seed)
    number = 0

    def play(trial: Trial[Player]) -> Iterator[float]:
        nonlocal number
        pairs = [openings[(number + i) % len(openings)] for i in range(threads)]
        number += threads
        match = Match(trial.candidate.player, plain, pairs, Limit(seconds=trial.seconds_a_move))
        return (one.points for one in match.run(game, 2 * threads, threads=threads).games)

    return _decided(candidates, seconds, game.usual_length / threads, play, reporter, now)


def choose_for_roles(
    reasoner: NetworkReasoner,
    candidates: Sequence[Candidate[ByRules]],
    seconds: float,
    *,
    reporter: Reporter,
    now: Callable[[], float] = time.monotonic,
) -> Choice:
    """The same for any number of roles: candidates sit among UCTs, and are compared with one.

    Args:
        reasoner: the rules.
        candidates: the first of equals is chosen.
        seconds: for all games.
        reporter: who is told about progress.
        now: the clock of the seconds.
    """
    plain = Uct()
    seats = [role for role, name in enumerate(reasoner.roles) if name != RANDOM_ROLE]
    moves = max(1, reasoner.play_random_games(100, seed=0, max_moves=1000).moves / 100)
    longest = round(LONGEST * moves)
    number = 0

    def play(trial: Trial[ByRules]) -> Iterator[float]:
        nonlocal number
        role = seats[trial.games % len(seats)]
        number += 1
        player, a_move = trial.candidate.player, trial.seconds_a_move
        among = [player if seat == role else plain for seat in range(len(reasoner.roles))]
        alone = [plain] * len(reasoner.roles)
        least = _goals(reasoner, alone, a_move, longest, number)[role]
        own = _goals(reasoner, among, a_move, longest, number)[role]
        yield 0.5 + (own - least) / 200

    return _decided(candidates, seconds, 2 * moves * len(seats), play, reporter, now)


def _goals(
    reasoner: NetworkReasoner, players: Sequence[ByRules], a_move: float, longest: int, seed: int
) -> list[int]:
    """What each role has, at the end or after the longest game, if all have the same time."""
    draw = random.Random(seed)
    state = reasoner.start()
    for _ in range(longest):
        if reasoner.terminal(state):
            break
        joint_move = [
            draw.choice(moves)
            if reasoner.roles[role] == RANDOM_ROLE
            else players[role].choose(reasoner, state, role, time.monotonic() + a_move)
            for role, moves in enumerate(reasoner.legal_moves(state))
        ]
        state = reasoner.play(state, joint_move)
    return [goal or 0 for goal in reasoner.goals(state)]


def _decided(
    candidates: Sequence[Candidate[P]],
    seconds: float,
    moves: float,
    play: Callable[[Trial[P]], Iterable[float]],
    reporter: Reporter,
    now: Callable[[], float],
) -> Choice:
    """Who has beaten UCT in games of about so many moves.

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
            return Choice("uct", tuple(trials))
        longer = max(_move_seconds(end - now(), GAMES * moves), a_move)
        alone = Trial(best.candidate, longer)
        _play_until(end, end, [alone], play, advance, now)
    way: PlayerName = best.candidate.way if alone.share >= 0.5 else "uct"
    return Choice(way, (*trials, alone))


def _move_seconds(seconds: float, moves: float) -> float:
    least, most = MOVE_SECONDS
    return min(max(seconds / moves, least), most)


def _play_until(
    end: float,
    latest: float,
    trials: Sequence[Trial[P]],
    play: Callable[[Trial[P]], Iterable[float]],
    advance: Callable[[float], None],
    now: Callable[[], float],
) -> None:
    """Plays in turn for as long as there seems to be time for it; who is hopeless is left out.

    Where somebody has not played yet it goes on after the end, to the latest time.
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
