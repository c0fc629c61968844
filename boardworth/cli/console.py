"""Progress bars and tables in the terminal."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from boardworth.cli.streams import Terminal, give_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardworth.recipes.reporter import Advance

_WIDE = 200  # for tables that go to a file


def show_table(
    title: str, columns: Sequence[str], sections: Sequence[Sequence[Sequence[str]]], note: str = ""
) -> None:
    """Prints a table of sections of rows. Columns whose names begin with > are set to the right."""
    table = Table(title=escape(title), caption=escape(note) or None)
    for column in columns:
        table.add_column(
            column.removeprefix(">"), justify="right" if column.startswith(">") else "left"
        )
    for rows in sections:
        for row in rows:
            table.add_row(*map(escape, row))
        table.add_section()
    Terminal(width=None if sys.stdout.isatty() else _WIDE, highlight=False, emoji=False).print(
        table
    )


class GrowingTable:
    """A table on standard output whose rows are printed when they are ready.

    Its columns are names with widths; those whose names begin with > are set to the right. The last
    column takes what it needs.
    """

    def __init__(self, *columns: tuple[str, int]) -> None:
        self._console = Terminal(highlight=False, soft_wrap=True)
        self._columns = columns
        self.row([name.removeprefix(">") for name, _ in columns], style="bold")

    def row(self, cells: Sequence[str], style: str = "") -> None:
        """One line of it, in a style of rich's where the terminal has any."""
        line = "  ".join(
            cell.rjust(width) if name.startswith(">") else cell.ljust(width)
            for cell, (name, width) in zip(cells, self._columns, strict=True)
        )
        self._console.print(line.rstrip(), markup=False, style=style)


class ProgressBars:
    """A reporter that shows tasks as bars on standard error; finished ones leave one line each."""

    def __init__(self) -> None:
        self._console = Terminal(stderr=True, highlight=False, soft_wrap=True, emoji=False)

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
            task = bars.add_task(escape(name), total=total)

            def advance(amount: float) -> None:
                bars.update(task, advance=amount)

            yield advance
        self.line(f"{name}: {time.perf_counter() - start:.1f} s")

    def line(self, text: str) -> None:
        """A line of its own, above any bar."""
        try:
            self._console.print(text, markup=False, soft_wrap=True)
        except OSError:
            give_up()  # that nobody reads of it is no reason to end the work
