"""Players by rule sheets: those who speak of roles and states as players of positions, and back."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boardworth.errors import BoardworthError, RulesError
from boardworth.rules import Position
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.search.limit import Limit
from boardworth.search.playouts import Playouts
from boardworth.search.uct import Uct

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.rules import Move
    from boardworth.rules.gdl.reasoner import Reasoner
    from boardworth.search.player import Player


class ByRules(Protocol):
    """Who chooses moves of any rule sheet's game: `Playouts`, `Uct`, `Mtdf`."""

    @property
    def ends_by_itself(self) -> bool:
        """Whether it has limits of its own."""

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
        simulations: int | None = None,
    ) -> int:
        """The number of a role's move in a state that is not terminal."""


def chooser_of(specification: str, seed: int = 0) -> Playouts | Uct | None:
    """Who is called playouts or uct, with a number of simulations after a colon or without one."""
    found = re.fullmatch(r"(playouts|uct)(?::([1-9]\d{0,8}))?", specification)
    if found is None:
        return None
    number = int(found[2]) if found[2] else None
    return Uct(number, seed=seed) if found[1] == "uct" else Playouts(number, seed=seed)


class AnyRules:
    """Plays by any rule sheet: UCT by those that have a network, playouts by the others.

    Args:
        simulations: how many for a move at most.
        seconds: how long for a move at most.
        seed: of all that is drawn.
    """

    def __init__(
        self, simulations: int | None = None, seconds: float | None = None, seed: int = 0
    ) -> None:
        self._by_network = Uct(simulations, seconds, seed)
        self._by_interpreter = Playouts(simulations, seconds, seed)

    @property
    def ends_by_itself(self) -> bool:
        """Whether it has limits of its own."""
        return self._by_network.ends_by_itself

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
        simulations: int | None = None,
    ) -> int:
        """The number of a role's move in a state that is not terminal."""
        networked = isinstance(reasoner, NetworkReasoner)
        chooser: ByRules = self._by_network if networked else self._by_interpreter
        return chooser.choose(reasoner, state, role, deadline, stop, simulations)


@dataclass(frozen=True, slots=True)
class RulesPlayer:
    """Somebody who plays by rule sheets, as a player of the arena.

    Attributes:
        chooser: who chooses, within limits of its own and the time that there is.
        name: for tables and records.
    """

    chooser: ByRules
    name: str

    def choose(self, position: Position, limit: Limit) -> Move:
        """A legal move of a position by a rule sheet that is not over."""
        game = position.game
        if not isinstance(game, RuleGame):
            raise RulesError(f"{self.name} plays by rule sheets, not {game.name}")
        seconds = limit.seconds
        if limit.clock is not None:
            seconds = limit.clock.budget(position.moves_to_go // 2 + 1)[0]
        if seconds is None and limit.nodes is None and not self.chooser.ends_by_itself:
            raise BoardworthError(f"{self.name} plays within seconds or nodes, not to a depth")
        deadline = None if seconds is None else time.monotonic() + seconds
        role = position.mover
        number = self.chooser.choose(
            game.reasoner, position.packed, role, deadline, limit.stop, limit.nodes
        )
        return game.number(role, number)


# What a search has if the time is over before it begins.
_AN_INSTANT = 0.001


@dataclass(frozen=True, slots=True)
class ByPositions:
    """A player of positions, for those who speak of roles and states.

    Attributes:
        player: who chooses.
        game: what it plays; it is asked for states of this game's own reasoner.
        seconds: how long for a move at most.
    """

    player: Player
    game: RuleGame
    seconds: float | None = None

    @property
    def ends_by_itself(self) -> bool:
        """Whether it has limits of its own."""
        return self.seconds is not None

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
        simulations: int | None = None,
    ) -> int:
        """The number of a role's move in a state that is not terminal."""
        if reasoner is not self.game.reasoner:
            raise RulesError(f"{self.player.name} knows no states but those of {self.game.name}")
        legal = reasoner.legal_moves(state)[role]
        position = Position(self.game, state)
        if len(legal) == 1 or position.mover != role:
            return legal[0]
        seconds = self.seconds
        if deadline is not None:
            left = max(deadline - time.monotonic(), _AN_INSTANT)
            seconds = left if seconds is None else min(left, seconds)
        move = self.player.choose(position, Limit(nodes=simulations, seconds=seconds, stop=stop))
        return self.game.role_move(role, move)
