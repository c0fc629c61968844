"""Fluents that say whose turn it is."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.structure.sample import Sample
    from boardworth.rules.gdl.structure.structure import FluentGroup

_STATES = 400
# Beyond so many roles, only the order of the sheet is tried.
_MAX_ROLES = 4


def turns(
    machine: PropnetMachine, groups: Sequence[FluentGroup], sample: Sample
) -> tuple[int, ...] | None:
    """For each role the fluent that says it is its turn; None if the roles do not take turns."""
    roles = len(machine.roles)
    if roles < 2:
        return None
    rows, choices = _choices(machine, sample)
    if not (choices > 1).any() or ((choices > 1).sum(axis=1) > 1).any():
        return None
    return next((found for found in _candidates(machine, groups, sample, rows, choices)), None)


def _choices(
    machine: PropnetMachine, sample: Sample
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Some states in which the game goes on, and how many legal moves each role has there."""
    states = sample.distinct
    rows, counts = [], []
    for row in np.unique(np.linspace(0, len(states) - 1, _STATES).astype(int)).tolist():
        state = states[row].tobytes()
        if not machine.terminal(state):
            rows.append(row)
            counts.append([len(moves) for moves in machine.legal_moves(state)])
    return np.array(rows, int), np.array(counts, int).reshape(len(rows), len(machine.roles))


def _candidates(
    machine: PropnetMachine,
    groups: Sequence[FluentGroup],
    sample: Sample,
    rows: NDArray[np.int64],
    choices: NDArray[np.int64],
) -> Iterator[tuple[int, ...]]:
    """One fluent a role; a role without it has one move wherever the game goes on."""
    for fluents in _tuples(groups, sample, len(machine.roles)):
        held = sample.holds[rows][:, fluents]
        if (choices[held == 0] == 1).all():
            yield fluents


def _tuples(groups: Sequence[FluentGroup], sample: Sample, roles: int) -> Iterator[tuple[int, ...]]:
    """As many fluents as roles of which exactly one always holds: a group, or else any two."""
    for group in groups:
        if group.complete and len(group.fluents) == roles:
            yield from _orders(group.fluents)
    if roles == 2:
        yield from _opposites(sample)


def _orders(fluents: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    return permutations(fluents) if len(fluents) <= _MAX_ROLES else (fluents,)


def _opposites(sample: Sample) -> Iterator[tuple[int, ...]]:
    columns = np.packbits(sample.holds, axis=0)
    negated = np.packbits(1 - sample.holds, axis=0)
    by_column: dict[bytes, int] = {}
    for fluent in range(columns.shape[1]):
        by_column.setdefault(columns[:, fluent].tobytes(), fluent)
    for fluent in range(columns.shape[1]):
        other = by_column.get(negated[:, fluent].tobytes())
        if other is not None:
            yield fluent, other
