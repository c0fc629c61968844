"""Games by a rule sheet between as many players as it has roles, who change them in turn."""

from __future__ import annotations

import random
import secrets
from concurrent.futures import wait
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from boardworth.arena.ggp_result import GgpGame, GgpResult, RecordedFault
from boardworth.arena.ggp_seats import Chair, Clocks, Fault, RandomMover
from boardworth.errors import BoardworthError, RulesError
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from boardworth.arena.ggp_seats import GgpPlayer, GgpSeat
    from boardworth.arena.protocols.ggp_messages import JointMove
    from boardworth.rules.gdl.reasoner import Reasoner

T = TypeVar("T")

RANDOM_ROLE = "random"  # played by the server


@dataclass(frozen=True, slots=True)
class GgpMatch:
    """Players of a rule sheet's game.

    A player that makes no legal move in time has one drawn for it, and the fault is recorded.

    Attributes:
        reasoner: the rules.
        players: as many as roles, without the role random.
        clocks: of all players.
        seed: of random moves.
    """

    reasoner: Reasoner
    players: Sequence[GgpPlayer]
    clocks: Clocks = field(default_factory=Clocks)
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.players) != len(self.seats):
            listed = ", ".join(self.reasoner.roles)
            raise BoardworthError(
                f"{self.reasoner.sheet.source} needs {len(self.seats)} players "
                f"(its roles: {listed}), not {len(self.players)}"
            )
        addresses = [player.name for player in self.players if player.name.startswith("http:")]
        for address in addresses:
            if addresses.count(address) > 1:
                raise BoardworthError(f"{address} is given twice: it plays one game at a time")

    @property
    def seats(self) -> list[int]:
        """The roles that players take."""
        return [i for i, role in enumerate(self.reasoner.roles) if role != RANDOM_ROLE]

    def run(self, games: int) -> Iterator[GgpGame]:
        """Plays games, rounded up so that all have played every role equally often.

        Raises:
            EngineError: a player is not there, or does not want to play.
            RulesError: the rules leave a role without a move.
        """
        for player in self.players:
            player.greet()
        name = f"match.{secrets.token_hex(4)}"
        for number in range(self.whole_rounds(games)):
            yield self._play(number, f"{name}.{number + 1}")

    def whole_rounds(self, games: int) -> int:
        """How many games are played if so many are asked for."""
        return games + -games % max(len(self.players), 1)

    def result(self, games: Iterable[GgpGame]) -> GgpResult:
        """What these games of the match say."""
        names = tuple(player.name for player in self.players)
        return GgpResult(names, self.reasoner.roles, str(self.clocks), tuple(games))

    def _play(self, number: int, name: str) -> GgpGame:
        sitting: list[int | None] = [None] * len(self.reasoner.roles)
        for place, role in enumerate(self.seats):
            sitting[role] = (place + number) % len(self.players)
        nature = RandomMover(self.seed)
        seats = [
            (nature if who is None else self.players[who]).sit(
                Chair(name, number, self.reasoner, role, self.clocks)
            )
            for role, who in enumerate(sitting)
        ]
        draw = random.Random(f"{self.seed} {number}")
        return _Game(self.reasoner, seats, draw).play(number, tuple(sitting))


class _Game:
    """One game under way."""

    def __init__(self, reasoner: Reasoner, seats: Sequence[GgpSeat], draw: random.Random) -> None:
        self._reasoner = reasoner
        self._seats = seats
        self._draw = draw
        self._moves: list[JointMove] = []
        self._faults: list[RecordedFault] = []

    def play(self, number: int, sitting: tuple[int | None, ...]) -> GgpGame:
        """From START to STOP; to ABORT, if anything else than a player's fault comes between."""
        state = self._reasoner.start()
        try:
            self._ask(lambda seat: seat.start())
            while not self._reasoner.terminal(state):
                state = self._step(state)
        except BaseException:
            _together([seat.abort for seat in self._seats])
            raise
        _together([partial(seat.stop, self._last_moves) for seat in self._seats])
        goals = tuple(self._reasoner.goals(state))
        return GgpGame(number, sitting, tuple(self._moves), tuple(self._faults), goals)

    @property
    def _last_moves(self) -> JointMove:
        return self._moves[-1] if self._moves else ()

    def _step(self, state: bytes) -> bytes:
        """The state after everyone's move."""
        legal = self._reasoner.legal_moves(state)
        for role, moves in zip(self._reasoner.roles, legal, strict=True):
            if not moves:
                source, steps = self._reasoner.sheet.source, len(self._moves)
                raise RulesError(f"{source}: {role} has no legal move after {steps} steps")
        chosen = self._ask(lambda seat: seat.choose(state, self._last_moves))
        joint_move = [
            self._draw.choice(moves) if move is None else move
            for move, moves in zip(chosen, legal, strict=True)
        ]
        self._moves.append(
            tuple(self._reasoner.move(role, move) for role, move in enumerate(joint_move))
        )
        return self._reasoner.play(state, joint_move)

    def _ask(self, question: Callable[[GgpSeat], T]) -> list[T | None]:
        """The answers of all; None of those who are at fault, which is recorded."""
        answers: list[T | None] = []
        for role, answer in enumerate(_together([partial(question, seat) for seat in self._seats])):
            if isinstance(answer, Fault):
                step = len(self._moves)
                self._faults.append(RecordedFault(step, role, answer.kind, str(answer)))
            answers.append(None if isinstance(answer, Fault) else answer)
        return answers


def _together(calls: Iterable[Callable[[], T]]) -> list[T | Fault]:
    """What calls give that are made at once, or their faults. Other errors wait for all to end.

    Whoever searches does so in threads of its own: these here only wait, and can be cut off.
    """
    waiting = [in_background(call, cut_off=True) for call in calls]
    wait(waiting)
    answers: list[T | Fault] = []
    for future in waiting:
        try:
            answers.append(future.result())
        except Fault as fault:
            answers.append(fault)
    return answers
