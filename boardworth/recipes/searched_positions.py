"""Training positions as GLEM wants them: such as searches evaluate, with what deeper ones find.

Half of the positions are from the games, half are met inside searches that start from there. Stage
by stage from the end, searches label them, and the stage is fitted at once: the searches of the
stage before it reach into a stage that has just become better. The other positions of the games are
learned from as well, with what their games were worth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.positions import Dataset, SearchedValues, concatenate, label_by_search
from boardworth.recipes.build_steps import LABELLING, SAMPLING
from boardworth.rules import progress_near_the_end
from boardworth.search import ManySearches

if TYPE_CHECKING:
    from boardworth.fitting import Model, StagewiseFitter
    from boardworth.recipes.reporter import Advance, Reporter
    from boardworth.recipes.workspace import Workspace

# Depth of the searches that positions are sampled from.
SAMPLED_DEPTH = 4
# Positions per finished step, and per call into the core.
STEP = 50_000
CALL = 2_000
# Enough for any game to be searched to its end.
TO_THE_END = 200


@dataclass(frozen=True, kw_only=True)
class SearchedPositions:
    """Samples positions, and labels them stage by stage."""

    workspace: Workspace  # where finished steps are kept
    reporter: Reporter  # is told about progress
    count: int  # positions to label; the successors of best moves come on top
    depth: int  # of the searches that label them
    solved: int  # positions with at most this many moves to go are searched to the end
    held_out: float  # share of the games that the fits of stages do not learn from
    seed: int  # of everything random
    threads: int  # how many to use; they do not change the result

    def label(self, model: Model, games: Dataset, fitter: StagewiseFitter) -> Dataset:
        """Positions that searches have labelled, then those of the games that they have not."""
        searched, others = self.label_apart(model, games, fitter)
        return concatenate([*searched, others], same_games=True)

    def label_apart(
        self, model: Model, games: Dataset, fitter: StagewiseFitter
    ) -> tuple[list[Dataset], Dataset]:
        """The same apart: what searches have labelled, in steps, and the rest of the games."""
        games = games.merged()
        sample = partial(
            sample_positions,
            model,
            games,
            self.count,
            seed=self.seed,
            threads=self.threads,
            reporter=self.reporter,
        )
        sampled = self.workspace.dataset("searched-sample", sample)
        labelled = [games.without(sampled.canonical_keys())]
        with self.reporter.task(LABELLING, len(sampled)) as advance:
            for stage in reversed(range(len(model.stages))):
                first, last = model.stages.span(stage)
                inside = sampled.select((sampled.progress >= first) & (sampled.progress <= last))
                parts = self._label_stage(model, stage, inside, advance)
                if not parts:
                    continue
                labelled += parts
                make = partial(self._refit, model, stage, labelled, fitter)
                model = self.workspace.model(f"searched-{stage:03d}", make)
        searched = labelled[1:]
        if searched:
            alone, both = mover_bias(searched)
            self.reporter.line(
                f"the right to move is worth {alone:+.2f} to searches, {both:+.2f} with successors"
            )
        return searched, labelled[0]

    def _label_stage(
        self, model: Model, stage: int, data: Dataset, advance: Advance
    ) -> list[Dataset]:
        about = {"labels": f"searches of depth {self.depth}", "stage": stage}
        parts = []
        for first in range(0, len(data), STEP):
            part = data.select(slice(first, first + STEP))
            search = StepwiseSearch(model, self.depth, self.solved, advance, self.threads)
            make = partial(label_by_search, part, search, about)
            parts.append(self.workspace.dataset(f"searched-{stage:03d}-{first:08d}", make))
            advance(len(part) - search.done)
        return parts

    def _refit(
        self, model: Model, stage: int, labelled: list[Dataset], fitter: StagewiseFitter
    ) -> Model:
        first, last = model.stages.span(stage)
        near = [
            d.select((d.progress >= first - fitter.pool) & (d.progress <= last + fitter.pool))
            for d in labelled
        ]
        train, held_out = concatenate(near, same_games=True).split(self.held_out, self.seed)
        return fitter.refit(model, stage, train, held_out, threads=self.threads)


@dataclass
class StepwiseSearch:
    """Searches positions, a few thousand at a time, and tells how far it has come."""

    model: Model  # what the searches rest on
    depth: int  # of the searches
    solved: int  # positions with at most this many moves to go are searched to the end
    advance: Advance  # told how many positions have been searched
    threads: int  # how many to use; they do not change the result
    done: int = 0  # positions

    def __call__(self, positions: NDArray[np.uint8]) -> SearchedValues:
        """One value per position."""
        searches = ManySearches(self.model, self.threads)
        found = []
        for start in range(0, len(positions), CALL):
            some = positions[start : start + CALL]
            found.append(searches.search(some, self._depths(some)))
            self.advance(len(some))
            self.done += len(some)
        return SearchedValues(
            np.concatenate([f.values for f in found]),
            np.concatenate([f.successors for f in found]),
            np.concatenate([f.signs for f in found]),
        )

    def _depths(self, positions: NDArray[np.uint8]) -> NDArray[np.int32]:
        game = self.model.game
        near = game.progress(positions) >= progress_near_the_end(game, self.solved)
        return np.where(near, TO_THE_END, self.depth).astype(np.int32)


def sample_positions(
    model: Model, games: Dataset, count: int, *, seed: int, threads: int, reporter: Reporter
) -> Dataset:
    """Different positions, half of them from games, half of them evaluated by searches from there.

    Every progress has the same number of positions, as far as there are enough. Targets are zero.
    No two positions of the games may be worth the same.
    """
    game = games.game
    random = np.random.default_rng(seed)
    starts = games.select(random.permutation(len(games)))
    each = -(-count // (2 * (game.max_progress + 1)))
    starts = starts.select(_first_of_each(starts.progress, each))
    searches = ManySearches(model, threads)
    parts = [replace(starts, targets=np.zeros(len(starts), np.float32))]
    with reporter.task(SAMPLING, len(starts)) as advance:
        for first in range(0, len(starts), CALL):
            some = starts.select(slice(first, first + CALL))
            positions, rows = searches.sample(some.positions, SAMPLED_DEPTH, 1, seed=seed + first)
            parts.append(
                Dataset(
                    game,
                    positions,
                    np.zeros(len(positions), np.float32),
                    game.progress(positions),
                    some.game_ids[rows],
                )
            )
            advance(len(some))
    return _different(concatenate(parts, same_games=True))


def mover_bias(parts: list[Dataset]) -> tuple[float, float]:
    """What the right to move is worth, without and with the successors of best moves."""
    counts = [part.provenance["searched"] for part in parts]
    alone = np.average([part.provenance["mover_bias"] for part in parts], weights=counts)
    both = concatenate(parts, same_games=True).targets.mean(dtype=np.float64)
    return float(alone), float(both)


def _different(data: Dataset) -> Dataset:
    """The first of all rows that are worth the same, in their order."""
    return data.select(np.sort(np.unique(data.canonical_keys(), return_index=True)[1]))


def _first_of_each(progress: NDArray[np.int16], max_rows: int) -> NDArray[np.int64]:
    """The first rows of every progress, at most `max_rows`."""
    order = np.argsort(progress, kind="stable")
    ranked = progress[order]
    rank = np.arange(len(ranked)) - np.searchsorted(ranked, ranked)
    return np.sort(order[rank < max_rows])
