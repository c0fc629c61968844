"""What an evaluation sums over.

Patterns of atoms, their instances all over the board, and one weight for every configuration that
the game's symmetries tell apart; beside them, other parts such as configurations by themselves and
terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError, NotFitted
from boardworth.features.pattern import Configuration, Pattern
from boardworth.features.rows import Rows, joined_rows
from boardworth.features.sections import FEATURES, PARTS, inner, outer, tensor_of
from boardworth.features.tables import SparseTable, Table, check_size, dense_table, middle_of, split
from boardworth.features.weight_texts import features_text
from boardworth.pickling import WithoutDerived

if TYPE_CHECKING:
    from boardworth.features.part import Active, Part
    from boardworth.features.sections import Section, Tensors
    from boardworth.rules import Game, Position

# A configuration of a sparse pattern is valid from here on (GLEM, section 6).
MIN_COUNT = 75
_VALID = "valid {}"  # the tensor of those of a sparse pattern, by its number


class _Section(msgspec.Struct, forbid_unknown_fields=True):
    patterns: list[Pattern]
    parts: list[dict[str, Any]] = []


@FEATURES.register
class FeatureSet(WithoutDerived):
    """Patterns with all their images under the game's symmetries, and other parts.

    The images of a pattern share its weights; a pattern that a symmetry maps onto itself shares
    weights among its own configurations (its *orbits*). Weights are numbered pattern by pattern,
    the sparse ones last, orbit by orbit; then part by part; the last one belongs to the constant.

    Which configurations of sparse patterns are valid is known once positions are counted: until
    `with_valid` there are no weights. A fit sees to that by itself.

    Args:
        game: whose atoms the patterns are made of.
        patterns: in any order, or none.
        valid: for every sparse pattern the indices of its valid configurations, ascending, the
            least of each orbit.
        parts: what there is beside patterns.
    """

    kind: ClassVar[str] = "patterns"

    def __init__(
        self,
        game: Game,
        patterns: Sequence[Pattern],
        valid: Sequence[NDArray[np.uint32]] | None = None,
        parts: Sequence[Part] = (),
    ) -> None:
        self.game = game
        self.patterns = tuple(sorted(patterns, key=lambda pattern: pattern.sparse))
        self.instances: list[tuple[int, ...]] = []
        self.pattern_of_instance: list[int] = []
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
        unknown = valid is None and len(self._sparse_patterns) > 0
        self.valid = None if unknown else tuple(valid or ())
        if self.valid is not None and len(self.valid) != len(self._sparse_patterns):
            raise FormatError("valid configurations are needed of every sparse pattern")
        self.parts = tuple(parts)

    def __len__(self) -> int:
        """The number of weights, the constant's included."""
        return self.part_bases[-1] + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FeatureSet) and self._content == other._content

    def __hash__(self) -> int:
        return hash((self.game, self.patterns))

    @property
    def _content(self) -> tuple[Any, ...]:
        valid = self.valid and [own.tolist() for own in self.valid]
        parts = [(part.kind, part.definition) for part in self.parts]
        return self.game, self.patterns, valid, parts

    def __repr__(self) -> str:
        return f"<{features_text(self)} for {self.game.name}>"

    def _repr_html_(self) -> str:
        """The squares of every pattern and of its images, for notebooks."""
        from boardworth.features.shown import features_html

        return features_html(self)

    def with_valid(
        self, positions: NDArray[np.uint8], min_count: int = MIN_COUNT, threads: int = 1
    ) -> FeatureSet:
        """The same; of sparse patterns, what packed positions show `min_count` times is valid.

        Every instance counts, the mover's view. What is known to be valid already stays so.
        """
        if self.valid is not None:
            return self
        if min_count < 1:
            raise FormatError(f"a valid configuration occurs at least once, not {min_count} times")
        valid = []
        for number in self._sparse_patterns:
            halves = split(self.game, self.patterns[number])
            instances = [
                half
                for atoms, own in zip(self.instances, self.pattern_of_instance, strict=True)
                if own == number
                for half in halves_of(atoms)
            ]
            valid.append(
                _core.valid_configurations(
                    _core.Patterns(self.game.core, instances),
                    halves.first,
                    halves.second,
                    positions,
                    min_count,
                    threads,
                )
            )
        return FeatureSet(self.game, self.patterns, valid, self.parts)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Of every pattern, the entries and the weights they use."""
        return (*self._dense_tables, *self._sparse_tables)

    @cached_property
    def core(self) -> _core.Patterns:
        """The compiled index."""
        sparse = [
            (table.core, *halves)
            for table, halves in zip(self._instance_tables, self.half_indices, strict=True)
        ]
        return _core.Patterns(self.game.core, self.index_atoms, sparse)

    @cached_property
    def index_atoms(self) -> list[tuple[int, ...]]:
        """The atoms that each index of a position spells.

        First come the dense instances, then those halves of sparse ones that are not among them.
        """
        sparse = [half for atoms in self._sparse_instances for half in halves_of(atoms)]
        return list(dict.fromkeys([*self.instances[: self._dense], *sparse]))

    @cached_property
    def half_indices(self) -> list[tuple[int, int]]:
        """The indices that spell both halves of every sparse instance."""
        number = {atoms: index for index, atoms in enumerate(self.index_atoms)}
        halves = [halves_of(atoms) for atoms in self._sparse_instances]
        return [(number[first], number[second]) for first, second in halves]

    def rows(self, positions: NDArray[np.uint8], threads: int = 1) -> Rows:
        """The sparse rows of packed positions."""
        dense = [table.orbits for table in self._dense_tables]
        indices = self.core.rows(
            positions,
            np.concatenate([np.empty(0, np.uint16), *dense]),
            self.table_offsets[: self._dense],
            threads,
        )
        bases = self._bases[self.pattern_of_instance[: self._dense]].astype(np.uint32)
        sparse = self.core.sparse_rows(
            positions,
            self.table_weights.astype(np.uint32),
            self.table_offsets[self._dense :],
            len(self),
            threads,
        )
        compressed = [
            part.rows(positions, first, threads)
            for part, first in zip(self.parts, self.part_bases, strict=False)
        ]
        numbers = [part.values(positions, threads) for part in self.parts]
        return Rows(
            indices,
            bases,
            len(self),
            threads,
            sparse,
            *joined_rows(compressed),
            np.concatenate([np.empty((len(positions), 0), np.int16), *numbers], axis=1),
            self.term_weights,
        )

    def weights_used(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int64]:
        """[positions, instances of patterns], the weight of each; len(self) where it has none."""
        rows = self.rows(positions, threads)
        dense = rows.indices.astype(np.int64) + rows.bases
        return np.concatenate([dense, rows.sparse.astype(np.int64)], axis=1)

    @cached_property
    def table_offsets(self) -> NDArray[np.uint32]:
        """Where the table of each instance starts when all patterns' tables stand in one row."""
        starts = np.cumsum([0, *(len(table.orbits) for table in self.tables)])
        return starts[self.pattern_of_instance].astype(np.uint32)

    @cached_property
    def table_weights(self) -> NDArray[np.int64]:
        """The weight of every table entry: what turns weights into tables."""
        return np.concatenate(
            [np.empty(0, np.int64)]
            + [
                base + table.orbits.astype(np.int64)
                for base, table in zip(self._bases, self.tables, strict=False)
            ]
        )

    @cached_property
    def pattern_of_weight(self) -> NDArray[np.int64]:
        """The number of the pattern that each weight belongs to, the constant's left out."""
        return np.repeat(np.arange(len(self.patterns)), np.diff(self._bases))

    @cached_property
    def term_weights(self) -> NDArray[np.uint32]:
        """The weights that are multiplied by numbers, in the order of `terms`."""
        own = [
            np.arange(first, first + len(part.names), dtype=np.uint32)
            for part, first in zip(self.parts, self.part_bases, strict=False)
        ]
        return np.concatenate([np.empty(0, np.uint32), *own])

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of all numbers that parts have."""
        return tuple(name for part in self.parts for name in part.names)

    def instance_name(self, instance: int, weight: int) -> str:
        """The pattern's name, and for an image of it the squares from first to last.

        The parts beside patterns are numbered after all instances; what uses a weight of theirs has
        a name of its own.
        """
        if instance >= len(self.instances):
            number = instance - len(self.instances)
            return self.parts[number].name(weight - self.part_bases[number])
        atoms, pattern = self.instances[instance], self.patterns[self.pattern_of_instance[instance]]
        if atoms == pattern.atoms:
            return pattern.name
        first, last = (self.game.atoms[atom].name for atom in (atoms[0], atoms[-1]))
        return f"{pattern.name} at {first}" + (f"-{last}" if len(atoms) > 1 else "")

    def active(self, position: Position) -> list[tuple[int, Active, int]]:
        """Instance, configuration or term, and weight number of all that counts in a position."""
        found: list[tuple[int, Active, int]] = []
        spelled = self.core.indices(position.packed).tolist()
        indices = spelled[: self._dense] + [
            spelled[first] * table.halves.sizes[1] + spelled[second]
            for (first, second), table in zip(self.half_indices, self._instance_tables, strict=True)
        ]
        for instance, index in enumerate(indices):
            pattern = self.pattern_of_instance[instance]
            entry = self.tables[pattern].entry(index)
            if entry is not None:
                weight = int(self._bases[pattern] + self.tables[pattern].orbits[entry])
                configuration = self.configuration(self.instances[instance], index)
                found.append((instance, configuration, weight))
        for number, (part, first) in enumerate(zip(self.parts, self.part_bases, strict=False)):
            instance = len(self.instances) + number
            found += [(instance, c, first + weight) for c, weight in part.active(position)]
        return found

    def describe(self, weight: int) -> tuple[Pattern, Configuration]:
        """A pattern and one of its configurations that use this weight (not the constant's).

        A configuration by itself is that of a pattern of its own atoms.
        """
        if weight >= self.part_bases[0]:
            number = int(np.searchsorted(self.part_bases, weight, side="right")) - 1
            part, own = self.parts[number], weight - self.part_bases[number]
            configuration = part.describe(own)
            return Pattern(part.name(own), tuple(a for a, _ in configuration.facts)), configuration
        number = int(np.searchsorted(self._bases, weight, side="right")) - 1
        table = self.tables[number]
        entry = int(np.argmax(table.orbits == weight - self._bases[number]))
        pattern = self.patterns[number]
        return pattern, self.configuration(pattern.atoms, int(table.indices[entry]))

    def configuration(self, atoms: Sequence[int], index: int) -> Configuration:
        """The configuration of some atoms that an index stands for."""
        facts = []
        for atom in reversed(atoms):
            index, value = divmod(index, len(self.game.atoms[atom].values))
            facts.append((atom, value))
        return Configuration(self.game, tuple(reversed(facts)))

    def core_parts(
        self, weights: NDArray[np.integer[Any]], stage_of: NDArray[np.uint8]
    ) -> list[_core.EvaluatorPart]:
        """What the parts beside patterns have in a compiled sum; arguments as for `Part`."""
        split = np.split(weights, self.part_bases, axis=1)[1:-1]
        return [part.core_part(own, stage_of) for part, own in zip(self.parts, split, strict=True)]

    def to_section(self) -> Section:
        """The patterns with the valid configurations of every sparse one, and the other parts."""
        tensors = {_VALID.format(number): own for number, own in enumerate(self.valid or ())}
        parts = []
        for number, part in enumerate(self.parts):
            content, own = PARTS.write(part)
            parts.append(content)
            tensors |= outer(f"part {number}", own)
        return msgspec.to_builtins(_Section(list(self.patterns), parts)), tensors

    @classmethod
    def from_section(cls, game: Game, content: dict[str, Any], tensors: Tensors) -> FeatureSet:
        """What `to_section` wrote. Raises FormatError."""
        section = msgspec.convert(content, _Section)
        sparse = sum(pattern.sparse for pattern in section.patterns)
        valid = [tensor_of(tensors, _VALID.format(n), "uint32", (None,)) for n in range(sparse)]
        parts = [
            PARTS.read(game, part, inner(f"part {number}", tensors))
            for number, part in enumerate(section.parts)
        ]
        return cls(game, section.patterns, valid, parts)

    @cached_property
    def part_bases(self) -> list[int]:
        """The first weight of each part, and the constant's."""
        sizes = [int(self._bases[-1]), *(len(part) for part in self.parts)]
        return [int(base) for base in np.cumsum(sizes)]

    @cached_property
    def _bases(self) -> NDArray[np.int64]:
        return np.cumsum([0, *(table.weights for table in self.tables)], dtype=np.int64)

    @cached_property
    def _dense(self) -> int:
        """How many instances are dense; they come first."""
        return sum(not self.patterns[number].sparse for number in self.pattern_of_instance)

    @property
    def _sparse_instances(self) -> list[tuple[int, ...]]:
        return self.instances[self._dense :]

    @property
    def _sparse_patterns(self) -> list[int]:
        return [number for number, pattern in enumerate(self.patterns) if pattern.sparse]

    @cached_property
    def _dense_tables(self) -> list[Table]:
        return [dense_table(self.game, pattern) for pattern in self.patterns if not pattern.sparse]

    @cached_property
    def _sparse_tables(self) -> list[SparseTable]:
        sparse = [self.patterns[number] for number in self._sparse_patterns]
        if self.valid is None:
            raise NotFitted(
                f"which configurations of '{sparse[0].name}' are valid is not known yet: "
                "with_valid(positions) finds out"
            )
        return [
            SparseTable(split(self.game, p), v) for p, v in zip(sparse, self.valid, strict=True)
        ]

    @property
    def _instance_tables(self) -> list[SparseTable]:
        """Of every sparse instance."""
        first = len(self._dense_tables)
        return [self._sparse_tables[n - first] for n in self.pattern_of_instance[self._dense :]]

    def _check(self, pattern: Pattern) -> None:
        unknown = [atom for atom in pattern.atoms if not 0 <= atom < len(self.game.atoms)]
        if unknown:
            raise FormatError(
                f"pattern '{pattern.name}': {self.game.name} has no atom {unknown[0]}"
            )
        if len(set(pattern.atoms)) != len(pattern.atoms) or not pattern.atoms:
            raise FormatError(f"pattern '{pattern.name}': needs atoms, each of them once")
        check_size(self.game, pattern)


def halves_of(atoms: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The atoms of an instance of a sparse pattern, split in the middle."""
    middle = middle_of(atoms)
    return tuple(atoms[:middle]), tuple(atoms[middle:])
