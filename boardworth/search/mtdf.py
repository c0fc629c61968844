"""A player for any rule sheet: MTD(f) for a role, against all other roles together."""

from __future__ import annotations

import threading
import time
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from boardworth import _core
from boardworth.errors import BoardworthError, check_kind
from boardworth.fitting import Model
from boardworth.pickling import ByArguments
from boardworth.search.background import in_background
from boardworth.search.limit import Limit, smallest
from boardworth.search.player import Decision, Player, only_move

if TYPE_CHECKING:
    from boardworth._core import FluentSum, ParanoidResult
    from boardworth.rules import Game, History, Position

ParanoidDriver: TypeAlias = Literal["mtdf", "bisection", "alphabeta"]

EPSILON = 0.01
MEMORY = 64 << 20
_TO_ANSWER = 0.005  # seconds


@dataclass(eq=False)
class Mtdf(ByArguments, Player):
    """Looks ahead as Waledzik and Mandziuk (2014) do, for one role of a rule sheet with a propnet.

    All others are taken for a coalition that wants this role to have as little as possible and
    chooses after it, knowing its move of the same turn. The depth counts decisions, one of the
    role or of the coalition; turns without a choice cost nothing. Within limits of
    depth and nodes the same question always has the same answer. May be asked by several threads
    at once.
    """

    # What states are worth, in points of goal: a model of functions of roles, or one compiled.
    function: Model | FluentSum
    _: KW_ONLY
    depth: int | None = None  # how many decisions deep at most
    nodes: int | None = None  # how many nodes for a move at most
    seconds: float | None = None  # how long for a move at most
    epsilon: float = EPSILON  # how much a value may be off, in points
    # "mtdf" (windows of width epsilon around the last depth's value, in growing steps), "bisection"
    # (windows that halve what is left, as in the paper) or "alphabeta" (one window from 0 to 100).
    # All find the same value.
    driver: ParanoidDriver = "mtdf"
    memory: int = MEMORY  # bytes of a table; each search that runs at the same time has one
    name: str = "mtdf"  # for tables and records
    game: Game | None = None  # what a model is compiled for, if it is not the model's own game

    def __post_init__(self) -> None:
        if (self.depth is not None and self.depth < 1) or self.memory < 1:
            raise BoardworthError(
                f"a search of depth {self.depth}, {self.memory} bytes: both are at least 1"
            )
        self._function = self._compiled()
        self._idle: list[tuple[_core.Propnet, _core.ParanoidSearch]] = []
        self._lock = threading.Lock()

    def _compiled(self) -> FluentSum:
        if not isinstance(self.function, Model):
            check_kind(self.function, _core.FluentSum | None, "mtdf evaluates with a Model")
            return self.function
        game = self.game or self.function.game
        game.require_certainty("MTD(f)")
        return self.function.evaluation.fluent_sum(game)

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,
        history: History | None = None,  # noqa: ARG002
    ) -> Decision:
        """A move of a role in a position that is not over."""
        if (forced := only_move(position, role)) is not None:
            return forced
        found = self.search(position, role, limit)
        if found is None:  # there was no time to begin
            return Decision(position.legal_moves(role)[0])
        return Decision(
            position.game.number(role, found.move),
            value=found.value,
            words=f"{found.value:.0f} of 100 points",
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
        )

    def search(self, position: Position, role: int, limit: Limit) -> ParanoidResult | None:
        """The best move with its value, the expected joint moves, depth and cost.

        None if the time was over before the search could begin.
        """
        self.check_limit(limit)
        position.game.require_certainty("MTD(f)")
        propnet = position.game.require_propnet("MTD(f)").propnet
        seconds = smallest(self.seconds, limit.move_seconds(position.game))
        deadline = None if seconds is None else time.monotonic() + seconds
        search = self._take(propnet, deadline)
        if search is None:
            return None
        try:
            return search.search(
                position.packed,
                role,
                depth=smallest(self.depth, limit.depth),
                nodes=smallest(self.nodes, limit.nodes),
                seconds=None
                if deadline is None
                else max(deadline - time.monotonic() - _TO_ANSWER, 0.0),
                stop=limit.stop,
            )
        finally:
            self._give_back(propnet, search)

    def _take(self, propnet: _core.Propnet, deadline: float | None) -> _core.ParanoidSearch | None:
        """A search that is not in use; nothing if it cannot be made before the deadline.

        To make one for large rules takes long: it is kept, even if it comes too late.
        """
        with self._lock:
            for i, (made_for, _) in enumerate(self._idle):
                if made_for is propnet:
                    return self._idle.pop(i)[1]
        work = in_background(lambda: self._make(propnet))
        try:
            return work.result(None if deadline is None else max(deadline - time.monotonic(), 0))
        except TimeoutError:
            work.add_done_callback(lambda made: self._give_back(propnet, made.result()))
            return None

    def _make(self, propnet: _core.Propnet) -> _core.ParanoidSearch:
        return _core.ParanoidSearch(
            propnet, self._function, epsilon=self.epsilon, driver=self.driver, memory=self.memory
        )

    def _give_back(self, propnet: _core.Propnet, search: _core.ParanoidSearch) -> None:
        with self._lock:
            self._idle.append((propnet, search))
