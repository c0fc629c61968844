"""GGP: our player. It plays one match at a time, of whatever game the server sends the rules."""

from __future__ import annotations

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.arena.protocols.ggp_learning import SHORTEST_CLOCK, Learning
from boardworth.arena.protocols.ggp_messages import (
    Abort,
    Info,
    Play,
    Preview,
    Request,
    Start,
    Stop,
    spelled,
)
from boardworth.errors import FormatError
from boardworth.rules.gdl.grounding import GroundingLimits
from boardworth.rules.gdl.interpreted import InterpretedReasoner
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.rules.gdl.reasoning import reasoner_for
from boardworth.rules.gdl.terms import RuleSheet, Term
from boardworth.search import StopSign
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.arena.protocols.ggp_learning import Learn
    from boardworth.arena.protocols.ggp_messages import JointMove
    from boardworth.rules.gdl.reasoner import Reasoner
    from boardworth.search import ByRules

# What is kept of a clock for the way of the answer: so much, and a share of the clock; never more
# than the last two.
_RESERVE, _RESERVED_SHARE = 0.1, 0.1
_MOST_RESERVED, _MOST_RESERVED_SHARE = 1.0, 0.5
# Grounding that takes longer than the start clock is given up, if it has had so many seconds.
_LEAST_GROUNDING = 10
# What is answered where no move is known in time: likely to be legal, and if not, the server
# chooses another.
_NOTHING = Term("noop")


class GgpEngine:
    """Answers the requests of a game server; several at a time may ask.

    Args:
        player: who chooses the moves.
        name: what it tells about itself.
        patience: seconds after which a match whose clocks have run out is given up.
        learn: makes a better player within the start clock, for games that have a network.
        learns_from: the shortest start clock in which it is tried.
        log: told in a line what has gone wrong with that.
    """

    def __init__(
        self,
        player: ByRules,
        name: str = "boardworth",
        patience: float = 10,
        *,
        learn: Learn | None = None,
        learns_from: float = SHORTEST_CLOCK,
        log: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._player = player
        self._name = name
        self._patience = patience
        self._learn = learn
        self._learns_from = learns_from
        self._log = log
        self._lock = threading.Lock()  # of what follows
        self._match: _Match | None = None
        self._prepared: _Prepared | None = None

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
                _wait(self._prepare(rules, clock).reasoners.best, _deadline(arrived, clock))
                return "ready"
            case Start():
                return self._start(request, arrived)
            case Play(name, moves):
                playing = self._find(name)
                return playing.play(moves, arrived) if playing else "busy"
            case Stop(name) | Abort(name):
                return self._end(name, "done" if isinstance(request, Stop) else "aborted")

    def close(self) -> None:
        """Ends the search of a match that is under way."""
        with self._lock:
            self._leave_match()

    def _free(self) -> bool:
        with self._lock:
            return self._match is None or self._match.given_up

    def _find(self, name: str) -> _Match | None:
        """The match under way, if that is its name."""
        with self._lock:
            return self._match if self._match and self._match.name == name else None

    def _start(self, start: Start, arrived: float) -> str:
        with self._lock:
            if self._match and not self._match.given_up:
                return "busy"
            self._leave_match()
        prepared = self._prepare(start.rules, start.start_clock)
        playing = _Match(start, prepared, self._player, self._patience)
        with self._lock:
            if self._match:  # somebody was faster
                return "busy"
            self._match = playing
        try:
            playing.prepare(arrived, learning=start.start_clock >= self._learns_from)
        except BaseException:
            self._end(start.match, "")
            raise
        return "ready"

    def _end(self, name: str, answer: str) -> str:
        with self._lock:
            if not self._match or self._match.name != name:
                return "busy"
            self._leave_match()
            return answer

    def _leave_match(self) -> None:
        if self._match:
            self._match.leave()
        self._match = None

    def _prepare(self, rules: RuleSheet, clock: float) -> _Prepared:
        """What plays by a sheet; that of the last sheet is kept."""
        with self._lock:
            known = self._prepared
            if known and known.rules == rules and not known.reasoners.failed:
                return known
            limits = GroundingLimits(seconds=max(_LEAST_GROUNDING, int(clock)))
            reasoners = Reasoners(
                in_background(lambda: reasoner_for(rules, limits)),
                in_background(lambda: InterpretedReasoner(rules)),
            )
            learning = Learning(self._learn, self._log) if self._learn else None
            self._prepared = _Prepared(rules, reasoners, learning)
            return self._prepared


@dataclass(frozen=True, slots=True)
class Reasoners:
    """Who can tell what is legal.

    Attributes:
        best: takes its time to get ready.
        quick: is there almost at once, but slow at playing.
    """

    best: Future[Reasoner]
    quick: Future[Reasoner]

    @property
    def failed(self) -> bool:
        """Whether nothing can play the sheet."""
        return self.best.done() and self.best.exception() is not None

    def ready(self, deadline: float) -> Reasoner | None:
        """The best one if it is ready, else the other, else whatever is first."""
        if not self.best.done() and _sound(self.quick):
            return self.quick.result()
        wait([self.best, self.quick], max(deadline - time.monotonic(), 0), FIRST_COMPLETED)
        if self.best.done() or not _sound(self.quick):
            return _wait(self.best, deadline)
        return self.quick.result()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is known of a sheet's game, for all matches of it."""

    rules: RuleSheet
    reasoners: Reasoners
    learning: Learning | None


class _Match:
    """One match: where its game is, and the search that is under way."""

    def __init__(self, start: Start, prepared: _Prepared, player: ByRules, patience: float) -> None:
        self.name = start.match
        self._start = start
        self._reasoners = prepared.reasoners
        self._learning = prepared.learning
        self._player = player
        self._patience = patience + start.start_clock + 2 * start.play_clock
        self._lock = threading.Lock()  # of what follows
        self._heard = time.monotonic()
        self._moves: list[JointMove] = []
        self._followed: _Followed | None = None
        self._search = StopSign()

    @property
    def given_up(self) -> bool:
        """Whether its server has been silent for so long that it must have gone."""
        return time.monotonic() > self._heard + self._patience

    def prepare(self, arrived: float, *, learning: bool) -> None:
        """Gets ready, or at least waits as long as the start clock allows. Raises RulesError."""
        deadline = _deadline(arrived, self._start.start_clock)
        reasoner = _wait(self._reasoners.best, deadline)
        if reasoner is not None:
            self._role(reasoner)
        if self._learning and learning and isinstance(reasoner, NetworkReasoner):
            self._learning.go_on(reasoner, deadline)
        self._heard = time.monotonic()

    def play(self, moves: JointMove, arrived: float) -> str:
        """Our move after these. Whoever asked before has waited long enough, and is answered."""
        deadline = _deadline(arrived, self._start.play_clock)
        with self._lock:
            self._heard = time.monotonic()
            self._search.stop()
            self._search = search = StopSign()
            if moves:
                self._moves.append(moves)
        reasoner = self._reasoners.ready(deadline)
        if reasoner is None:
            return spelled(_NOTHING, self._start.spelling)
        role, state = self._role(reasoner), self._follow(reasoner)
        learned = self._learning.player(reasoner) if self._learning else None
        number = (learned or self._player).choose(reasoner, state, role, deadline, search)
        self._heard = time.monotonic()
        return spelled(reasoner.move(role, number), self._start.spelling)

    def leave(self) -> None:
        """Nobody waits for its moves any more."""
        with self._lock:
            self._search.stop()
        if self._learning:
            self._learning.stop()

    def _role(self, reasoner: Reasoner) -> int:
        if self._start.role not in reasoner.roles:
            listed = ", ".join(reasoner.roles)
            raise FormatError(f"there is no role {self._start.role}: the roles are {listed}")
        return reasoner.roles.index(self._start.role)

    def _follow(self, reasoner: Reasoner) -> bytes:
        """The state after all moves. Raises if the last are not the game's, and forgets them."""
        with self._lock:
            at = self._followed
            if at is None or at.reasoner is not reasoner:
                at = _Followed(reasoner, reasoner.start(), 0)
            try:
                for moves in self._moves[at.moves :]:
                    at = at.after(moves)
            except BaseException:
                del self._moves[at.moves :]
                raise
            self._followed = at
            return at.state


@dataclass(frozen=True, slots=True)
class _Followed:
    """A state, in the terms of a reasoner, and how many moves have led there."""

    reasoner: Reasoner
    state: bytes
    moves: int

    def after(self, moves: JointMove) -> _Followed:
        reasoner = self.reasoner
        if len(moves) != len(reasoner.roles):
            raise FormatError(f"{len(moves)} moves of {len(reasoner.roles)} roles")
        numbers = [reasoner.move_number(role, move) for role, move in enumerate(moves)]
        return _Followed(reasoner, reasoner.play(self.state, numbers), self.moves + 1)


def _deadline(arrived: float, clock: float) -> float:
    """When to answer at the latest, with time left for the answer to arrive."""
    reserved = min(_RESERVE + _RESERVED_SHARE * clock, _MOST_RESERVED, _MOST_RESERVED_SHARE * clock)
    return arrived + clock - reserved


def _wait(reasoner: Future[Reasoner], deadline: float) -> Reasoner | None:
    """The reasoner, if it is ready in time. Raises RulesError if there is none."""
    try:
        return reasoner.result(max(deadline - time.monotonic(), 0))
    except TimeoutError:
        return None


def _sound(reasoner: Future[Reasoner]) -> bool:
    return reasoner.done() and reasoner.exception() is None
