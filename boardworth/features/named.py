"""Feature sets by name, as people ask for them on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.features.feature import FeatureSet
from boardworth.features.from_board import board_patterns
from boardworth.features.pictures import read_pictures, shipped_pictures

if TYPE_CHECKING:
    from boardworth.features.pattern import Pattern
    from boardworth.rules import Game


def named_patterns(game: Game, names: Sequence[str]) -> FeatureSet:
    """All patterns that the names stand for.

    Args:
        game: whose.
        names: 'board' for patterns derived from the board's shape, 'shipped' for the pictures that
            come with Boardworth, the name of one of its large pictures ('A'), or a picture file.
    """
    return FeatureSet(game, [pattern for name in names for pattern in _patterns(game, name)])


def with_patterns(features: FeatureSet, others: Sequence[Pattern]) -> FeatureSet:
    """The features with those of other patterns that they do not have yet, be it as images.

    New ones must fit into tables: which configurations of the others have weights is known.
    """
    have = {frozenset(atoms) for atoms in features.instances}
    new = [pattern for pattern in others if frozenset(pattern.atoms) not in have]
    for pattern in new:
        if pattern.sparse:
            raise BoardworthError(
                f"pattern '{pattern.name}' is too large for a table: only patterns that fit into "
                "tables can be added to those of a model"
            )
    return FeatureSet(features.game, [*features.patterns, *new], features.valid, features.parts)


def _patterns(game: Game, name: str) -> Sequence[Pattern]:
    if name == "board":
        return board_patterns(game).patterns
    large = shipped_pictures(game, "large")
    by_name = {p.name: p for p in read_pictures(game, large).patterns} if large else {}
    if name in by_name:
        return [by_name[name]]
    path = shipped_pictures(game) if name == "shipped" else Path(name)
    if path is None:
        raise BoardworthError(f"no pictures come with Boardworth for {game.name}")
    if not path.is_file():
        known = ", ".join(["board", "shipped", *by_name])
        raise BoardworthError(f"no such file: {path} (patterns that need none: {known})")
    return read_pictures(game, path).patterns
