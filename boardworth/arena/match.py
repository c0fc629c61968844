"""Paired games between two players."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boardworth.arena.rating import Pentanomial, Rating, Sprt, Verdict, pentanomial, rate
from boardworth.arena.referee import FORFEITS, Ending, play_game
from boardworth.arena.seat import seat_of
from boardworth.errors import BoardworthError, EngineError
from boardworth.rules.records.transcript import transcript
from boardworth.search import StopSign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boardworth.rules import Game, Move
    from boardworth.rules.records import GameRecord
    from boardworth.search import Limit, Player

# Pairs that are under way or finished before their turn, per thread.
_PAIRS_AHEAD = 4
# Games in a row that a player may lose by its own fault; then there is something to mend.
_MOST_FAILURES = 4
_FAILURES: tuple[Ending, ...] = ("illegal move", "engine failure")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a match.

    Attributes:
        record: its moves and the first player's score.
        pair: the number of its pair; the two games of a pair share their opening.
        first_moves: whether the match's first player had the first move.
        ending: how it came to its score.
        problem: what the loser of a forfeited game has done, in words.
    """

    record: GameRecord
    pair: int
    first_moves: bool
    ending: Ending = "played out"
    problem: str = ""

    @property
    def points(self) -> float:
        """The points of the match's first player: 1, 0.5 or 0."""
        score = (self.record.score or 0) * (1 if self.first_moves else -1)
        return 0.5 if score == 0 else float(score > 0)

    @property
    def loser(self) -> int | None:
        """Which of the match's players has lost, 0 or 1, if one has."""
        return None if self.points == 0.5 else int(self.points)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a match and what they say, from the first player's side."""

    players: tuple[str, str]
    limit: str
    games: tuple[PlayedGame, ...]
    sprt: Sprt

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Of the first player."""
        points = [game.points for game in self.games]
        return points.count(1), points.count(0.5), points.count(0)

    @property
    def pairs(self) -> Pentanomial:
        """How many pairs brought the first player 0, 1/2, 1, 3/2 and 2 points."""
        points: dict[int, float] = {}
        for game in self.games:
            points[game.pair] = points.get(game.pair, 0) + game.points
        return pentanomial(points.values())

    @property
    def forfeits(self) -> dict[Ending, tuple[int, int]]:
        """How many games each player has lost otherwise than on the board, by the way of it."""
        lost = [(game.ending, game.loser) for game in self.games]
        counts = {ending: (lost.count((ending, 0)), lost.count((ending, 1))) for ending in FORFEITS}
        return {ending: count for ending, count in counts.items() if any(count)}

    @property
    def rating(self) -> Rating:
        """Elo with its interval."""
        return rate(self.pairs)

    @property
    def verdict(self) -> Verdict:
        """What the sequential test says."""
        return self.sprt.verdict(self.pairs)

    def __str__(self) -> str:
        wins, draws, losses = self.wins_draws_losses
        return (
            f"{self.players[0]} - {self.players[1]}: {wins}-{draws}-{losses} "
            f"({100 * self.rating.share:.1f} %), {self.rating}, {self.limit}, "
            f"SPRT {self.sprt.elo0:g}/{self.sprt.elo1:g}: {self.verdict}"
        )

    def summary(self) -> dict[str, Any]:
        """Everything but the games, for JSON; infinite bounds are null."""
        wins, draws, losses = self.wins_draws_losses
        return {
            "players": list(self.players),
            "limit": self.limit,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            **self.rating.summary(),
            "pairs": list(self.pairs),
            "forfeits": {ending: list(count) for ending, count in self.forfeits.items()},
            "sprt": {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "log_likelihood_ratio": self.sprt.log_likelihood_ratio(self.pairs),
                "verdict": self.verdict,
            },
        }

    def records(self) -> str:
        """The games as text, one a line, each under a comment: who played, and who forfeited."""
        lines = []
        for game in self.games:
            sides = self.players if game.first_moves else self.players[::-1]
            comment = f"# pair {game.pair + 1}: {sides[0]} - {sides[1]}"
            if game.ending != "played out" and game.loser is not None:
                comment += f"; lost by {self.players[game.loser]}: {game.ending}: {game.problem}"
            lines.append(" ".join(comment.split()))
            lines.append(transcript(game.record))
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Match:
    """Two players, the openings they play from with both colours, and their limit.

    A player that oversteps its clock, makes an illegal move or fails loses that game.

    Attributes:
        first: one player.
        second: the other.
        openings: lines of moves.
        limit: of both players, or of each in turn.
        sprt: the sequential test.
    """

    first: Player
    second: Player
    openings: Sequence[Sequence[Move]]
    limit: Limit | tuple[Limit, Limit]
    sprt: Sprt = field(default_factory=Sprt)

    @property
    def limits(self) -> tuple[Limit, Limit]:
        """The first player's and the second's."""
        return self.limit if isinstance(self.limit, tuple) else (self.limit, self.limit)

    def run(
        self,
        game: Game,
        games: int,
        *,
        threads: int = 1,
        stop_when_decided: bool = False,
        played: Callable[[Sequence[PlayedGame]], None] | None = None,
    ) -> MatchResult:
        """Plays an even number of games; openings are used in turn.

        Where the limit makes games repeat themselves, no opening is used twice: the match ends when
        all have been played.

        Args:
            game: what is played.
            games: at most; rounded up to whole pairs.
            threads: pairs played at a time.
            stop_when_decided: end the match as soon as the sequential test has decided.
            played: told the games of every pair, in the order of their numbers.

        Raises:
            EngineError: an engine cannot be started, or fails in game after game.
        """
        for player, limit in zip((self.first, self.second), self.limits, strict=True):
            with seat_of(player, limit):
                pass  # A player that cannot even sit down is an error, not a lost game.
        finished: list[PlayedGame] = []
        points: list[float] = []
        for pair in self._pairs(game, self.most_pairs((games + 1) // 2), threads):
            finished += pair
            points.append(sum(one.points for one in pair))
            if played:
                played(pair)
            self._check(finished[-_MOST_FAILURES:])
            if stop_when_decided and self.sprt.verdict(pentanomial(points)) != "undecided":
                break
        return self.result(finished)

    def _check(self, latest: Sequence[PlayedGame]) -> None:
        """Raises if one player has lost all these games by its own fault."""
        losers = {game.loser if game.ending in _FAILURES else None for game in latest}
        loser = losers.pop()
        if len(latest) == _MOST_FAILURES and not losers and loser is not None:
            name = (self.first, self.second)[loser].name
            why = latest[-1].problem.removeprefix(f"{name}: ")
            raise EngineError(
                f"{name} lost {len(latest)} games in a row by {latest[-1].ending}: {why}"
            )

    def most_pairs(self, pairs: int) -> int:
        """How many of the wanted pairs can be played without repeating one."""
        repeatable = all(limit.repeatable for limit in self.limits)
        return min(pairs, len(self.openings)) if repeatable else pairs

    def result(self, games: Sequence[PlayedGame]) -> MatchResult:
        """What these games of the match say."""
        names = (self.first.name, self.second.name)
        limits = " against ".join(dict.fromkeys(map(str, self.limits)))
        return MatchResult(names, limits, tuple(games), self.sprt)

    def _pairs(self, game: Game, count: int, threads: int) -> Iterator[list[PlayedGame]]:
        """Pairs in the order of their numbers, whatever the threads finish first."""
        if not self.openings:
            raise BoardworthError("a match needs an opening")
        stop = StopSign()
        waiting: deque[Future[list[PlayedGame]]] = deque()
        with ThreadPoolExecutor(threads) as pool:
            try:
                for number in range(count):
                    waiting.append(pool.submit(self._play_pair, game, number, stop))
                    if len(waiting) > _PAIRS_AHEAD * threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                stop.stop()
                pool.shutdown(wait=True, cancel_futures=True)

    def _play_pair(self, game: Game, pair: int, stop: StopSign) -> list[PlayedGame]:
        opening = self.openings[pair % len(self.openings)]
        return [self._play(game, opening, pair, first, stop) for first in (True, False)]

    def _play(
        self,
        game: Game,
        opening: Sequence[Move],
        pair: int,
        first_moves: bool,
        stop: StopSign,
    ) -> PlayedGame:
        players, limits = (self.first, self.second), self.limits
        if not first_moves:
            players, limits = players[::-1], limits[::-1]
        judged = play_game(game, players, opening, limits, stop)
        return PlayedGame(judged.record, pair, first_moves, judged.ending, judged.problem)
