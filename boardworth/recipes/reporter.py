"""Reporters show the progress of long work."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeAlias

# Moves a task's progress on by that much.
Advance: TypeAlias = Callable[[float], None]


class Reporter(Protocol):
    """Shows tasks and lines."""

    def task(self, name: str, total: float) -> AbstractContextManager[Advance]:
        """A task that is done when `total` has been advanced."""

    def line(self, text: str) -> None:
        """Something worth reading now."""


class Silent:
    """Shows nothing."""

    def task(self, name: str, total: float) -> AbstractContextManager[Advance]:  # noqa: ARG002
        """A task that is not shown."""
        return nullcontext(lambda _: None)

    def line(self, text: str) -> None:
        """Nothing."""
