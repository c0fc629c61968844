"""What an evaluation sums over.

Patterns of atoms, their instances all over the board, and one weight for every configuration that
the game's symmetries tell apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardworth import _core
from boardworth.errors import FormatError
from boardworth.features.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boardworth.rules import Game, Position

MOST_CONFIGURATIONS = 65_536


@dataclass(frozen=True, slots=True)
class Pattern:
    """A few atoms indexed jointly: one table entry per configuration."""

    name: str
    atoms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Configuration:
    """A conjunction of atom = value, the mover's view."""

    game: Game
    facts: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        atoms = self.game.atoms
        return ", ".join(f"{atoms[a].name} {atoms[a].values[v]}" for a, v in self.facts)

    def draw(self) -> str:
        """The board with x for the mover's men, o for the opponent's, - for empty squares."""
        return draw_facts(self.game, dict(self.facts))


def draw_facts(game: Game, facts: dict[int, int]) -> str:
    """A board on which only some squares are known."""
    columns, rows = game.board.columns, game.board.rows
    symbols = [
        ["o-x"[facts[r * columns + c]] if r * columns + c in facts else "." for c in range(columns)]
        for r in range(rows)
    ]
    return "\n".join(" ".join(row) for row in symbols)


class FeatureSet:
    """Patterns with all their images under the game's symmetries.

    The images of a pattern share its weights; a pattern that a symmetry maps onto itself shares
    weights among its own configurations (its *orbits*). Weights are numbered pattern by pattern,
    orbit by orbit; the last one belongs to the constant.
    """

    def __init__(self, game: Game, patterns: Sequence[Pattern]) -> None:
        self.game = game
        self.patterns = tuple(patterns)
        self.instances: list[tuple[int, ...]] = []
        self.pattern_of_instance: list[int] = []
        self._orbits: list[NDArray[np.uint16]] = []
        seen: dict[frozenset[int], str] = {}
        for number, pattern in enumerate(self.patterns):
            self._check(pattern)
            images = [tuple(s[a] for a in pattern.atoms) for s in game.symmetries]
            first = {frozenset(image): image for image in reversed(images)}
            for squares, image in sorted(first.items(), key=lambda item: item[1]):
                if squares in seen:
                    raise FormatError(f"pattern '{pattern.name}' is an image of '{seen[squares]}'")
                self.instances.append(image)
                self.pattern_of_instance.append(number)
            seen.update(dict.fromkeys(first, pattern.name))
            self._orbits.append(self._find_orbits(pattern, images))

    def __len__(self) -> int:
        """The number of weights, the constant's included."""
        return int(self._bases[-1]) + 1

    def __repr__(self) -> str:
        return (
            f"<{len(self.patterns)} patterns, {len(self.instances)} instances, "
            f"{len(self):,} weights for {self.game.name}>"
        )

    @cached_property
    def core(self) -> _core.Patterns:
        """The compiled index."""
        return _core.Patterns(self.game.core, self.instances)

    def rows(self, positions: NDArray[np.uint8], threads: int = 1) -> Rows:
        """The sparse rows of packed positions."""
        indices = self.core.rows(
            positions, np.concatenate(self._orbits), self.table_offsets, threads
        )
        bases = self._bases[self.pattern_of_instance].astype(np.uint32)
        return Rows(indices, bases, len(self), threads)

    @cached_property
    def table_offsets(self) -> NDArray[np.uint32]:
        """Where the table of each instance starts when all patterns' tables stand in one row."""
        starts = np.cumsum([0, *(len(orbits) for orbits in self._orbits)])
        return starts[self.pattern_of_instance].astype(np.uint32)

    @cached_property
    def table_weights(self) -> NDArray[np.int64]:
        """The weight of every table entry: what turns weights into tables."""
        return np.concatenate(
            [base + orbits for base, orbits in zip(self._bases, self._orbits, strict=False)]
        )

    @cached_property
    def pattern_of_weight(self) -> NDArray[np.int64]:
        """The number of the pattern that each weight belongs to, the constant's left out."""
        return np.repeat(np.arange(len(self.patterns)), np.diff(self._bases))

    def instance_name(self, instance: int) -> str:
        """The pattern's name, and for an image of it the squares from first to last."""
        atoms, pattern = self.instances[instance], self.patterns[self.pattern_of_instance[instance]]
        if atoms == pattern.atoms:
            return pattern.name
        return (
            f"{pattern.name} at {self.game.atoms[atoms[0]].name}-{self.game.atoms[atoms[-1]].name}"
        )

    def active(self, position: Position) -> list[tuple[int, Configuration, int]]:
        """Instance, configuration and weight number of everything that holds in a position."""
        found = []
        indices = self.core.indices(position.packed)
        for instance, index in enumerate(indices.tolist()):
            pattern = self.pattern_of_instance[instance]
            weight = int(self._bases[pattern] + self._orbits[pattern][index])
            found.append((instance, self.configuration(self.instances[instance], index), weight))
        return found

    def describe(self, weight: int) -> tuple[Pattern, Configuration]:
        """A pattern and one of its configurations that use this weight (not the constant's)."""
        number = int(np.searchsorted(self._bases, weight, side="right")) - 1
        index = int(np.argmax(self._orbits[number] == weight - self._bases[number]))
        pattern = self.patterns[number]
        return pattern, self.configuration(pattern.atoms, index)

    def configuration(self, atoms: Sequence[int], index: int) -> Configuration:
        """The configuration of some atoms that a table index stands for."""
        facts = []
        for atom in reversed(atoms):
            index, value = divmod(index, len(self.game.atoms[atom].values))
            facts.append((atom, value))
        return Configuration(self.game, tuple(reversed(facts)))

    @cached_property
    def _bases(self) -> NDArray[np.int64]:
        sizes = [int(orbits.max()) + 1 for orbits in self._orbits]
        return np.cumsum([0, *sizes], dtype=np.int64)

    def _check(self, pattern: Pattern) -> None:
        unknown = [atom for atom in pattern.atoms if not 0 <= atom < len(self.game.atoms)]
        if unknown:
            raise FormatError(
                f"pattern '{pattern.name}': {self.game.name} has no atom {unknown[0]}"
            )
        if len(set(pattern.atoms)) != len(pattern.atoms) or not pattern.atoms:
            raise FormatError(f"pattern '{pattern.name}': needs atoms, each of them once")
        size = int(np.prod([len(self.game.atoms[a].values) for a in pattern.atoms], dtype=float))
        if size > MOST_CONFIGURATIONS:
            raise FormatError(
                f"pattern '{pattern.name}' has {size:,} configurations; "
                f"a table holds at most {MOST_CONFIGURATIONS:,}"
            )

    def _find_orbits(
        self, pattern: Pattern, images: Sequence[tuple[int, ...]]
    ) -> NDArray[np.uint16]:
        """For every configuration the number of its orbit under the pattern's own symmetries."""
        radices = [len(self.game.atoms[atom].values) for atom in pattern.atoms]
        digits = np.indices(radices, dtype=np.int32).reshape(len(radices), -1)
        least = np.arange(digits.shape[1])
        for image in images:
            if set(image) == set(pattern.atoms):
                # The configuration that the image shows when the pattern shows `digits`.
                order = [pattern.atoms.index(atom) for atom in image]
                least = np.minimum(least, np.ravel_multi_index(tuple(digits[order]), radices))
        return np.unique(least, return_inverse=True)[1].astype(np.uint16)
