"""A player for any rule sheet: it tries its moves in games that everyone goes on with at random."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardworth._core import StopSign
from boardworth.errors import BoardworthError, RulesError
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.rules.gdl.reasoner import Reasoner

# As many games at once as every processor can play, so that the same seed plays the same games.
_LANES = 64
# Most games of a batch: with one reply to a move there is only one state to begin them in.
_MOST_AFTER_ONE_REPLY = 4 * _LANES
_MOST_AFTER_A_REPLY = _LANES


@dataclass(frozen=True, slots=True)
class Playouts:
    """Chooses the move that does best in random games.

    Attributes:
        playouts: how many games for a move at most.
        seconds: how long for a move at most.
        seed: of the random moves.
    """

    playouts: int | None = None
    seconds: float | None = None
    seed: int = 0

    @property
    def ends_by_itself(self) -> bool:
        """Whether it has limits of its own."""
        return self.playouts is not None or self.seconds is not None

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: StopSign | None = None,
        simulations: int | None = None,
    ) -> int:
        """A move of a role in a state that is not terminal.

        With a number of playouts alone, the same question always has the same answer.

        Args:
            reasoner: the rules.
            state: where the game is.
            role: for whom to choose.
            deadline: by time.monotonic(), when to answer at the latest.
            stop: ends the search.
            simulations: how many playouts at most, besides the number of its own.
        """
        if self.playouts is not None:
            simulations = min(self.playouts, simulations or self.playouts)
        if self.seconds is not None:
            own_deadline = time.monotonic() + self.seconds
            deadline = own_deadline if deadline is None else min(deadline, own_deadline)
        if simulations is None and deadline is None and stop is None:
            raise BoardworthError("playouts need a number, a deadline or a stop sign to end")
        search = PlayoutSearch(reasoner, state, role, self.seed)
        stop = stop or StopSign()
        # A game by slow rules may last longer than there is time: its end is not waited for.
        work = in_background(lambda: search.run(simulations, deadline, stop))
        try:
            work.result(None if deadline is None else max(deadline - time.monotonic(), 0))
        except TimeoutError:
            pass
        except BaseException:
            stop.stop()
            raise
        return search.best


@dataclass(slots=True)
class _Arm:
    """One of the moves to choose from, and what is known about it: its points are 0 to 1 a game."""

    move: int
    games: int = 0
    points: float = 0.0
    after: dict[tuple[int, ...], bytes] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.points / self.games

    def promise(self, all_games: int) -> float:
        """What it may be worth at best: UCB1, for points that vary by at most 1/4."""
        if not self.games:
            return math.inf
        return self.mean + math.sqrt(math.log(all_games) / (4 * self.games))

    def proven(self) -> float:
        """What it is worth at least, as far as that is known."""
        return self.mean - 1 / math.sqrt(self.games) if self.games else -math.inf


class PlayoutSearch:
    """Which of a role's moves is best in a state. Others may read `best` while it runs."""

    def __init__(self, reasoner: Reasoner, state: bytes, role: int, seed: int = 0) -> None:
        self._reasoner = reasoner
        self._state = state
        self._role = role
        self._draw = random.Random(f"{seed} {role} {state.hex()}")
        self._legal = reasoner.legal_moves(state)
        for name, moves in zip(reasoner.roles, self._legal, strict=True):
            if not moves:
                raise RulesError(f"{reasoner.sheet.source}: {name} has no legal move")
        moves = self._legal[role]
        self._arms = [_Arm(move) for move in self._draw.sample(moves, len(moves))]
        one_reply = all(len(m) == 1 for other, m in enumerate(self._legal) if other != role)
        self._most = _MOST_AFTER_ONE_REPLY if one_reply else _MOST_AFTER_A_REPLY
        self.best = self._arms[0].move
        self.playouts = 0

    def run(
        self,
        playouts: int | None = None,
        deadline: float | None = None,
        stop: StopSign | None = None,
    ) -> None:
        """Plays until there were so many games, a time by time.monotonic(), or a stop sign."""
        left = math.inf if playouts is None else playouts
        until = math.inf if deadline is None else deadline
        if len(self._arms) == 1:
            return
        while left > 0 and time.monotonic() < until and not (stop and stop.stopped):
            arm = max(self._arms, key=lambda arm: arm.promise(self.playouts))
            games = int(min(max(arm.games, 1), self._most, left))
            self._play(arm, games)
            left -= games
            self.best = max(self._arms, key=_Arm.proven).move

    def _play(self, arm: _Arm, games: int) -> None:
        """Games that begin with a move, and with any moves of the others.

        A game without an end or a goal brings no points.
        """
        joint_move = tuple(
            arm.move if role == self._role else self._draw.choice(moves)
            for role, moves in enumerate(self._legal)
        )
        if joint_move not in arm.after:
            arm.after[joint_move] = self._reasoner.play(self._state, joint_move)
        state, seed = arm.after[joint_move], self._draw.getrandbits(63)
        played = _random_games(self._reasoner, games, seed=seed, start=state)
        arm.points += played.goal_sums[self._role] / 100
        arm.games += games
        self.playouts += games


def _random_games(reasoner: Reasoner, games: int, *, seed: int, start: bytes) -> _core.RandomPlay:
    """Random games by the fastest way that the reasoner has.

    Lanes pay even if one game fills one of them: 26 us for a game of light cycles against 908 us.
    """
    if isinstance(reasoner, NetworkReasoner):
        return reasoner.network.play_in_lanes(games, lanes=_LANES, seed=seed, start=start)
    return reasoner.play_random_games(games, seed=seed, start=start)
