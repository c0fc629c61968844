"""Comparisons: the moves that experts chose, each better than all others, they thought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth.positions.dataset import held_out_rows
from boardworth.positions.packed_rows import PackedRows

if TYPE_CHECKING:
    from boardworth.rules import Game, Move, Position
    from boardworth.rules.records import GameRecord

# Odd, so that no key is lost where it is multiplied: 2^64 divided by the golden ratio.
_SCATTER = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A row of comparisons."""

    position: Position
    played: Move  # the expert's move
    game_id: int  # the game it is from
    result: float | None  # what the game brought the mover, if that is known


@dataclass(frozen=True, eq=False, repr=False)
class Comparisons(PackedRows[Comparison]):
    """Positions, and the expert's move in each; the other legal moves were not played."""

    played: NDArray[np.int32]  # [rows], the expert's move
    game_ids: NDArray[np.int32]  # [rows], the game each position is from
    # [rows], what the game brought the mover: 1, 0.5 or 0; NaN where the record does not say.
    results: NDArray[np.float32]

    def _row(self, number: int) -> Comparison:
        position, result = self.position(number), float(self.results[number])
        known = None if np.isnan(result) else result
        return Comparison(position, int(self.played[number]), int(self.game_ids[number]), known)

    def _columns(self) -> dict[str, Any]:
        moves = [self.position(n).move_text(move) for n, move in enumerate(self.played.tolist())]
        return {"played": moves, "game": self.game_ids, "result": self.results}

    def thinned(self, count: int) -> Comparisons:
        """At most `count` rows, evenly spaced over all files that the rows are from."""
        return self.select(slice(None, None, max(1, -(-len(self) // count))))

    def split(self, held_out: float = 0.1, seed: int = 0) -> tuple[Comparisons, Comparisons]:
        """Training and held-out rows: whole games, and no canonical position on both sides.

        A position that occurs in both is left to the training side.
        """
        mask = held_out_rows(self.game_ids, held_out, seed)
        train, rest = self.select(~mask), self.select(mask)
        known = self.game.canonical_keys(train.positions)
        return train, rest.select(~np.isin(self.game.canonical_keys(rest.positions), known))


def comparisons(
    game: Game, records: Iterable[GameRecord], max_games: int | None = None
) -> Comparisons:
    """The choices of the players of some games, of the first `max_games` if there is a limit.

    Imposed openings are no choices of theirs. A position and a move are taken once, where they
    occur first: positions of equal worth are the same, and so are moves that lead to such.
    """
    positions = [np.empty((0, game.packed_size), np.uint8)]
    successors = [positions[0]]
    moves = [np.empty(0, np.int32)]
    lengths: list[int] = []
    results: list[float] = []  # of the first players
    for record in islice(records, max_games):
        replay = game.legal_replay(record.start, record.moves)
        played = replay.moves[record.opening :]
        positions.append(replay.positions[record.opening : -1])
        successors.append(replay.positions[record.opening + 1 :])
        moves.append(np.array(played, np.int32))
        lengths.append(len(played))
        results.append(np.nan if record.score is None else (1 + np.sign(record.score)) / 2)
    chosen = np.concatenate(positions)
    first_players = np.repeat(np.array(results, np.float32), lengths)
    found = Comparisons(
        game,
        chosen,
        np.concatenate(moves),
        np.repeat(np.arange(len(lengths), dtype=np.int32), lengths),
        np.where(game.movers(chosen) == 0, first_players, 1 - first_players),
    )
    pairs = game.canonical_keys(chosen) * _SCATTER
    pairs += game.canonical_keys(np.concatenate(successors))
    return found.select(np.sort(np.unique(pairs, return_index=True)[1]))
