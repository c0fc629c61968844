"""How far long work has come, in words: its share, the time it took and what may be left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Seconds between two lines where there is no terminal.
LINE_SECONDS = 30.0
# Moments of a task that are remembered, at most; then every second one is forgotten.
_MAX_MOMENTS = 100


class Task:
    """A task under way. Called with an amount, it moves on by that.

    Args:
        name: what is done.
        total: the amount that is done at the end.
        now: the time in seconds.
    """

    def __init__(self, name: str, total: float, now: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self._total = total
        self._now = now
        self._done = 0.0
        self._remark = ""
        # When how much was done, at some moments.
        self._moments = [(now(), 0.0)]

    def __call__(self, amount: float) -> None:
        """Moves on."""
        self._done += amount
        self._moments.append((self._now(), self._done))
        if len(self._moments) > _MAX_MOMENTS:
            self._moments = [*self._moments[::2], self._moments[-1]]

    def remark(self, text: str) -> None:
        """What is known of the work so far, to be shown with its progress."""
        self._remark = text

    @property
    def share(self) -> float:
        """What is done of the whole, 0 to 1."""
        return min(max(self._done / self._total, 0.0), 1.0) if self._total > 0 else 0.0

    @property
    def seconds(self) -> float:
        """How long it has been under way."""
        return self._now() - self._moments[0][0]

    @property
    def seconds_left(self) -> float | None:
        """An estimate: what is left to do, by the speed in the later half of the time.

        What was read back from earlier work comes at once, and tells nothing about the rest.
        """
        now = self._now()
        middle = self._moments[0][0] + self.seconds / 2
        before = [moment for moment in self._moments if moment[0] <= middle]
        since, done = before[-1]
        if self._done <= done or now <= since:
            return None
        return max(self._total - self._done, 0.0) * (now - since) / (self._done - done)

    def __str__(self) -> str:
        left = self.seconds_left
        parts = [
            f"{self.share:.0%}" if self._done else "",
            f"{duration(self.seconds)} so far",
            f"about {duration(left)} left" if left is not None else "",
            self._remark,
        ]
        return ", ".join(part for part in parts if part)


def duration(seconds: float) -> str:
    """Minutes and seconds, or hours, minutes and seconds.

    >>> duration(75), duration(7325)
    ('1:15', '2:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def tell_now_and_then(
    task: Task, wait: Callable[[float], bool], tell: Callable[[str], None]
) -> None:
    """A line about a task every 30 seconds until it is over.

    Args:
        task: what is under way.
        wait: waits for the end at most that long, and says whether it has come.
        tell: writes the line.
    """
    while not wait(LINE_SECONDS):
        tell(f"{task.name}: {task}")
