"""Whether roles take turns, and what says whose turn it is.

Roles take turns if no two of them ever have a choice of moves at the same time. Whose turn it is
may be said by a fluent of each role, by several (as in (place white), (turn white)), or by nothing
but the legal moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardworth.rules.gdl.structure.structure import Turns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.structure.sample import Sample

_STATES = 400
# More fluents of one role would rather be a coincidence.
_MAX_FLUENTS = 64


def observed_turns(machine: PropnetMachine, sample: Sample) -> Turns | None:
    """What random play suggests; None if two roles had a choice at once, or no role ever had."""
    if len(machine.roles) < 2:
        return None
    seen = _seen(machine, sample)
    if not seen.chooses.any() or (seen.chooses.sum(axis=1) > 1).any():
        return None
    found = [_telling(seen, role) for role in range(len(machine.roles))]
    chosen = [fluent for fluents in found if fluents for fluent in fluents]
    tells = all(fluents is not None for fluents in found)
    if not tells or (sample.holds[:, chosen].sum(axis=1, dtype=int) != 1).any():
        return Turns((), proven=False)
    return Turns(tuple(fluents or () for fluents in found), proven=False)


@dataclass(frozen=True)
class _Seen:
    """Some states in which the game goes on.

    Attributes:
        holds: by state and fluent.
        chooses: by state and role, whether it has more than one move.
    """

    holds: NDArray[np.bool_]
    chooses: NDArray[np.bool_]


def _seen(machine: PropnetMachine, sample: Sample) -> _Seen:
    states = sample.distinct
    rows, chooses = [], []
    for row in np.unique(np.linspace(0, len(states) - 1, _STATES).astype(int)).tolist():
        state = states[row].tobytes()
        if not machine.terminal(state):
            rows.append(row)
            chooses.append([len(moves) > 1 for moves in machine.legal_moves(state)])
    table = np.array(chooses, bool).reshape(len(rows), len(machine.roles))
    return _Seen(sample.holds[rows].astype(bool), table)


def _telling(seen: _Seen, role: int) -> tuple[int, ...] | None:
    """Few fluents of which one holds wherever a role has a choice, and none where another has."""
    others = np.delete(seen.chooses, role, axis=1).any(axis=1)
    own = ~seen.holds[others].any(axis=0)  # by fluent: it never holds where others choose
    uncovered = seen.chooses[:, role].copy()
    found: list[int] = []
    while uncovered.any():
        # Of those that tell as much, one that holds where nobody has a choice, too.
        covers = seen.holds[uncovered].sum(axis=0) * own * len(seen.holds)
        best = int(np.argmax(covers + seen.holds.mean(axis=0) * (covers > 0)))
        if covers[best] == 0 or len(found) == _MAX_FLUENTS:
            return None
        found.append(best)
        uncovered &= ~seen.holds[:, best]
    return tuple(found)
