"""GGP: when to stop thinking and when to answer, so that the answer arrives in time."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

# Reserved of each clock for network latency: some seconds and a share of the clock, but never
# more than the last two.
_RESERVE, _RESERVED_SHARE = 0.1, 0.1
_MAX_RESERVED, _MAX_RESERVED_SHARE = 1.0, 0.5
# Share of what is reserved after which a search that was told to stop is not waited for any more.
_WAITING = 0.4
# How much of a delay counts after the next answer.
_REMEMBERED = 0.9


@dataclass(frozen=True, slots=True)
class Deadline:
    """Times by time.monotonic().

    Attributes:
        thinking: a search ends by now.
        answer: the answer leaves by now, whatever there is to say.
    """

    thinking: float
    answer: float

    @property
    def left(self) -> float:
        """Seconds to think."""
        return max(self.thinking - time.monotonic(), 0.0)


class Latency:
    """How late answers are on this machine, which may be busy: so much more is reserved."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._late = 0.0

    def deadline(self, arrived: float, clock: float) -> Deadline:
        """For a request that arrived at a time, and has a clock of some seconds."""
        usual = min(_RESERVE + _RESERVED_SHARE * clock, _MAX_RESERVED)
        reserved = min(usual + self._late, _MAX_RESERVED_SHARE * clock)
        thinking = arrived + clock - reserved
        return Deadline(thinking, thinking + _WAITING * reserved)

    def note(self, deadline: Deadline) -> None:
        """An answer leaves now."""
        late = max(time.monotonic() - deadline.thinking, 0.0)
        with self._lock:
            self._late = max(late, _REMEMBERED * self._late)
