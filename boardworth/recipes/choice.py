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

# Games of a candidate that the time of a move is chosen for, and least and most seconds of it.
GAMES = 8
MOVE_SECONDS = (0.005, 0.5)
# Random moves before a game: enough to play different ones, too few to decide them.
OPENING = 4
# A game that is so many times longer than a random one seems to have no end.
LONGEST = 5
# After so many games a candidate is left out if it has fewer points than this share.
PATIENCE = 4
HOPELESS = 0.3
# Deviations of chance by which a candidate must be better than UCT.
BETTER_BY = 0.7


@dataclass
class Candidate(Generic[P]):
    """A way to play, and its points against plain UCT."""

    way: PlayerName
    player: P
    games: int = 0
    points: float = 0.0
    earlier: int = 0  # games of shorter moves, all of them won

    @property
    def share(self) -> float:
        """Of the points: a half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def hopeless(self) -> bool:
        """Whether it need not be tried any longer."""
        return self.games >= PATIENCE and self.share < HOPELESS

    @property
    def always_wins(self) -> bool:
        """Whether more games of that time would tell nothing."""
        return self.games >= PATIENCE and self.share == 1

    @property
    def deviations(self) -> float:
        """How many deviations of a fair coin it is better than UCT, with earlier games if any."""
        games, points = self.games + self.earlier, self.points + self.earlier
        return (points / games - 0.5) * 2 * math.sqrt(games) if games else 0.0

    def forget(self) -> None:
        """Begins anew, after games that were all won."""
        self.earlier += self.games
        self.games, self.points = 0, 0.0

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        games, points = self.games + self.earlier, self.points + self.earlier
        return {"way": self.way, "games": games, "points": points}


@dataclass(frozen=True, slots=True)
class Choice:
    """Who shall play, and what that was decided by."""

    way: PlayerName
    seconds_a_move: float
    candidates: tuple[Candidate[Any], ...]

    def summary(self) -> dict[str, Any]:
        """For a model's metrics."""
        return {
            "way": self.way,
            "seconds_a_move": round(self.seconds_a_move, 4),
            "against_uct": [candidate.summary() for candidate in self.candidates],
        }

    def __str__(self) -> str:
        told = [candidate.summary() for candidate in self.candidates]
        tried = ", ".join(f"{one['way']} {one['points']:g}/{one['games']}" for one in told)
        return f"{self.way} is to play (against uct at {self.seconds_a_move:.2g} s a move: {tried})"


def choose_player(
    game: Game,
    candidates: Sequence[Candidate[Player]],
    seconds: float,
    *,
    seed: int = 0,
    threads: int = 1,
    reporter: Reporter,
) -> Choice:
    """Lets candidates play against UCT, pair by pair, for about so many seconds.

    Args:
        game: by a rule sheet, for two who take turns.
        candidates: the first of equals is chosen.
        seconds: for all matches.
        seed: of the openings.
        threads: pairs played at a time.
        reporter: who is told about progress.
    """
    plain = RulesPlayer(Uct(), "uct")
    openings = random_openings(game, 100, OPENING, seed)
    a_move = _move_seconds(seconds, candidates, game.usual_length / threads)
    number = 0

    def play(candidate: Candidate[Player], seconds_a_move: float) -> Iterator[float]:
        nonlocal number
        pairs = [openings[(number + i) % len(openings)] for i in range(threads)]
        number += threads
        match = Match(candidate.player, plain, pairs, Limit(seconds=seconds_a_move))
        return (one.points for one in match.run(game, 2 * threads, threads=threads).games)

    return _decided(candidates, seconds, a_move, play, reporter)


def choose_for_roles(
    reasoner: NetworkReasoner,
    candidates: Sequence[Candidate[ByRules]],
    seconds: float,
    *,
    reporter: Reporter,
) -> Choice:
    """The same for any number of roles: candidates sit among UCTs, and are compared with one.

    Args:
        reasoner: the rules.
        candidates: the first of equals is chosen.
        seconds: for all games.
        reporter: who is told about progress.
    """
    plain = Uct()
    seats = [role for role, name in enumerate(reasoner.roles) if name != RANDOM_ROLE]
    moves = max(1, reasoner.play_random_games(100, seed=0, max_moves=1000).moves / 100)
    longest = round(LONGEST * moves)
    a_move = _move_seconds(seconds, candidates, 2 * moves * len(seats))
    number = 0

    def play(candidate: Candidate[ByRules], seconds_a_move: float) -> Iterator[float]:
        nonlocal number
        role = seats[candidate.games % len(seats)]
        number += 1
        among = [candidate.player if seat == role else plain for seat in range(len(reasoner.roles))]
        alone = [plain] * len(reasoner.roles)
        least = _goals(reasoner, alone, seconds_a_move, longest, number)[role]
        own = _goals(reasoner, among, seconds_a_move, longest, number)[role]
        yield 0.5 + (own - least) / 200

    return _decided(candidates, seconds, a_move, play, reporter)


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


def _move_seconds(seconds: float, candidates: Sequence[Candidate[P]], moves: float) -> float:
    """For a move, so that every candidate can play its games of so many moves."""
    least, most = MOVE_SECONDS
    return min(max(seconds / (GAMES * len(candidates) * moves), least), most)


def _decided(
    candidates: Sequence[Candidate[P]],
    seconds: float,
    a_move: float,
    play: Callable[[Candidate[P], float], Iterable[float]],
    reporter: Reporter,
) -> Choice:
    """Who has beaten UCT, after as many games as there is time for.

    Where several always win, longer moves tell them apart, and are nearer to what is to come.
    """
    end = time.monotonic() + seconds
    longest = 0.0  # seconds that games of this move time have taken
    with reporter.task("quick matches", seconds) as advance:
        while (before := time.monotonic()) + longest < end:
            trying = [candidate for candidate in candidates if not candidate.hopeless]
            if not trying:
                break
            if all(candidate.always_wins for candidate in trying) and a_move < MOVE_SECONDS[1]:
                if before + 2 * longest >= end:
                    break
                a_move, longest = 2 * a_move, 2 * longest
                for candidate in trying:
                    candidate.forget()
            candidate = min(trying, key=lambda one: one.games)
            for points in play(candidate, a_move):
                candidate.games += 1
                candidate.points += points
            took = time.monotonic() - before
            longest = max(longest, took)
            advance(took)
    hopeful = [candidate for candidate in candidates if not candidate.hopeless]
    best = max(hopeful, key=lambda one: one.deviations, default=None)
    way: PlayerName = best.way if best and best.deviations > BETTER_BY else "uct"
    return Choice(way, a_move, tuple(candidates))
