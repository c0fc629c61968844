"""How the weights of a game's relations are numbered: the compiled numbering, and its kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core
from boardworth.errors import FormatError

if TYPE_CHECKING:
    from boardworth.features.relations.conditions import Conditions

# In the order in which their weights are numbered: more kinds append weights.
KINDS = (
    "material",
    "piece-square",
    "king-piece",
    "piece-piece",
    "king-king-piece",
    "king-piece-piece",
)
# e^A, e^B, e^C and e^D of Hoki and Kaneko 2014.
PAPERS_KINDS = ("material", "king-piece", "king-king-piece", "king-piece-piece")


def relation_shape(
    conditions: Conditions, kinds: Sequence[str] = PAPERS_KINDS
) -> _core.RelationShape:
    """The numbering of some kinds of relations, given in their order.

    >>> from boardworth.features.relations.conditions import Conditions
    >>> from boardworth.rules import load_game
    >>> relation_shape(Conditions(load_game("chess")), ["material", "king-piece"]).weights
    39317
    """
    if not kinds or list(kinds) != [kind for kind in KINDS if kind in kinds]:
        raise FormatError(
            f"kinds of relations are some of {', '.join(KINDS)}, in this order: not "
            f"'{', '.join(kinds)}'"
        )
    return _core.RelationShape(
        [len(atom.values) for atom in conditions.game.atoms],
        np.ascontiguousarray(conditions.by_fact),
        conditions.mirror,
        conditions.squares,
        conditions.king_mirror,
        conditions.across,
        list(kinds),
        conditions.about.apart,
    )
