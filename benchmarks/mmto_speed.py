"""One iteration of MMTO in shogi, beside Bonanza's learner: a search and 32 updates, on one core.

Root moves a second, by the kinds of relations that are learned: the chain of Hoki and Kaneko 2014
(section 5), each kind begun with the weights before it.
"""

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.data import data_folder
from benchmarks.timing import show
from boardworth.features import FeatureSet, Relations
from boardworth.features.relations import KINDS
from boardworth.fitting import MMTO, Model
from boardworth.positions import Comparisons, Leaves, comparisons
from boardworth.rules.records import read_in_parts
from boardworth.search import PvLeaves

# Bonanza's public learner with its whole evaluation: an iteration over 30 games with 243,798 root
# moves took 50 seconds of one core of a machine such as ours.
BONANZA = 243_798 / 50
GAMES = (30,)
REUSES = 32


@dataclass
class TimedSearch:
    """A search that keeps its time and how many root moves it searched."""

    search: PvLeaves
    seconds: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

    @property
    def description(self) -> str:
        """Of the search itself."""
        return self.search.description

    def __call__(self, model: Model, positions: NDArray[np.uint8], threads: int) -> Leaves:
        """Searches, on the clock."""
        start = time.process_time()
        found = self.search(model, positions, threads)
        self.seconds.append(time.process_time() - start)
        self.moves.append(len(found.moves))
        return found


def run() -> None:
    game = bw.load_game("shogi")
    paths = [data_folder() / "shogi" / f"{name}.usi" for name in ("title_matches",)]
    records = [r for path in paths for part in read_in_parts(game, path) for r in part.games]
    rows = []
    for games in GAMES:
        data = comparisons(game, records[:games])
        rows += _chain(data, games)
    show(
        "One iteration of MMTO in shogi: a search and 32 updates",
        ("relations", "games", "root moves", "search, s", "updates, s", "root moves/s",
         "times Bonanza's"),
        rows,
        note=f"one core, CPU time; Bonanza's learner: {BONANZA:,.0f} root moves a second",
    )  # fmt: skip


def _chain(data: Comparisons, games: int) -> list[tuple[str, ...]]:
    rows, model = [], None
    for count in range(1, len(KINDS) + 1):
        features = FeatureSet(data.game, [], parts=[Relations(data.game, KINDS[:count])])
        model, moves, search, whole = _iteration(features, data, model)
        speed = moves / whole
        rows.append(
            (
                "ABCD"[:count],
                str(games),
                f"{moves:,}",
                f"{search:.2f}",
                f"{whole - search:.2f}",
                f"{speed:,.0f}",
                f"{speed / BONANZA:.1f}",
            )
        )
    return rows


def _iteration(
    features: FeatureSet, data: Comparisons, initial: Model | None
) -> tuple[Model, int, float, float]:
    """The model after two iterations; root moves, and seconds of the search and of all.

    Updates of the first iteration and the search of the second are one iteration's work, and begin
    with weights that are not 0 any more.
    """
    search = TimedSearch(PvLeaves())
    told: list[tuple[float, int]] = []

    def watch(_iteration: int, _model: Model, _figures: dict[str, Any]) -> None:
        told.append((time.process_time(), len(search.moves)))

    method = MMTO(search, iterations=2, reuses=REUSES, initial=initial, watch=watch)
    model = method.fit(features, data)
    (start, first), (end, last) = told[:2]
    return model, sum(search.moves[first:last]), sum(search.seconds[first:last]), end - start
