"""Times work on shared machines: alternately, and by the best of several runs."""

import statistics
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from benchmarks import figures

Name = TypeVar("Name", bound=Hashable)


def seconds_by_round(
    works: Mapping[Name, Callable[[], object]],
    rounds: int = 5,
    clock: Callable[[], float] = time.process_time,
) -> dict[Name, list[float]]:
    """The times of each piece of work, all of them taking turns.

    Taking turns gives every piece the same neighbours. `time.process_time` leaves out what a piece
    had to wait; work on several threads needs `time.perf_counter`.
    """
    seconds: dict[Name, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = clock()
            work()
            seconds[name].append(clock() - start)
    return seconds


def best_seconds(
    works: Mapping[Name, Callable[[], object]],
    rounds: int = 5,
    clock: Callable[[], float] = time.process_time,
) -> dict[Name, float]:
    """The least time of each: other tenants of a machine only ever add to it."""
    return {name: min(times) for name, times in seconds_by_round(works, rounds, clock).items()}


def faster_by(slow: Sequence[float], fast: Sequence[float], factor: float = 1.0) -> str:
    """How much faster one piece of work is than another, as a table shows it.

    The median over the rounds, and its interval; a factor makes up for different amounts of work.
    """
    ratios = [factor * a / b for a, b in zip(slow, fast, strict=True)]
    low, high = median_interval(ratios)
    return f"{_short(statistics.median(ratios))}x [{_short(low)}, {_short(high)}]"


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """The order statistics that hold the median with a probability of 95 %, or all there are."""
    inside = sorted(values)
    skipped = max(0, int(len(inside) / 2 - 0.98 * len(inside) ** 0.5))
    return inside[skipped], inside[len(inside) - 1 - skipped]


def _short(value: float) -> str:
    """Two digits after the point of small numbers, none of large ones."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def show(
    title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], note: str = ""
) -> None:
    """A table of results, which is also recorded where figures are written to a file."""
    figures.record(figures.Table(title, list(columns), [list(row) for row in rows], note))
    table = Table(title=title, caption=note or None)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=110).print(table)
