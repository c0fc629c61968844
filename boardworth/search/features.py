"""What searches of chess and shogi do beyond alpha-beta with quiescence search, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import BoardworthError, MissingCapability

if TYPE_CHECKING:
    from boardworth.rules import Game

# With these alone values are those of minimax with quiescence search.
LEARNING = ("killers", "history", "countermoves", "mate-distance")
# Captures that lose an exchange are left out. What pieces are worth in one is fixed, so that the
# moves which quiescence search makes do not depend on the weights that are learned.
QUICK_LEARNING = (*LEARNING, "exchange-pruning")


def search_features(
    game: Game, chosen: str | Iterable[str] | None = None, without: Iterable[str] = ()
) -> tuple[str, ...]:
    """The features of a set by name, "playing" or "learning", or of a list; by default "playing".

    Games that know none of them have empty sets of both names, and refuse lists.
    """
    known = _core.features(game.core)
    if chosen is None or chosen == "playing":
        names = known
    elif chosen == "learning":
        names = [name for name in known if name in LEARNING]
    elif isinstance(chosen, str):
        raise BoardworthError(
            f"features '{chosen}': expected playing, learning or a list of {_listed(known)}"
        )
    else:
        names = list(chosen)
    left_out = list(without)
    for name in (*names, *left_out):
        if not known:
            raise MissingCapability(f"{game.name}: its searches have no features to choose")
        if name not in known:
            raise BoardworthError(f"feature '{name}': {game.name} knows {_listed(known)}")
    return tuple(name for name in known if name in names and name not in left_out)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "nothing"
