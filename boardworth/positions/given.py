"""Positions by whatever they are given: as objects, as texts, as packed rows, as a dataset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, FormatError, MissingCapability, check_kind
from boardworth.positions.comparisons import Comparison
from boardworth.positions.dataset import LabelledPosition
from boardworth.positions.packed_rows import PackedRows
from boardworth.rules import Position

if TYPE_CHECKING:
    from typing import Any

    from boardworth.rules import Game

GivenPosition: TypeAlias = "Position | str | LabelledPosition | Comparison | NDArray[np.uint8]"
GivenPositions: TypeAlias = "GivenPosition | PackedRows[Any] | Iterable[GivenPosition]"

_TAKEN = "takes positions, their texts or packed ones (uint8, a row each), or a Dataset"
_TEXTS = "OTU"  # kinds of arrays whose elements are taken one by one


def position_of(game: Game, given: GivenPosition, taker: str) -> Position:
    """One position of a game. Raises BoardworthError with who takes it and what it takes."""
    if isinstance(given, str):
        return game.parse(given)
    if isinstance(given, np.ndarray) and given.dtype == np.uint8 and given.ndim == 1:
        return Position(game, _of_size(game, given).tobytes())
    if isinstance(given, LabelledPosition | Comparison):
        given = given.position
    check_kind(given, Position, f"{taker} {_TAKEN}")
    assert isinstance(given, Position)
    _check_game(game, given.game)
    return given


def packed_positions(game: Game, given: GivenPositions, taker: str) -> NDArray[np.uint8]:
    """One or many as packed rows. Raises BoardworthError with who takes them and what it takes."""
    if isinstance(given, PackedRows):
        _check_game(game, given.game)
        return given.positions
    if isinstance(given, np.ndarray) and given.dtype.kind not in _TEXTS:
        return _rows(given, taker)
    if isinstance(given, Position | str | LabelledPosition | Comparison):
        given = [given]
    check_kind(given, Iterable, f"{taker} {_TAKEN}")
    if isinstance(given, np.ndarray):
        _check_dimensions(given, 1, taker)
        given = np.atleast_1d(given)
    packed = [position_of(game, one, taker).packed for one in given]
    return np.frombuffer(b"".join(packed), np.uint8).reshape(len(packed), game.packed_size)


def _rows(array: NDArray[Any], taker: str) -> NDArray[np.uint8]:
    """Packed positions; a single one is a row."""
    if array.dtype != np.uint8:
        raise BoardworthError(f"{taker} {_TAKEN}, not an array of {array.dtype}")
    _check_dimensions(array, 2, taker)
    return np.atleast_2d(array)


def _check_dimensions(array: NDArray[Any], most: int, taker: str) -> None:
    if array.ndim > most:
        raise BoardworthError(f"{taker} {_TAKEN}, not an array of {array.ndim} dimensions")


def _of_size(game: Game, packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if len(packed) != game.packed_size:
        raise FormatError(
            f"packed {game.name} positions: expected {game.packed_size} bytes each, "
            f"found {len(packed)}"
        )
    return packed


def _check_game(game: Game, other: Game) -> None:
    if other is not game and other != game:
        raise MissingCapability(f"a model of {game.name} does not value positions of {other.name}")
