"""GGP: a player of rule sheets that is asked over HTTP; we are its game server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import wait
from contextlib import suppress
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_client import GgpClient, NoAnswer, TimedOut, shown
from boardworth.arena.protocols.ggp_messages import LONGEST_CLOCK, Abort, Info, Play, Start, Stop
from boardworth.arena.protocols.ggp_rules import RulesText
from boardworth.errors import (
    BoardworthError,
    EngineError,
    FormatError,
    IllegalMove,
    MissingCapability,
    OutOfTime,
)
from boardworth.pickling import ByArguments
from boardworth.rules import History
from boardworth.rules.gdl.syntax.parser import parse_term
from boardworth.search.background import in_background
from boardworth.search.player import Decision, Player, Seating

if TYPE_CHECKING:
    from boardworth.arena.protocols.ggp_messages import JointMove
    from boardworth.rules import Position
    from boardworth.rules.gdl.syntax.terms import RuleSheet
    from boardworth.search import Limit

# What a foreign player has beyond its clock, for network latency.
_GRACE = 1.0
# How often a stop sign is looked for, in seconds.
_LOOK = 0.05
# For questions that need no thought.
_SHORTLY = 3.0


class GgpPlayer(ByArguments, Player):
    """A player at an address, which plays one game at a time.

    Args:
        address: such as http://localhost:9147.
    """

    needs_time = True
    varies = True

    def __init__(self, address: str) -> None:
        self.name = self.address = address
        self._client = GgpClient(address)

    def greet(self, limit: Limit, starts: Sequence[Position] = ()) -> None:  # noqa: ARG002
        """Asks it for INFO. Some know no such question: any answer will do."""
        for start in starts:
            self._check_start(start)
        try:
            self._client.ask(Info(), _SHORTLY)
        except NoAnswer as error:
            raise EngineError(f"{self.name}: {error}") from None

    def seat(self, seating: Seating) -> Player:
        """Sends START. A player that is late may still play. Raises EngineError."""
        return _GgpSeat(self._client, seating)

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """Its move, in a match of its own that begins at the start of the game so far."""
        seat = self.seat(Seating(position.game, role, limit))
        history = history or History.after(position)
        self._check_start(history.start)
        so_far = History.after(history.start)
        for joint_move in history.joint_moves:
            seat.choose(so_far.position, role, limit, so_far)
            so_far = so_far.play_joint(joint_move)
        try:
            return seat.choose(position, role, limit, history)
        finally:
            seat.leave(history, finished=False)

    def _check_start(self, start: Position) -> None:
        if start != start.game.start():
            raise MissingCapability(f"{self.name}: GGP has no words for a position, only moves")


class _GgpSeat(Player):
    """A player in one game, which is told every joint move."""

    def __init__(self, client: GgpClient, seating: Seating) -> None:
        self.name = client.address
        self._client = client
        self._match = seating.match
        sheet = _sheet_of(seating)
        if seating.limit.seconds is None:
            raise MissingCapability(f"{self.name} plays by seconds for a move: give them")
        self._play_seconds = seating.limit.seconds
        clocks = {"start": seating.start_seconds, "play": self._play_seconds}
        for name, seconds in clocks.items():
            if not 0 < seconds <= LONGEST_CLOCK:
                raise BoardworthError(f"a {name} clock of {seconds:g} seconds")
        role = seating.game.roles[seating.role]
        request = Start(
            self._match, role, RulesText.of(sheet), seating.start_seconds, self._play_seconds
        )
        try:
            answer = client.ask(request, seating.start_seconds + _GRACE)
        except TimedOut as error:
            self.late = str(error)
            return
        except NoAnswer as error:
            raise EngineError(f"{self.name}: {error}") from None
        if answer.lower() != "ready":
            raise EngineError(f"{self.name} answers START with {shown(answer)}")

    @property
    def follows_every_step(self) -> bool:
        return True

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,
        history: History | None = None,
    ) -> Decision:
        """Sends PLAY. Raises OutOfTime, EngineError, IllegalMove."""
        start = time.perf_counter()
        request = Play(self._match, _last_moves(history))
        try:
            answer = self._answer(request, limit)
        except TimedOut as error:
            raise OutOfTime(str(error)) from None
        except NoAnswer as error:
            raise EngineError(str(error)) from None
        try:
            move = position.parse_move(str(parse_term(answer, "answer")), role)
        except FormatError as error:
            raise IllegalMove(f"{shown(answer)}: {error}") from None
        if move not in position.legal_moves(role):
            raise IllegalMove(f"{shown(answer)} is not legal here")
        return Decision(move, seconds=time.perf_counter() - start)

    def _answer(self, request: Play, limit: Limit) -> str:
        """What the player answers; a stop sign ends the wait for it."""
        seconds = self._play_seconds + _GRACE
        asking = in_background(lambda: self._client.ask(request, seconds), cut_off=True)
        while True:
            done, _ = wait([asking], _LOOK)
            if done:
                return asking.result()
            if limit.stop is not None and limit.stop.stopped:
                raise EngineError(f"{self.name}: stopped")

    def leave(self, history: History, finished: bool) -> None:
        """Sends STOP, or ABORT."""
        with suppress(NoAnswer):  # nothing depends on it any more
            if finished:
                stop = Stop(self._match, _last_moves(history))
                self._client.ask(stop, self._play_seconds + _GRACE)
            else:
                self._client.ask(Abort(self._match), _SHORTLY)


def _sheet_of(seating: Seating) -> RuleSheet:
    sheet = seating.game.rule_sheet
    if sheet is None:
        raise MissingCapability(
            f"GGP players need a rule sheet, which {seating.game.name} is not: try a file of rules"
        )
    return sheet


def _last_moves(history: History | None) -> JointMove:
    """The last joint move as terms; none at the start."""
    if history is None or not history.joint_moves:
        return ()
    position, joint_move = history.positions[-2], history.joint_moves[-1]
    texts = (position.move_text(move, role) for role, move in enumerate(joint_move))
    return tuple(parse_term(text, "move") for text in texts)
