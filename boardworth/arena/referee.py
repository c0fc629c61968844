"""Plays one game between as many players as it has roles, and judges it.

A player is at fault if it exceeds its time, plays an illegal move or fails. What follows is up to
the match: the player forfeits the game, or a legal move is drawn for it and the game goes on.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias, TypeVar, get_args

from boardworth.errors import BoardworthError, EngineError, IllegalMove, OutOfTime, Resignation
from boardworth.rules import Game, History, Move, Position, longest_game
from boardworth.search import Clock, Limit, Player, Seating, StopSign
from boardworth.search.background import in_background

T = TypeVar("T")

# A resignation is none, but ends a game in the same way.
FaultKind: TypeAlias = Literal["time", "illegal move", "engine failure", "resignation"]
FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
# What follows a fault.
Penalty: TypeAlias = Literal["forfeit", "random move"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What a player has done instead of a legal move in time."""

    step: int  # how many joint moves there were before it
    role: int  # whose player it was
    kind: FaultKind  # of fault
    problem: str  # what it has done, in words


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A game and how it ended."""

    history: History  # its moves and positions
    payoffs: tuple[int, ...] | None  # of each role; None if it was broken off
    faults: tuple[Fault, ...] = ()  # in their order; a forfeit is the last
    forfeited: int | None = None  # the role whose player has lost by its fault, if one has


class _AtFault(Exception):
    """A player's fault, before it is judged."""

    def __init__(self, kind: FaultKind, problem: str) -> None:
        super().__init__(problem)
        self.kind: FaultKind = kind


def forfeit_payoffs(game: Game, loser: int) -> tuple[int, ...]:
    """What each role gets if one gives the game up: that one the least, the others the most."""
    low, high = game.payoff_range
    return tuple(low if role == loser else high for role in range(len(game.roles)))


@dataclass
class Referee:
    """Judges one game."""

    history: History  # the game so far: its opening
    stop: StopSign  # ends the game, which then has no payoffs
    penalty: Penalty = "forfeit"  # what follows a fault
    seed: str = ""  # of moves that are drawn for players at fault

    def __post_init__(self) -> None:
        self._draw = random.Random(self.seed)
        self._faults: list[Fault] = []
        self._seats: list[Player] = []
        self._clocks: list[Clock | None] = []

    def play(self, players: Sequence[Player], seatings: Sequence[Seating]) -> JudgedGame:
        """Plays to the end, a forfeit, or the stop sign.

        Each player has a limit and a clock of its own. A clock runs while its player chooses, and
        gains the increment after the move.
        """
        self._clocks = [seating.limit.clock for seating in seatings]
        finished = False
        try:
            forfeited = self._sit(players, seatings)
            limits = [replace(seating.limit, stop=self.stop) for seating in seatings]
            while forfeited is None and self._goes_on():
                forfeited = self._step(limits)
            finished = not self.stop.stopped
        finally:
            together([partial(seat.leave, self.history, finished) for seat in self._seats])
        return JudgedGame(self.history, self._payoffs(forfeited), tuple(self._faults), forfeited)

    def _goes_on(self) -> bool:
        if self.stop.stopped or self.history.payoffs is not None:
            return False
        game = self.history.game
        steps = len(self.history.joint_moves)
        return steps <= 200 or game.moves_bounded or steps <= longest_game(game)

    def _payoffs(self, forfeited: int | None) -> tuple[int, ...] | None:
        """Those of the game; a player that forfeits it gets the least, the others get the most.

        A game without an end is a draw: every role gets the mean.
        """
        game = self.history.game
        if forfeited is not None:
            return forfeit_payoffs(game, forfeited)
        payoffs = self.history.payoffs
        if payoffs is None and not self.stop.stopped:
            return (sum(game.payoff_range) // 2,) * len(game.roles)
        return payoffs

    def _sit(self, players: Sequence[Player], seatings: Sequence[Seating]) -> int | None:
        """Lets all players get ready at the same time.

        A player whose engine fails at this forfeits the game, unless the penalty is a random move.
        Returned is the role of the first such player, or None.
        """
        calls = [
            partial(player.seat, seating) for player, seating in zip(players, seatings, strict=True)
        ]
        forfeited = None
        for role, seat in enumerate(together(calls)):
            if isinstance(seat, BaseException):
                if not isinstance(seat, EngineError) or self.penalty == "random move":
                    raise seat
                self._record(role, _AtFault("engine failure", str(seat)))
                forfeited = role if forfeited is None else forfeited
                continue
            self._seats.append(seat)
            if seat.late:
                self._record(role, _AtFault("time", seat.late))
        return forfeited

    def _step(self, limits: Sequence[Limit]) -> int | None:
        """One joint move; the role of a player that forfeits the game, if one does.

        Players are not asked about a forced move: some engines have no answer.
        """
        position = self.history.position
        legal = [position.legal_moves(role) for role in range(len(limits))]
        asked = [
            role
            for role, moves in enumerate(legal)
            if len(moves) > 1 or self._seats[role].follows_every_step
        ]
        joint = [moves[0] for moves in legal]
        answers = together([partial(self._ask, role, legal[role], limits[role]) for role in asked])
        for role, answer in zip(asked, answers, strict=True):
            if isinstance(answer, int):
                joint[role] = answer
                continue
            if not isinstance(answer, _AtFault):
                raise answer
            if self.stop.stopped:
                return None
            self._record(role, answer)
            if self.penalty == "forfeit":
                return role
            joint[role] = self._draw.choice(legal[role])
        self.history = self.history.play_joint(joint)
        return None

    def _ask(self, role: int, legal: Sequence[Move], limit: Limit) -> Move:
        """A legal move of a role. Raises _AtFault."""
        clock = self._clocks[role]
        start = time.perf_counter()
        failure: _AtFault | None = None
        move = legal[0]
        try:
            history = self.history
            decision = self._seats[role].choose(
                history.position, role, replace(limit, clock=clock), history
            )
            move = decision.move
        except OutOfTime as error:
            failure = _AtFault("time", str(error))
        except Resignation as error:
            failure = _AtFault("resignation", str(error))
        except EngineError as error:
            failure = _AtFault("engine failure", str(error))
        except IllegalMove as error:
            failure = _AtFault("illegal move", str(error))
        spent = time.perf_counter() - start
        if clock is not None and spent > clock.seconds:
            failure = _AtFault("time", f"{spent:.3f} s for a move, {clock.seconds:.3f} s left")
        if failure is None and move not in legal:
            position = self.history.position
            failure = _AtFault("illegal move", f"illegal move {_written(position, role, move)}")
        if failure is not None:
            raise failure
        if clock is not None:
            self._clocks[role] = Clock(clock.seconds - spent + clock.increment, clock.increment)
        return move

    def _record(self, role: int, fault: _AtFault) -> None:
        step = len(self.history.joint_moves)
        self._faults.append(Fault(step, role, fault.kind, str(fault)))


def _written(position: Position, role: int, move: Move) -> str:
    """A move that is not legal, and where it was tried."""
    try:
        text = position.move_text(move, role)
    except BoardworthError:
        text = str(move)
    return f"{text} in {position.game.text(position)}"


def together(calls: Sequence[Callable[[], T]]) -> list[T | BaseException]:
    """What calls give that are made at once, or how they fail.

    Players search in threads of their own: these here only wait, and can be cut off.
    """
    if len(calls) == 1:
        return [_caught(calls[0])]
    waiting = [in_background(partial(_caught, call), cut_off=True) for call in calls]
    wait(waiting)
    return [future.result() for future in waiting]


def _caught(call: Callable[[], T]) -> T | BaseException:
    try:
        return call()
    except Exception as error:
        return error
