"""Labels the positions of recorded games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.positions.dataset import Dataset

if TYPE_CHECKING:
    from boardworth.rules import Game
    from boardworth.rules.records import GameRecord


class ExactScores(Protocol):
    """Solves packed positions: the mover's score of each under perfect play."""

    def __call__(self, positions: NDArray[np.uint8]) -> NDArray[np.int16]:
        """One score per position."""


@dataclass(frozen=True)
class ScoredGames:
    """The positions of games with a result, game after game, and what is known of each."""

    positions: NDArray[np.uint8]  # [rows, bytes], packed
    progress: NDArray[np.int16]  # [rows], how far the game had come
    # [rows], 1 where the first player is to move, -1 where the second is.
    signs: NDArray[np.float32]
    chosen: NDArray[np.bool_]  # [rows], whether it is to be learned from
    # [rows], the first player's score in a game's last row, NaN elsewhere.
    results: NDArray[np.float32]
    # [rows], the first player's score under perfect play where it is known, else NaN.
    exact: NDArray[np.float32]
    game_ids: NDArray[np.int32]  # [rows], the game each position is from

    @property
    def games(self) -> int:
        """How many there are."""
        return int(self.game_ids[-1]) + 1


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
    played = scored_games(game, records, solve, solve_from)
    known = np.where(np.isnan(played.exact), played.results, played.exact)
    # Every game's last score is known, so the next known one never lies in another game.
    known_at = np.flatnonzero(~np.isnan(known))
    targets = played.signs * known[known_at[np.searchsorted(known_at, np.arange(len(known)))]]
    about = {**(provenance or {}), "games": played.games}
    return Dataset(game, played.positions, targets, played.progress, played.game_ids, about).select(
        played.chosen
    )


def scored_games(
    game: Game, records: Sequence[GameRecord], solve: ExactScores | None, solve_from: int | None
) -> ScoredGames:
    """Plays the records that have a result through the rules, and solves their endings."""
    scored = [record for record in records if record.score is not None]
    if not scored:
        raise NotFitted(f"none of {len(records)} {game.name} games has a result to learn from")
    replays = [game.replay(record.start, record.moves).positions for record in scored]
    packed = np.concatenate(replays)
    progress = game.progress(packed)
    signs = np.where(game.movers(packed) == 0, 1, -1).astype(np.float32)
    by_game = list(zip(scored, map(len, replays), strict=True))
    chosen = np.concatenate([_chosen(record, plies) for record, plies in by_game])
    exact = np.concatenate([_exact(record, plies) for record, plies in by_game])
    if solve is not None and solve_from is not None:
        endings = np.flatnonzero(chosen & (progress >= solve_from))
        exact[endings] = solve(packed[endings]) * signs[endings]
    lengths = [plies for _, plies in by_game]
    results = np.full(len(packed), np.nan, np.float32)
    results[np.cumsum(lengths) - 1] = [record.score for record in scored]
    ids = np.repeat(np.arange(len(scored), dtype=np.int32), lengths)
    return ScoredGames(packed, progress, signs, chosen, results, exact, ids)


def _chosen(record: GameRecord, plies: int) -> NDArray[np.bool_]:
    """The positions to learn from: not the imposed ones, nor the last, which has no move."""
    chosen = np.ones(plies, bool)
    chosen[: record.opening] = False
    chosen[-1] = False
    return chosen


def _exact(record: GameRecord, plies: int) -> NDArray[np.float32]:
    """The first player's exact score at the plies where the record gives one, NaN elsewhere."""
    exact = np.full(plies, np.nan, np.float32)
    for ply, score in record.exact.items():
        exact[ply] = score
    return exact
