"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from boardworth import _core

# Deeper than any game is long, and within the core's integers.
MOST_DEPTH = 1000
MOST_NODES = 10**18


@dataclass(frozen=True, slots=True)
class Limit:
    """Depth in plies, nodes or seconds per move, or a sign; whichever comes first.

    >>> print(Limit(depth=4))
    depth 4
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: _core.StopSign | None = None

    @property
    def repeatable(self) -> bool:
        """Whether the same search always ends at the same point."""
        return self.seconds is None and self.stop is None

    def __post_init__(self) -> None:
        given = {
            "depth": (self.depth, MOST_DEPTH),
            "nodes": (self.nodes, MOST_NODES),
            "seconds": (self.seconds, float("inf")),
        }
        if self.stop is None and all(value is None for value, _ in given.values()):
            raise BoardworthError("a limit needs a depth, a number of nodes or seconds")
        for name, (value, most) in given.items():
            if value is not None and not 0 < value <= most:
                raise BoardworthError(
                    f"a limit of {value} {name}: it must be more than 0, at most {most:g}"
                )

    def __str__(self) -> str:
        parts = []
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} nodes")
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s")
        return ", ".join(parts)
