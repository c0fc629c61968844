"""Evaluations made by hand, to measure learned ones against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import RulesError
from boardworth.evaluators import piece_squares
from boardworth.features import FeatureSet, Pattern
from boardworth.fitting import Model, Stages, WeightedSum

if TYPE_CHECKING:
    from boardworth.rules import Game

# What a player thinks of squares in Othello: corners good, squares next to empty corners bad.
_OTHELLO_SQUARES = (
    (20, -3, 11, 8),
    (-3, -7, -4, 1),
    (11, -4, 2, 2),
    (8, 1, 2, -3),
)

# Hundredths of a pawn for a unit of log-odds: a pawn is some 60 % of the points.
UNITS = 256


def baseline_names(game: Game) -> list[str]:
    """The names of the hand-made models of a game."""
    known = ["nothing", "material"]
    if game.definition in piece_squares.GAMES:
        known.append("piece-square")
    elif game.values_are_relative:
        known.append("discs")
    if game.definition == "othello":
        known.append("squares")
    return known


def baseline(game: Game, name: str) -> Model:
    """A hand-made model.

    `material` counts pieces on the board, `squares` weights them by where they stand; to `nothing`
    all positions are alike, so that a search orders moves by what the rules alone tell it. `discs`
    is what material is called in native games.

    In chess and shogi, `material` adds up piece values, those of pieces in hand included;
    `piece-square` adds what their squares are worth, at first as in an opening, in the end as in an
    ending. Both are in hundredths of a pawn.
    """
    known = baseline_names(game)
    if name not in known:
        raise RulesError(f"unknown baseline '{name}' for {game.name}; known: {', '.join(known)}")
    if name == "nothing":
        features = FeatureSet(game, [Pattern(game.atoms[0].name, (0,))])
        return _by_hand(features, np.zeros(len(features), np.int16), name)
    if game.definition in piece_squares.GAMES:
        return _piece_values(game, name)
    if name == "squares":
        fold = [0, 1, 2, 3, 3, 2, 1, 0]
        return _square_sum(game, [_OTHELLO_SQUARES[r][c] for r in fold for c in fold], name)
    return _square_sum(game, [1] * (game.board.columns * game.board.rows), name)


def _square_sum(game: Game, square_values: Sequence[int], name: str) -> Model:
    """A square adds its value for a piece of the mover's, subtracts it for the opponent's."""
    owners = np.array(game.owners)
    representatives = [
        square
        for square in range(len(square_values))
        if len(game.atoms[square].values) > 1 and square == min(s[square] for s in game.symmetries)
    ]
    features = FeatureSet(game, [Pattern(game.atoms[a].name, (a,)) for a in representatives])
    by_value = [square_values[a] * owners for a in representatives]
    return _by_hand(features, np.array([*np.ravel(by_value), 0], np.int16), name)


def _piece_values(game: Game, name: str) -> Model:
    """Piece values in hundredths of a pawn; by squares and progress, if that is asked for."""
    last = game.max_progress
    if name == "piece-square":
        stages = Stages(tuple(range(last + 1)), last)
        values = [piece_squares.square_values(game, progress / last) for progress in stages.starts]
    else:
        stages = Stages((0,), last)
        values = [piece_squares.piece_values(game)]
    atoms = [
        atom
        for atom in range(len(game.atoms))
        if values[0][atom].any() and atom == min(s[atom] for s in game.symmetries)
    ]
    features = FeatureSet(game, [Pattern(game.atoms[atom].name, (atom,)) for atom in atoms])
    rows = [np.concatenate([*(value[atom] for atom in atoms), [0]]) for value in values]
    weights = np.array(rows, np.int16)
    found = WeightedSum(features, stages, weights, UNITS, "win", np.zeros(weights.shape, np.uint8))
    return Model(found, provenance={"made": f"by hand: {name}"})


def _by_hand(features: FeatureSet, weights: NDArray[np.int16], name: str) -> Model:
    stages = Stages((0,), features.game.max_progress)
    counts = np.zeros((1, len(weights)), np.uint8)
    found = WeightedSum(features, stages, weights.reshape(1, -1), 1, "score", counts)
    return Model(found, provenance={"made": f"by hand: {name}"})
