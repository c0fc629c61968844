"""Limits of an engine that is asked by a program, which has limits of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.search import Limit


def tighter(ours: Limit, theirs: Limit) -> Limit:
    """Our limit, with the program's depth or level where that is the smaller one."""
    if ours.depth is not None and theirs.depth is not None and ours.depth <= theirs.depth:
        return ours
    return replace(ours, depth=theirs.depth, solving=theirs.solving)
