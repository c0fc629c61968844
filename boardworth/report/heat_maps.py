"""What pieces are worth on each square, as boards in colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from boardworth.errors import MissingCapability
from boardworth.fitting.shown import MIN_SHARE, RARE_SQUARES, contents_shares, contents_worth
from boardworth.report.kings import king_boards
from boardworth.report.phases import chosen_phases, phase_title
from boardworth.rules.svg import heat_svg

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Game


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A board with a number for each square."""

    title: str
    values: Mapping[int, float]  # by atom; squares that cannot have one are left out
    svg: Markup


@dataclass(frozen=True, slots=True)
class HeatMaps:
    """Boards that are to be compared: their colours mean the same."""

    note: str
    grey: str  # what grey squares mean; empty where there are none
    largest: float  # the number of the strongest colour
    maps: tuple[HeatMap, ...]


def heat_maps(model: Model) -> HeatMaps | None:
    """What pieces are worth by square: by phase if all pieces are alike, else by kind.

    None where nothing tells it, as for configurations alone.
    """
    return _of_patterns(model) or _beside_king(model)


def _of_patterns(model: Model) -> HeatMaps | None:
    game = model.game
    if not game.board.columns or not model.weighted_sum.features.patterns:
        return None
    phases = chosen_phases(model)
    first = piece_values(model, phases[0])
    if len(first) == 1:
        boards = [(phase_title(model, stage), piece_values(model, stage)[0][1]) for stage in phases]
        note = "How much more a piece on a square is worth than one of the other side there"
    else:
        middle = phases[len(phases) // 2]
        boards = piece_values(model, middle)
        what = "pieces on a square are worth than nothing there"
        if not _owned(game, 1):
            what = "it is worth on a square than what is there on average"
        note = f"How much more {what}, {phase_title(model, middle)}"
    note = f"{note}, in {model.unit}{_whose(game)}."
    return _drawn(model, boards, note, RARE_SQUARES)


def _whose(game: Game) -> str:
    """Who sees the board so, where pieces have colours of their own."""
    alike = game.values_are_relative or len(game.roles) == 1
    return "" if alike else f", with {game.roles[0]} to move"


def piece_values(model: Model, stage: int) -> list[tuple[str, NDArray[np.float64]]]:
    """Each kind of piece of the side to move, and [rows, columns] of what it is worth there.

    A single kind is compared with the opponent's, several with empty squares; where nobody owns
    what squares hold, everything is compared with the mean. Nan where training hardly met it.
    """
    game, worth = model.game, contents_worth(model, stage)
    shares = contents_shares(model, stage)
    values = next(atom.values for atom in game.atoms if len(atom.values) == len(game.symbols))
    names = [value.replace("_", " ") for value in values]
    own, theirs, empty = (_owned(game, owner) for owner in (1, -1, 0))
    if len(own) == len(theirs) == 1:
        both = shares[own[0]] + shares[theirs[0]]
        return [(names[own[0]], _met(both, worth[own[0]] - worth[theirs[0]]))]
    if own and empty:
        kinds, beside = own, worth[empty].mean(axis=0)
    else:
        kinds, beside = list(range(len(names))), worth.mean(axis=0)
    return [(names[kind], _met(shares[kind], worth[kind] - beside)) for kind in kinds]


def _met(shares: NDArray[np.float64], worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Nan where training has hardly met what is worth so much."""
    return np.where(shares < MIN_SHARE, np.nan, worth)


def _owned(game: Game, owner: int) -> list[int]:
    """The values of a square that are the mover's (1), the opponent's (-1), or neither's."""
    try:
        return [value for value, whose in enumerate(game.owners) if whose == owner]
    except MissingCapability:
        return []


def _beside_king(model: Model) -> HeatMaps | None:
    """Own pieces, with the own king where it was most often, less the mean of their kind."""
    stages = chosen_phases(model)
    stage = stages[len(stages) // 2]
    found = king_boards(model, stage)
    if found is None:
        return None
    boards = [
        (f"{piece}: {float(np.nanmean(board)):.2f} on average", board - np.nanmean(board))
        for piece, board in zip(found.pieces, found.boards, strict=True)
        if np.isfinite(board).any()
    ]
    note = (
        "How much more own pieces are worth on a square than such a piece on average, in "
        f"{model.unit}, with the {found.king}, {phase_title(model, stage)}."
    )
    return _drawn(model, boards, note, "Grey squares: training has met none there.")


def _drawn(
    model: Model, boards: Sequence[tuple[str, NDArray[np.float64]]], note: str, grey: str
) -> HeatMaps | None:
    """All in colours of one scale, but those on which all squares are worth the same."""
    known = [board for _, board in boards if np.isfinite(board).any()]
    largest = max((float(np.nanmax(np.abs(board))) for board in known), default=0.0)
    if not largest:
        return None
    maps = []
    for title, board in boards:
        values = {
            atom: value for atom, value in enumerate(board.ravel().tolist()) if np.isfinite(value)
        }
        if any(values.values()):
            svg = heat_svg(
                model.game, values, largest=largest, unit=model.unit, title=title, legend=False
            )
            maps.append(HeatMap(title, values, Markup(svg)))
    unknown = any(np.isnan(board).any() for _, board in boards)
    return HeatMaps(note, grey if unknown else "", largest, tuple(maps))
