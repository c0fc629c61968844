"""What is left of a command after Ctrl-C, and how to go on with it."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

# Throws finished work away: the command that goes on with it must not say so.
_FRESH = "--fresh"


class Remains:
    """What one command would leave if it were interrupted."""

    def __init__(self) -> None:
        self._begun = False
        self._folder: Path | None = None
        self._shown = ""
        self._nothing = ""
        self._outputs: dict[Path, tuple[int, int] | None] = {}  # as they were at first

    def begin(self, outputs: Sequence[Path]) -> None:
        """The command begins, which writes these files; so far it leaves nothing."""
        self._begun = True
        self._outputs = {path: _state(path) for path in outputs}

    def keep_in(self, folder: Path) -> None:
        """Its finished work is kept there from now on."""
        self._folder = folder

    def show(self, what: str) -> None:
        """The command has shown what there is so far of a match, an analysis, or other work."""
        self._shown = what

    def keep_nothing(self, why: str) -> None:
        """It leaves nothing, and there is a reason to tell."""
        self._nothing = why

    def words(self, arguments: Sequence[str]) -> str:
        """What is said of it, if anything is known.

        Args:
            arguments: of the command.
        """
        if self._folder is not None:
            from boardworth.recipes.workspace import has_work

            if has_work(self._folder):
                again = [word for word in arguments if word.partition("=")[0] != _FRESH]
                return (
                    f"what is finished is kept in {self._folder}, and this goes on with it:\n"
                    f"  {shlex.join(['boardworth', *again])}"
                )
        written = [str(path) for path, before in self._outputs.items() if _state(path) != before]
        if self._shown:
            files = f" and in {', '.join(written)}" if written else ""
            return f"the result so far is above{files}; {self._shown} cannot be resumed"
        if written:
            return f"what there is so far is in {', '.join(written)}; it cannot be resumed"
        if self._nothing:
            return f"nothing is kept: {self._nothing}"
        return "nothing is kept" if self._begun else ""


_remains: ContextVar[Remains] = ContextVar("remains")


@contextmanager
def remaining() -> Iterator[Remains]:
    """Within it one command runs."""
    remains = Remains()
    token = _remains.set(remains)
    try:
        yield remains
    finally:
        _remains.reset(token)


def keep_in(folder: Path) -> None:
    """Finished work of the command that runs is kept there: the same command goes on with it."""
    _remains.get().keep_in(folder)


def show_so_far(what: str) -> None:
    """What there is so far is shown, of work such as "a match": it cannot be resumed."""
    _remains.get().show(what)


def keep_nothing(why: str) -> None:
    """Work that is interrupted from now on leaves nothing, for this reason."""
    _remains.get().keep_nothing(why)


def _state(path: Path) -> tuple[int, int] | None:
    """Tells whether a file was written: it is replaced then."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
