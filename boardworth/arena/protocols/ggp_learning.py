"""GGP: what a player learns about a game before its first move."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from boardworth.search import StopSign
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from boardworth.rules.gdl.game import RuleGame
    from boardworth.search import Player

# In shorter start clocks nothing is learned that is worth it.
SHORTEST_CLOCK = 10.0
# Share of what is left of the clock that is used: who learns needs about as long as it was told.
_USED = 0.9


class Learn(Protocol):
    """Makes a player of a game within about so many seconds."""

    def __call__(self, game: RuleGame, seconds: float, stop: StopSign) -> Player:
        """The player; raises what it likes if there is none, or if it is stopped."""


class Learning:
    """What is learned about the game of one rule sheet; once, however many matches there are.

    Args:
        learn: who does it.
        log: told in a line what has gone wrong.
    """

    def __init__(self, learn: Learn, log: Callable[[str], None]) -> None:
        self._learn = learn
        self._log = log
        self._stop = StopSign()
        self._game: RuleGame | None = None
        self._learned: Future[Player] | None = None

    def go_on(self, game: RuleGame, deadline: float) -> None:
        """Learns, unless that was done before, and waits for it, both until the deadline."""
        left = deadline - time.monotonic()
        if self._learned is None or self._in_vain(self._learned):
            self._stop = stop = StopSign()
            self._game = game
            self._learned = in_background(lambda: self._learn(game, _USED * left, stop))
            self._learned.add_done_callback(self._tell)
        with suppress(Exception):  # has been told
            self._learned.result(max(left, 0))

    def player(self, game: RuleGame) -> Player | None:
        """Who was learned for a game, if that is done."""
        learned = self._learned
        if game is not self._game or learned is None or not learned.done():
            return None
        return None if learned.exception() else learned.result()

    def stop(self) -> None:
        """Ends it, if it is not done."""
        self._stop.stop()

    def _in_vain(self, learned: Future[Player]) -> bool:
        return bool(learned.exception()) if learned.done() else self._stop.stopped

    def _tell(self, learned: Future[Player]) -> None:
        error = learned.exception()
        if error is not None:
            self._log(f"nothing learned: {' '.join(str(error).split()) or type(error).__name__}")
