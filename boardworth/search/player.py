"""Players: what chooses moves, and what it says about its choice."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability

if TYPE_CHECKING:
    from boardworth.rules import Game, History, Move, Position
    from boardworth.search.limit import Limit


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and what its player knows about it.

    Attributes:
        move: what is to be played.
        value: of the position for the role, in the player's own units; None if it has none.
        words: the value as people read it, such as "+3.5 points".
        pv: the principal variation, the move itself first; empty if there is none.
        depth: plies of the search.
        nodes: positions searched, or games simulated.
        seconds: spent.
        exact: whether the value is the outcome under perfect play.
    """

    move: Move
    value: float | None = None
    words: str = ""
    pv: tuple[Move, ...] = ()
    depth: int | None = None
    nodes: int | None = None
    seconds: float = 0.0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """A player's place in one game.

    Attributes:
        game: what is played.
        role: the role that the player takes.
        limit: of every move, and the clock of the game.
        match: a name that no other game has.
        number: of the game in its match, from 0.
        start_seconds: time to get ready.
    """

    game: Game
    role: int
    limit: Limit
    match: str = "game"
    number: int = 0
    start_seconds: float = 10.0


class Player(ABC):
    """A name and a choice. May be asked by several threads at once."""

    name: str
    limit: Limit | None = None  # its own, which holds in matches instead of theirs
    needs_time: bool = False  # whether it plays within seconds or nodes, and not to a depth
    varies: bool = False  # whether it plays differently in every game of a match
    late: str = ""  # why a seated player was not ready in time, if it was not

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

    # What a player does before and after games; most have nothing to do.

    def greet(self) -> None:
        """Makes sure, before a match, that the player is there. Raises EngineError."""

    def seat(self, seating: Seating) -> Player:  # noqa: ARG002
        """Who plays one game: the player itself, unless it prepares for games.

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
class Fallback(Player):
    """Plays by the first of several players that can play the game.

    Attributes:
        players: the best first.
        name: for tables and records.
    """

    players: tuple[Player, ...]
    name: str = "fallback"
    varies = True

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
