"""Labelled positions: what a fit learns from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError, NotFitted
from boardworth.files import FilePath, as_path, reading, written_atomically
from boardworth.positions.packed_rows import PackedRows
from boardworth.rules import Game, Position, load_game

_COLUMNS = ("position", "target", "progress", "game")


@dataclass(frozen=True, slots=True)
class LabelledPosition:
    """A row of a dataset."""

    position: Position
    target: float  # the mover's score
    progress: int  # how far the game had come
    game_id: int  # the game it is from


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(PackedRows[LabelledPosition]):
    """Packed positions with their targets, row by row."""

    targets: NDArray[np.float32]  # [rows], the mover's score
    progress: NDArray[np.int16]  # [rows], how far the game had come; phases are ranges of it
    # [rows], the game each position is from; splits never cut through one.
    game_ids: NDArray[np.int32]
    # Where they come from, in words and numbers.
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def _row(self, number: int) -> LabelledPosition:
        position, target = self.position(number), float(self.targets[number])
        return LabelledPosition(
            position, target, int(self.progress[number]), int(self.game_ids[number])
        )

    def _columns(self) -> dict[str, Any]:
        return {"target": self.targets, "progress": self.progress, "game": self.game_ids}

    def canonical_keys(self) -> NDArray[np.uint64]:
        """A hash of each position that is equal for all positions worth the same."""
        return self.game.canonical_keys(self.positions)

    def without(self, keys: NDArray[np.uint64]) -> Dataset:
        """The rows whose canonical position is not among the given ones."""
        return self.select(~np.isin(self.canonical_keys(), keys))

    def merged(self) -> Dataset:
        """One row for all positions worth the same: the first of them, with their mean target."""
        keys = self.canonical_keys()
        _, first, row_of = np.unique(keys, return_index=True, return_inverse=True)
        means = np.bincount(row_of, self.targets) / np.bincount(row_of)
        order = np.argsort(first)
        targets = means[order].astype(np.float32)
        return replace(self.select(first[order]), targets=targets)

    def split(self, held_out: float = 0.1, seed: int = 0) -> tuple[Dataset, Dataset]:
        """Training and held-out rows: whole games, and no canonical position on both sides.

        A position that occurs in both is left to the training side.
        """
        mask = held_out_rows(self.game_ids, held_out, seed)
        train, rest = self.select(~mask), self.select(mask)
        return train, rest.without(train.canonical_keys())

    def save(self, path: FilePath) -> None:
        """Writes a Parquet file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        packed = pa.FixedSizeBinaryArray.from_buffers(
            pa.binary(self.game.packed_size),
            len(self),
            [None, pa.py_buffer(self.positions.tobytes())],
        )
        columns = [packed, pa.array(self.targets), pa.array(self.progress), pa.array(self.game_ids)]
        about = {
            "game": self.game.definition,
            "provenance": json.dumps(self.provenance, sort_keys=True),
        }
        table = pa.table(columns, names=list(_COLUMNS)).replace_schema_metadata(about)
        with written_atomically(path) as file:
            pq.write_table(table, file, compression="zstd")

    @staticmethod
    def load(path: FilePath) -> Dataset:
        """Reads what `save` wrote. Raises FormatError."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = as_path(path)
        try:
            with reading(path):
                table = pq.read_table(path)
        except pa.ArrowInvalid as error:
            raise FormatError(f"{path}: not a Parquet file: {error}") from None
        about = table.schema.metadata or {}
        if b"game" not in about or tuple(table.column_names) != _COLUMNS:
            raise FormatError(f"{path}: not a dataset: columns {table.column_names}")
        game = load_game(about[b"game"].decode())
        column = table["position"].combine_chunks()
        size = game.packed_size
        start = column.offset * size
        packed = np.frombuffer(column.buffers()[1], np.uint8)[start : start + len(table) * size]
        return Dataset(
            game,
            packed.reshape(-1, size),
            table["target"].to_numpy(),
            table["progress"].to_numpy(),
            table["game"].to_numpy(),
            json.loads(about.get(b"provenance", b"{}")),
        )


def held_out_rows(game_ids: NDArray[np.int32], held_out: float, seed: int) -> NDArray[np.bool_]:
    """Which rows belong to a share of the games. Raises NotFitted if those are none or all."""
    ids = np.unique(game_ids)
    chosen = np.random.default_rng(seed).permutation(ids)[: round(held_out * len(ids))]
    mask = np.isin(game_ids, chosen)
    if mask.all() or not mask.any():
        games = "1 game is" if len(ids) == 1 else f"{len(ids)} games are"
        other = "smaller" if mask.any() else "larger"
        remedy = f"give more games or a {other} held-out share" if len(ids) > 1 else "give more"
        raise NotFitted(f"{games} too few to hold a share of {held_out:g} out: {remedy}")
    return mask


def no_positions(game: Game) -> Dataset:
    """A dataset without rows."""
    return Dataset(
        game,
        np.empty((0, game.packed_size), np.uint8),
        np.empty(0, np.float32),
        np.empty(0, np.int16),
        np.empty(0, np.int32),
    )


def concatenate(datasets: Sequence[Dataset], *, same_games: bool = False) -> Dataset:
    """All rows, one dataset after the other.

    Games of different datasets are different games, unless the datasets number the same ones.
    """
    if not datasets:
        raise NotFitted("there is no position to learn from")
    first = datasets[0]
    counts = [0 if same_games else int(d.game_ids.max(initial=-1)) + 1 for d in datasets]
    offsets = np.cumsum([0, *counts])
    ids = [d.game_ids + offset for d, offset in zip(datasets, offsets, strict=False)]
    return Dataset(
        first.game,
        np.concatenate([d.positions for d in datasets]),
        np.concatenate([d.targets for d in datasets]),
        np.concatenate([d.progress for d in datasets]),
        np.concatenate(ids).astype(np.int32),
        {"parts": [d.provenance for d in datasets]},
    )
