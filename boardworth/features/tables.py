"""Which configurations of a pattern have a weight, and which of them share one.

A configuration's *index* spells its values in mixed radix. A table has an entry for every index
(dense), or only for those of the valid configurations (sparse). The configurations that a pattern's
own symmetries map onto each other, an *orbit*, share a weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError

if TYPE_CHECKING:
    from boardworth.features.pattern import Pattern
    from boardworth.rules import Game

# As many as 16 bits can count.
MAX_CONFIGURATIONS = 65_536
# One number less: it locks the entries that nothing uses.
MAX_OF_A_HALF = 65_535


class Table:
    """The entries of a pattern: for each the index of its configuration, and what weight it uses.

    Args:
        indices: [entries], ascending: the configuration of each.
        orbits: [entries], the number of the weight that each uses: one for each orbit.
        weights: how many.
    """

    def __init__(
        self, indices: NDArray[np.int64], orbits: NDArray[np.unsignedinteger], weights: int
    ) -> None:
        self.indices = indices
        self.orbits = orbits
        self.weights = weights

    def entry(self, index: int) -> int | None:
        """Where a configuration stands; None if it has no weight."""
        place = int(np.searchsorted(self.indices, index))
        return place if place < len(self.indices) and self.indices[place] == index else None


def dense_table(game: Game, pattern: Pattern) -> Table:
    """An entry for every configuration."""
    radices = radices_of(game, pattern.atoms)
    least = np.minimum.reduce([_sums(radices, steps) for steps in _own_steps(game, pattern)])
    orbits = np.unique(least, return_inverse=True)[1].astype(np.uint16)
    return Table(np.arange(len(least)), orbits, int(orbits.max()) + 1)


@dataclass(frozen=True)
class Halves:
    """A large pattern split in two, and what its own symmetries do.

    Symmetry s takes the configuration with halves i1 and i2 to the one with the index
    first[s, i1] + second[s, i2]. Symmetry 0 is the identity.
    """

    first: NDArray[np.uint32]
    second: NDArray[np.uint32]

    @property
    def sizes(self) -> tuple[int, int]:
        """The number of configurations of each half."""
        return self.first.shape[1], self.second.shape[1]

    def images(self, indices: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """[symmetries, indices]: where each symmetry takes a configuration."""
        first, second = np.divmod(indices, np.uint32(self.sizes[1]))
        return np.asarray(self.first[:, first] + self.second[:, second])


def split(game: Game, pattern: Pattern) -> Halves:
    """The halves of a sparse pattern."""
    radices = radices_of(game, pattern.atoms)
    middle = middle_of(pattern.atoms)
    all_steps = _own_steps(game, pattern)

    def sums(part: slice) -> NDArray[np.uint32]:
        return np.stack([_sums(radices[part], steps[part]) for steps in all_steps]).astype(
            np.uint32
        )

    return Halves(sums(slice(middle)), sums(slice(middle, None)))


class SparseTable(Table):
    """An entry for every valid configuration; `valid` has the least index of each orbit."""

    def __init__(self, halves: Halves, valid: NDArray[np.uint32]) -> None:
        first, second = halves.sizes
        if (np.diff(valid.astype(np.int64)) <= 0).any() or (valid >= first * second).any():
            raise FormatError("valid configurations must ascend, and exist")
        images = halves.images(valid)
        if (images.min(axis=0, initial=np.iinfo(np.uint32).max) != valid).any():
            raise FormatError("valid configurations must be the least of their mirror images")
        self.halves = halves
        members, places = np.unique(images.ravel(), return_index=True)
        orbits = (places % max(len(valid), 1)).astype(np.uint32)
        super().__init__(members.astype(np.int64), orbits, len(valid))

    @cached_property
    def core(self) -> _core.SparseTable:
        """The compiled table."""
        return _core.SparseTable(*self.halves.sizes, self.indices.astype(np.uint32))


def check_size(game: Game, pattern: Pattern) -> None:
    """Refuses a pattern that is too large for its kind of table."""
    radices = radices_of(game, pattern.atoms)
    if not pattern.sparse:
        size = _size(radices)
        if size > MAX_CONFIGURATIONS:
            raise FormatError(
                f"pattern '{pattern.name}' has {size:,} configurations; "
                f"a table holds at most {MAX_CONFIGURATIONS:,}"
            )
        return
    if len(radices) < 2:
        raise FormatError(f"pattern '{pattern.name}': a sparse pattern has at least two atoms")
    middle = middle_of(pattern.atoms)
    size = max(_size(radices[:middle]), _size(radices[middle:]))
    if size > MAX_OF_A_HALF:
        raise FormatError(
            f"pattern '{pattern.name}': half of it has {size:,} configurations; "
            f"a sparse table can tell at most {MAX_OF_A_HALF:,} apart"
        )


def middle_of(atoms: Sequence[int]) -> int:
    """Where the second half of a sparse pattern begins."""
    return len(atoms) // 2


def is_large(game: Game, atoms: Sequence[int]) -> bool:
    """Whether a pattern of these atoms has too many configurations for a dense table."""
    return _size(radices_of(game, atoms)) > MAX_CONFIGURATIONS


def radices_of(game: Game, atoms: Sequence[int]) -> list[int]:
    """The number of values of each atom."""
    return [len(game.atoms[atom].values) for atom in atoms]


def _size(radices: Sequence[int]) -> int:
    return int(np.prod(radices, dtype=float))


def _own_steps(game: Game, pattern: Pattern) -> list[NDArray[np.int64]]:
    """For every symmetry that maps a pattern onto itself: each atom's step in the image's index."""
    atoms, radices = pattern.atoms, radices_of(game, pattern.atoms)
    steps = np.append(np.cumprod(radices[:0:-1], dtype=np.int64)[::-1], 1)
    found = []
    for symmetry in game.symmetries:
        image = [symmetry[atom] for atom in atoms]
        if set(image) == set(atoms):
            # The image shows at its j-th place what the pattern shows at place order[j].
            order = [atoms.index(atom) for atom in image]
            found.append(steps[np.argsort(order)])
    return found


def _sums(radices: Sequence[int], steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Value times step, added up over some atoms, for all their configurations in order."""
    digits = np.indices(radices, dtype=np.int64).reshape(len(radices), -1)
    return np.asarray(steps @ digits)
