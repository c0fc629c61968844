"""Finds the verb, runs it, and turns whatever goes wrong into one line and an exit code.

0: done; 1: done, and something is not as it should be, or a fault of ours; 2: the user can mend it;
130: interrupted. Verbs import what they need when they run, so that help is instant.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
import warnings
from contextlib import contextmanager
from functools import reduce
from importlib.metadata import version
from operator import getitem
from typing import TYPE_CHECKING, Self

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    Token,
    UnknownOptionError,
    UnusedCliTokensError,
)

from boardworth.cli.analyze import analyze
from boardworth.cli.arguments import unrounded, with_given
from boardworth.cli.balance import balance
from boardworth.cli.build import build
from boardworth.cli.calibrate import calibrate
from boardworth.cli.check import check
from boardworth.cli.discover import discover
from boardworth.cli.engine import engine
from boardworth.cli.explain import explain
from boardworth.cli.export import export
from boardworth.cli.guide.completion import ASKED, candidates, completion
from boardworth.cli.guide.games import games
from boardworth.cli.guide.help import help  # noqa: A004 - the name of the command
from boardworth.cli.guide.samples import samples
from boardworth.cli.match import match
from boardworth.cli.openings import openings
from boardworth.cli.output.figures import with_figures, with_quiet
from boardworth.cli.output.interruption import remaining
from boardworth.cli.paths import settle
from boardworth.cli.perft import perft
from boardworth.cli.play import play
from boardworth.cli.records import records
from boardworth.cli.report import report
from boardworth.cli.reproduce import PAPERS, reproduce
from boardworth.cli.score import score
from boardworth.cli.solve import solve
from boardworth.cli.streams import Terminal, give_up, tell
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boardworth.cli.output.interruption import Remains


app = App(
    name="boardworth",
    default_parameter=Parameter(converter=unrounded),
    help="What is this board worth? Builds, explains, plays and proves evaluations of board games.",
    version=lambda: version("boardworth"),
    help_format="markdown",
    suppress_keyboard_interrupt=False,
)
VERBS: list[Callable[..., int | None]] = [
    with_figures(games),
    with_quiet(samples),
    with_figures(check),
    with_figures(discover),
    with_figures(build),
    with_figures(explain),
    with_figures(calibrate),
    with_figures(export),
    play,
    with_figures(analyze),
    with_figures(solve),
    with_figures(match),
    with_figures(balance),
    engine,
    with_figures(openings),
    with_figures(records),
    with_figures(score),
    with_quiet(report),
    with_figures(perft),
    completion,
    help,
]
# These are interactive, and say themselves what is left of that.
_TALKING = [play, engine]
for _place, _verb in enumerate(VERBS):
    app.command(_verb, sort_key=_place)
app.command(reproduce)
COMMANDS = [*VERBS, *PAPERS]


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code: the verb's, if it returns one."""
    with _Interruption() as interruption, _warnings_in_lines(), remaining() as remains:
        try:
            return _run(arguments, remains)
        except BaseException as error:
            give_up()
            # Libraries make other errors of Ctrl-C, and engines end by it.
            if interruption.seen or isinstance(error, KeyboardInterrupt):
                return _interrupted(remains.words(arguments))
            return _code(error)


def _run(arguments: Sequence[str], remains: Remains) -> int:
    if arguments[:1] == [ASKED]:
        print(*candidates(arguments[1:], _named()), sep="\n")
        return 0
    command, bound, _ = app.parse_args(
        arguments, console=Terminal(), print_error=False, exit_on_error=False
    )
    given = list(bound.arguments)
    if command in COMMANDS:
        outputs = settle(command, bound)
        if command not in _TALKING:
            remains.begin(outputs)
    with with_given(given):
        code = command(*bound.args, **bound.kwargs)
    sys.stdout.flush()
    return code or 0


def _named() -> dict[tuple[str, ...], Callable[..., int | None]]:
    """All commands by the words that call them."""
    named: dict[tuple[str, ...], Callable[..., int | None]] = {
        (verb.__name__,): verb for verb in VERBS
    }
    return named | {("reproduce", paper.__name__): paper for paper in PAPERS}


class _Interruption:
    """Remembers Ctrl-C: callbacks from libraries may turn KeyboardInterrupt into other errors."""

    seen = False

    def __enter__(self) -> Self:
        main = threading.current_thread() is threading.main_thread()
        self._before = signal.getsignal(signal.SIGINT)
        self._watched = main and self._before is signal.default_int_handler
        if self._watched:
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._watched:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, _number: int, _frame: object) -> None:
        self.seen = True
        raise KeyboardInterrupt


def _code(error: BaseException) -> int:
    """Says what went wrong; the exit code."""
    match error:
        case CycloptsError():
            said = " ".join(str(_first_mistake(error)).split())
            if isinstance(error, UnusedCliTokensError):
                said = f"too many words: {' '.join(error.unused_tokens or ())}"
            page = " ".join(("boardworth help", *(error.command_chain or ())))
            return _fail(f"{said} (try: {page})")
        case BrokenPipeError():
            return 0  # the reader of our output has closed it
        case BoardworthError() | OSError() | MemoryError():
            return _fail(str(error) or type(error).__name__)
        case Exception():
            if os.environ.get("BOARDWORTH_DEBUG"):
                traceback.print_exception(error)
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            return _fail(f"this should not happen, please report it: {what}", code=1)
        case _:
            raise error


def _first_mistake(error: CycloptsError) -> CycloptsError:
    """An option that does not exist, rather than the argument that is missing for that reason."""
    if not isinstance(error, MissingArgumentError):
        return error
    chain = tuple(error.command_chain or ())
    known = reduce(getitem, chain, app).assemble_argument_collection()
    names = {name for argument in known for name in argument.names}
    options = [word.partition("=")[0] for word in error.unused_tokens or () if word[:1] == "-"]
    # Of a known option it is the value that is missing.
    if not options or names.intersection(options):
        return error
    token = Token(keyword=options[0], source="cli")
    return UnknownOptionError(token=token, argument_collection=known, command_chain=chain)


def _interrupted(remains: str) -> int:
    tell(f"\nboardworth: interrupted{'; ' if remains else ''}{remains}")
    return 130


@contextmanager
def _warnings_in_lines() -> Iterator[None]:
    """Warnings for users, such as those of faulty rule sheets, as one line each."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_place: tell(f"boardworth: warning: {message}")
        yield


def _fail(message: str, code: int = 2) -> int:
    tell(f"boardworth: error: {message}")
    return code
