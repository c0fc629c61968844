"""Standard streams that are closed, that know few characters, or whose readers have left."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

# A blank that keeps words together.
BLANK = "\N{NO-BREAK SPACE}"
# Terminals that can do nothing but write.
_DUMB = {"dumb", "unknown"}


class Terminal(Console):
    """A console that leaves it to the command line what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        """Raises, where rich would exit with 1."""
        raise BrokenPipeError


def mend() -> None:
    """Closed streams lead nowhere; what a stream cannot encode or decode is replaced."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            _lead_nowhere(number)
            mode = "w" if number else "r"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def ask(prompt: str) -> str:
    """The next line that is typed. Raises EOFError.

    We write the prompt: `input` loses a Ctrl-C that comes while it does, and waits on. What no
    terminal shows as it is typed, we write too.
    """
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    typed = input("")
    print(typed)
    return typed


def edit_lines(completions: Callable[[], Iterable[str]]) -> None:
    """Lines that are typed can be edited, called back and completed, where a terminal can do it."""
    if _is_dumb() or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:
        return

    def completion(typed: str, number: int) -> str | None:
        found = [text for text in completions() if text.startswith(typed)]
        return found[number] if number < len(found) else None

    readline.set_completer(completion)
    readline.set_completer_delims("")
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set enable-bracketed-paste off")  # its codes would be written


def say(line: str, hang: int = 2) -> None:
    """Prints a line; on a terminal it is broken between words where it is too long.

    Args:
        line: words; no line breaks at a `BLANK`, which is printed as any other.
        hang: how far what is broken off is set in.
    """
    print(_broken(line, sys.stdout, hang).replace(BLANK, " "))


def tell(message: str) -> None:
    """Writes lines to standard error, if anybody still reads there.

    Those that are set in are to be copied: they are not broken.
    """
    with contextlib.suppress(OSError, ValueError):
        for line in message.split("\n"):
            shown = line if line.startswith("  ") else _broken(line, sys.stderr, 2)
            print(shown, file=sys.stderr, flush=True)


@contextlib.contextmanager
def notice(text: str) -> Iterator[None]:
    """Shows a text while something lasts, if there is a terminal that can take it back."""
    from boardworth.rules.picture import text_width

    shown = sys.stdout.isatty() and not _is_dumb()
    if shown:
        print(text, end="", flush=True)
    try:
        yield
    finally:
        if shown:
            print(f"\r{' ' * text_width(text)}\r", end="", flush=True)


def _is_dumb() -> bool:
    return os.environ.get("TERM", "dumb") in _DUMB


def _broken(line: str, stream: TextIO, hang: int) -> str:
    """The line in pieces that fit, if the stream is a terminal."""
    if not stream.isatty():
        return line
    width = max(shutil.get_terminal_size().columns, 2 * hang)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def give_up() -> None:
    """Streams that can no longer be written to lead nowhere: Python flushes them once more."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            _lead_nowhere(number)


def _lead_nowhere(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, number)  # also if they are the same: children inherit what was duplicated
    if nowhere != number:
        os.close(nowhere)
