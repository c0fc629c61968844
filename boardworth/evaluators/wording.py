"""Values in words a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boardworth.fitting import probability

if TYPE_CHECKING:
    from boardworth.fitting import Model

# The core's value of a won game under the target "win".
_DECIDED = 1 << 22


def in_words(model: Model, units: int) -> str:
    """A value for the side to move: points of score, or the chance of a win.

    Args:
        model: whose value it is.
        units: the value, as searches and evaluators of the core give it.
    """
    if model.target == "score":
        return f"{units / model.scale:+.2f} points"
    if abs(units) >= _DECIDED:
        return "a certain win" if units > 0 else "a certain loss"
    return f"{100 * float(probability(np.array(units / model.scale, np.float32))):.0f} % to win"
