"""Plays one game between two players and judges it: clocks, illegal moves, engines that fail."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from boardworth.arena.seat import GameSoFar, Seat, seat_of
from boardworth.errors import EngineError, IllegalMove
from boardworth.rules import Occurrences, too_long
from boardworth.rules.records import GameRecord
from boardworth.search import Clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules import Game, Move
    from boardworth.search import Limit, Player, StopSign

Ending: TypeAlias = Literal["played out", "time", "illegal move", "engine failure"]
FORFEITS: tuple[Ending, ...] = ("time", "illegal move", "engine failure")


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A game and how it ended.

    Attributes:
        record: its moves and the first player's score; the loser of a forfeit has lost everything.
        ending: forfeits are lost by the player to move after the record's last move.
        problem: what a forfeit's loser has done, in words.
    """

    record: GameRecord
    ending: Ending = "played out"
    problem: str = ""


class _Forfeit(Exception):
    """The player to move has lost without the board."""

    def __init__(self, ending: Ending, problem: str) -> None:
        super().__init__(problem)
        self.ending, self.problem = ending, problem


def play_game(
    game: Game,
    players: tuple[Player, Player],
    opening: Sequence[Move],
    limits: tuple[Limit, Limit],
    stop: StopSign,
) -> JudgedGame:
    """Plays from an opening to the end, a forfeit, or a stop sign.

    Each player has a limit and a clock of its own. The clock runs while the player chooses, and
    gains the increment after the move.
    """
    first, second = (replace(limit, stop=stop) for limit in limits)
    so_far = GameSoFar.after(game.start(), opening)
    seats: list[Seat] = []
    with ExitStack() as stack:
        for number, (player, limit) in enumerate(zip(players, (first, second), strict=True)):
            try:
                seats.append(stack.enter_context(seat_of(player, limit)))
            except EngineError as error:
                return _forfeited(so_far, number, len(opening), "engine failure", str(error))
        clocks = [first.clock, second.clock]
        before = game.replay(game.start(), opening).positions[:-1]
        occurrences = Occurrences(game, (row.tobytes() for row in before))
        repeated = occurrences.payoffs(so_far.position)
        while game.outcome(so_far.position) is None and not repeated and not stop.stopped:
            mover = so_far.position.mover
            limit = (first, second)[mover]
            try:
                so_far, clocks[mover] = _move(so_far, seats[mover], clocks[mover], limit)
            except _Forfeit as loss:
                if stop.stopped:
                    break
                return _forfeited(so_far, mover, len(opening), loss.ending, loss.problem)
            repeated = occurrences.payoffs(so_far.position)
            if too_long(game, len(so_far.moves)):
                break
    score = game.final_score(so_far.position)
    if score is None and not stop.stopped:
        score = repeated[0] if repeated else 0  # a game without an end is a draw
    return JudgedGame(GameRecord(so_far.start, so_far.moves, score, opening=len(opening)))


def _move(
    so_far: GameSoFar, seat: Seat, clock: Clock | None, limit: Limit
) -> tuple[GameSoFar, Clock | None]:
    """The game after the mover's choice, and its clock. Raises _Forfeit."""
    start = time.perf_counter()
    failure: _Forfeit | None = None
    try:
        move = seat.choose(so_far, replace(limit, clock=clock))
    except EngineError as error:
        failure = _Forfeit("engine failure", str(error))
    except IllegalMove as error:
        failure = _Forfeit("illegal move", str(error))
    spent = time.perf_counter() - start
    if clock is not None and spent > clock.seconds:
        raise _Forfeit("time", f"{spent:.3f} s for a move, {clock.seconds:.3f} s left")
    if failure is not None:
        raise failure
    try:
        after = so_far.play(move)
    except IllegalMove as error:
        raise _Forfeit("illegal move", str(error)) from None
    if clock is not None:
        clock = Clock(clock.seconds - spent + clock.increment, clock.increment)
    return after, clock


def _forfeited(
    so_far: GameSoFar, loser: int, opening: int, ending: Ending, problem: str
) -> JudgedGame:
    most = so_far.start.game.max_score
    score = most if loser else -most
    return JudgedGame(
        GameRecord(so_far.start, so_far.moves, score, opening=opening), ending, problem
    )
