"""A player for any rule sheet: MTD(f) for a role, against all other roles together."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeAlias

from boardworth import _core
from boardworth.errors import BoardworthError, RulesError
from boardworth.rules.gdl.networked import NetworkReasoner
from boardworth.search.background import in_background

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.rules.gdl.reasoner import Reasoner

ParanoidDriver: TypeAlias = Literal["mtdf", "bisection", "alphabeta"]

EPSILON = 0.01
MEMORY = 64 << 20


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
        memory: bytes of a table; every thread that asks has one.
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

    def choose(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
    ) -> int:
        """A move of a role in a state that is not terminal.

        Args:
            reasoner: the rules.
            state: where the game is.
            role: for whom to choose.
            deadline: by time.monotonic(), when to answer at the latest.
            stop: ends the search.
        """
        legal = reasoner.legal_moves(state)
        for name, moves in zip(reasoner.roles, legal, strict=True):
            if not moves:
                raise RulesError(f"{reasoner.sheet.source}: {name} has no legal move")
        if len(legal[role]) == 1:
            return legal[role][0]
        stop = stop or _core.StopSign()
        # To prepare a search of large rules may take longer than there is time.
        work = in_background(lambda: self.search(reasoner, state, role, deadline, stop))
        try:
            return work.result(
                None if deadline is None else max(deadline - time.monotonic(), 0)
            ).move
        except TimeoutError:
            return legal[role][0]
        except BaseException:
            stop.stop()
            raise

    def search(
        self,
        reasoner: Reasoner,
        state: bytes,
        role: int,
        deadline: float | None = None,
        stop: _core.StopSign | None = None,
    ) -> _core.ParanoidResult:
        """The best move with its value, the expected line of joint moves, depth and cost."""
        limits = (self.depth, self.nodes, self.seconds, deadline, stop)
        if all(limit is None for limit in limits):
            raise BoardworthError(
                "a search needs a depth, nodes, seconds, a deadline or a stop sign to end"
            )
        if not isinstance(reasoner, NetworkReasoner):
            raise BoardworthError(f"{reasoner.sheet.source}: MTD(f) needs rules with a network")
        seconds = self.seconds
        with self._search_for(reasoner.network) as search:
            if deadline is not None:
                left = max(deadline - time.monotonic(), 0.0)
                seconds = left if seconds is None else min(left, seconds)
            return search.search(
                state, role, depth=self.depth, nodes=self.nodes, seconds=seconds, stop=stop
            )

    @contextmanager
    def _search_for(self, network: _core.Network) -> Iterator[_core.ParanoidSearch]:
        """A search that nobody else uses meanwhile: to make one takes long."""
        with self._lock:
            found = next((i for i, (net, _) in enumerate(self._idle) if net is network), None)
            search = None if found is None else self._idle.pop(found)[1]
        if search is None:
            search = _core.ParanoidSearch(
                network,
                self.function,
                epsilon=self.epsilon,
                driver=self.driver,
                memory=self.memory,
            )
        try:
            yield search
        finally:
            with self._lock:
                self._idle.append((network, search))
