"""Statistical feature combination (Buro 1995): from a few numbers about a position to P(win).

V(x) = P(win | x) means the same in every phase of the game. LOG, FISHER and QUAD find such
combinations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError
from boardworth.features.sections import NUMBERS, inner, outer, tensor_of
from boardworth.fitting.combination_tables import compiled_combination, folded_sum
from boardworth.fitting.evaluation import EVALUATIONS, StagedEvaluation, Target
from boardworth.fitting.explanation import Explanation, Term
from boardworth.fitting.scoring import probability
from boardworth.fitting.stages import Stages  # noqa: TC001 - read by msgspec
from boardworth.fitting.weighted_sum import MAX_SCALE, WeightedSum, mover_sign
from boardworth.rules import Position, load_game

if TYPE_CHECKING:
    from boardworth.features import NumericFeatures
    from boardworth.features.sections import Section, Tensors
    from boardworth.fitting.compiled import CompiledTables

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Discriminant:
    """f(x) = constant + x linear + x quadratic x': the log-odds of a win."""

    constant: float  # the value of x = 0
    linear: Floats  # [features]
    quadratic: Floats | None = None  # [features, features], symmetric; None for a linear function

    def log_odds(self, x: Floats) -> Floats:
        """F of every row of x."""
        values = np.asarray(self.constant + np.einsum("ij,j->i", x, self.linear))
        if self.quadratic is not None:
            values += np.einsum("ij,ij->i", np.einsum("ij,jk->ik", x, self.quadratic), x)
        return values

    def weights(self, names: Sequence[str]) -> Iterator[tuple[str, float]]:
        """What makes f, by the names of the numbers x: each product of two of them once."""
        yield "constant", self.constant
        yield from zip(names, self.linear.tolist(), strict=True)
        if self.quadratic is not None:
            for (i, first), (j, second) in combinations_with_replacement(enumerate(names), 2):
                yield f"{first} x {second}", float((1 + (i != j)) * self.quadratic[i, j])

    def probability(self, x: Floats) -> Floats:
        """P(win | x) of every row of x."""
        return probability(self.log_odds(x))


class _Section(msgspec.Struct, forbid_unknown_fields=True):
    features: dict[str, Any]
    stages: Stages
    quadratic: list[bool]


@EVALUATIONS.register
@dataclass(frozen=True)
class Combination(StagedEvaluation):
    """What a fit finds: a discriminant for every stage of the game.

    A search takes its log-odds in units of 1 / scale.
    """

    features: NumericFeatures
    stages: Stages
    discriminants: tuple[Discriminant, ...]
    scale: ClassVar[int] = MAX_SCALE
    target: ClassVar[Target] = "win"
    kind: ClassVar[str] = "combination"

    def __post_init__(self) -> None:
        if self.stages.max_progress != self.game.max_progress or not self.stages.sound():
            raise FormatError(f"its phases do not fit {self.game.name}")
        count = len(self.features.names)
        shapes = {d.linear.shape for d in self.discriminants}
        square = {d.quadratic.shape for d in self.discriminants if d.quadratic is not None}
        if (
            len(self.discriminants) != len(self.stages)
            or shapes != {(count,)}
            or not square <= {(count, count)}
        ):
            raise FormatError("a combination needs a coefficient of every number in every phase")

    @property
    def weighted_sum(self) -> WeightedSum:
        """Every table multiplied by its coefficient. Raises MissingCapability."""
        return folded_sum(self)

    def predict(self, positions: NDArray[np.uint8], threads: int = 1) -> Floats:
        x = self.features.values(positions, threads)
        stage_of = self.stage_of(positions)
        values = np.empty(len(x))
        for stage, discriminant in enumerate(self.discriminants):
            inside = stage_of == stage
            values[inside] = discriminant.log_odds(x[inside])
        return values

    def compiled(self) -> CompiledTables:
        """The pattern sums as tables, and what becomes of them. Raises MissingCapability."""
        return compiled_combination(self)

    def explain(self, position: Position, role: int | None = None) -> Explanation:
        """The constant, and every number's part x_j (linear_j + sum_k quadratic_jk x_k)."""
        sign = mover_sign(position, role)
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        stage = int(self.stage_of(packed)[0])
        discriminant = self.discriminants[stage]
        x = self.features.values(packed)[0]
        slopes = discriminant.linear.copy()
        if discriminant.quadratic is not None:
            slopes += discriminant.quadratic @ x
        parts = zip(self.features.names, x.tolist(), (sign * slopes * x).tolist(), strict=True)
        terms = [Term("constant", "", sign * discriminant.constant)]
        terms += [Term(name, f"is {number:g}", part) for name, number, part in parts]
        return Explanation.of(sum(term.contribution for term in terms), terms, stage)

    def weight_columns(self) -> dict[str, Sequence[Any]]:
        """The constant, of every number its factor, of two numbers that of their product."""
        names = self.features.names
        rows = [
            (name, phase, weight)
            for phase, discriminant in enumerate(self.discriminants)
            for name, weight in discriminant.weights(names)
        ]
        columns = zip(*rows, strict=True)
        return dict(zip(("name", "phase", "weight"), map(list, columns), strict=True))

    def summary(self) -> str:
        return f"{len(self.features.names)} numbers combined{self.stages.each_text}"

    def to_section(self) -> Section:
        features, tensors = NUMBERS.write(self.features)
        matrices = [d.quadratic for d in self.discriminants if d.quadratic is not None]
        content = _Section(
            features, self.stages, [d.quadratic is not None for d in self.discriminants]
        )
        own = {
            "constants": np.array([d.constant for d in self.discriminants]),
            "linear": np.stack([d.linear for d in self.discriminants]),
            **({"quadratic": np.stack(matrices)} if matrices else {}),
        }
        return msgspec.to_builtins(content), {**own, **outer("features", tensors)}

    @classmethod
    def from_section(
        cls, definition: str, content: dict[str, Any], tensors: Tensors
    ) -> Combination:
        section = msgspec.convert(content, _Section)
        features = NUMBERS.read(load_game(definition), section.features, inner("features", tensors))
        stages, count = len(section.quadratic), len(features.names)
        constants = tensor_of(tensors, "constants", "float64", (stages,)).tolist()
        linear = tensor_of(tensors, "linear", "float64", (stages, count))
        matrices: Iterator[Floats] = iter(())
        if any(section.quadratic):
            shape = (sum(section.quadratic), count, count)
            matrices = iter(tensor_of(tensors, "quadratic", "float64", shape))
        found = (
            Discriminant(constant, own, next(matrices) if curved else None)
            for constant, own, curved in zip(constants, linear, section.quadratic, strict=True)
        )
        return cls(features, section.stages, tuple(found))
