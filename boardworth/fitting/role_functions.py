"""The evaluation of a rule sheet's roles: for each of them, a sum of few features of the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import FormatError, MissingCapability
from boardworth.features.from_rules import fluent_masks
from boardworth.fitting.evaluation import EVALUATIONS
from boardworth.fitting.explanation import Explanation, Term
from boardworth.fitting.stages import Stages
from boardworth.fitting.weighted_expressions import WrittenFunction, read_function, written_function
from boardworth.rules.loading import load_rule_game

if TYPE_CHECKING:
    from boardworth._core import FluentSum
    from boardworth.features.sections import Section, Tensors
    from boardworth.fitting.evaluation import Target
    from boardworth.fitting.play_settings import PlayerName
    from boardworth.fitting.weighted_expressions import RoleFunction, WeightedFeature
    from boardworth.rules import Game, Position
    from boardworth.rules.gdl import Term as Fluent
    from boardworth.rules.gdl.game import RuleGame
    from boardworth.rules.gdl.propnet_machine import PropnetMachine

MAX_POINTS = 100.0


class _Section(msgspec.Struct, forbid_unknown_fields=True):
    functions: list[WrittenFunction]


@EVALUATIONS.register
@dataclass(frozen=True)
class RoleFunctions:
    """A function for each role of a rule sheet; values are points of goal, from 0 to 100."""

    game: RuleGame  # the rule sheet's
    functions: tuple[RoleFunction, ...]  # role by role, in the order of joint moves
    kind: ClassVar[str] = "functions of roles"
    by_role: ClassVar[bool] = True
    usual_player: ClassVar[PlayerName] = "guided-uct"
    scale: ClassVar[int] = 1
    target: ClassVar[Target] = "goal"

    def __post_init__(self) -> None:
        roles = [function.role for function in self.functions]
        if roles != list(self.game.roles):
            raise FormatError(f"its roles do not fit {self.game.name}")

    @property
    def state_machine(self) -> PropnetMachine:
        """Plays by the rules. Raises MissingCapability if they cannot be grounded."""
        return self.game.require_propnet("an evaluation")

    @property
    def stages(self) -> Stages:
        return Stages((0,), self.game.max_progress)

    @property
    def weighted_sum(self) -> NoReturn:
        raise MissingCapability(f"{self.game.name}: functions of roles are no sum over patterns")

    def predict(
        self,
        positions: NDArray[np.uint8],
        threads: int = 1,  # noqa: ARG002
    ) -> NDArray[np.float64]:
        weights, constants = self._table(self.state_machine)
        bits = np.unpackbits(positions, axis=1, count=weights.shape[1], bitorder="little")
        movers = self.game.movers(positions)
        sums = constants[movers] + (bits @ weights.T)[np.arange(len(movers)), movers]
        return np.asarray(np.clip(sums, 0.0, MAX_POINTS))

    def compiled(self) -> CompiledRoles:
        return CompiledRoles(self, self.fluent_sum())

    def explain(self, position: Position, role: int | None = None) -> Explanation:
        """Every feature, its number and its part in the points of the mover, or of a role."""
        function = self.functions[position.mover if role is None else role]
        fluents = self.state_machine.fluents(position.packed)
        terms = [Term("constant", "", function.constant)]
        for term in function.terms:
            number = term.feature.value(fluents)
            holds = f"is {number}, {term.weight:+.3g} each"
            terms.append(Term(str(term.feature), holds, term.weight * number))
        total = sum(term.contribution for term in terms)
        value = min(max(total, 0.0), MAX_POINTS)
        if value != total:
            terms.append(Term("kept within 0 to 100", "", value - total))
        return Explanation.of(value, terms)

    def state_function(self, game: Game | None = None) -> FluentSum:
        return self.fluent_sum(game)

    def fluent_sum(self, game: Game | None = None) -> FluentSum:
        machine = self.state_machine if game is None else game.require_propnet("an evaluation")
        weights, constants = self._table(machine)
        return _core.FluentSum(
            machine.propnet, weights.astype(np.float32), constants.astype(np.float32)
        )

    def _table(self, machine: PropnetMachine) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[roles, fluents], what each fluent adds, and [roles], what is always there."""
        fluents = machine.ground_game.fluents
        weights = [fluent_weights(function.terms, fluents) for function in self.functions]
        return np.array(weights), np.array([function.constant for function in self.functions])

    def weight_columns(self) -> dict[str, Sequence[Any]]:
        """Role by role the constant and the features, with what they were chosen by."""
        terms = [
            row
            for own in self.functions
            for row in (
                (own.role, "constant", own.constant, None, None),
                *(
                    (own.role, str(t.feature), t.weight, t.correlation, t.stability)
                    for t in own.terms
                ),
            )
        ]
        names = ("role", "name", "weight", "correlation", "stability")
        return dict(zip(names, map(list, zip(*terms, strict=True)), strict=True))

    def summary(self) -> str:
        counts = ", ".join(f"{len(own.terms)} for {own.role}" for own in self.functions)
        return f"{counts} features"

    def to_section(self) -> Section:
        written = [written_function(function) for function in self.functions]
        return msgspec.to_builtins(_Section(written)), {}

    @classmethod
    def from_section(
        cls, definition: str, content: dict[str, Any], _tensors: Tensors
    ) -> RoleFunctions:
        section = msgspec.convert(content, _Section)
        return cls(load_rule_game(definition), tuple(map(read_function, section.functions)))

    def __iter__(self) -> Iterator[RoleFunction]:
        return iter(self.functions)


@dataclass(frozen=True, slots=True)
class CompiledRoles:
    """Functions of roles, and the core's sum of fluents."""

    functions: RoleFunctions
    sum: _core.FluentSum

    @property
    def core(self) -> NoReturn:
        """Alpha-beta needs tables of patterns."""
        raise MissingCapability(
            f"alpha-beta does not play with functions of roles, as {self.functions.game.name} has"
        )

    def values(self, positions: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The mover's points in every packed position."""
        movers = self.functions.game.movers(positions).tolist()
        states = (position.tobytes() for position in positions)
        return np.array([self.sum.values(s)[m] for s, m in zip(states, movers, strict=True)])


def fluent_weights(
    terms: Sequence[WeightedFeature], fluents: Sequence[Fluent]
) -> NDArray[np.float64]:
    """What each fluent adds to the weighted sum of features if it holds."""
    parts = [(sign * term.weight, part) for term in terms for sign, part in term.feature.parts]
    weights = np.zeros(len(fluents))
    masks = fluent_masks([expression for _, expression in parts], fluents)
    for (weight, _), numbers in zip(parts, mask_numbers(masks, len(fluents)), strict=True):
        weights[numbers] += weight
    return weights


def mask_numbers(masks: Sequence[int], fluents: int) -> Iterator[NDArray[np.int64]]:
    """The fluents of each mask, by their numbers."""
    size = (fluents + 7) // 8
    for mask in masks:
        packed = np.frombuffer(mask.to_bytes(size, "little"), np.uint8)
        yield np.flatnonzero(np.unpackbits(packed, bitorder="little"))
