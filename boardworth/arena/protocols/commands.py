"""The commands that an engine is sent: read by a thread, so that some can end a search at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator

from boardworth.search import StopSign


class Commands:
    """Lines in their order. An urgent one stops the searches of all that came before it."""

    def __init__(self, lines: Iterable[str], urgent: Callable[[str], bool]) -> None:
        self._urgent = urgent
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._urgent_ones = 0
        self._sign = StopSign()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        while (line := self._waiting.get()) is not None:
            if self._urgent(line):
                with self._lock:
                    self._urgent_ones -= 1
            yield line

    def stop_sign(self) -> StopSign:
        """A sign for the next search; up already if an urgent command waits."""
        with self._lock:
            self._sign = StopSign()
            if self._urgent_ones:
                self._sign.stop()
            return self._sign

    def _read(self, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                self._put(line)
        finally:
            self._put(None)

    def _put(self, line: str | None) -> None:
        with self._lock:
            if line is None or self._urgent(line):
                self._urgent_ones += 1
                self._sign.stop()
            self._waiting.put(line)
