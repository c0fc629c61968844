"""Progress bars, tables and charts in the terminal."""

from __future__ import annotations

import re
import sys
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import partial
from itertools import zip_longest
from textwrap import wrap
from threading import Event, Thread
from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from boardworth.cli.output.columns import column_widths, smallest_room
from boardworth.cli.output.figures import is_quiet
from boardworth.cli.output.progress import Task, tell_now_and_then
from boardworth.cli.streams import BLANK, Terminal, give_up, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Literal, TypeAlias

    from rich.console import RenderableType

    # Title, columns, sections of rows, note.
    WatchTable: TypeAlias = Callable[
        [str, Sequence[str], Sequence[Sequence[Sequence[str]]], str], None
    ]

_WIDE = 200  # for tables that go to a file
_BLANK = "\ue000"  # stands for a blank that breaks no line: of private use, one column wide
_JOINED = re.compile(r"\d %|\[[^\[\], ]+, [^\[\], ]+\]")
_MAX_BAR = 40  # columns
_MIN_BAR = 10
_ECHO = "^C"  # which a terminal adds to a line, and must not begin a new one
# Of charts.
_ROWS = 8
# More bars than this are drawn at half the width.
_WIDE_BARS = 80
# A braille character has four rows of two dots; these are the bits of its left and right column.
_BRAILLE = 0x2800
_LEFT = (0x01, 0x02, 0x04, 0x40)
_RIGHT = (0x08, 0x10, 0x20, 0x80)
_watching: ContextVar[tuple[WatchTable, ...]] = ContextVar("watching tables", default=())


def show_table(
    title: str, columns: Sequence[str], sections: Sequence[Sequence[Sequence[str]]], note: str = ""
) -> None:
    """Prints a table of sections of rows. Columns whose names begin with > are set to the right.

    Where there is little room, cells have several lines; words are never cut short, and numbers
    stay together with their units and intervals. Where there is too little even for that, there is
    a block of lines "name: value" for each row instead.
    """
    for watch in _watching.get():
        watch(title, columns, sections, note)
    names = [column.removeprefix(">") for column in columns]
    rows = [[_together(cell) for cell in row] for section in sections for row in section]
    cells = list(zip(names, *rows, strict=True))
    console = Terminal(highlight=False, emoji=False)
    terminal = sys.stdout.isatty()
    room = console.width if terminal else max(_WIDE, smallest_room(cells))
    widths = column_widths(cells, room)
    if widths is None:
        _show_blocks(title, names, rows, note)
        return
    console.width = room
    table = Table(title=escape(title), caption=escape(note) or None)
    for column, name, width in zip(columns, names, widths, strict=True):
        justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
        table.add_column(Text(name), justify=justify, width=width)
    for section in sections:
        for row in section:
            table.add_row(*(Text(_together(cell)) for cell in row))
        table.add_section()
    with console.capture() as drawn:
        console.print(table)
    print(drawn.get().replace(_BLANK, " "), end="")


def _show_blocks(
    title: str, names: Sequence[str], rows: Sequence[Sequence[str]], note: str
) -> None:
    """The same as lines: cells that are empty are left out."""
    say(f"{title}:")
    for row in rows:
        print()
        for name, cell in zip(names, row, strict=True):
            if cell.strip():
                say(f"{name}: {cell}".removeprefix(": ").replace(_BLANK, BLANK))
    if note:
        print()
        say(note)
    print()


@contextmanager
def watching_tables(watch: WatchTable) -> Iterator[None]:
    """Within it `watch` is called with the arguments of every table that is printed."""
    token = _watching.set((*_watching.get(), watch))
    try:
        yield
    finally:
        _watching.reset(token)


def _together(text: str) -> str:
    """The same with blanks that do not break lines before units and in intervals."""
    return _JOINED.sub(lambda found: found[0].replace(" ", _BLANK), text)


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
    """A reporter that shows tasks on standard error; finished ones leave one line each.

    On a terminal a task is a bar; elsewhere a line tells of it every 30 seconds. With --quiet there
    is nothing to see.
    """

    def __init__(self) -> None:
        self._console = Terminal(stderr=True, highlight=False, soft_wrap=True, emoji=False)
        self._quiet = is_quiet()
        self._tasks: list[Task] = []

    @contextmanager
    def task(self, name: str, total: float) -> Iterator[Task]:
        """A task while it lasts, then a line with its name and time."""
        task = Task(name, total)
        self._tasks.append(task)
        try:
            with self._shown(task):
                yield task
        finally:
            self._tasks.remove(task)
        self.line(f"{name}: {task.seconds:.1f} s")

    def line(self, text: str) -> None:
        """A line of its own, above any bar."""
        if self._quiet:
            return
        try:
            self._console.print(text, markup=False, soft_wrap=True)
        except OSError:
            give_up()  # the work goes on, even if its progress cannot be shown

    def _shown(self, task: Task) -> AbstractContextManager[object]:
        if self._quiet:
            return nullcontext()
        return self._bar(task) if self._console.is_terminal else self._lines(task)

    @contextmanager
    def _bar(self, task: Task) -> Iterator[None]:
        console = self._console
        with Live(
            get_renderable=lambda: task_bar(task, console.width),
            console=console,
            transient=True,
            refresh_per_second=10,
        ):
            yield

    @contextmanager
    def _lines(self, task: Task) -> Iterator[None]:
        """A thread tells of the task: its work may take long from one step to the next."""
        over = Event()
        told = (task, over.wait, partial(self._tell, task))
        Thread(target=tell_now_and_then, args=told, daemon=True).start()
        try:
            yield
        finally:
            over.set()

    def _tell(self, task: Task, text: str) -> None:
        """A line about a task, unless there is one inside it that has its own."""
        if self._tasks[-1:] == [task]:
            self.line(text)


def task_bar(task: Task, width: int) -> RenderableType:
    """A task's name, a bar, and what the task says of itself: below them, if there is no room."""
    name, words = Text(task.name), str(task)

    def bar(room: int) -> ProgressBar:
        return ProgressBar(1.0, task.share, width=min(room, _MAX_BAR))

    room = width - 2 * len(_ECHO) - name.cell_len
    if room - len(words) >= _MIN_BAR:
        return _row(name, bar(room - len(words)), Text(words))
    above = _row(name, bar(room)) if room >= _MIN_BAR else name
    below = wrap(words, width - len(_ECHO), initial_indent="  ", subsequent_indent="  ")
    return Group(above, *map(Text, below))


def _row(*parts: RenderableType) -> Table:
    """Parts beside each other."""
    row = Table.grid(padding=(0, 1))
    row.add_row(*parts)
    return row


def bar_chart(
    values: Sequence[float], most: float, labels: tuple[str, str, str], marks: Sequence[str] = ()
) -> str:
    """Bars from the middle line, with labels at the top, the middle and the bottom.

    Args:
        values: from -most to most; what lies beyond is cut off.
        most: the value of a bar that reaches the top.
        labels: what most, 0 and -most are called.
        marks: for every value a character to stand below it, or a space.

    >>> print(bar_chart([1, -1, 0.5, 0], 1, ("+1", "0", "-1"), " w  "))
    +1 ⣿⠀⠀⠀
       ⣿⠀⠀⠀
       ⣿⠀⣿⠀
       ⣿⠀⣿⠀
     0 ⠀⣿⠀⠀
       ⠀⣿⠀⠀
       ⠀⣿⠀⠀
    -1 ⠀⣿⠀⠀
        w
       1
    """
    repeats = 2 if len(values) <= _WIDE_BARS else 1
    dots = [_dots(value / most) for value in values for _ in range(repeats)]
    pairs = list(zip_longest(dots[::2], dots[1::2], fillvalue=0))
    names = {0: labels[0], _ROWS // 2: labels[1], _ROWS - 1: labels[2]}
    width = max(map(len, labels))
    lines = [
        f"{names.get(row, ''):>{width}} " + "".join(_cell(row, *pair) for pair in pairs)
        for row in range(_ROWS)
    ]
    below = [_below(marks, repeats), _numbers(len(values), repeats)]
    return "\n".join(lines + [f"{'':{width}} {line}".rstrip() for line in below])


def _dots(share: float) -> int:
    """How many dots a bar is high: negative if it hangs."""
    return round(max(-1.0, min(1.0, share)) * 2 * _ROWS)


def _cell(row: int, left: int, right: int) -> str:
    """The part of two bars that lies in a row."""
    bits = _BRAILLE
    for dot in range(4):
        height = 2 * _ROWS - 4 * row - dot  # 1 is the first dot above the middle, 0 the one below
        for bar, column in ((left, _LEFT), (right, _RIGHT)):
            if 1 <= height <= bar or bar < height <= 0:
                bits |= column[dot]
    return chr(bits)


def _below(marks: Sequence[str], repeats: int) -> str:
    """The marks, or for narrow bars one of each two."""
    if repeats == 2:
        return "".join(marks)
    pairs = zip_longest(marks[::2], marks[1::2], fillvalue=" ")
    return "".join(left if left.strip() else right for left, right in pairs)


def _numbers(count: int, repeats: int) -> str:
    """1, 10, 20, ... each beginning below its bar."""
    line = "1"
    for number in range(10, count + 1, 10):
        line = line.ljust((number - 1) * repeats // 2) + str(number)
    return line
