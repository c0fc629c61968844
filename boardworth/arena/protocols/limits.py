"""Limits of an engine that is asked by a program, which has limits of its own."""

from __future__ import annotations

from boardworth.search import Limit

# Where neither the engine's user nor the program sets any.
DEFAULT_LIMIT = Limit(seconds=1)


def tighter(ours: int | None, theirs: int | None) -> int | None:
    """The smaller of two depths, where there are two."""
    return min((depth for depth in (ours, theirs) if depth is not None), default=None)
