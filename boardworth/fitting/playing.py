"""How to play with a model: found out by searches and matches, kept in the model's file."""

from __future__ import annotations

from typing import Literal

import msgspec

from boardworth.fitting.selectivity import Selectivity  # noqa: TC001 - read by msgspec

# Methods of playing with an evaluation; the last one leaves it alone.
PlayerName = Literal["alpha-beta", "mtdf", "guided-uct", "lightly-guided-uct", "uct"]


class Playing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the search stage knows about a model."""

    player: PlayerName | None = None  # the method that plays best with it, if that was tried
    # How well its shallow searches predict deep ones, once it is calibrated.
    selectivity: Selectivity | None = None

    def sound(self) -> bool:
        """Whether its numbers are such as a calibration can give: a file may hold anything."""
        return self.selectivity is None or self.selectivity.sound()
