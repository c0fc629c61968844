"""The evaluation that carries the design: a weighted sum of the conjunctions that hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError, NotFitted
from boardworth.features.sections import FEATURES, inner, outer, tensor_of
from boardworth.features.weight_texts import CONSTANT, weight_texts
from boardworth.fitting.compiled import CompiledTables, compiled
from boardworth.fitting.evaluation import EVALUATIONS, StagedEvaluation, Target
from boardworth.fitting.explanation import Explanation, Term
from boardworth.fitting.stages import Stages
from boardworth.rules import Position, load_game

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.features.sections import Section, Tensors

# More precision than 1/256 of a point or of a unit of log-odds buys nothing.
MAX_SCALE = 256
# Terms that a summary names.
_NAMED = 6
# What a file may say.
LARGEST_SCALE = 1 << 15
# Stages of a tapered sum, where a game has more progress than that.
MIXED_STAGES = 64


class _Section(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    features: dict[str, Any]
    stages: Stages
    scale: int
    target: Target
    tapered: bool = False


@EVALUATIONS.register
@dataclass(frozen=True, eq=False)
class WeightedSum(StagedEvaluation):
    """The weights of everything that holds in a position, and the constant, added up."""

    features: FeatureSet  # what is summed over
    stages: Stages  # which positions share weights
    weights: NDArray[np.int16]  # [stages, weights], in units of 1 / scale, the constant's last
    scale: int  # units per point of score, or per unit of log-odds
    target: Target  # what the sum estimates
    # [stages, weights], bit lengths of the counts of occurrences in training.
    counts: NDArray[np.uint8]
    # [2, weights], those of a game's beginning and of its end where all stages mix these two.
    ends: NDArray[np.int16] | None = None
    kind: ClassVar[str] = "weighted sum"

    def __post_init__(self) -> None:
        shape = (len(self.stages), len(self.features))
        problems = {
            "scale": not 1 <= self.scale <= LARGEST_SCALE,
            "target": self.target == "goal",
            "phases": self.stages.max_progress != self.game.max_progress or not self.stages.sound(),
            "weights": self.weights.shape != shape or self.weights.dtype != np.int16,
            "counts": self.counts.shape != shape or self.counts.dtype != np.uint8,
            "ends": self.ends is not None
            and not np.array_equal(self.weights, _mixed(self.ends, self.stages)),
        }
        for name, wrong in problems.items():
            if wrong:
                raise FormatError(f"its {name} do not fit {self.game.name} and its features")

    @classmethod
    def tapered(
        cls,
        features: FeatureSet,
        ends: NDArray[np.int16],
        scale: int,
        target: Target,
        counts: NDArray[np.uint8],
        stages: Stages | None = None,
    ) -> WeightedSum:
        """A sum whose weights pass from those of the beginning to those of the end.

        Args:
            features: what is summed over.
            ends: [2, weights], at the beginning and at the end, in units of 1 / scale.
            scale: units per point of score, or per unit of log-odds.
            target: what the sum estimates.
            counts: [weights], bit lengths of the counts of occurrences in training.
            stages: where the weights are mixed; without them, at every progress of most games.
        """
        at = stages or Stages.equal(features.game.max_progress, MIXED_STAGES)
        if ends.shape != (2, len(features)) or ends.dtype != np.int16:
            raise FormatError("a tapered sum has two sets of 16-bit weights of its features")
        by_stage = np.broadcast_to(counts, (len(at), len(features)))
        return cls(features, at, _mixed(ends, at), scale, target, by_stage, ends)

    @property
    def weighted_sum(self) -> WeightedSum:
        return self

    def values(self, stage: int) -> NDArray[np.float64]:
        """A stage's weights in points of score or units of log-odds."""
        return np.asarray(self.weights[stage] / self.scale)

    def predict(self, positions: NDArray[np.uint8], threads: int = 1) -> NDArray[np.float64]:
        values = np.empty(len(positions))
        stage_of = self.stage_of(positions)
        for stage in range(len(self.stages)):
            inside = stage_of == stage
            rows = self.features.rows(positions[inside], threads)
            values[inside] = rows.predict(self.weights[stage].astype(np.float32)) / self.scale
        return values

    def compiled(self) -> CompiledTables:
        return compiled(self.features, self.weights, self.stages.table(), self.scale, self.target)

    def explain(self, position: Position, role: int | None = None) -> Explanation:
        """Every weight that is used, and how often it was met in training."""
        sign = mover_sign(position, role)
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        stage = int(self.stage_of(packed)[0])
        weights, counts = self.weights[stage], self.counts[stage]
        units = int(weights[-1])
        terms = [Term(CONSTANT, "", sign * units / self.scale, _count(counts[-1]))]
        for instance, what, weight in self.features.active(position):
            atoms = tuple(atom for atom, _ in what.facts)
            name = self.features.instance_name(instance, weight)
            drawn = what.drawn(position.mover)
            holds = str(drawn)
            only = self.game.atoms[drawn.facts[0][0]].name if atoms else ""
            if len(atoms) == 1 and f" {name}".endswith(f" {only}"):
                holds = holds.removeprefix(f"{only} ")  # a fact that is the name is not said twice
            own = int(weights[weight]) * what.factor
            terms.append(Term(name, holds, sign * own / self.scale, _count(counts[weight]), atoms))
            units += own
        return Explanation.of(sign * units / self.scale, terms, stage)

    def weight_columns(self) -> dict[str, Sequence[Any]]:
        """Those that are not 0 and the constants, phase by phase."""
        chosen = self.weights != 0
        chosen[:, -1] = True
        numbers, phases = np.nonzero(chosen.T)
        used, place = np.unique(numbers, return_inverse=True)
        names, holds = weight_texts(self.features, used)
        return {
            "name": [names[number] for number in place.tolist()],
            "holds": [holds[number] for number in place.tolist()],
            "phase": phases.tolist(),
            "weight": (self.weights[phases, numbers] / self.scale).tolist(),
            "count": [_count(length) for length in self.counts[phases, numbers]],
        }

    def summary(self) -> str:
        if self.ends is None:
            weights = f"{len(self.features):,} weights{self.stages.each_text}"
        else:
            weights = (
                f"two sets of {len(self.features):,} weights, of the beginning and of the end of "
                "the game, mixed by progress"
            )
        terms = self.features.terms
        if not terms:
            return weights
        named = ", ".join(terms[:_NAMED])
        more = f" and {len(terms) - _NAMED} more" if len(terms) > _NAMED else ""
        return f"{weights}, also of the terms {named}{more}"

    def to_section(self) -> Section:
        features, tensors = FEATURES.write(self.features)
        tapered = self.ends is not None
        content = _Section(features, self.stages, self.scale, self.target, tapered)
        own: dict[str, NDArray[Any]] = {"weights": self.weights, "counts": self.counts}
        if self.ends is not None:
            own = {"weights": self.ends, "counts": self.counts[0]}
        return msgspec.to_builtins(content), {**own, **outer("features", tensors)}

    @classmethod
    def from_section(
        cls, definition: str, content: dict[str, Any], tensors: Tensors
    ) -> WeightedSum:
        section = msgspec.convert(content, _Section)
        game = load_game(definition)
        features = FEATURES.read(game, section.features, inner("features", tensors))
        scale, target, stages = section.scale, section.target, section.stages
        weights = tensor_of(tensors, "weights", "int16", (None, None))
        if section.tapered:
            if not stages.sound():
                raise FormatError("its phases are not in order")
            counts = tensor_of(tensors, "counts", "uint8", (len(features),))
            return cls.tapered(features, weights, scale, target, counts, stages)
        counts = tensor_of(tensors, "counts", "uint8", (None, None))
        return cls(features, stages, weights, scale, target, counts)


def _mixed(ends: NDArray[np.int16], stages: Stages) -> NDArray[np.int16]:
    """[stages, weights], both sets of weights in the shares of each stage."""
    mixed = np.empty((len(stages), ends.shape[1]), np.int16)
    for stage, (early, late) in enumerate(stages.shares()):
        mixed[stage] = np.rint(early * ends[0] + late * ends[1])
    return mixed


def mover_sign(position: Position, role: int | None) -> int:
    """1 for the mover's own value, -1 for the other's: one's gain is the other's loss."""
    return 1 if role is None or role == position.mover else -1


def quantised(weights: NDArray[np.floating[Any]]) -> tuple[NDArray[np.int16], int]:
    """16-bit weights and their scale, the largest power of two at which all of them fit."""
    largest = float(np.abs(weights).max(initial=0))
    if not np.isfinite(largest):
        raise NotFitted("the fit diverged: its weights are not finite")
    scale = MAX_SCALE
    while scale > 1 and largest * scale > np.iinfo(np.int16).max:
        scale //= 2
    if largest * scale > np.iinfo(np.int16).max:
        raise NotFitted(f"the fit diverged: a weight of {largest:.3g} does not fit 16 bits")
    return np.rint(weights * scale).astype(np.int16), scale


def bit_lengths(counts: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """The bit length of each count: 0 for none, 1 for one, 2 for two or three, ..."""
    found = np.zeros(counts.shape, np.uint8)
    some = np.flatnonzero(counts)  # of tens of millions few are not 0
    found.ravel()[some] = np.frexp(np.rint(counts.ravel()[some]))[1]
    return found


def _count(bit_length: np.uint8) -> int:
    return 1 << (int(bit_length) - 1) if bit_length else 0
