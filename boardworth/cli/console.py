"""Progress bars and tables in the terminal."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.recipes.reporter import Advance


def output() -> Console:
    """Where results go: standard output, never wrapped when it is not a terminal."""
    return Console(width=None if sys.stdout.isatty() else 120, highlight=False)


class ProgressBars:
    """A reporter that shows tasks as bars on standard error; finished ones leave one line each."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False)

    @contextmanager
    def task(self, name: str, total: float) -> Iterator[Advance]:
        """A bar while it lasts, then its name and time."""
        start = time.perf_counter()
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
        )
        hidden = not self._console.is_terminal
        with Progress(*columns, console=self._console, transient=True, disable=hidden) as bars:
            task = bars.add_task(name, total=total)

            def advance(amount: float) -> None:
                bars.update(task, advance=amount)

            yield advance
        self.line(f"{name}: {time.perf_counter() - start:.1f} s")

    def line(self, text: str) -> None:
        """A line of its own, above any bar."""
        self._console.print(text, markup=False)
