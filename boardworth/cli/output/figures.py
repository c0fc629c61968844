"""The options --json and --quiet: every command has them from here.

A command that prints figures calls `give` once, with plain values. They are written as one JSON
document, whose shape docs/command-line.md describes:

    {"command": "perft", "version": "0.2.0", "game": "othello", "result": {...}}
"""

from __future__ import annotations

import io
import json as json_format
import math
import sys
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from importlib.metadata import version
from inspect import Parameter as Place
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeAlias

from cyclopts import Group, Parameter

from boardworth.cli.arguments import Force
from boardworth.cli.file_kinds import FIGURES
from boardworth.cli.paths import STANDARD_OUTPUT, Output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OUTPUT = Group("Output", sort_key=100)
_Json: TypeAlias = Annotated[
    Path | None,
    Output(FIGURES, standard=True),
    Parameter(
        name=["--json", "--results"],
        group=OUTPUT,
        allow_leading_hyphen=True,
        help="write the figures to this JSON file; - for standard output, which then holds "
        "nothing else.",
    ),
]
_Quiet: TypeAlias = Annotated[
    bool,
    Parameter(
        name=["--quiet", "-q"],
        negative="",
        group=OUTPUT,
        help="show no progress; results, warnings and errors are shown.",
    ),
]


@dataclass(frozen=True)
class _Asked:
    """How the command that runs was asked to speak."""

    command: str = ""
    json: Path | None = None  # where the figures go
    quiet: bool = False
    output: TextIO | None = None  # what standard output is to the user


_asked: ContextVar[_Asked] = ContextVar("asked")


def with_quiet(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """The command with --quiet: for those that have no figures."""
    return _with_options(command, command.__name__, {"quiet": _Quiet})


def with_figures(command: Callable[..., int | None], under: str = "") -> Callable[..., int | None]:
    """The command with --json, --quiet, and --force, if it has none of its own.

    Args:
        command: one that calls `give`.
        under: the word before its name, if there is any.
    """
    options = {"json": _Json, "quiet": _Quiet}
    if "force" not in signature(command).parameters:
        options["force"] = Annotated[Force, Parameter(group=OUTPUT)]
    return _with_options(command, f"{under} {command.__name__}".strip(), options)


def is_quiet() -> bool:
    """Whether the command that runs is to show no progress."""
    return _asked.get(_Asked()).quiet


def json_file() -> Path | None:
    """The file that the figures of the command that runs go to, if it is one."""
    path = _asked.get(_Asked()).json
    return None if path == STANDARD_OUTPUT else path


def give(game: str | None, result: Any) -> None:
    """Writes the figures of the command that runs, if they are asked for.

    Args:
        game: by its name; None where there is none, or more than one.
        result: plain values; what is infinite or no number becomes null.
    """
    asked = _asked.get(_Asked())
    if asked.json is None:
        return
    document = {
        "command": asked.command,
        "version": version("boardworth"),
        "game": game,
        "result": _plain(result),
    }
    text = json_format.dumps(document, indent=2, allow_nan=False) + "\n"
    if asked.json == STANDARD_OUTPUT:
        assert asked.output is not None
        asked.output.write(text)
        asked.output.flush()
        return
    from boardworth.files import written_atomically

    with written_atomically(asked.json) as file:
        file.write(text.encode())


def _with_options(
    command: Callable[..., int | None], name: str, options: dict[str, Any]
) -> Callable[..., int | None]:
    """A function that takes these options besides those of a command, which knows nothing of them.

    Annotations of the command remain text: they are read when it is called.
    """

    @wraps(command)
    def called(*values: Any, **named: Any) -> int | None:
        own = {option: named.pop(option, None) for option in options}
        with _asking(name, own.get("json"), bool(own["quiet"])):
            return command(*values, **named)

    added = [
        Place(
            option,
            Place.KEYWORD_ONLY,
            default=None if option == "json" else False,
            annotation=annotation,
        )
        for option, annotation in options.items()
    ]
    known = signature(command)
    called.__signature__ = known.replace(  # type: ignore[attr-defined]
        parameters=[*known.parameters.values(), *added]
    )
    called.__annotations__ = {**command.__annotations__, **options}
    return called


@contextmanager
def _asking(command: str, json: Path | None, quiet: bool) -> Iterator[None]:
    """Within it, the command speaks as it is asked to.

    What it prints goes to standard error, or nowhere, if standard output is for the figures alone.
    """
    token = _asked.set(_Asked(command, json, quiet, sys.stdout))
    try:
        if json != STANDARD_OUTPUT:
            yield
            return
        with redirect_stdout(_Nowhere() if quiet else sys.stderr):
            yield
    finally:
        _asked.reset(token)


class _Nowhere(io.StringIO):
    """Where what is not to be seen is printed."""

    def write(self, text: str) -> int:
        """Forgets the text."""
        return len(text)


def _plain(value: Any) -> Any:
    """The value as JSON can hold it."""
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "tolist"):  # of NumPy
        return _plain(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value
