"""Whose pieces stand on a board: a player's own moves bring its pieces to squares.

Names play no part in it. The symmetry that swaps the players says which values of a square belong
together, such as `black` and `white`; random play says which of the two is the first player's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability
from boardworth.rules.gdl.structure.sample import random_sample

if TYPE_CHECKING:
    from boardworth import _core
    from boardworth.rules.gdl.atoms import GameAtoms
    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.structure import Structure, Symmetry

_BLOCK = 1 << 14  # states that are unpacked at once


def owners(
    name: str, machine: PropnetMachine, core: _core.Game, structure: Structure, found: GameAtoms
) -> tuple[int, ...]:
    """By value of a square: 1 if it is the mover's, -1 the opponent's, 0 neither's.

    Raises MissingCapability if that is not known.
    """
    squares = len(found.columns) * len(found.rows)
    if not squares:
        raise MissingCapability(f"{name}: no board was found in the rules, so no pieces")
    swap = found.swap(structure.symmetries)
    partners = _partners(swap, found, squares) if swap else None
    if partners is None:
        raise MissingCapability(
            f"{name}: no symmetry of the rules swaps two players and their pieces, so it is not "
            "known whose pieces are whose"
        )
    first, second = _gains(machine, core, found, squares, len(partners))
    own, other = first + second[partners], first[partners] + second
    whose = np.where(partners == np.arange(len(partners)), 0, np.sign(own - other))
    if not whose.any():
        raise MissingCapability(f"{name}: the squares of the board are no player's")
    return tuple(whose.tolist())


def _partners(swap: Symmetry, found: GameAtoms, squares: int) -> NDArray[np.int64] | None:
    """What each value of a square becomes by the swap; None if that depends on the square."""
    values = max(len(atom.values) for atom in found.atoms[:squares])
    partners = np.arange(values)  # the value of an empty place has no fluent
    seen: dict[int, int] = {}
    for fluent, image in enumerate(swap.fluents):
        if found.atom_of[fluent] < squares:
            value, partner = found.value_of[fluent], found.value_of[image]
            if found.atom_of[image] >= squares or seen.setdefault(value, partner) != partner:
                return None
            partners[value] = partner
    return partners


def _gains(
    machine: PropnetMachine, core: _core.Game, found: GameAtoms, squares: int, values: int
) -> NDArray[np.int64]:
    """By role and value, how often a move of the role brought the value to a square."""
    sample = random_sample(machine)
    goes_on = sample.follows[:-1]
    before, after = sample.packed[:-1][goes_on], sample.packed[1:][goes_on]
    on_board = np.flatnonzero(np.array(found.atom_of) < squares)
    value_of = np.array(found.value_of)[on_board]
    gains = np.zeros((2, values), np.int64)
    for begin in range(0, len(before), _BLOCK):
        block = slice(begin, begin + _BLOCK)
        movers = core.movers(np.ascontiguousarray(before[block]))
        gained = np.unpackbits(after[block] & ~before[block], axis=1, bitorder="little")
        for role in (0, 1):
            counts = gained[movers == role][:, on_board].sum(axis=0)
            gains[role] += np.bincount(value_of, counts, values).astype(np.int64)
    return gains
