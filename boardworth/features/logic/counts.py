"""Logic features as numbers: one weight for each, times how many solutions, or proofs, it has."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, get_args

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError, MissingCapability, TooMany
from boardworth.features.configurations import Configurations, check_relations
from boardworth.features.logic.unfolding import Counted, Unfolding
from boardworth.features.sections import PARTS, tensor_of
from boardworth.features.specialisation import SpecialisationDag
from boardworth.pickling import WithoutDerived

if TYPE_CHECKING:
    from boardworth.rules import Game, Position


@dataclass(frozen=True, slots=True)
class LogicCount:
    """How many solutions, or proofs, a logic feature has in a position."""

    factor: int
    facts: ClassVar[tuple[tuple[int, int], ...]] = ()  # it speaks of no single ones

    def drawn(self, role: int) -> LogicCount:  # noqa: ARG002
        """The same: it speaks of no squares."""
        return self

    def __str__(self) -> str:
        return str(self.factor)


@PARTS.register
class LogicCounts(WithoutDerived):
    """Some logic features, given by the conjunctions of facts that prove their solutions.

    A solution counts while at least one of its conjunctions holds. Where proofs are counted, each
    conjunction that holds does. A conjunction without facts always holds.

    Args:
        game: whose facts they speak of.
        names: what people call the features.
        relations: of all conjunctions one after the other, each one's ascending, one for an atom
            (see `Configurations`).
        lengths: [conjunctions], how many relations each has.
        solution_of: [conjunctions], the solution that each proves.
        feature_of_solution: [solutions], the feature that each belongs to.
        counted: whether solutions or proofs are.
    """

    kind = "logic counts"

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        relations: NDArray[np.uint16],
        lengths: NDArray[np.uint8],
        solution_of: NDArray[np.uint32],
        feature_of_solution: NDArray[np.uint32],
        counted: Counted = "solutions",
    ) -> None:
        self.game, self.names, self.counted = game, tuple(names), counted
        self.relations, self.lengths = relations, lengths
        self.solution_of, self.feature_of_solution = solution_of, feature_of_solution
        self._check()
        self._feature_of = feature_of_solution[solution_of]  # by conjunction

    @staticmethod
    def of(unfoldings: Sequence[Unfolding], counted: Counted = "solutions") -> LogicCounts:
        """The features of some unfoldings, at least one."""
        if not unfoldings:
            raise FormatError("logic features are at least one")
        own = [(u if counted == "proofs" else u.minimal).positive() for u in unfoldings]
        sizes = [len(u.solutions) for u in own]
        firsts = np.cumsum([0, *sizes])
        lengths = np.concatenate([np.diff(u.starts.astype(np.int64)) for u in own])
        if lengths.max(initial=0) > np.iinfo(np.uint8).max:
            raise TooMany(f"logic features: a conjunction of {lengths.max()} facts")
        return LogicCounts(
            own[0].game,
            [u.feature.name for u in own],
            np.concatenate([u.literals - 1 for u in own]).astype(np.uint16),
            lengths.astype(np.uint8),
            np.concatenate(
                [u.solution_of + first for u, first in zip(own, firsts, strict=False)]
            ).astype(np.uint32),
            np.repeat(np.arange(len(own)), sizes).astype(np.uint32),
            counted,
        )

    def __len__(self) -> int:
        """The number of weights."""
        return len(self.names)

    def __repr__(self) -> str:
        return f"<{self.counted} of {', '.join(self.names)}>"

    @property
    def definition(self) -> dict[str, Any]:
        about, tensors = self.to_section()
        content = b"".join(tensor.tobytes() for tensor in tensors.values())
        return {**about, "sha256": hashlib.sha256(content).hexdigest()}

    def name(self, weight: int) -> str:
        return self.names[weight]

    def rows(
        self,
        positions: NDArray[np.uint8],
        first: int = 0,  # noqa: ARG002
        threads: int = 1,  # noqa: ARG002
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        return np.zeros(len(positions) + 1, np.uint64), np.empty(0, np.uint32)

    def values(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.int16]:
        relations = _core.RelationRows(self.game.core, np.ascontiguousarray(positions), threads)
        counts = np.empty((len(positions), len(self)), np.int32)
        for feature, (starts, literals, solution_of) in enumerate(self._by_feature):
            counts[:, feature] = _core.satisfied_counts(
                relations, starts, literals, solution_of, self.counted == "proofs", threads
            )
        if counts.max(initial=0) > np.iinfo(np.int16).max:
            raise TooMany(f"logic features: a count of {counts.max():,}")
        return counts.astype(np.int16)

    @cached_property
    def _by_feature(self) -> list[tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32]]]:
        """Starts, literals and solutions of the conjunctions of each, as `Unfolding` has them."""
        ends = np.cumsum(self.lengths, dtype=np.int64)
        found = []
        for feature in range(len(self)):
            own = np.flatnonzero(self._feature_of == feature)
            own = own[np.argsort(self.solution_of[own], kind="stable")]
            places = [np.arange(ends[n] - self.lengths[n], ends[n]) for n in own]
            literals = self.relations[np.concatenate(places)] if places else self.relations[:0]
            starts = np.concatenate([[0], np.cumsum(self.lengths[own], dtype=np.int64)])
            found.append(
                (
                    starts.astype(np.uint64),
                    literals.astype(np.int32) + 1,
                    self.solution_of[own].astype(np.int32),
                )
            )
        return found

    def active(self, position: Position) -> list[tuple[LogicCount, int]]:
        counts = self.values(np.frombuffer(position.packed, np.uint8)[None])[0].tolist()
        return [(LogicCount(count), weight) for weight, count in enumerate(counts)]

    def describe(self, weight: int) -> NoReturn:
        raise MissingCapability(f"{self.names[weight]} is a number, not a configuration")

    def core_part(
        self,
        weights: NDArray[np.integer[Any]],
        stage_of: NDArray[np.uint8],
        method: str = "best",
    ) -> _core.EvaluatorPart:
        """Its part in a compiled sum; a method other than the best one is for comparison."""
        own = weights.astype(np.int32)
        constants = (own.astype(np.int64) @ self.constants).tolist()
        starts, proved = self.proved
        of_solutions = np.ascontiguousarray(own[:, self.feature_of_solution])
        if self.counted == "solutions":
            return _core.EvaluatorPart.solutions(
                self.dag.core, starts, proved, of_solutions, constants, stage_of.tolist(), method
            )
        of_proofs = of_solutions[:, proved]
        ends = np.concatenate(
            [np.zeros((len(own), 1), np.int64), np.cumsum(of_proofs, axis=1, dtype=np.int64)],
            axis=1,
        )
        of_conjunctions = (ends[:, starts[1:]] - ends[:, starts[:-1]]).astype(np.int32)
        return _core.EvaluatorPart.configurations(
            self.dag.core, of_conjunctions, constants, stage_of.tolist(), "all", method
        )

    def to_section(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        return {"names": list(self.names), "counted": self.counted}, {
            "relations": self.relations.astype(np.uint32),
            "lengths": self.lengths,
            "solution_of": self.solution_of,
            "feature_of_solution": self.feature_of_solution,
        }

    @staticmethod
    def from_section(
        game: Game, about: Mapping[str, Any], tensors: Mapping[str, NDArray[Any]]
    ) -> LogicCounts:
        names = about.get("names")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise FormatError("logic features are kept with a list of their names")
        relations, solution_of, feature_of_solution = (
            tensor_of(tensors, name, "uint32", (None,))
            for name in ("relations", "solution_of", "feature_of_solution")
        )
        if relations.max(initial=0) > np.iinfo(np.uint16).max:
            raise FormatError("logic features of relations that no game has")
        return LogicCounts(
            game,
            names,
            relations.astype(np.uint16),
            tensor_of(tensors, "lengths", "uint8", (None,)),
            solution_of,
            feature_of_solution,
            about.get("counted", ""),
        )

    @cached_property
    def dag(self) -> SpecialisationDag:
        """Of the different conjunctions that have facts."""
        return SpecialisationDag(self._distinct[0])

    @cached_property
    def _distinct(self) -> tuple[Configurations, NDArray[np.int64]]:
        """The different conjunctions, and the number of each one among them (-1: without facts)."""
        given = Configurations(
            self.game, self.relations, self.lengths, np.zeros(len(self.lengths), np.uint32)
        )
        with_facts = np.flatnonzero(self.lengths)
        if len(with_facts) == 0:
            return given.select([]), np.full(len(self.lengths), -1)
        table = given.table()[with_facts]
        _, first, inverse = np.unique(table, axis=0, return_index=True, return_inverse=True)
        numbers = np.full(len(self.lengths), -1)
        numbers[with_facts] = inverse.reshape(-1)
        return given.select(with_facts[first]), numbers

    @cached_property
    def proved(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Starts and solutions: those that each of the different conjunctions proves."""
        numbers = self._distinct[1]
        kept = numbers >= 0
        if self.counted == "solutions":
            kept &= ~self._always_proved[self.solution_of]
        numbers, solutions = numbers[kept], self.solution_of[kept]
        order = np.argsort(numbers, kind="stable")
        starts = np.searchsorted(numbers[order], np.arange(len(self._distinct[0]) + 1))
        return starts.astype(np.uint32), solutions[order]

    @cached_property
    def _always_proved(self) -> NDArray[np.bool_]:
        """[solutions], whether one of its conjunctions has no facts."""
        always = np.zeros(len(self.feature_of_solution), np.bool_)
        always[self.solution_of[self.lengths == 0]] = True
        return always

    @cached_property
    def constants(self) -> NDArray[np.int64]:
        """[features], what each counts in every position."""
        if self.counted == "solutions":
            features = self.feature_of_solution[self._always_proved]
        else:
            features = self._feature_of[self.lengths == 0]
        return np.bincount(features, minlength=len(self)).astype(np.int64)

    def _check(self) -> None:
        """Raises FormatError unless everything fits together."""
        if not self.names or len(set(self.names)) != len(self.names):
            raise FormatError("logic features are at least one, each name once")
        if self.counted not in get_args(Counted):
            raise FormatError(f"logic features count 'solutions' or 'proofs', not '{self.counted}'")
        if len(self.lengths) != len(self.solution_of):
            raise FormatError("every conjunction proves one solution")
        if (self.solution_of >= len(self.feature_of_solution)).any():
            raise FormatError("conjunctions prove solutions that there are not")
        if (self.feature_of_solution >= len(self.names)).any():
            raise FormatError("solutions of features that there are not")
        check_relations(self.game, self.relations, self.lengths)
