"""Patterns drawn as boards in a text file.

A picture is a name on a line of its own, then one line per row of the board: # marks the pattern's
squares, . the others. Lines that start with ; are comments. A pattern too large for a table is a
sparse one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.features.feature import FeatureSet
from boardworth.features.pattern import Pattern
from boardworth.features.tables import is_large
from boardworth.files import FilePath, read_text, shipped_file

if TYPE_CHECKING:
    from boardworth.rules import Game

_SQUARES = frozenset("#.")


def read_pictures(game: Game, file_path: FilePath) -> FeatureSet:
    """The patterns of a picture file. Raises FormatError with file and line."""
    path = Path(file_path)
    lines = read_text(path).splitlines()
    patterns, at = [], 0
    while at < len(lines):
        name = lines[at].strip()
        at += 1
        if not name or name.startswith(";"):
            continue
        if set(name) <= _SQUARES:
            raise FormatError(f"{path}, line {at}: a picture without a name")
        patterns.append(_read_picture(game, path, name, lines, at))
        at += game.board.rows
    if not patterns:
        raise FormatError(f"{path}: no picture of a pattern")
    try:
        return FeatureSet(game, patterns)
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def draw_pattern(game: Game, pattern: Pattern) -> str:
    """The picture of a pattern, as `read_pictures` reads it."""
    columns, rows = game.board.columns, game.board.rows
    squares = ["#" if atom in pattern.atoms else "." for atom in range(columns * rows)]
    lines = ["".join(squares[row * columns : (row + 1) * columns]) for row in range(rows)]
    return "\n".join([pattern.name, *lines])


def shipped_pictures(game: Game, kind: str = "") -> Path | None:
    """The picture file that comes with Boardworth for a game, if there is one.

    The kind "large" are sparse patterns that may be added to the others.
    """
    return shipped_file(f"{'-'.join(filter(None, (game.name, kind)))}.patterns")


def _read_picture(game: Game, path: Path, name: str, lines: list[str], at: int) -> Pattern:
    atoms = []
    for row in range(game.board.rows):
        line = lines[at + row].strip() if at + row < len(lines) else ""
        if len(line) != game.board.columns or not set(line) <= _SQUARES:
            raise FormatError(
                f"{path}, line {at + row + 1}: row {row + 1} of '{name}' must be "
                f"{game.board.columns} characters # or ., found '{line}'"
            )
        atoms += [row * game.board.columns + c for c, mark in enumerate(line) if mark == "#"]
    if not atoms:
        raise FormatError(f"{path}, line {at}: '{name}' marks no square")
    return Pattern(name, tuple(atoms), sparse=is_large(game, atoms))
