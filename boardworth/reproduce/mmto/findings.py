"""Hoki and Kaneko 2014: what their experiments ask for, and what came out here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product, takewhile
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.reproduce.accuracy import Estimate, Resampled, estimate
from boardworth.reproduce.mmto import paper
from boardworth.reproduce.mmto.castles import CastleValue, rank_correlation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.positions import Comparisons
    from boardworth.reproduce.kept_pairs import Score
    from boardworth.reproduce.mmto.measures import Judged
    from boardworth.reproduce.verdicts import Verdict
    from boardworth.rules import Game

# Kinds of comparison training of e^AB.
BASELINES = ("plain descent", "constant step", "reused leaves")
PAWN, DRAGON = "pawn", "dragon"
# Table 5: the mean rating of a game's players is in one of these.
BANDS = ((1800, 1975), (1975, 2150), (2600, 2675), (2675, 4000))


def band_name(low: int, high: int) -> str:
    """In words.

    >>> band_name(1800, 1975), band_name(2675, 4000)
    ('1800 to 1974', '2675 and more')
    """
    return f"{low} and more" if high == BANDS[-1][1] else f"{low} to {high - 1}"


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    piece_value_games: int = 20  # of shogi, for piece values alone
    start_games: int = 3  # of shogi, for those from random starts
    deep_games: int = 1  # of shogi, for piece values by searches of two plies, and of one
    games: int = 30  # of shogi, for larger sets
    held_out: int = 40  # games of shogi to measure on
    iterations: int = 60  # of piece values
    larger_iterations: int = 6  # of larger sets
    # Comparison training that updates once for every search has so many for one of MMTO.
    comparison_factor: int = 3
    starts: int = 10  # random ones
    sets: tuple[str, ...] = ("A", "AB", "ABC")
    chess_games: int = 80
    chess_iterations: int = 6
    match_games: int = 100
    nodes: int = 1_000  # of a move
    depths: tuple[int, ...] = (2, 3)
    problem_nodes: int = 50_000
    seed: int = 0

    def wanted(self, name: str) -> int:
        """How many games of shogi or chess: learned from or held out."""
        shogi = max(self.games, self.piece_value_games, self.start_games, self.deep_games)
        return (shogi if name == "shogi" else self.chess_games) + self.held_out


QUICK = Scale(
    piece_value_games=1, start_games=1, deep_games=1, games=4, held_out=4, iterations=4,
    larger_iterations=2, starts=4, sets=("A", "AB"), chess_games=8,
    chess_iterations=2, match_games=10, nodes=200, depths=(2,), problem_nodes=1_000,
)  # fmt: skip
FULL = Scale(
    piece_value_games=1_000, start_games=1_000, deep_games=1_000, games=47_566, held_out=1_000,
    iterations=100, larger_iterations=200, comparison_factor=1, starts=444,
    sets=("A", "AB", "ABC", "ABCD"),
    chess_games=13_440, chess_iterations=60, match_games=1_000, nodes=400_000,
    depths=(2, 3, 4, 5, 6, 7, 8),
)  # fmt: skip


@dataclass(frozen=True)
class ExpertGames:
    """What experts played."""

    train: Comparisons
    held_out: Comparisons
    words: str  # where it is from

    @property
    def game(self) -> Game:
        """What was played."""
        return self.train.game

    def first(self, games: int) -> Comparisons:
        """Those of the first training games."""
        ids = np.unique(self.train.game_ids)[:games]
        return self.train.select(np.isin(self.train.game_ids, ids))


@dataclass(frozen=True)
class Starts:
    """What random starts have come to."""

    similarity: Sequence[float]  # to the best
    objectives: Sequence[float]  # J / Z at the end

    @property
    def others(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Similarities and objectives of all but the best, which is like itself."""
        objectives = np.array(self.objectives)
        rest = np.arange(len(objectives)) != np.argmin(objectives)
        return np.array(self.similarity)[rest], objectives[rest]


@dataclass(frozen=True)
class Effort:
    """What learning has taken."""

    searches: int  # of every training position
    updates: int

    def __str__(self) -> str:
        return f"{self.searches} searches, {self.updates} updates"


@dataclass(frozen=True)
class Found:
    """What came out."""

    iterations: int  # of piece values
    # Piece values after 1, 2, 4, ... iterations and after the last, in units.
    piece_values: Mapping[str, Sequence[Sequence[float]]]
    names: Sequence[str]  # of pieces
    comparison: Sequence[float]  # norm of the values by comparison training, likewise
    settled: int  # iterations after which the values of MMTO stay where they are
    starts: Starts
    agreement: Mapping[str, Judged]  # by set or method, on held-out moves
    pawns: Mapping[str, Sequence[float]]  # likewise, with and without the constraint
    sparsity: Mapping[str, float]  # with and without l1
    surface: tuple[float, float]  # largest steps on a grid, and on one half as wide
    matches: Mapping[str, Score] = field(default_factory=dict)
    problems: Mapping[str, Sequence[bool]] = field(default_factory=dict)  # whether solved
    efforts: Mapping[str, Effort] = field(default_factory=dict)  # of e^AB, by set or method
    castles: Sequence[CastleValue] = ()  # if e^D was learned

    def difference(self, first: str, second: str) -> Estimate:
        """Points by which the first agrees more with held-out moves, ties broken by lot.

        Without ties, an evaluation that ties in most positions would be judged by the clear ones.
        """
        a, b = self.agreement[first], self.agreement[second]
        both = a.open & b.open
        rows = 100 * (a.drawn[both].astype(np.float64) - b.drawn[both])
        return estimate(Resampled(a.game_ids[both]).mean(rows))

    def verdicts(self) -> list[Verdict]:
        """For each figure and table, in their order."""
        found = [
            *self._piece_value_verdicts(),
            *self._agreement_verdicts(),
            *self._strength_verdicts(),
        ]
        return sorted(found, key=lambda verdict: _place(verdict.source))

    def _piece_value_verdicts(self) -> list[Verdict]:
        last = dict(zip(self.names, self.piece_values["mmto"][-1], strict=True))
        least, most = min(last, key=last.__getitem__), max(last, key=last.__getitem__)
        growth = _ratio(self.comparison[-1], self.comparison[-2:][0])
        total = max(map(sum, self.piece_values["mmto"]), key=lambda found: abs(found - 6500))
        wide, narrow = self.surface
        steps = _ratio(narrow, wide)
        rows = [
            paper.UNBOUNDED.by_interval(growth, growth, f"{growth:.2f}", ""),
            _exactly(paper.CHEAPEST, least == PAWN, f"{least}, {last[least]:.0f}"),
            _exactly(paper.DEAREST, most == DRAGON, f"{most}, {last[most]:.0f}"),
            paper.SETTLED.by_interval(
                self.settled, self.settled, f"{self.settled} of {self.iterations}", ""
            ),
            *self._start_verdicts(),
        ]
        if self.iterations < paper.LONG_ENOUGH:
            rows = [_too_early(row) for row in rows]
        return [
            *rows,
            paper.KEPT.by_interval(total, total, f"{total:,.0f}", ""),
            self._constrained(),
            paper.CONTINUOUS.by_interval(steps, steps, f"{steps:.2f}", ""),
        ]

    def _start_verdicts(self) -> list[Verdict]:
        near, objectives = self.starts.others
        alike = int(np.count_nonzero(near >= paper.CLOSE))
        share, least = alike / len(near), float(near.min())
        varied = len(near) > 2 and np.ptp(near) > 0 and np.ptp(objectives) > 0
        correlation = float(np.corrcoef(near, objectives)[0, 1]) if varied else 0.0
        return [
            paper.SIMILAR.by_interval(least, least, f"{least:.3f}", ""),
            paper.MOSTLY_SIMILAR.by_interval(share, share, f"{alike} of {len(near)}", ""),
            paper.LOWER_IS_NEARER.by_interval(
                *_correlation_interval(correlation, len(near)), f"{correlation:+.2f}", "more starts"
            ),
        ]

    def _constrained(self) -> Verdict:
        free, kept = (
            _ratio(pawns[-1], pawns[-2:][0])
            for pawns in (self.pawns["without"], self.pawns["with"])
        )
        return paper.CONSTRAINED.by_interval(free, free, f"{free:.2f}; with it {kept:.2f}", "")

    def _castles(self) -> Verdict:
        if not self.castles:
            return paper.CASTLES.undecided("e^D was not learned", "e^ABCD, which --full learns")
        found, occurring = rank_correlation(self.castles)
        ours = f"{found:+.2f}; {occurring} of {len(self.castles)} occur"
        low, high = _correlation_interval(found, occurring)
        return paper.CASTLES.by_interval(low, high, ours, "more games")

    def _agreement_verdicts(self) -> list[Verdict]:
        sets = [name for name in ("A", "AB", "ABC", "ABCD") if name in self.agreement]
        more = "more held-out games"
        rows = []
        for second, first in pairwise(sets):
            found = self.difference(first, second)
            claim = paper.larger_set(first, second)
            rows.append(claim.by_interval(found.low, found.high, f"{found:+.1f}", more))
        for method in BASELINES:
            found = self.difference("AB", method)
            ours = f"{found:+.1f} ({self.efforts['AB']} against {self.efforts[method]})"
            claim = paper.better_than(method)
            rows.append(claim.by_interval(found.low, found.high, ours, more))
        rows.append(self._castles())
        found = self.difference("chess, after", "chess, before")
        rows.append(paper.MORE_AGREED.by_interval(found.low, found.high, f"{found:+.1f}", more))
        share = self.sparsity["with"]
        found = self.difference(sets[-1], "without l1")
        return [
            *rows,
            paper.SPARSE.by_interval(share, share, f"{100 * share:.1f} %", ""),
            paper.NO_LOSS.by_interval(found.low, found.high, f"{found:+.1f}", more),
        ]

    def _strength_verdicts(self) -> list[Verdict]:
        claims = {
            "AB - A": paper.STRONGER,
            "depth 2 - depth 1": paper.DEPTH_TWO,
        }
        names = [band_name(*band) for band in BANDS]
        for better, worse in product(names, names):
            claims[f"{better} - {worse}"] = paper.better_teachers(better, worse)
        for depth in paper.BY_DEPTH:
            claims[f"depth {depth} - {depth - 1}"] = paper.deeper(depth)
            claims[f"depth {depth}, after - before"] = paper.learned(depth)
        rows = [
            claim.by_games(self.matches[name].pairs)
            for name, claim in claims.items()
            if name in self.matches
        ]
        if "AB after 1 - A" in self.matches:
            rows.append(self._growing())
        if self.problems:
            rows.append(self._solved())
        return rows

    def _growing(self) -> Verdict:
        """What all iterations bring against e^A, beyond the first: from the same openings."""
        first, last = (
            np.array(self.matches[name].points).mean(axis=1)
            for name in ("AB after 1 - A", "AB - A")
        )
        more = estimate(100 * Resampled(np.arange(len(last), dtype=np.int32)).mean(last - first))
        return paper.GROWS.by_interval(more.low, more.high, f"{more:+.1f}", "more games")

    def _solved(self) -> Verdict:
        before, after = (np.array(self.problems[name], float) for name in ("before", "after"))
        each = Resampled(np.arange(len(before), dtype=np.int32))
        more = estimate(len(before) * each.mean(after - before))
        ours = f"{before.sum():,.0f} to {after.sum():,.0f} of {len(before):,}: {more:+,.0f}"
        return paper.MORE_SOLVED.by_interval(more.low, more.high, ours, "more problems")


def _place(source: str) -> tuple[bool, int, str]:
    """Figures by their numbers, then tables.

    >>> sorted(["table 3", "figure 13", "figures 9, 10"], key=_place)
    ['figures 9, 10', 'figure 13', 'table 3']
    """
    number = int("".join(takewhile(str.isdigit, source.split()[1])))
    return source.startswith("table"), number, source


def _ratio(one: float, other: float) -> float:
    """1 where both are nothing."""
    return one / other if other else 1.0


def _too_early(found: Verdict) -> Verdict:
    decides = f"{paper.LONG_ENOUGH} iterations for piece values"
    return replace(found, verdict="undecided", would_decide=decides)


def _exactly(claim: Any, holds: bool, ours: str) -> Verdict:
    found: Verdict = claim.by_interval(int(holds), int(holds), ours, "")
    return found


def _correlation_interval(found: float, rows: int) -> tuple[float, float]:
    """The 95 % interval by Fisher's transformation."""
    if rows < 4:
        return -1.0, 1.0
    middle, half = np.arctanh(np.clip(found, -0.9999, 0.9999)), 1.96 / np.sqrt(rows - 3)
    return float(np.tanh(middle - half)), float(np.tanh(middle + half))
