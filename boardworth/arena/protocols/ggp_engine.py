"""GGP: our player. It plays one match at a time, of whatever game the server sends the rules."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_clock import Latency
from boardworth.arena.protocols.ggp_learning import SHORTEST_CLOCK
from boardworth.arena.protocols.ggp_match import GgpMatch
from boardworth.arena.protocols.ggp_messages import (
    Abort,
    Info,
    Play,
    Preview,
    Request,
    Start,
    Stop,
)
from boardworth.arena.protocols.ggp_preparation import Preparation
from boardworth.errors import FormatError, TooMany

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.arena.protocols.ggp_learning import Learn
    from boardworth.arena.protocols.ggp_rules import RulesText
    from boardworth.search import Player

# Of all that is done for a match, in bytes.
MEMORY = 4 << 30
# The longest clock by default: one too long keeps the player from others for ever.
MAX_CLOCK = 3600.0


class GgpEngine:
    """Answers the requests of a game server; several at a time may ask.

    There is one match at a time, and one game is prepared: whatever comes next ends what is still
    done for the last.

    Args:
        player: who chooses the moves.
        name: what it tells about itself.
        patience: seconds after which a match whose clocks have run out is given up.
        learn: makes a better player within the start clock, for games that have a propnet.
        learns_from: the shortest start clock in which it is tried.
        memory: in bytes, for the grounder and what it makes.
        max_clock: matches with longer clocks are refused.
        log: told in a line what has gone wrong with a search or with learning.
    """

    def __init__(
        self,
        player: Player,
        name: str = "boardworth",
        patience: float = 10,
        *,
        learn: Learn | None = None,
        learns_from: float = SHORTEST_CLOCK,
        memory: int = MEMORY,
        max_clock: float = MAX_CLOCK,
        log: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._player = player
        self._name = name
        self._patience = patience
        self._learn = learn
        self._learns_from = learns_from
        self._memory = memory
        self._max_clock = max_clock
        self._log = log
        self._latency = Latency()
        self._lock = threading.Lock()  # of what follows; never kept for long
        self._match: GgpMatch | None = None
        self._prepared: Preparation | None = None

    def answer(self, request: Request, arrived: float) -> str:
        """What the server is answered.

        Args:
            request: what it wants.
            arrived: when it began to wait, by time.monotonic().

        Raises:
            BoardworthError: the request makes no sense; matches go on as before.
        """
        match request:
            case Info():
                status = "available" if self._free() else "busy"
                return f"( ( name {self._name} ) ( status {status} ) )"
            case Preview(rules, clock):
                self._check_clocks(preview=clock)
                return self._preview(rules, clock, arrived)
            case Start():
                self._check_clocks(start=request.start_clock, play=request.play_clock)
                return self._start(request, arrived)
            case Play(name, moves):
                playing = self._find(name)
                return playing.play(moves, arrived) if playing else "busy"
            case Stop(name) | Abort(name):
                return self._end(name, "done" if isinstance(request, Stop) else "aborted")

    def close(self) -> None:
        """Ends the search of a match that is under way, and all that was prepared."""
        with self._lock:
            left, self._match = self._match, None
            prepared, self._prepared = self._prepared, None
        if left:
            left.leave()
        if prepared:
            prepared.end()

    def _check_clocks(self, **clocks: float) -> None:
        for name, seconds in clocks.items():
            if seconds > self._max_clock:
                raise FormatError(
                    f"a {name} clock of {seconds:,.10g} seconds: more than "
                    f"{self._max_clock:,.10g} must be allowed by --max-clock"
                )

    def _free(self) -> bool:
        with self._lock:
            return self._match is None or self._match.given_up

    def _find(self, name: str) -> GgpMatch | None:
        """The match under way, if that is its name."""
        with self._lock:
            return self._match if self._match and self._match.name == name else None

    def _preview(self, rules: RulesText, clock: float, arrived: float) -> str:
        with self._lock:
            if self._match and not self._match.given_up:
                return "busy"
            last, prepared = self._prepared, self._preparation(rules, clock)
        _end_other(last, prepared)
        try:
            prepared.games.wait(self._latency.deadline(arrived, clock).thinking)
        except TooMany:
            if prepared.ended:  # by whatever came next
                return "busy"
            raise
        return "ready"

    def _start(self, start: Start, arrived: float) -> str:
        with self._lock:
            left = self._match
            if left and not left.given_up:
                return "busy"
            last, prepared = self._prepared, self._preparation(start.rules, start.start_clock)
            self._match = playing = GgpMatch(
                start, prepared, self._player, self._latency, self._patience, self._log
            )
        if left:
            left.leave()
        _end_other(last, prepared)
        try:
            playing.prepare(arrived, learning=start.start_clock >= self._learns_from)
        except BaseException:
            self._end(start.match, "")
            raise
        return "ready"

    def _end(self, name: str, answer: str) -> str:
        with self._lock:
            left = self._match
            if not left or left.name != name:
                return "busy"
            self._match = None
        left.leave()
        left.preparation.end_unfinished()
        return answer

    def _preparation(self, rules: RulesText, clock: float) -> Preparation:
        """What plays by a sheet; that of the last sheet is kept."""
        known = self._prepared
        if known and known.rules == rules and not known.games.failed and not known.ended:
            return known
        before = known.reading if known else None
        self._prepared = Preparation(rules, clock, self._memory, self._learn, self._log, before)
        return self._prepared


def _end_other(last: Preparation | None, new: Preparation) -> None:
    if last and last is not new:
        last.end()
