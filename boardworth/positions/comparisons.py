"""Comparisons: what an expert played, and what else could have been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.rules import Game, Position

if TYPE_CHECKING:
    from boardworth.rules.records import GameRecord


@dataclass(frozen=True)
class Comparisons:
    """Positions with a choice, the expert's move in each, and the moves that were not played."""

    game: Game  # whose positions they are
    positions: NDArray[np.uint8]  # [rows, bytes], packed
    played: NDArray[np.int32]  # [rows], the expert's move
    others: NDArray[np.int32]  # the other legal moves of all rows, one row's after the other's
    starts: NDArray[np.int64]  # [rows + 1], where each row's other moves begin
    game_ids: NDArray[np.int32]  # [rows], the game each position is from

    def __len__(self) -> int:
        return len(self.positions)

    def others_of(self, row: int) -> NDArray[np.int32]:
        """The moves that were not played in a row."""
        return self.others[self.starts[row] : self.starts[row + 1]]


def comparisons(game: Game, records: Sequence[GameRecord]) -> Comparisons:
    """Every choice that the players of some games had; imposed openings are none of theirs."""
    rows: list[tuple[bytes, int, list[int], int]] = []
    for number, record in enumerate(records):
        replay = game.legal_replay(record.start, record.moves)
        for ply, move in enumerate(replay.moves):
            packed = replay.positions[ply].tobytes()
            others = [m for m in Position(game, packed).legal_moves() if m != move]
            if ply >= record.opening and others:
                rows.append((packed, move, others, number))
    lengths = [len(others) for _, _, others, _ in rows]
    packed_rows = b"".join(packed for packed, _, _, _ in rows)
    return Comparisons(
        game,
        np.frombuffer(packed_rows, np.uint8).reshape(len(rows), game.packed_size),
        np.array([move for _, move, _, _ in rows], np.int32),
        np.array([move for _, _, others, _ in rows for move in others], np.int32),
        np.cumsum([0, *lengths], dtype=np.int64),
        np.array([number for _, _, _, number in rows], np.int32),
    )
