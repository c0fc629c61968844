"""One iteration of MMTO in shogi, beside Bonanza's learner: a search and 32 updates, on one core.

Root moves a second, by the kinds of relations that are learned: the chain of Hoki and Kaneko 2014
(section 5), each kind begun with the weights before it.
"""

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.timing import show
from boardworth.features import FeatureSet, Relations
from boardworth.features.relations import PAPERS_KINDS
from boardworth.fitting import MMTO, Model
from boardworth.positions import Comparisons, Leaves, comparisons
from boardworth.rules import Game
from boardworth.rules.records import read_in_parts
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

# Bonanza's public learner with its whole evaluation: an iteration over 30 games with 243,798 root
# moves took 50 seconds of one core of a machine such as ours.
BONANZA = 243_798 / 50
GAMES = (30, 100)
REUSES = 32
PRUNED = PvLeaves(features=QUICK_LEARNING)
SEARCHES = {"pruned": PRUNED, "full": PvLeaves()}


@dataclass
class TimedSearch:
    """A search that keeps its time and how many root moves it searched."""

    search: PvLeaves
    seconds: float = 0.0
    moves: int = 0

    @property
    def description(self) -> str:
        """Of the search itself."""
        return self.search.description

    def __call__(self, model: Model, positions: NDArray[np.uint8], threads: int) -> Leaves:
        """Searches, on the clock."""
        start = time.process_time()
        found = self.search(model, positions, threads)
        self.seconds += time.process_time() - start
        self.moves += len(found.moves)
        return found


def run() -> None:
    game = bw.load_game("shogi")
    path = data_folder() / "shogi" / "title_matches.usi"
    records = [record for part in read_in_parts(game, path) for record in part.games]
    rows = []
    # Pieces that are all worth the same make quiescence searches of hundreds of positions.
    material = MMTO(PRUNED, iterations=10).fit(
        _relations(game, 1), comparisons(game, records[: GAMES[0]])
    )
    for games in GAMES:
        data = comparisons(game, records[:games])
        # Full quiescence takes several times as long to search, and no longer to update.
        for name, search in SEARCHES.items() if games == GAMES[0] else [("pruned", PRUNED)]:
            rows += [(name, str(games), *row) for row in _chain(data, material, search)]
    show(
        f"One iteration of MMTO in shogi: a search and {REUSES} updates",
        ("quiescence", "games", "relations", "root moves", "search, s", "updates, s",
         "root moves/s", "times Bonanza's"),
        rows,
        note=f"one core, CPU time; pruned: without captures that lose an exchange; Bonanza's "
        f"learner: {BONANZA:,.0f} root moves a second with relations ABCD; at most "
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20):.1f} GiB of memory",
    )  # fmt: skip


def _relations(game: Game, count: int) -> FeatureSet:
    return FeatureSet(game, [], parts=[Relations(game, PAPERS_KINDS[:count])])


def _chain(data: Comparisons, model: Model, search: PvLeaves) -> Iterator[tuple[str, ...]]:
    """An iteration with ever more kinds of relations."""
    for count in range(1, len(PAPERS_KINDS) + 1):
        timed = TimedSearch(search)
        model, moves, searching, whole = _iteration(
            _relations(data.game, count), data, model, timed
        )
        speed = moves / whole
        yield (
            "ABCD"[:count],
            f"{moves:,}",
            f"{searching:.2f}",
            f"{whole - searching:.2f}",
            f"{speed:,.0f}",
            f"{speed / BONANZA:.1f}",
        )


def _iteration(
    features: FeatureSet, data: Comparisons, initial: Model, search: TimedSearch
) -> tuple[Model, int, float, float]:
    """The model after two iterations; one's root moves, and the seconds of its search and of all.

    The updates of the first iteration and the search of the second are one iteration's work.
    """
    told: list[tuple[int, float, float]] = []

    def watch(_iteration: int, _model: Model, _figures: dict[str, Any]) -> None:
        told.append((search.moves, search.seconds, time.process_time()))

    method = MMTO(search, iterations=2, reuses=REUSES, initial=initial, watch=watch)
    model = method.fit(features, data)
    moves, searching, whole = (after - before for before, after in zip(*told[:2], strict=True))
    return model, int(moves), searching, whole
