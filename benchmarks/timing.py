"""Times work on shared machines: alternately, and by the best of several runs."""

import time
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from rich.console import Console
from rich.table import Table

Name = TypeVar("Name", bound=Hashable)


def best_seconds(
    works: Mapping[Name, Callable[[], object]],
    rounds: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[Name, float]:
    """The least time of each piece of work, all of them taking turns.

    Other tenants of a machine only ever add time, so the least is the truest, and taking turns
    gives every piece the same neighbours. For work on one thread `time.process_time` leaves out
    what it had to wait.
    """
    seconds = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            start = clock()
            work()
            seconds[name] = min(seconds[name], clock() - start)
    return seconds


def show(title: str, columns: tuple[str, ...], rows: list[tuple[str, ...]], note: str = "") -> None:
    """A table of results."""
    table = Table(title=title, caption=note or None)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=110).print(table)
