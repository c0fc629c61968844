"""Configurations by themselves: many at once as a few arrays, and sets of them with weights.

Weights for configurations are GLEM's general case. Those that the game's symmetries map onto each
other, an *orbit*, share a weight. Either all active configurations count for an evaluation, or only
the most specific ones: those of which no specialisation is active (GLEM, section 4.3).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError
from boardworth.features.pattern import Configuration
from boardworth.features.sections import PARTS
from boardworth.features.specialisation import SpecialisationDag
from boardworth.pickling import WithoutDerived

if TYPE_CHECKING:
    from boardworth.rules import Game, Position

Semantics: TypeAlias = Literal["most specific", "all"]

# Stands behind the relations of a configuration shorter than the longest.
_NOTHING = np.iinfo(np.uint16).max


def max_values(game: Game) -> int:
    """How many values the atoms have at most."""
    return max(len(atom.values) for atom in game.atoms)


@dataclass(frozen=True)
class Configurations(WithoutDerived):
    """Configurations with the number of positions in which each is active.

    A relation `atom = value` is the number ``atom * values + value``, where `values` is the most
    that any atom has.
    """

    game: Game  # whose atoms they speak of
    # All configurations' relations one after the other, each one's in ascending order.
    relations: NDArray[np.uint16]
    lengths: NDArray[np.uint8]  # [configurations], how many relations each has
    counts: NDArray[np.uint32]  # [configurations], in how many positions each is active

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, number: int) -> Configuration:
        """One configuration."""
        start = int(self._starts[number])
        relations = self.relations[start : start + int(self.lengths[number])]
        values = max_values(self.game)
        return Configuration(self.game, tuple(divmod(r, values) for r in relations.tolist()))

    def __iter__(self) -> Iterator[Configuration]:
        return (self[number] for number in range(len(self)))

    def select(self, numbers: Sequence[int] | NDArray[Any]) -> Configurations:
        """The configurations of the given numbers, in that order."""
        chosen = np.asarray(numbers, np.int64)
        lengths = self.lengths[chosen]
        ends = np.cumsum(lengths, dtype=np.int64)
        within = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - lengths, lengths)
        relations = self.relations[np.repeat(self._starts[chosen], lengths) + within]
        return Configurations(self.game, relations, lengths, self.counts[chosen])

    def most_frequent_first(self) -> Configurations:
        """Sorted by count, then by relations; the same whatever order they were found in."""
        return self.select(self.frequency_order())

    def frequency_order(self) -> NDArray[np.int64]:
        """Their numbers by count, then by relations."""
        keys = np.column_stack([-self.counts.astype(np.int64), self.table()])
        return np.lexsort(keys.T[::-1])

    def distinct(self) -> Configurations:
        """Each of them once: the first of those that are the same, in order of their relations."""
        return self.select(self.first_of_each())

    def first_of_each(self) -> NDArray[np.int64]:
        """The number of the first of those that are the same, in order of their relations."""
        if len(self) == 0:
            return np.empty(0, np.int64)
        table = self.table()
        order = np.lexsort(table.T[::-1])
        ordered = table[order]
        new = np.ones(len(self), np.bool_)
        new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
        return order[new]

    def table(self) -> NDArray[np.int32]:
        """[configurations, longest]: the relations of each, then -1."""
        longest = int(self.lengths.max(initial=0))
        table = np.full((len(self), longest), -1, np.int32)
        table[np.arange(longest) < self.lengths[:, None]] = self.relations
        return table

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return np.cumsum(self.lengths, dtype=np.int64) - self.lengths


def joined(game: Game, parts: Sequence[Configurations]) -> Configurations:
    """All configurations of all parts, in order."""
    return Configurations(
        game,
        np.concatenate([np.empty(0, np.uint16), *(part.relations for part in parts)]),
        np.concatenate([np.empty(0, np.uint8), *(part.lengths for part in parts)]),
        np.concatenate([np.empty(0, np.uint32), *(part.counts for part in parts)]),
    )


def from_table(game: Game, table: NDArray[np.integer[Any]]) -> Configurations:
    """Those of a table's rows: relations in ascending order, in any place a -1 for none."""
    wide = np.where(table < 0, _NOTHING, table).astype(np.int64)
    wide.sort(axis=1)
    return Configurations(
        game,
        wide[wide != _NOTHING].astype(np.uint16),
        np.count_nonzero(wide != _NOTHING, axis=1).astype(np.uint8),
        np.zeros(len(wide), np.uint32),
    )


def to_configurations(
    configurations: Sequence[Configuration], counts: Sequence[int] | None = None
) -> Configurations:
    """The arrays of some configurations, at least one."""
    game = configurations[0].game
    values = max_values(game)
    numbers = [sorted(atom * values + value for atom, value in c.facts) for c in configurations]
    return Configurations(
        game,
        np.array([r for own in numbers for r in own], np.uint16),
        np.array([len(own) for own in numbers], np.uint8),
        np.array(counts if counts is not None else [0] * len(numbers), np.uint32),
    )


@PARTS.register
class ConfigurationSet(WithoutDerived):
    """Configurations with all their images under the game's symmetries, one weight per orbit.

    Weights are numbered in the order in which the orbits are first met.

    Args:
        configurations: any; images of those before them add nothing. For a fast search the most
            frequent come first.
        semantics: which of the active ones count.
        origins: what people call each of them, such as the logic feature that it is from.

    Attributes:
        members: all images, weight by weight.
        weight_of_member: [members], the number of each one's weight.
        weight_of_given: [configurations], the number of each given one's weight.
        origins: [weights], what people call them; empty if they have no names.
    """

    kind = "configurations"
    names: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        configurations: Configurations,
        semantics: Semantics = "most specific",
        origins: Sequence[str] = (),
    ) -> None:
        self.game = configurations.game
        self.semantics = semantics
        if semantics not in get_args(Semantics):
            raise FormatError(
                f"configurations count as 'most specific' or 'all', not '{semantics}'"
            )
        if len(configurations) == 0 or (configurations.lengths == 0).any():
            raise FormatError("configurations need relations, each of them at least one")
        check_relations(self.game, configurations.relations, configurations.lengths)
        self.members, self.weight_of_member, self.weight_of_given = _with_images(configurations)
        if origins and len(origins) != len(configurations):
            raise FormatError(f"{len(origins):,} names of {len(configurations):,} configurations")
        _, first = np.unique(self.weight_of_given, return_index=True)
        self.origins = tuple(origins[number] for number in first) if origins else ()

    def __len__(self) -> int:
        """The number of weights."""
        return int(self.weight_of_member[-1]) + 1

    def __repr__(self) -> str:
        return f"<{len(self.members):,} configurations with {len(self):,} weights>"

    @property
    def definition(self) -> dict[str, Any]:
        own = self.representatives
        names = "\n".join(self.origins).encode()
        kept = own.relations.tobytes() + own.lengths.tobytes() + names
        return {"semantics": self.semantics, "sha256": hashlib.sha256(kept).hexdigest()}

    @property
    def most_specific(self) -> bool:
        """Whether only the most specific active configurations count."""
        return self.semantics == "most specific"

    @cached_property
    def dag(self) -> SpecialisationDag:
        """Of all members."""
        return SpecialisationDag(self.members)

    @cached_property
    def representatives(self) -> Configurations:
        """One configuration for every weight."""
        return self.members.select(np.searchsorted(self.weight_of_member, np.arange(len(self))))

    def rows(
        self, positions: NDArray[np.uint8], first: int = 0, threads: int = 1
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        relations = _core.RelationRows(self.game.core, np.ascontiguousarray(positions), threads)
        numbers = self.weight_of_member + np.uint32(first)
        return self.dag.core.active_rows(relations, numbers, self.most_specific, threads)

    def name(self, weight: int) -> str:
        return self.origins[weight] if self.origins else "configuration"

    def values(
        self,
        positions: NDArray[np.uint8],
        threads: int = 1,  # noqa: ARG002
    ) -> NDArray[np.int16]:
        return np.empty((len(positions), 0), np.int16)

    def active(self, position: Position) -> list[tuple[Configuration, int]]:
        of = self.dag.most_specific if self.most_specific else self.dag.active
        return [(self.members[n], int(self.weight_of_member[n])) for n in of(position)]

    def describe(self, weight: int) -> Configuration:
        return self.representatives[weight]

    def core_part(
        self,
        weights: NDArray[np.integer[Any]],
        stage_of: NDArray[np.uint8],
        method: str = "best",
    ) -> _core.EvaluatorPart:
        """Its part in a compiled sum; a method other than the best one is for comparison."""
        of_members = np.ascontiguousarray(weights[:, self.weight_of_member], np.int32)
        constants = [0] * len(weights)
        return _core.EvaluatorPart.configurations(
            self.dag.core, of_members, constants, stage_of.tolist(), self.semantics, method
        )

    def to_section(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        about: dict[str, Any] = {"semantics": self.semantics}
        tensors: dict[str, NDArray[Any]] = {
            "relations": self.representatives.relations.astype(np.uint32),
            "lengths": self.representatives.lengths,
        }
        if self.origins:
            about["origins"] = list(dict.fromkeys(self.origins))
            numbers = {name: number for number, name in enumerate(about["origins"])}
            tensors["origins"] = np.array([numbers[name] for name in self.origins], np.uint32)
        return about, tensors

    @staticmethod
    def from_section(
        game: Game, about: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]
    ) -> ConfigurationSet:
        relations, lengths = (tensors.get(name) for name in ("relations", "lengths"))
        if relations is None or lengths is None or relations.ndim != 1 or lengths.ndim != 1:
            raise FormatError("configurations are kept as relations and lengths")
        if relations.max(initial=0) >= _NOTHING or lengths.dtype != np.uint8:
            raise FormatError("configurations of relations that no game has")
        counts = np.zeros(len(lengths), np.uint32)
        found = Configurations(game, relations.astype(np.uint16), lengths, counts)
        kept = ConfigurationSet(found, about.get("semantics", ""), _origins(about, tensors))
        if len(kept) != len(lengths):
            raise FormatError("two configurations are images of each other")
        return kept


def _origins(about: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]) -> list[str]:
    """The names in a section, weight by weight; none if it has none."""
    names, numbers = about.get("origins", []), tensors.get("origins")
    if not names and numbers is None:
        return []
    if (
        not isinstance(names, list)
        or not all(isinstance(name, str) for name in names)
        or numbers is None
        or numbers.dtype.kind != "u"
        or numbers.ndim != 1
        or numbers.max(initial=0) >= len(names)
    ):
        raise FormatError("the names of configurations do not fit")
    return [names[number] for number in numbers]


def check_relations(game: Game, relations: NDArray[np.uint16], lengths: NDArray[np.uint8]) -> None:
    """Raises FormatError unless they are conjunctions of the game's relations."""
    if lengths.sum(dtype=np.int64) != len(relations):
        raise FormatError("there are not as many relations as their conjunctions' lengths say")
    atoms, values = np.divmod(relations.astype(np.int64), max_values(game))
    value_counts = np.array([len(atom.values) for atom in game.atoms])
    if (atoms >= len(value_counts)).any() or (values >= value_counts[atoms]).any():
        raise FormatError(f"configurations of relations that {game.name} does not have")
    starts = np.unique(np.cumsum(lengths, dtype=np.int64))
    inside = starts[(starts > 0) & (starts < len(relations))]
    if (np.delete(np.diff(atoms), inside - 1) <= 0).any():
        raise FormatError("the relations of a configuration must ascend, one for an atom")


def _with_images(
    configurations: Configurations,
) -> tuple[Configurations, NDArray[np.uint32], NDArray[np.int64]]:
    """All images, orbit by orbit; the number of each one's orbit; that of each given one's."""
    game, table = configurations.game, configurations.table()
    atoms, values = np.divmod(table, max_values(game))
    images = np.asarray(game.symmetries, np.int64)[:, atoms] * max_values(game) + values
    images[:, table < 0] = _NOTHING
    images.sort(axis=2)
    longest = table.shape[1]
    rows, inverse = np.unique(images.reshape(-1, longest), axis=0, return_inverse=True)
    row_of = inverse.reshape(len(images), len(table))
    # The least image stands for an orbit; orbits are numbered as they are first met.
    _, first_met, of_given = np.unique(row_of.min(axis=0), return_index=True, return_inverse=True)
    orbit_of_given = np.argsort(np.argsort(first_met))[of_given]
    orbit = np.empty(len(rows), np.int64)
    orbit[row_of] = orbit_of_given
    counts = np.zeros(len(rows), np.uint32)
    np.maximum.at(counts, row_of, configurations.counts[None, :])
    by_orbit = np.argsort(orbit, kind="stable")
    kept = rows[by_orbit]
    members = Configurations(
        game,
        kept[kept != _NOTHING].astype(np.uint16),
        np.count_nonzero(kept != _NOTHING, axis=1).astype(np.uint8),
        counts[by_orbit],
    )
    return members, orbit[by_orbit].astype(np.uint32), orbit_of_given
