"""Who plays a role of a rule sheet's game: foreign players over HTTP, and some of our own."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from boardworth.arena.protocols.ggp_client import GgpClient, NoAnswer, TimedOut, shown
from boardworth.arena.protocols.ggp_messages import (
    LONGEST_CLOCK,
    Abort,
    Info,
    Play,
    Start,
    Stop,
)
from boardworth.errors import BoardworthError, EngineError, FormatError, IllegalMove
from boardworth.evaluators import load_model
from boardworth.rules.gdl import print_rule_sheet
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.rules.gdl.parser import parse_term
from boardworth.search import StopSign, advised_chooser, chooser_of

if TYPE_CHECKING:
    from boardworth.arena.protocols.ggp_messages import JointMove
    from boardworth.fitting import Model
    from boardworth.rules.gdl.reasoner import Reasoner
    from boardworth.search import ByRules

Kind: TypeAlias = Literal["time-out", "illegal move", "connection error"]
KINDS: tuple[Kind, ...] = ("time-out", "illegal move", "connection error")

# What a foreign player has beyond its clock, for the way of question and answer.
_GRACE = 1.0
# For questions that need no thought.
_SHORTLY = 3.0


class Fault(Exception):
    """What a player has done instead of a legal move."""

    def __init__(self, kind: Kind, problem: str) -> None:
        super().__init__(problem)
        self.kind: Kind = kind


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds before the first move, and for every move."""

    start: float = 10
    play: float = 5

    def __post_init__(self) -> None:
        for name, seconds in (("start", self.start), ("play", self.play)):
            if not 0 < seconds <= LONGEST_CLOCK:
                raise BoardworthError(f"a {name} clock of {seconds:g} seconds")

    def __str__(self) -> str:
        return f"{self.start:g} s to start, {self.play:g} s a move"


@dataclass(frozen=True, slots=True)
class Chair:
    """A place in one game.

    Attributes:
        match: the name by which players know the game.
        number: of the game, from 0.
        reasoner: its rules.
        role: whom one plays.
        clocks: for all players.
    """

    match: str
    number: int
    reasoner: Reasoner
    role: int
    clocks: Clocks


class GgpSeat(Protocol):
    """A player in its chair."""

    def start(self) -> None:
        """Gets ready. Raises Fault if that takes too long, EngineError if it will not play."""

    def choose(self, state: bytes, moves: JointMove) -> int:
        """The number of its move in a state, after these moves. Raises Fault."""

    def stop(self, moves: JointMove) -> None:
        """The game is over by these moves."""

    def abort(self) -> None:
        """The game is over, though it has no end."""


class GgpPlayer(Protocol):
    """Somebody who can sit down to play by a rule sheet."""

    @property
    def name(self) -> str:
        """Who it is, for tables and records."""

    def sit(self, chair: Chair) -> GgpSeat:
        """Takes a place in a game."""

    def greet(self) -> None:
        """Makes sure that it is there. Raises EngineError."""


def ggp_player(specification: str, seed: int) -> GgpPlayer:
    """A player by its name: an address, random, uct, uct:NUMBER, playouts, playouts:NUMBER.

    Or the file of a rule sheet's model.
    """
    if specification.startswith("http:"):
        return ForeignPlayer(GgpClient(specification))
    if specification == "random":
        return RandomMover(seed)
    if chooser_of(specification):
        return ChoosingPlayer(specification, seed)
    if Path(specification).is_file():
        return AdvisedPlayer(load_model(specification), specification)
    raise BoardworthError(
        f"{specification} cannot play by a rule sheet: expected an address such as "
        "http://localhost:9147, random, uct, uct:NUMBER, playouts, playouts:NUMBER or a model "
        "file"
    )


@dataclass(frozen=True, slots=True)
class ForeignPlayer:
    """A player that is asked over HTTP."""

    client: GgpClient

    @property
    def name(self) -> str:
        """Its address."""
        return self.client.address

    def sit(self, chair: Chair) -> GgpSeat:
        """Takes a place in a game."""
        return _ForeignSeat(self.client, chair)

    def greet(self) -> None:
        """Asks it for INFO. Some know no such question: any answer will do."""
        try:
            self.client.ask(Info(), _SHORTLY)
        except NoAnswer as error:
            raise EngineError(f"{self.name}: {error}") from None


@dataclass(frozen=True, slots=True)
class _ForeignSeat:
    client: GgpClient
    chair: Chair

    def start(self) -> None:
        chair, clocks = self.chair, self.chair.clocks
        role = chair.reasoner.roles[chair.role]
        request = Start(chair.match, role, chair.reasoner.sheet, clocks.start, clocks.play)
        try:
            answer = self.client.ask(request, clocks.start + _GRACE)
        except TimedOut as error:
            raise Fault("time-out", str(error)) from None
        except NoAnswer as error:
            raise EngineError(f"{self.client.address}: {error}") from None
        if answer.lower() != "ready":
            raise EngineError(f"{self.client.address} answers START with {shown(answer)}")

    def choose(self, state: bytes, moves: JointMove) -> int:
        reasoner, role = self.chair.reasoner, self.chair.role
        try:
            answer = self.client.ask(Play(self.chair.match, moves), self.chair.clocks.play + _GRACE)
        except TimedOut as error:
            raise Fault("time-out", str(error)) from None
        except NoAnswer as error:
            raise Fault("connection error", str(error)) from None
        try:
            number = reasoner.move_number(role, parse_term(answer, "answer"))
        except (FormatError, IllegalMove) as error:
            raise Fault("illegal move", f"{shown(answer)}: {error}") from None
        if number not in reasoner.legal_moves(state)[role]:
            raise Fault("illegal move", f"{shown(answer)} is not legal here")
        return number

    def stop(self, moves: JointMove) -> None:
        with suppress(NoAnswer):  # nothing depends on it any more
            self.client.ask(Stop(self.chair.match, moves), self.chair.clocks.play + _GRACE)

    def abort(self) -> None:
        with suppress(NoAnswer):
            self.client.ask(Abort(self.chair.match), _SHORTLY)


@dataclass(frozen=True, slots=True)
class RandomMover:
    """Any legal move; the same one whenever the same game has come to the same state."""

    seed: int = 0
    name: str = "random"

    def sit(self, chair: Chair) -> GgpSeat:
        """Takes a place in a game."""
        return _OwnSeat(self, chair)

    def greet(self) -> None:
        """It is always there."""

    def choose(self, chair: Chair, state: bytes, stop: StopSign) -> int:  # noqa: ARG002
        """A move drawn by the seed, the game and the state."""
        legal = chair.reasoner.legal_moves(state)[chair.role]
        return random.Random(f"{self.seed} {chair.number} {chair.role} {state.hex()}").choice(legal)


@dataclass(frozen=True, slots=True)
class ChoosingPlayer:
    """One of ours, in this process; without a number of simulations it uses the play clock."""

    name: str
    seed: int = 0

    def sit(self, chair: Chair) -> GgpSeat:
        """Takes a place in a game: it simulates others in every game of a match."""
        chooser = chooser_of(self.name, self.seed + chair.number)
        if chooser is None:
            raise BoardworthError(f"{self.name} cannot play by a rule sheet")
        return _OwnSeat(_Choosing(chooser, timed=":" not in self.name), chair)

    def greet(self) -> None:
        """It is always there."""


@dataclass(frozen=True, slots=True)
class AdvisedPlayer:
    """One of ours that plays with a model, by the method that the model names."""

    model: Model
    name: str

    def sit(self, chair: Chair) -> GgpSeat:
        """Takes a place in a game by the same rules."""
        reasoner = chair.reasoner
        named, _, rules = self.model.evaluation.definition.partition("\n")
        if rules != print_rule_sheet(reasoner.sheet):
            game = named.removeprefix("; ")
            raise BoardworthError(f"{self.name} plays {game}, not {reasoner.sheet.source}")
        if not isinstance(reasoner, NetworkReasoner):
            raise BoardworthError(
                f"{reasoner.sheet.source} has no network, which {self.name} needs"
            )
        return _OwnSeat(_Choosing(advised_chooser(self.model, reasoner), timed=True), chair)

    def greet(self) -> None:
        """It is always there."""


@dataclass(frozen=True, slots=True)
class _Choosing:
    chooser: ByRules
    timed: bool

    def choose(self, chair: Chair, state: bytes, stop: StopSign) -> int:
        deadline = time.monotonic() + chair.clocks.play if self.timed else None
        return self.chooser.choose(chair.reasoner, state, chair.role, deadline, stop)


@dataclass(frozen=True, slots=True)
class _OwnSeat:
    """The seat of a player in this process: it needs no more than the state."""

    player: RandomMover | _Choosing
    chair: Chair
    sign: StopSign = field(default_factory=StopSign)

    def start(self) -> None:
        pass

    def choose(self, state: bytes, moves: JointMove) -> int:  # noqa: ARG002
        return self.player.choose(self.chair, state, self.sign)

    def stop(self, moves: JointMove) -> None:
        pass

    def abort(self) -> None:
        self.sign.stop()
