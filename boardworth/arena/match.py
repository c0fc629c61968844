"""Matches: games between as many players as a game has roles, in which all take every role.

Two players and two roles are the usual case: games come in pairs, from one opening with the
colours swapped. Where players are to keep their roles, a round is one game.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from boardworth.arena.names import limits_text, told_apart
from boardworth.arena.rating import Sprt, pentanomial
from boardworth.arena.referee import Penalty, Referee
from boardworth.arena.result import MatchResult, PlayedGame
from boardworth.errors import BoardworthError, EngineError
from boardworth.rules import NATURE, Game, History, Move
from boardworth.search import Chance, Limit, Player, Seating, StopSign

# Rounds that are under way or finished before their turn, per thread.
_ROUNDS_AHEAD = 4
# Games in a row that a player may lose by its own fault; then there is something to mend.
_MAX_FAILURES = 4


@dataclass(frozen=True, slots=True)
class Match:
    """Players, the openings they play from in every role, and their limits."""

    players: Sequence[Player]  # as many as the game has roles, nature not counted
    # Lines of moves of the roles to move, or games that may have begun elsewhere; in games without
    # turns, one empty line.
    openings: Sequence[Sequence[Move] | History]
    limit: Limit  # of every player
    sprt: Sprt = field(default_factory=Sprt)  # the sequential test of two players
    # What follows when a player exceeds its time, plays an illegal move or fails.
    penalty: Penalty = "forfeit"
    start_seconds: float = 10.0  # time for players to get ready for a game
    seed: int = 0  # of nature's moves and of those that are drawn for players at fault
    limits: Sequence[Limit] = ()  # player by player, where they differ
    rotates: bool = True  # whether every player takes every role; else each keeps its own

    @property
    def _each_limit(self) -> Sequence[Limit]:
        """Player by player; that of a player's own holds instead, but for the clock."""
        given = self.limits or (self.limit,) * len(self.players)
        return [
            limit if player.limit is None else replace(player.limit, clock=limit.clock)
            for player, limit in zip(self.players, given, strict=True)
        ]

    @property
    def _limits_in_words(self) -> tuple[str, ...]:
        """Player by player; empty for those that nothing limits."""
        told = []
        for player, limit in zip(self.players, self._each_limit, strict=True):
            player.check_limit(limit)
            own = player.narrowed(limit) if player.limited else limit.clock
            told.append(str(own or ""))
        return tuple(told)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players; those that share a name are told apart."""
        return told_apart([player.name for player in self.players], self._limits_in_words)

    @property
    def round_size(self) -> int:
        """How many games a round has."""
        return len(self.players) if self.rotates else 1

    def run(
        self,
        game: Game,
        games: int,
        *,
        threads: int = 1,
        stop_when_decided: bool = False,
        played: Callable[[Sequence[PlayedGame]], None] | None = None,
    ) -> MatchResult:
        """Plays whole rounds; openings are used in turn.

        Where the limit makes games repeat themselves, no opening is used twice: the match ends when
        all have been played.

        Args:
            game: what is played.
            games: how many; rounded up until all have played every role equally often.
            threads: rounds played at a time.
            stop_when_decided: whether to stop when the sequential test of two is decided.
            played: called with the games of every round.
        """
        finished: list[PlayedGame] = []
        points: list[float] = []
        for one in self.rounds(game, games, threads=threads):
            finished += one
            if played:
                played(one)
            if stop_when_decided and len(self.players) == 2:
                points.append(sum(each.points for each in one))
                if self.sprt.verdict(pentanomial(points)) != "undecided":
                    break
        return self.result(game, finished)

    def rounds(
        self, game: Game, games: int, *, threads: int = 1
    ) -> Generator[list[PlayedGame], None, None]:
        """The games of every round, for those who need not keep them; see `run`."""
        self._check_seats(game)
        starts = tuple(dict.fromkeys(o.start for o in self.openings if isinstance(o, History)))
        for player, limit in zip(self.players, self._each_limit, strict=True):
            player.check_limit(limit)
            player.greet(limit, starts)
        latest: deque[PlayedGame] = deque(maxlen=_MAX_FAILURES)
        for one in self._rounds(game, self.max_rounds(games), threads):
            yield one
            latest.extend(one)
            self._check_failures(latest)

    def max_rounds(self, games: int) -> int:
        """How many rounds are played for a number of games: none is repeated."""
        rounds = -(-games // self.round_size)
        repeatable = all(limit.repeatable for limit in self._each_limit)
        varied = any(player.varies for player in self.players)
        return min(rounds, len(self.openings)) if repeatable and not varied else rounds

    def result(self, game: Game, games: Sequence[PlayedGame]) -> MatchResult:
        """What these games of the match say."""
        own = tuple(player.name for player in self.players)
        limits = self._limits_in_words
        as_lines = self.penalty == "forfeit" and len(game.roles) == 2 and game.has_turns
        return MatchResult(
            own,
            game.roles,
            limits_text(self.names, limits),
            tuple(games),
            self.sprt,
            as_lines,
            limits,
        )

    def _check_seats(self, game: Game) -> None:
        roles = [role for role in game.roles if role != NATURE]
        if len(self.players) != len(roles):
            raise BoardworthError(
                f"{game.name} needs {len(roles)} player{'s'[: len(roles) > 1]} "
                f"({', '.join(roles)}), not {len(self.players)}"
            )
        if not self.openings:
            raise BoardworthError("a match needs an opening")

    def _check_failures(self, latest: deque[PlayedGame]) -> None:
        """Raises if one player has lost all these games by its own fault, other than by time."""
        losers = {
            game.seats[game.forfeited]
            if game.forfeited is not None and game.ending not in {"time", "resignation"}
            else None
            for game in latest
        }
        loser = losers.pop()
        if len(latest) == _MAX_FAILURES and not losers and loser is not None:
            name = self.players[loser].name
            why = latest[-1].problem.removeprefix(f"{name}: ")
            ending = latest[-1].ending
            raise EngineError(
                f"{self.names[loser]} lost {len(latest)} games in a row by {ending}: {why}"
            )

    def _rounds(self, game: Game, count: int, threads: int) -> Iterator[list[PlayedGame]]:
        """Rounds in the order of their numbers, whatever the threads finish first."""
        stop = StopSign()
        name = f"match.{secrets.token_hex(4)}"
        waiting: deque[Future[list[PlayedGame]]] = deque()
        with ThreadPoolExecutor(threads) as pool:
            try:
                for number in range(count):
                    waiting.append(pool.submit(self._play_round, game, number, name, stop))
                    if len(waiting) > _ROUNDS_AHEAD * threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                stop.stop()
                pool.shutdown(wait=True, cancel_futures=True)

    def play_one(self, game: Game, number: int, stop: StopSign | None = None) -> PlayedGame:
        """One game of the match by itself."""
        name = f"match.{secrets.token_hex(4)}"
        return self._play(game, number // self.round_size, number, name, stop or StopSign())

    def _play_round(self, game: Game, number: int, name: str, stop: StopSign) -> list[PlayedGame]:
        size = self.round_size
        games = range(number * size, (number + 1) * size)
        return [self._play(game, number, one, f"{name}.{one + 1}", stop) for one in games]

    def _opening(self, game: Game, number: int) -> History:
        """The game that a round begins with."""
        opening = self.openings[number % len(self.openings)]
        return opening if isinstance(opening, History) else History.after(game.start(), opening)

    def _play(self, game: Game, number: int, one: int, name: str, stop: StopSign) -> PlayedGame:
        opening = self._opening(game, number)
        first = one if self.rotates else 0
        players = iter([(first + i) % len(self.players) for i in range(len(self.players))])
        seats = tuple(None if role == NATURE else next(players) for role in game.roles)
        nature = Chance(self.seed)
        limits = [self._each_limit[player or 0] for player in seats]
        seatings = [
            Seating(game, role, limit, name, one, self.start_seconds, opening.start)
            for role, limit in enumerate(limits)
        ]
        referee = Referee(opening, stop, self.penalty, f"{self.seed} {one}")
        judged = referee.play(
            [nature if number is None else self.players[number] for number in seats], seatings
        )
        return PlayedGame(
            judged.history,
            judged.payoffs,
            seats,
            one,
            number,
            len(opening.joint_moves),
            judged.faults,
            judged.forfeited,
        )
