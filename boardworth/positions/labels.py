"""Labels the positions of recorded games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from boardworth.errors import NotFitted
from boardworth.positions.dataset import Dataset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boardworth.rules import Game
    from boardworth.rules.records import GameRecord


class ExactScores(Protocol):
    """Solves packed positions: the mover's score of each under perfect play."""

    def __call__(self, positions: NDArray[np.uint8]) -> NDArray[np.int16]:
        """One score per position."""


def label(
    game: Game,
    records: Sequence[GameRecord],
    *,
    solve: ExactScores | None = None,
    solve_from: int | None = None,
    provenance: Mapping[str, Any] | None = None,
) -> Dataset:
    """Every position that the players chose to enter, with the score that its game was worth.

    A position's target is the next exact score known at or after it, else the game's result: what
    went wrong before a solved position is blamed on the moves before, never on those after.

    Args:
        game: the records' game.
        records: games; those without a result are left out.
        solve: finds exact scores near the end.
        solve_from: from this progress on positions are solved.
        provenance: kept in the dataset.
    """
    scored = [record for record in records if record.score is not None]
    if not scored:
        raise NotFitted(f"none of {len(records)} {game.name} games has a result to learn from")
    replays = [game.replay(record.start, record.moves).positions for record in scored]
    packed = np.concatenate(replays)
    progress = game.progress(packed)
    signs = np.where(game.movers(packed) == 0, 1, -1).astype(np.float32)
    chosen = np.concatenate([_chosen(r, len(p)) for r, p in zip(scored, replays, strict=True)])
    known = np.concatenate([_known(r, len(p)) for r, p in zip(scored, replays, strict=True)])
    if solve is not None and solve_from is not None:
        endings = np.flatnonzero(chosen & (progress >= solve_from))
        known[endings] = solve(packed[endings]) * signs[endings]
    # Every game's last score is known, so the next known one never lies in another game.
    known_at = np.flatnonzero(~np.isnan(known))
    targets = signs * known[known_at[np.searchsorted(known_at, np.arange(len(known)))]]
    ids = np.repeat(np.arange(len(scored), dtype=np.int32), [len(p) for p in replays])
    about = {**(provenance or {}), "games": len(scored)}
    return Dataset(game, packed, targets, progress, ids, about).select(chosen)


def _chosen(record: GameRecord, plies: int) -> NDArray[np.bool_]:
    """The positions to learn from: not the imposed ones, nor the last, which is nobody's move."""
    chosen = np.ones(plies, bool)
    chosen[: record.opening] = False
    chosen[-1] = False
    return chosen


def _known(record: GameRecord, plies: int) -> NDArray[np.float32]:
    """The first player's score at the plies where the record gives one, NaN elsewhere."""
    known = np.full(plies, np.nan, np.float32)
    known[-1] = record.score
    for ply, score in record.exact.items():
        known[ply] = score
    return known
