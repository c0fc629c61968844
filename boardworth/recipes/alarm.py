"""An alarm for work on the main thread: whatever it does, it ends when its time is over."""

from __future__ import annotations

import signal
import time
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol

from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Iterator

# A timer of 0 seconds would never ring.
_SHORTEST = 0.001
# It rings again and again: errors that are raised while an object is destroyed are lost.
_AGAIN = 0.2


class TimeIsUp(BoardworthError):
    """Work that was not done in time."""


class Alarm(Protocol):
    """Ends work by TimeIsUp."""

    def __call__(self, seconds: float, what: str) -> AbstractContextManager[None]:
        """Around the work: how long it may take, and what it is."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Rings after some seconds; for the main thread of a process that is ours alone.

    Alarms do not nest. What has been under way is in an unknown state, and is to be
    thrown away.
    """
    deadline = time.monotonic() + seconds
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise TimeIsUp(f"{what} takes more than {seconds:.1f} s")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, _SHORTEST), _AGAIN)
        yield
    except TimeIsUp:
        raise
    except Exception as error:
        # Libraries make errors of their own of it.
        if time.monotonic() < deadline:
            raise
        raise TimeIsUp(f"{what} takes more than {seconds:.1f} s") from error
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def no_alarm(seconds: float, what: str) -> Iterator[None]:  # noqa: ARG001
    """Never rings: for work that keeps to its time by itself, as far as it can."""
    yield
