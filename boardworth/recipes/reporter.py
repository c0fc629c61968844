"""Reporters show the progress of long work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class Steps:
    """A reporter that says of every task which step of the work it belongs to.

    Args:
        reporter: what shows the tasks.
        names: of all steps, in their order. A task belongs to the next step whose name it has, or
            begins with; steps that were finished before are passed over.
    """

    def __init__(self, reporter: Reporter, names: Sequence[str]) -> None:
        self._reporter = reporter
        self._names = list(names)
        self._place = 0

    def task(self, name: str, total: float) -> AbstractContextManager[Advance]:
        """A task, under its step."""
        ahead = range(self._place, len(self._names))
        same = [place for place in ahead if self._names[place] == name]
        alike = [place for place in ahead if name.startswith(self._names[place])]
        self._place = next(iter([*same, *alike]), self._place)
        step = f"step {self._place + 1} of {len(self._names)}"
        return self._reporter.task(f"{step}: {name}", total)

    def line(self, text: str) -> None:
        """Shown as it is."""
        self._reporter.line(text)
