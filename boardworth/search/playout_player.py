"""Random games as a player of the arena, against evaluations of the same rule sheet."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.errors import RulesError
from boardworth.rules.gdl.game import RuleGame

if TYPE_CHECKING:
    from boardworth.rules import Move, Position
    from boardworth.search.limit import Limit
    from boardworth.search.playouts import Playouts


@dataclass(frozen=True, slots=True)
class PlayoutPlayer:
    """Chooses by random games: a fixed number of them, or as many as the time allows.

    Attributes:
        playouts: how it chooses.
        name: for tables and records.
    """

    playouts: Playouts
    name: str = "playouts"

    def choose(self, position: Position, limit: Limit) -> Move:
        """A legal move of a position by a rule sheet that is not over."""
        game = position.game
        if not isinstance(game, RuleGame):
            raise RulesError(f"{self.name} plays by rule sheets, not {game.name}")
        seconds = limit.seconds
        if limit.clock is not None:
            seconds = limit.clock.budget(position.moves_to_go // 2 + 1)[0]
        deadline = None if seconds is None else time.monotonic() + seconds
        role = position.mover
        number = self.playouts.choose(
            game.reasoner, position.packed, role, deadline=deadline, stop=limit.stop
        )
        return game.parse_move(str(game.reasoner.move(role, number)))
