"""Players: what chooses moves, and what it says about its choice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, MissingCapability, check_kind
from boardworth.rules import NATURE
from boardworth.search.limit import Limit

if TYPE_CHECKING:
    from boardworth.rules import Game, History, Move, Position


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and what its player knows about it."""

    move: Move  # what is to be played
    # Of the position for the role, in the player's own units; None if it has none.
    value: float | None = None
    words: str = ""  # the value as people read it, such as "+3.5 points"
    # The principal variation, the move itself first; empty if there is none.
    pv: tuple[Move, ...] = ()
    depth: int | None = None  # plies of the search
    nodes: int | None = None  # positions searched, or games simulated
    seconds: float = 0.0  # spent
    exact: bool = False  # whether the value is the outcome under perfect play


@dataclass(frozen=True, slots=True)
class Seating:
    """A player's place in one game."""

    game: Game  # what is played
    role: int  # the role that the player takes
    limit: Limit  # of every move, and the clock of the game
    match: str = "game"  # a name that no other game has
    number: int = 0  # of the game in its match, from 0
    start_seconds: float = 10.0  # time to get ready
    start: Position | None = None  # where the game begins, if that is known


class Player(ABC):
    """A name and a choice. May be asked by several threads at once."""

    name: str
    limit: Limit | None = None  # its own, which holds in matches instead of theirs
    needs_time: bool = False  # whether it plays within seconds or nodes, and not to a depth
    limited: bool = True  # whether a limit changes how it plays
    varies: bool = False  # whether it plays differently in every game of a match
    late: str = ""  # why a seated player was not ready in time, if it was not

    def __repr__(self) -> str:
        return f"<player {self.name}>"

    @abstractmethod
    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """A legal move of a role in a position that is not over.

        Raises MissingCapability if the game is not one that it can play.

        Args:
            position: where the game is.
            role: for which to choose.
            limit: when to answer.
            history: the game so far; its last position is this one.
        """

    def move(self, position: Position, limit: Limit) -> Move:
        """The move of the role to move."""
        return self.choose(position, position.mover, limit).move

    def check_limit(self, limit: Limit) -> None:
        """Raises BoardworthError if it cannot keep to such a limit."""
        check_kind(limit, Limit, f"{self.name} plays within a Limit")
        within = (limit.nodes, limit.seconds, limit.clock)
        if self.needs_time and limit.depth is not None and within == (None, None, None):
            raise BoardworthError(f"{self.name} plays within seconds or nodes, not to a depth")

    def narrowed(self, limit: Limit) -> Limit:
        """What counts for it of a limit, with what it has set itself."""
        return limit

    # What a player does before and after games; most have nothing to do.

    def greet(self, limit: Limit, starts: Sequence[Position] = ()) -> None:
        """Makes sure, before a match, that the player is there and can play. Raises EngineError.

        Args:
            limit: of every move.
            starts: where games begin that do not all begin at the start of the game.
        """

    def seat(self, seating: Seating) -> Player:  # noqa: ARG002
        """The player of one game: itself, unless it prepares for games.

        No clock runs yet. Raises EngineError if it cannot play.
        """
        return self

    @property
    def follows_every_step(self) -> bool:
        """Whether it is asked even where it has no choice, so that it can follow the game."""
        return False

    def leave(self, history: History, finished: bool) -> None:
        """The game it was seated in is over, or was broken off."""

    def close(self) -> None:
        """Ends what it has started; no game may be under way."""


@dataclass(frozen=True, slots=True)
class RandomPlayer(Player):
    """Any legal move; the same one whenever it is asked about the same position."""

    seed: int = 0
    name: str = "random"
    limited = False
    varies = True

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,  # noqa: ARG002
        history: History | None = None,  # noqa: ARG002
    ) -> Decision:
        """A move drawn by the seed, the role and the position."""
        moves = position.legal_moves(role)
        return Decision(random.Random(f"{self.seed} {role} {position.packed.hex()}").choice(moves))

    def seat(self, seating: Seating) -> Player:
        """It draws other moves in every game of a match."""
        return replace(self, seed=self.seed + seating.number)


@dataclass(frozen=True, slots=True)
class Chance(Player):
    """Nature: every legal move is equally likely, whatever position it is asked about before."""

    seed: int = 0
    game: int = 0
    name: str = NATURE
    limited = False
    varies = True

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,  # noqa: ARG002
        history: History | None = None,
    ) -> Decision:
        """A move drawn by the seed, the game of a match and the number of moves before."""
        moves = position.legal_moves(role)
        before = len(history.joint_moves) if history else 0
        return Decision(random.Random(f"{self.seed} {self.game} {role} {before}").choice(moves))

    def seat(self, seating: Seating) -> Player:
        """It draws other moves in every game of a match."""
        return replace(self, game=seating.number)


@dataclass(frozen=True, slots=True)
class Fallback(Player):
    """Plays by the first of several players that can play the game."""

    players: tuple[Player, ...]  # the best first
    name: str = "fallback"  # for tables and records
    varies = True

    @property
    def needs_time(self) -> bool:  # type: ignore[override]
        """If one of them does, which may be the one that plays."""
        return any(player.needs_time for player in self.players)

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The move of the first player that has what the game needs."""
        for player in self.players[:-1]:
            with suppress(MissingCapability):
                return player.choose(position, role, limit, history)
        return self.players[-1].choose(position, role, limit, history)


def only_move(position: Position, role: int) -> Decision | None:
    """The decision of a role that has no choice."""
    moves = position.legal_moves(role)
    return Decision(moves[0]) if len(moves) == 1 else None
