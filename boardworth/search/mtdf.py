"""A player for any rule sheet: MTD(f) for a role, against all other roles together."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Literal, TypeAlias

from boardworth import _core
from boardworth.errors import BoardworthError, RulesError
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from boardworth.rules.gdl.reasoner import Reasoner

ParanoidDriver: TypeAlias = Literal["mtdf", "bisection", "alphabeta"]

EPSILON = 0.01
MEMORY = 64 << 20
_TO_ANSWER = 0.005  # seconds


class Mtdf:
    """Looks ahead as Waledzik and Mandziuk (2014) do, for one role of a rule sheet with a network.

    All others are taken for a coalition that wants this role to have as little as possible and
    chooses after it, knowing its move of the same turn. The depth counts decisions, one of the
    role or of the coalition; turns in which nobody has a choice cost nothing. Within limits of
    depth and nodes the same question always has the same answer. May be asked by several threads
    at once.

    Args:
        function: what states are worth, in points of goal.
        depth: how many decisions deep at most.
        nodes: how many nodes for a move at most.
        seconds: how long for a move at most.
        epsilon: how much a value may be off, in points.
        driver: "mtdf" (windows of width epsilon around the last depth's value, in growing steps),
            "bisection" (windows that halve what is left, as in the paper) or "alphabeta" (one
            window from 0 to 100). All find the same value.
        memory: bytes of a table; each search that runs at the same time has one.
    """

    def __init__(
        self,
        function: _core.FluentSum,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        epsilon: float = EPSILON,
        driver: ParanoidDriver = "mtdf",
        memory: int = MEMORY,
    ) -> None:
        if (depth is not None and depth < 1) or memory < 1:
            raise BoardworthError(f"a search of depth {depth}, {memory} bytes: both are at least 1")
        self.function = function
        self.depth = depth
        self.nodes = nodes
        self.seconds = seconds
        self.epsilon = epsilon
        self.driver: ParanoidDriver = driver
        self.memory = memory
        self._idle: list[tuple[_core.Network, _core.ParanoidSearch]] = []
        self._lock = threading.Lock()

    @property
    def ends_by_itself(self) -> bool:
        """Whether it has limits of its own."""
        return any(limit is not None for limit in (self.depth, self.nodes, self.seconds))

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
        simulations: int | None = None,
    ) -> int:
        """A move of a role in a state that is not terminal.

        Args:
            reasoner: the rules.
            state: where the game is.
            role: for whom to choose.
            deadline: by time.monotonic(), when to answer at the latest.
            stop: ends the search.
            simulations: nodes at most, besides the number of its own.
        """
        legal = reasoner.legal_moves(state)
        for name, moves in zip(reasoner.roles, legal, strict=True):
            if not moves:
                raise RulesError(f"{reasoner.sheet.source}: {name} has no legal move")
        if len(legal[role]) == 1:
            return legal[role][0]
        found = self._found(reasoner, state, role, deadline, stop, simulations)
        return legal[role][0] if found is None else found.move

    def search(
        self, reasoner: Reasoner, state: bytes, role: int, stop: _core.StopSign | None = None
    ) -> _core.ParanoidResult:
        """The best move with its value, the expected line of joint moves, depth and cost."""
        found = self._found(reasoner, state, role, None, stop)
        assert found is not None  # there is no deadline
        return found

    def _found(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None,
        stop: _core.StopSign | None,
        nodes: int | None = None,
    ) -> _core.ParanoidResult | None:
        """What a search finds; nothing if the deadline comes before it begins."""
        if self.nodes is not None:
            nodes = min(self.nodes, nodes or self.nodes)
        if all(x is None for x in (self.depth, nodes, self.seconds, deadline, stop)):
            raise BoardworthError(
                "a search needs a depth, nodes, seconds, a deadline or a stop sign to end"
            )
        if not isinstance(reasoner, NetworkReasoner):
            raise BoardworthError(f"{reasoner.sheet.source}: MTD(f) needs rules with a network")
        search = self._take(reasoner.network, deadline)
        if search is None:
            return None
        seconds = self.seconds
        if deadline is not None:
            left = max(deadline - time.monotonic() - _TO_ANSWER, 0.0)
            seconds = left if seconds is None else min(left, seconds)
        try:
            return search.search(
                state, role, depth=self.depth, nodes=nodes, seconds=seconds, stop=stop
            )
        finally:
            self._give_back(reasoner.network, search)

    def _take(self, network: _core.Network, deadline: float | None) -> _core.ParanoidSearch | None:
        """A search that nobody else uses; nothing if it cannot be made before the deadline.

        To make one for large rules takes long: it is kept, even if it comes too late.
        """
        with self._lock:
            for i, (its_network, _) in enumerate(self._idle):
                if its_network is network:
                    return self._idle.pop(i)[1]
        work = in_background(lambda: self._make(network))
        try:
            return work.result(None if deadline is None else max(deadline - time.monotonic(), 0))
        except TimeoutError:
            work.add_done_callback(lambda made: self._give_back(network, made.result()))
            return None

    def _make(self, network: _core.Network) -> _core.ParanoidSearch:
        return _core.ParanoidSearch(
            network,
            self.function,
            epsilon=self.epsilon,
            driver=self.driver,
            memory=self.memory,
        )

    def _give_back(self, network: _core.Network, search: _core.ParanoidSearch) -> None:
        with self._lock:
            self._idle.append((network, search))
