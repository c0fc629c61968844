"""Work in another thread: the caller goes on at once, and asks for the result later."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def in_background(work: Callable[[], T], *, cut_off: bool = False) -> Future[T]:
    """Starts work in a thread of its own; the future has its result, or the error it failed with.

    With `cut_off` the program may end in the middle of it: work in the core would then crash.
    """
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, daemon=cut_off).start()
    return result
