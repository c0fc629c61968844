"""Whether roles take turns, and what says whose turn it is.

Roles take turns if no two of them ever have a choice of moves at the same time. Whose turn it is
may be said by a fluent of each role, by several (as in (place white), (turn white)), or by nothing
but the legal moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice, product
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
# Ways to choose one fluent for each role.
_MAX_TRIED = 1000


def observed_turns(machine: PropnetMachine, sample: Sample) -> Turns | None:
    """What random play suggests; None if two roles had a choice at once, or no role ever had."""
    if len(machine.roles) < 2:
        return None
    seen = _seen(machine, sample)
    if not seen.chooses.any() or (seen.chooses.sum(axis=1) > 1).any():
        return None
    roles = range(len(machine.roles))
    names = [fluent.name for fluent in machine.ground_game.fluents]
    singles = islice(product(*(_singles(seen, role) for role in roles)), _MAX_TRIED)
    alike_first = sorted(singles, key=lambda some: len({names[fluent] for (fluent,) in some}))
    several = [_several(seen, role) for role in roles]
    for fluents in [*alike_first, *([several] if all(several) else [])]:
        telling = list(chain(*fluents))
        if (sample.holds[:, telling].sum(axis=1, dtype=int) == 1).all():
            return Turns(tuple(fluents), proven=False)
    return Turns((), proven=False)


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


def _singles(seen: _Seen, role: int) -> list[tuple[int]]:
    """Fluents that hold wherever a role has a choice, and nowhere where another has."""
    telling = _own(seen, role) & seen.holds[seen.chooses[:, role]].all(axis=0)
    return [(fluent,) for fluent in np.flatnonzero(telling).tolist()]


def _several(seen: _Seen, role: int) -> tuple[int, ...]:
    """Few fluents of which one holds wherever a role has a choice; none if there are not."""
    uncovered = seen.chooses[:, role].copy()
    own = _own(seen, role)
    found: list[int] = []
    while uncovered.any() and len(found) < _MAX_FLUENTS:
        covers = seen.holds[uncovered].sum(axis=0) * own
        best = int(np.argmax(covers))
        if covers[best] == 0:
            return ()
        found.append(best)
        uncovered &= ~seen.holds[:, best]
    return () if uncovered.any() else tuple(found)


def _own(seen: _Seen, role: int) -> NDArray[np.bool_]:
    """By fluent, whether it never holds where another role has a choice."""
    others = np.delete(seen.chooses, role, axis=1).any(axis=1)
    return np.logical_not(seen.holds[others].any(axis=0))
