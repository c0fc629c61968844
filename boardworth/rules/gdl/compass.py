"""Whether a board is upside down: what is called north or up is above, and white begins below.

Rows of a rule sheet are drawn in their order, the first one above. In many sheets numbers grow
northwards. The first moves of the game tell: where the pieces come that enter the board. So does
the start where all pieces are white or black by their names, and one side has the first rows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from boardworth.rules.gdl.propnet_machine import PropnetMachine

_UP, _DOWN = {"north", "up"}, {"south", "down"}
_WORD = re.compile(r"[a-z]+")


def upside_down(
    machine: PropnetMachine, pieces: Sequence[Mapping[int, int] | None], columns: int
) -> bool:
    """Whether what goes up by its name goes to later rows than what goes down.

    Args:
        machine: the rules.
        pieces: for every square, row by row, the fluents that put a piece there.
        columns: how many there are.
    """
    start = machine.start()
    legal = machine.legal_moves(start)
    up, down = [], []
    for role, moves in enumerate(legal):
        entered = {}
        for move in moves:
            joint = [move if other == role else own[0] for other, own in enumerate(legal)]
            entered[move] = _filled(machine.play(start, joint), pieces) - _filled(start, pieces)
        everywhere = set.intersection(*entered.values())  # what others do at the same time
        for move, squares in entered.items():
            words = set(_WORD.findall(str(machine.move(role, move)).lower()))
            rows = [square // columns for square in squares - everywhere]
            up += rows if words & _UP else []
            down += rows if words & _DOWN else []
    return bool(up and down) and min(up) > max(down)


def white_above(rows: Sequence[Collection[str]]) -> bool:
    """Whether white begins above black, by what stands on each row from top to bottom.

    >>> white_above([["wk", "wr"], ["wp"], [], ["bp"]]), white_above([["black_man"], ["white_man"]])
    (True, False)
    """
    letters = [{name[0].lower() for name in row} for row in rows]
    white, black = ([row for row, own in enumerate(letters) if side in own] for side in "wb")
    named = set().union(*letters) == {"w", "b"}
    return named and max(white) < min(black)


def _filled(packed: bytes, pieces: Sequence[Mapping[int, int] | None]) -> set[int]:
    """The squares with a piece."""
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    return {
        square for square, own in enumerate(pieces) if any(bits[fluent] for fluent in own or ())
    }
