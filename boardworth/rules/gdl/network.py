"""Ground games compiled into networks of gates."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import FormatError, RulesError

if TYPE_CHECKING:
    from boardworth.rules.gdl.grounding import GroundGame


def network(game: GroundGame) -> _core.Network:
    """The network that plays a ground game. Raises RulesError if its rules allow none."""
    initial = [0] * len(game.fluents)
    for fluent in game.initial:
        initial[fluent] = 1
    try:
        return _core.Network(
            game.rules.heads,
            game.rules.starts,
            game.rules.literals,
            fluents=game.fluent_atoms,
            nexts=game.next_atoms,
            initial=initial,
            does=list(chain(*game.does_atoms)),
            legals=list(chain(*game.legal_atoms)),
            role_moves=[len(moves) for moves in game.moves],
            terminal=game.terminal_atom,
            goals=game.goals,
        )
    except FormatError as error:
        raise RulesError(str(error)) from None
