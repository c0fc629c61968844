"""Ways to divide fluents of one kind into groups, by which of their arguments may vary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING

import numpy as np

from boardworth.rules.gdl.syntax.terms import Argument, Term

if TYPE_CHECKING:
    from boardworth.rules.gdl.structure.sample import Sample

# With more arguments, not every set of them is tried.
_MAX_ARGUMENTS = 5
# The value of an atom whose one fluent has no argument that varies, while it holds.
HOLDS = "yes"


@dataclass(frozen=True)
class Kind:
    """Fluents of the same predicate: its name, their numbers and what they are about."""

    name: str
    fluents: tuple[int, ...]
    arguments: tuple[tuple[str, ...], ...]

    @property
    def arity(self) -> int:
        """How many things each is about."""
        return len(self.arguments[0])


@dataclass(frozen=True)
class Partition:
    """The fluents of a kind divided into groups that agree but for the varying arguments."""

    kind: Kind
    varying: tuple[int, ...]

    @cached_property
    def key_positions(self) -> tuple[int, ...]:
        """The arguments that name a group."""
        return tuple(i for i in range(self.kind.arity) if i not in self.varying)

    @cached_property
    def groups(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        """By the arguments that a group agrees in: numbers of fluents."""
        found: dict[tuple[str, ...], list[int]] = {}
        for fluent, arguments in zip(self.kind.fluents, self.kind.arguments, strict=True):
            found.setdefault(_chosen(arguments, self.key_positions), []).append(fluent)
        return {key: tuple(fluents) for key, fluents in found.items()}

    @cached_property
    def values(self) -> dict[int, str]:
        """By fluent, what sets it apart from the others of its group."""
        pairs = zip(self.kind.fluents, self.kind.arguments, strict=True)
        return {fluent: " ".join(_chosen(a, self.varying)) or HOLDS for fluent, a in pairs}

    def greatest_and_least(self, sample: Sample) -> tuple[list[int], list[int]]:
        """How many fluents of each group hold at most, and at least."""
        columns = list(chain(*self.groups.values()))
        sizes = [len(group) for group in self.groups.values()]
        starts = np.cumsum([0, *sizes[:-1]])
        held = sample.holds[:, columns].astype(np.uint16)
        counts = np.add.reduceat(held, starts, axis=1)
        return counts.max(axis=0).tolist(), counts.min(axis=0).tolist()


def kinds(fluents: Sequence[Term]) -> list[Kind]:
    """All fluents, by predicate."""
    found: dict[tuple[str, int], list[int]] = {}
    for number, fluent in enumerate(fluents):
        found.setdefault(fluent.signature, []).append(number)
    return [
        Kind(name, tuple(members), _flat([fluents[i].arguments for i in members]))
        for (name, _), members in found.items()
    ]


def partitions(kind: Kind) -> Iterator[Partition]:
    """All that put more than one fluent into some group."""
    for varying in _sets(kind.arity):
        partition = Partition(kind, varying)
        if len(partition.groups) < len(kind.fluents):
            yield partition


def _sets(arity: int) -> Iterable[tuple[int, ...]]:
    positions = range(arity)
    sizes: Iterable[int] = range(1, arity + 1)
    if arity > _MAX_ARGUMENTS:
        sizes = {1, 2, arity - 2, arity - 1, arity}
    return chain.from_iterable(combinations(positions, size) for size in sizes)


def _flat(rows: list[tuple[Argument, ...]]) -> tuple[tuple[str, ...], ...]:
    """The same rows with functions opened where all rows have the same one."""
    columns: list[tuple[str, ...]] = []
    for column in zip(*rows, strict=True):
        terms = [term for term in column if isinstance(term, Term)]
        if len({term.signature for term in terms}) == 1 and terms[0].arguments:
            columns += zip(*_flat([term.arguments for term in terms]), strict=True)
        else:
            columns.append(tuple(map(str, column)))
    return tuple(zip(*columns, strict=True)) if columns else ((),) * len(rows)


def _chosen(arguments: tuple[str, ...], positions: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(arguments[i] for i in positions)
