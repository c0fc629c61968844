"""Finds the verb, runs it, and turns whatever goes wrong into one line and an exit code.

0: done; 1: done, and something is not as it should be, or a fault of ours; 2: the user can mend it;
130: interrupted. Verbs import what they need when they run, so that help is instant.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from cyclopts import App, CycloptsError

from boardworth.cli.analyze import analyze
from boardworth.cli.build import build
from boardworth.cli.calibrate import calibrate
from boardworth.cli.check import check
from boardworth.cli.discover import discover
from boardworth.cli.engine import engine
from boardworth.cli.explain import explain
from boardworth.cli.match import match
from boardworth.cli.openings import openings
from boardworth.cli.perft import perft
from boardworth.cli.play import play
from boardworth.cli.report import report
from boardworth.cli.reproduce import reproduce
from boardworth.cli.score import score
from boardworth.cli.solve import solve
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

app = App(
    name="boardworth",
    help="What is this board worth? Builds, explains, plays and proves evaluations of board games.",
    version=lambda: version("boardworth"),
    help_format="markdown",
    suppress_keyboard_interrupt=False,
)
VERBS: list[Callable[..., int | None]] = [
    check,
    discover,
    build,
    explain,
    calibrate,
    play,
    analyze,
    solve,
    match,
    engine,
    openings,
    score,
    report,
    perft,
]
for _place, _verb in enumerate(VERBS):
    app.command(_verb, sort_key=_place)
app.command(reproduce)


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code: the verb's, if it returns one."""
    code: int | None = 0
    try:
        with _warnings_in_lines():
            code = app(
                arguments, print_error=False, exit_on_error=False, result_action="return_value"
            )
        sys.stdout.flush()
    except CycloptsError as error:
        return _fail(f"{' '.join(str(error).split())} (try: boardworth --help)")
    except BrokenPipeError:
        # Whoever read our output has enough of it; Python must not try to flush it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (BoardworthError, OSError, MemoryError) as error:
        return _fail(str(error) or type(error).__name__)
    except KeyboardInterrupt:
        print("\nboardworth: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        if os.environ.get("BOARDWORTH_DEBUG"):
            traceback.print_exc()
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        return _fail(f"this should not happen, please report it: {what}", code=1)
    return code or 0


@contextmanager
def _warnings_in_lines() -> Iterator[None]:
    """Warnings for users, such as those of faulty rule sheets, as one line each."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_place: print(
            f"boardworth: warning: {message}", file=sys.stderr
        )
        yield


def _fail(message: str, code: int = 2) -> int:
    print(f"boardworth: error: {message}", file=sys.stderr)
    return code
