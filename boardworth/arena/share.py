"""A share of games, and how far off it may be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.arena.rating import Z_95

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True, slots=True)
class Share:
    """How many of all games, with the 95 % interval of Wilson (1927).

    (p + z^2 / 2n ± z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n). It holds near 0 % and
    100 %, too, and for few games.

    >>> print(Share.of(58, 100))
    58 % [48, 67]
    """

    count: int
    total: int
    share: float | None  # None of no games
    interval_95: tuple[float, float]

    @classmethod
    def of(cls, count: int, total: int) -> Self:
        """The share of a count in a total."""
        if not total:
            return cls(count, total, None, (0.0, 1.0))
        share, padding = count / total, Z_95**2 / total
        centre = share + padding / 2
        margin = Z_95 * math.sqrt(share * (1 - share) / total + padding / (4 * total))
        low, high = (centre - margin) / (1 + padding), (centre + margin) / (1 + padding)
        return cls(count, total, share, (max(low, 0.0), min(high, 1.0)))

    def compared(self, even: float) -> int:
        """1 if it is above a share, -1 if it is below, 0 if the interval leaves that open."""
        low, high = self.interval_95
        return int(low > even) - int(high < even)

    def __str__(self) -> str:
        if self.share is None:
            return "-"
        low, high = self.interval_95
        return f"{100 * self.share:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"
