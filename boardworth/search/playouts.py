"""A player for any game: it tries its moves in games that everyone goes on with at random."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardworth._core import StopSign
from boardworth.errors import TooMany
from boardworth.rules.stopping import stop_sign, stopped_by
from boardworth.search.background import in_background
from boardworth.search.limit import Limit, smallest
from boardworth.search.player import Decision, Player, Seating, only_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules import History, Position

# Most games of a batch: with one reply to a move there is only one state to begin them in.
_MAX_AFTER_ONE_REPLY = 256
_MAX_AFTER_A_REPLY = 64


@dataclass(frozen=True, slots=True)
class Playouts(Player):
    """Chooses the move that does best in random games.

    Within a number of playouts alone, the same question always has the same answer.
    """

    playouts: int | None = None  # how many games for a move at most
    seconds: float | None = None  # how long for a move at most
    seed: int = 0  # of the random moves
    name: str = "playouts"  # for tables and records
    varies = True

    @property
    def needs_time(self) -> bool:  # type: ignore[override]
        """Unless it has a number of its own."""
        return self.playouts is None and self.seconds is None

    def narrowed(self, limit: Limit) -> Limit:
        """Without a depth."""
        return limit.of_simulations(self.playouts, self.seconds)

    def seat(self, seating: Seating) -> Player:
        """It plays other games in every game of a match."""
        return replace(self, seed=self.seed + seating.number)

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,
        history: History | None = None,  # noqa: ARG002
    ) -> Decision:
        """A move of a role in a position that is not over."""
        if (forced := only_move(position, role)) is not None:
            return forced
        self.check_limit(limit)
        start = time.monotonic()
        playouts = smallest(self.playouts, limit.nodes)
        seconds = smallest(self.seconds, limit.move_seconds(position.game))
        deadline = None if seconds is None else start + seconds
        search = PlayoutSearch(position, role, self.seed)
        over = StopSign()
        stops = [over] if limit.stop is None else [over, limit.stop]
        # A game by slow rules may last longer than there is time: it is broken off.
        with stopped_by(stop_sign() or over):
            work = in_background(lambda: search.run(playouts, deadline, stops))
        try:
            work.result(None if deadline is None else max(deadline - time.monotonic(), 0))
        except (TimeoutError, TooMany):
            pass
        finally:
            over.stop()
        return Decision(search.best, nodes=search.playouts, seconds=time.monotonic() - start)


@dataclass(slots=True)
class _Arm:
    """One of the moves to choose from, and what is known about it: its points are 0 to 1 a game."""

    move: int
    games: int = 0
    points: float = 0.0
    after: dict[tuple[int, ...], Position] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.points / self.games

    def upper_bound(self, all_games: int) -> float:
        """What it may be worth at best: UCB1, for points that vary by at most 1/4."""
        if not self.games:
            return math.inf
        return self.mean + math.sqrt(math.log(all_games) / (4 * self.games))

    def lower_bound(self) -> float:
        """What it is worth at least, as far as that is known."""
        return self.mean - 1 / math.sqrt(self.games) if self.games else -math.inf


class PlayoutSearch:
    """Which of a role's moves is best in a position. Others may read `best` while it runs."""

    def __init__(self, position: Position, role: int, seed: int = 0) -> None:
        self._position = position
        self._role = role
        self._draw = random.Random(f"{seed} {role} {position.packed.hex()}")
        self._legal = [position.legal_moves(r) for r in range(len(position.game.roles))]
        moves = self._legal[role]
        self._arms = [_Arm(move) for move in self._draw.sample(moves, len(moves))]
        one_reply = all(len(m) == 1 for other, m in enumerate(self._legal) if other != role)
        self._most = _MAX_AFTER_ONE_REPLY if one_reply else _MAX_AFTER_A_REPLY
        self.best = self._arms[0].move
        self.playouts = 0

    def run(
        self,
        playouts: int | None = None,
        deadline: float | None = None,
        stops: Sequence[StopSign] = (),
    ) -> None:
        """Plays a number of games, until a time by time.monotonic(), or until a stop sign."""
        left = math.inf if playouts is None else playouts
        until = math.inf if deadline is None else deadline
        if len(self._arms) == 1:
            return
        while left > 0 and time.monotonic() < until and not any(stop.stopped for stop in stops):
            arm = max(self._arms, key=lambda arm: arm.upper_bound(self.playouts))
            games = int(min(max(arm.games, 1), self._most, left))
            self._play(arm, games)
            left -= games
            self.best = max(self._arms, key=_Arm.lower_bound).move

    def _play(self, arm: _Arm, games: int) -> None:
        """Games that begin with a move, and with any moves of the others.

        A game without an end or a goal brings no points.
        """
        joint_move = tuple(
            arm.move if role == self._role else self._draw.choice(moves)
            for role, moves in enumerate(self._legal)
        )
        if joint_move not in arm.after:
            arm.after[joint_move] = self._position.play_joint(joint_move)
        seed = self._draw.getrandbits(63)
        points = self._position.game.random_points(games, seed=seed, start=arm.after[joint_move])
        arm.points += points[self._role]
        arm.games += games
        self.playouts += games
