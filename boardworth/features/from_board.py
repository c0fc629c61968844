"""Patterns derived from nothing but the shape of the board: straight lines and small rectangles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from boardworth.errors import RulesError
from boardworth.features.feature import FeatureSet
from boardworth.features.pattern import Pattern

if TYPE_CHECKING:
    from boardworth.rules import Game

# Across, down and both diagonals, in (column, row) steps.
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# Entries of a table that ten thousand positions fill: three squares of three values.
SHORT = 30
# Atoms beside the board that are looked at two by two.
MAX_PAIRED = 24


def board_patterns(game: Game, max_entries: int = 20_000, min_length: int = 3) -> FeatureSet:
    """Straight lines and rectangles, as large as tables of `max_entries` allow.

    Lines run from edge to edge where they fit, else they are cut to all their longest pieces;
    rectangles of every proportion are as long as they can be for their width. What a position
    tells beside the board is added atom by atom, and so are the squares where no line fits.
    """
    on_board = [*_lines(game, max_entries, min_length), *_rectangles(game, max_entries)]
    squares = () if on_board else range(game.board.columns * game.board.rows)
    alone = _alone(game, (*filter(partial(_varies, game), squares), *game.loose_atoms))
    return _feature_set(game, [*on_board, *alone])


def short_tuples(game: Game, max_entries: int = SHORT) -> FeatureSet:
    """What little data can tell: every atom alone, and small lines and rectangles of squares.

    Where there are few atoms beside the board, all pairs of them are added.
    """
    squares = range(game.board.columns * game.board.rows)
    alone = _alone(game, (*filter(partial(_varies, game), squares), *game.loose_atoms))
    on_board = [*_lines(game, max_entries, min_length=2), *_rectangles(game, max_entries)]
    return _feature_set(game, [*on_board, *alone, *_pairs(game, max_entries)])


def _feature_set(game: Game, tuples: list[tuple[str, tuple[int, ...]]]) -> FeatureSet:
    """Tuples of atoms as patterns, but those that are images of others."""
    seen: set[frozenset[int]] = set()
    patterns = []
    for name, atoms in tuples:
        if frozenset(atoms) in seen:
            continue
        seen.update(frozenset(s[a] for a in atoms) for s in game.symmetries)
        patterns.append(Pattern(name, game.view_atoms + atoms))
    if not patterns:
        raise RulesError(f"{game.name}: there is nothing to make patterns of")
    return FeatureSet(game, patterns)


def _alone(game: Game, atoms: Iterable[int]) -> list[tuple[str, tuple[int, ...]]]:
    return [(game.atoms[atom].name, (atom,)) for atom in atoms]


def _pairs(game: Game, max_entries: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    if len(game.loose_atoms) > MAX_PAIRED:
        return
    for pair in combinations(game.loose_atoms, 2):
        entries = np.prod([len(game.atoms[atom].values) for atom in (*game.view_atoms, *pair)])
        if entries <= max_entries:
            yield " and ".join(game.atoms[atom].name for atom in pair), pair


def _lines(game: Game, max_entries: int, min_length: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    columns, rows = game.board.columns, game.board.rows
    max_length = _max_length(game, max_entries)
    for column, row in np.ndindex(columns, rows):
        for across, down in _DIRECTIONS:
            before = (column - across, row - down)
            if _on_board(game, *before) or not _on_board(game, column, row):
                continue
            line = []
            at = (column, row)
            while _on_board(game, *at):
                line.append(at[1] * columns + at[0])
                at = (at[0] + across, at[1] + down)
            length = min(len(line), max_length)
            for first in range(len(line) - length + 1):
                piece = tuple(line[first : first + length])
                if length >= min_length:
                    yield f"line {_span(game, piece)}", piece


def _rectangles(game: Game, max_entries: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    max_length = _max_length(game, max_entries)
    columns, rows = game.board.columns, game.board.rows
    for height in range(2, rows + 1):
        width = min(max_length // height, columns)
        if width < height:
            break
        for wide, high in {(width, height), (height, width)}:
            for column in range(columns - wide + 1):
                for row in range(rows - high + 1):
                    squares = tuple(
                        (row + r) * columns + column + c for r in range(high) for c in range(wide)
                    )
                    if all(_varies(game, square) for square in squares):
                        yield f"{wide}x{high} {_span(game, squares)}", squares


def _max_length(game: Game, max_entries: int) -> int:
    """Squares of a pattern, beside what every pattern has."""
    squares = range(game.board.columns * game.board.rows)
    values = max((len(game.atoms[square].values) for square in squares), default=2)
    for_all = np.prod([len(game.atoms[atom].values) for atom in game.view_atoms])
    return int(np.log(max_entries / for_all) / np.log(values) + 1e-9)


def _on_board(game: Game, column: int, row: int) -> bool:
    board = game.board
    inside = 0 <= column < board.columns and 0 <= row < board.rows
    return inside and _varies(game, row * board.columns + column)


def _varies(game: Game, square: int) -> bool:
    """Whether there is a square: a board may have holes."""
    return len(game.atoms[square].values) > 1


def _span(game: Game, atoms: tuple[int, ...]) -> str:
    return f"{game.atoms[atoms[0]].name}-{game.atoms[atoms[-1]].name}"
