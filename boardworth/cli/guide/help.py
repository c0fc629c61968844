"""boardworth help: the page of a command."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

from cyclopts import Parameter

from boardworth.cli.paths import Words
from boardworth.cli.streams import Terminal
from boardworth.errors import BoardworthError


def help(  # noqa: A001 - the name of the command
    command: Annotated[list[str] | None, Words(), Parameter(negative="")] = None, /
) -> None:
    """Show what a command does, with examples and all its options.

    For example:

        boardworth help
        boardworth help match
        boardworth help reproduce glem

    Args:
        command: its name; without one, all commands are listed.
    """
    from boardworth.cli.app import app

    words = command or []
    _, applications, unknown = app.parse_commands(words)
    if unknown:
        known = [name for name in applications[-1] if not name.startswith("-")]
        meant = get_close_matches(unknown[0], known, 1)
        hint = f"did you mean {meant[0]}?" if meant else f"there are {', '.join(known)}"
        raise BoardworthError(f"no command '{' '.join(words)}': {hint}")
    app.help_print(words, console=Terminal())
