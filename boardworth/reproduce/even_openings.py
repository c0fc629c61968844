"""Openings that a player finds nearly even, for tournaments of papers."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from boardworth.arena import balanced_openings
from boardworth.evaluators import worth
from boardworth.search import AlphaBeta, Limit

if TYPE_CHECKING:
    from boardworth.recipes import Reporter
    from boardworth.recipes.workspace import Workspace
    from boardworth.rules import Move

# A search of this depth sorts out openings that are so much more uneven than wanted.
_GLANCE_DEPTH, _GLANCE_SLACK = 3, 2.5
# Lines that are looked at in a step; batches have seeds of their own.
BATCH = 64
MAX_BATCHES = 10**6


@dataclass(frozen=True)
class EvenOpenings:
    """Openings that a player finds nearly even, batch by batch; finished batches are kept.

    A shallow search goes first: most lines are so uneven that they need no deeper one.
    """

    player: AlphaBeta
    plies: int
    depth: int  # of the search that calls an opening even
    within: float  # how far its value may be from even: points, or per cent to win
    seed: int

    def __str__(self) -> str:
        return f"{self.plies} plies, within {self.within:g} by depth {self.depth}, seed {self.seed}"

    def find(
        self, count: int, workspace: Workspace, reporter: Reporter, threads: int
    ) -> list[tuple[Move, ...]]:
        """The first `count` of them, no two equivalent."""
        game = self.player.evaluator.game
        found: dict[bytes, tuple[Move, ...]] = {}
        batch = 0
        with reporter.task("even openings", count) as advance:
            while len(found) < count:
                before = len(found)
                name = f"openings-{self.plies}-{self.depth}-{batch:04d}"
                make = partial(self._batch, batch, threads)
                for line in workspace.values(name, make, list[tuple[int, ...]]):
                    last = game.legal_replay(game.start(), line).positions[-1:]
                    found.setdefault(game.canonical(last).tobytes(), line)
                batch += 1
                advance(min(len(found), count) - min(before, count))
        return list(found.values())[:count]

    def _batch(self, number: int, threads: int) -> list[tuple[Move, ...]]:
        candidates = balanced_openings(
            self.player,
            BATCH,
            self.plies,
            limit=Limit(depth=min(_GLANCE_DEPTH, self.depth)),
            max_imbalance=_GLANCE_SLACK * self.within,
            seed=self.seed * MAX_BATCHES + number,
        )
        with ThreadPoolExecutor(threads) as pool:
            even = list(pool.map(self._is_even, (one.moves for one in candidates)))
        return [one.moves for one, fits in zip(candidates, even, strict=True) if fits]

    def _is_even(self, moves: Sequence[Move]) -> bool:
        model = self.player.evaluator.model
        last = model.game.legal_replay(model.game.start(), moves).last
        value = self.player.search(last, Limit(depth=self.depth)).value
        return abs(worth(model, value)) <= self.within
