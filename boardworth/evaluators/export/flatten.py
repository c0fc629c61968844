"""From models to plain arrays: every kind of feature as a block of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import MissingCapability
from boardworth.evaluators.export.conjunctions import of_configurations, of_logic_counts
from boardworth.evaluators.export.displacement import displaced
from boardworth.evaluators.export.flat import (
    Combined,
    Conjunctions,
    Dense,
    FlatModel,
    KingsAndPieces,
)
from boardworth.evaluators.export.flat import Sparse as FlatSparse
from boardworth.evaluators.export.kings_and_pieces import of_relations
from boardworth.evaluators.export.notation import notation_of
from boardworth.evaluators.export.progress import progress_of
from boardworth.features.feature import halves_of
from boardworth.features.tables import SparseTable
from boardworth.fitting.combination_tables import CombinedNumbers
from boardworth.fitting.weighted_sum import quantised

if TYPE_CHECKING:
    from boardworth.evaluators.export.flat import Integers
    from boardworth.features import FeatureSet
    from boardworth.fitting import Combination, Model, WeightedSum
    from boardworth.fitting.evaluation import Evaluation

# What else can be done with a model that has no such file.
OTHERWISE = "export it as npz or csv"


def flattened(model: Model) -> FlatModel:
    """A model as plain arrays. Raises MissingCapability with what cannot be, and why."""
    evaluation = model.evaluation
    if evaluation.kind not in _KINDS:
        raise MissingCapability(
            f"{evaluation.kind} of {model.game.name} are formulas over what the rules call true, "
            f"not sums over the values of atoms: {OTHERWISE}"
        )
    return _KINDS[evaluation.kind](evaluation)


def _of_sum(evaluation: WeightedSum) -> FlatModel:
    tapered = evaluation.ends is not None
    blocks = _Blocks.of(evaluation.features, evaluation.weights)
    stage_of = evaluation.stages.table()
    return _flat(
        evaluation,
        blocks,
        evaluation.weights if evaluation.ends is None else evaluation.ends,
        stage_of,
        bool(stage_of.any()),
        shares=evaluation.stages.shares() if tapered else None,
    )


def _of_combination(evaluation: Combination) -> FlatModel:
    if evaluation.features.tables is None:
        names = ", ".join(evaluation.features.names)
        raise MissingCapability(
            f"a combination of {names}: only one model's sums of patterns can be told without the "
            f"rules of {evaluation.game.name}: {OTHERWISE}"
        )
    numbers = CombinedNumbers.of(evaluation.features)
    sums = numbers.sums
    weights, table_scale = quantised(sums.weights)
    stage_of = evaluation.stages.table()
    coefficients = numbers.coefficients(evaluation, table_scale)
    combined = Combined(len(sums.names), stage_of.astype(np.int64), *coefficients)
    several = bool(stage_of.any() or sums.stage_of.any())
    blocks = _Blocks.of(sums.features, weights)
    return _flat(evaluation, blocks, weights, sums.stage_of, several, combined=combined)


def _flat(
    evaluation: Evaluation,
    blocks: _Blocks,
    weights: NDArray[np.int16],
    stage_of: NDArray[np.uint8],
    several: bool,
    **others: Any,
) -> FlatModel:
    game = evaluation.game
    with_zero = np.append(weights, np.zeros((len(weights), 1), np.int16), axis=1)
    return FlatModel(
        game,
        evaluation.scale,
        evaluation.target,
        with_zero[:, blocks.numbers],
        stage_of=stage_of.astype(np.int64),
        progress=progress_of(game) if several else None,
        notation=notation_of(game),
        dense=tuple(blocks.dense),
        sparse=tuple(blocks.sparse),
        conjunctions=tuple(blocks.conjunctions),
        relations=tuple(blocks.relations),
        always=tuple(blocks.always),
        **others,
    )


_KINDS: dict[str, Callable[[Any], FlatModel]] = {
    "weighted sum": _of_sum,
    "combination": _of_combination,
}


@dataclass
class _Blocks:
    """Blocks as they are found, and the weight's number of every column (-1: 0)."""

    columns: list[Integers] = field(default_factory=list)
    dense: list[Dense] = field(default_factory=list)
    sparse: list[FlatSparse] = field(default_factory=list)
    conjunctions: list[Conjunctions] = field(default_factory=list)
    relations: list[KingsAndPieces] = field(default_factory=list)
    always: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, features: FeatureSet, weights: NDArray[np.int16]) -> _Blocks:
        """All of a feature set; the constant has the last column."""
        found = cls()
        patterns = features.part_bases[0]
        found.columns.append(np.arange(patterns))
        found._add_patterns(features)
        bases = features.part_bases
        for part, start, end in zip(features.parts, bases, bases[1:], strict=False):
            if part.kind not in _PARTS:
                raise MissingCapability(
                    f"terms such as '{part.names[0]}' count moves and what pieces reach, which "
                    f"takes the rules of {features.game.name}: {OTHERWISE}"
                )
            _PARTS[part.kind](found, part, weights[:, start:end], start)
        found.columns.append(np.array([len(features) - 1]))
        return found

    @property
    def numbers(self) -> Integers:
        """The weight's number of each column."""
        return np.concatenate(self.columns)

    @property
    def next(self) -> int:
        """The number of the next column."""
        return sum(map(len, self.columns))

    def _add_patterns(self, features: FeatureSet) -> None:
        first = 0
        for number, (pattern, table) in enumerate(
            zip(features.patterns, features.tables, strict=True)
        ):
            own = [
                atoms
                for atoms, of in zip(features.instances, features.pattern_of_instance, strict=True)
                if of == number
            ]
            if isinstance(table, SparseTable):
                halves = tuple(halves_of(atoms) for atoms in own)
                slots = displaced(table.indices, table.orbits, *table.halves.sizes)
                self.sparse.append(FlatSparse(pattern.name, halves, first, *slots))
            else:
                orbits = table.orbits.astype(np.int64)
                self.dense.append(Dense(pattern.name, tuple(own), first, orbits))
            first += table.weights

    def add_configurations(self, part: Any, weights: NDArray[np.int16], start: int) -> None:
        """Those of a set, one column for each weight."""
        self.conjunctions.append(of_configurations(part, self.next))
        self.columns.append(start + np.arange(weights.shape[1]))

    def add_logic(self, part: Any, weights: NDArray[np.int16], start: int) -> None:
        """Features that count what conjunctions prove."""
        block, always = of_logic_counts(part, self.next)
        self.always += always
        if len(block.atoms):
            self.conjunctions.append(block)
        self.columns.append(start + np.arange(weights.shape[1]))

    def add_relations(self, part: Any, weights: NDArray[np.int16], start: int) -> None:
        """Kings and pieces."""
        block, numbers = of_relations(part, self.next, weights)
        self.relations.append(block)
        self.columns.append(np.where(numbers < 0, -1, start + numbers))


_AddPart: TypeAlias = Callable[[_Blocks, Any, NDArray[np.int16], int], None]
_PARTS: dict[str, _AddPart] = {
    "configurations": _Blocks.add_configurations,
    "logic counts": _Blocks.add_logic,
    "relations": _Blocks.add_relations,
}
