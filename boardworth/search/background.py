"""Work in another thread: the caller goes on at once, and asks for the result later."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextvars import copy_context
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def in_background(work: Callable[[], T], *, cut_off: bool = False) -> Future[T]:
    """Starts work in a thread of its own; the future has its result, or the error it failed with.

    A stop sign that holds for its caller holds for it (see `boardworth.rules.stopping`).

    Args:
        work: what to do.
        cut_off: whether the program may end in the middle of it. What runs in the core must not be
            cut off: that would crash.
    """
    result: Future[T] = Future()
    context = copy_context()

    def run() -> None:
        try:
            result.set_result(context.run(work))
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, daemon=cut_off).start()
    return result
