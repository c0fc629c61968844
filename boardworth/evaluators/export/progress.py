"""How far a game has come, told by facts alone: what evaluations choose the phase by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardworth.errors import MissingCapability
from boardworth.evaluators.export.flat import Progress

if TYPE_CHECKING:
    from boardworth.rules import Atom, Game

    # What a value of an atom adds, given whether it is a square of a far row: the mover's, its own.
    Share: TypeAlias = Callable[[Atom, str, str], int]

# Of the pieces of chess, what is missing when one of them is gone.
_CHESS = {"knight": 1, "bishop": 1, "rook": 2, "queen": 4}
# The rows of a camp in shogi, where pieces count that have arrived.
_CAMP = 3


def progress_of(game: Game) -> Progress:
    """The shares of a game's facts. Raises MissingCapability."""
    if game.rule_sheet is not None:
        return _of_sheet(game)
    share, offset = _NATIVE[game.name]
    squares = game.board.columns * game.board.rows
    camps = {"own": range(_CAMP * game.board.columns)}
    camps["opponent"] = range(squares - _CAMP * game.board.columns, squares)
    shares = [
        share(atom, value, next((who for who, camp in camps.items() if number in camp), ""))
        for number, atom in enumerate(game.atoms)
        for value in atom.values
    ]
    return Progress(offset(game), np.array(shares, np.int64), game.max_progress)


def _pieces(_atom: Atom, value: str, _camp: str) -> int:
    """What is on the board."""
    return int(value != "empty")


def _less(_atom: Atom, value: str, _camp: str) -> int:
    """The pieces that are gone: each one that is there takes something away."""
    return -_CHESS.get(value.rsplit(maxsplit=1)[-1], 0)


def _in_hand(atom: Atom, value: str, _camp: str) -> int:
    return int(value) if atom.name.endswith(" in hand") else 0


def _in_hand_or_arrived(atom: Atom, value: str, camp: str) -> int:
    return _in_hand(atom, value, camp) or int(bool(camp) and value.startswith(f"{camp} "))


def _squares_beyond(game: Game) -> int:
    """Pieces that stand there from the start."""
    return game.max_progress - game.board.columns * game.board.rows


_NATIVE: dict[str, tuple[Share, Callable[[Game], int]]] = {
    "othello": (_pieces, _squares_beyond),
    "tic_tac_toe": (_pieces, _squares_beyond),
    "chess": (_less, lambda game: game.max_progress),
    "dobutsu": (_in_hand, lambda _: 0),
    "shogi": (_in_hand_or_arrived, lambda _: 0),
}


def _of_sheet(game: Game) -> Progress:
    """What grows by the rules, if all roles' views of a position tell it."""
    told = game.fluent_facts
    sizes = [len(atom.values) for atom in game.atoms]
    firsts = np.cumsum([0, *sizes[:-1]])
    tables = []
    for view in told.by_role:
        shares = np.zeros(sum(sizes), np.int64)
        shares[[firsts[atom] + value for atom, value in view]] = told.progress
        tables.append(shares)
    if any((table != tables[0]).any() for table in tables):
        raise MissingCapability(
            f"{game.name}: how far a game has come cannot be told by what the mover sees, and the "
            "model has more than one phase: export it as npz or csv"
        )
    return Progress(told.progress_offset, tables[0], game.max_progress)
