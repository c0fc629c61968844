"""Times work on shared machines: alternately, and by the best of several runs."""

import time
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.table import Table


def best_seconds(works: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
    """The least time of each piece of work, all of them taking turns.

    Other tenants of a machine only ever add time, so the least is the truest, and taking turns
    gives every piece the same neighbours.
    """
    seconds = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            seconds[name] = min(seconds[name], time.perf_counter() - start)
    return seconds


def show(title: str, columns: tuple[str, ...], rows: list[tuple[str, ...]], note: str = "") -> None:
    """A table of results."""
    table = Table(title=title, caption=note or None)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=110).print(table)
