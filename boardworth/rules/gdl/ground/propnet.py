"""Ground games compiled into propnets."""

from __future__ import annotations

from itertools import chain

from boardworth import _core
from boardworth.errors import FormatError, RulesError, TooMany
from boardworth.rules.gdl.ground.grounding import GroundGame, TooCostly

# Literals that are looked at to build a propnet, some 15 million a second. A million ground rules
# of chess need 14 million.
MAX_WORK = 200_000_000


def propnet(game: GroundGame, max_work: int = MAX_WORK) -> _core.Propnet:
    """The propnet that plays a ground game.

    Raises RulesError if its rules allow none, and TooCostly if it is too large.
    """
    initial = [0] * len(game.fluents)
    for fluent in game.initial:
        initial[fluent] = 1
    try:
        return _core.Propnet(
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
            max_work=max_work,
        )
    except FormatError as error:
        raise RulesError(f"{game.source}: {error}") from None
    except TooMany:
        raise TooCostly(
            f"{game.source}: to build a propnet, more than {max_work:,} literals are looked at"
        ) from None
