"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass

from boardworth.errors import BoardworthError


@dataclass(frozen=True, slots=True)
class Limit:
    """Depth in plies, nodes or seconds per move; whichever is reached first.

    >>> print(Limit(depth=4))
    depth 4
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        given = {"depth": self.depth, "nodes": self.nodes, "seconds": self.seconds}
        if all(value is None for value in given.values()):
            raise BoardworthError("a limit needs a depth, a number of nodes or seconds")
        for name, value in given.items():
            if value is not None and not value > 0:
                raise BoardworthError(f"a limit of {value} {name}: it must be more than 0")

    def __str__(self) -> str:
        parts = []
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} nodes")
        if self.seconds is not None:
            parts.append(f"{self.seconds:g} s")
        return ", ".join(parts)
