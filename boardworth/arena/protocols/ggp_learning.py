"""GGP: what a player learns about a game before its first move."""

from __future__ import annotations

import time
from concurrent.futures import wait
from typing import TYPE_CHECKING, Protocol

from boardworth.search import StopSign
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from boardworth.rules.gdl.syntax.terms import RuleSheet
    from boardworth.search import Player

# In shorter start clocks nothing is learned that is worth it.
SHORTEST_CLOCK = 10.0
# Share of what is left of the clock that is used: who learns needs about as long as it was told.
_USED = 0.9


class Learn(Protocol):
    """Makes a player of a game within a number of seconds."""

    def __call__(self, rules: RuleSheet, seconds: float, stop: StopSign) -> Player:
        """The player; raises what it likes if there is none, and at once if it is stopped."""


class Learning:
    """What is learned about the game of one rule sheet; once, however many matches there are.

    Args:
        rules: the sheet, once it is read.
        learn: who does it.
        log: told in a line what has gone wrong.
    """

    def __init__(self, rules: Future[RuleSheet], learn: Learn, log: Callable[[str], None]) -> None:
        self._rules = rules
        self._learn = learn
        self._log = log
        self._stop = StopSign()
        self._learned: Future[Player] | None = None

    def begin(self, deadline: float) -> None:
        """Learns until a time by time.monotonic(), unless that was done before."""
        if self._learned is not None and not self._in_vain(self._learned):
            return
        self.end()
        self._stop = stop = StopSign()

        def learn() -> Player:
            rules = self._rules.result()
            return self._learn(rules, _USED * max(deadline - time.monotonic(), 0), stop)

        self._learned = in_background(learn)
        self._learned.add_done_callback(self._tell)

    def wait(self, deadline: float) -> None:
        """Returns when it has learned, or at the deadline."""
        if self._learned is not None:
            wait([self._learned], max(deadline - time.monotonic(), 0))

    def player(self) -> Player | None:
        """The learned player, if that is done."""
        learned = self._learned
        if learned is None or not learned.done() or learned.exception():
            return None
        return learned.result()

    def end_unfinished(self) -> None:
        """Ends it if it is not done, and returns when it has ended."""
        if self._learned is not None and not self._learned.done():
            self._stop.stop()
            wait([self._learned])

    def end(self) -> None:
        """Ends it, and the learned player."""
        self.end_unfinished()
        if (player := self.player()) is not None:
            player.close()
        self._learned = None

    def _in_vain(self, learned: Future[Player]) -> bool:
        return bool(learned.exception()) if learned.done() else self._stop.stopped

    def _tell(self, learned: Future[Player]) -> None:
        error = learned.exception()
        if error is not None:
            reason = " ".join(str(error).split()) or type(error).__name__
            self._log(f"nothing learned: {reason}")
