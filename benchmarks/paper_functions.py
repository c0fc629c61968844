"""The GDL paper's functions of 30 features in their fairest form, for comparisons.

Their features are the paper's, chosen by random games. Their weights are refitted by least squares
to the positions that all others learn from, and the sum is searched by the same alpha-beta: a sum
of features is a sum over the facts that they count.
"""

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.features import ConfigurationSet, FeatureSet
from boardworth.features.configurations import from_table, max_values
from boardworth.fitting import Model, Stages
from boardworth.fitting.role_functions import fluent_weights
from boardworth.fitting.weighted_sum import WeightedSum, quantised
from boardworth.positions import Dataset
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules.gdl.game import RuleGame

RIDGE = 10.0


def refitted_functions(game: RuleGame, train: Dataset) -> Model:
    """The functions with weights by least squares: of the kind of domains that fits better."""
    kinds = [_refitted(game, train, domains) for domains in ("stated", "fluents")]
    return min(kinds, key=lambda found: found[0])[1]


def _refitted(game: RuleGame, train: Dataset, domains: str) -> tuple[float, Model]:
    """The error on the training positions, and the model."""
    paper = functions_from_rules(game, PaperSettings(domains=domains))  # type: ignore[arg-type]
    facts, holds = _facts(game, train.positions)
    # Where players see a position in the place of the first one, there is one function.
    movers = game.movers(train.positions) if game.view_atoms else np.zeros(len(train), int)
    fluents = list(game.state_facts)
    tables, values, constant = [], [], 0.0
    for role, function in enumerate(paper.evaluation.functions):  # type: ignore[attr-defined]
        rows = np.flatnonzero(movers == role)
        if len(rows) == 0:
            continue
        counted = np.array([fluent_weights([one], fluents) / one.weight for one in function.terms])
        x = np.column_stack([holds[rows] @ counted.T, np.ones(len(rows))])
        penalty = np.diag([RIDGE] * (x.shape[1] - 1) + [1e-9])
        weights = np.linalg.solve(x.T @ x + penalty, x.T @ train.targets[rows].astype(float))
        tables.append(_with_turn(game, facts, role))
        values.append(weights[:-1] @ counted)
        if game.view_atoms:  # its constant is the weight of the turn
            tables.append(_with_turn(game, facts[:0], role))
            values.append(weights[-1:])
        else:
            constant = float(weights[-1])
    model = _summed(game, tables, np.concatenate(values), constant)
    return float(np.mean((model.predict(train) - train.targets) ** 2)), model


def _facts(
    game: RuleGame, positions: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The relation of every fluent, and [positions, fluents] whether it holds for the mover."""
    relations = np.array([a * max_values(game) + v for a, v in game.state_facts.values()])
    rows = _core.RelationRows(game.core, np.ascontiguousarray(positions), 1)
    lengths = np.ones(len(relations), np.uint8)
    bits = rows.matches(relations.astype(np.uint16), lengths)
    return relations, np.unpackbits(bits, axis=1, count=len(positions), bitorder="little").T


def _with_turn(game: RuleGame, facts: NDArray[np.int64], role: int) -> NDArray[np.int64]:
    """Facts as conjunctions, with the turn where that must be told; without facts, the turn."""
    if not game.view_atoms:
        return facts[:, None]
    turns = game.structure.turns
    assert turns is not None
    assert len(turns.fluents[role]) == 1
    atom, value = list(game.state_facts.values())[turns.fluents[role][0]]
    turn = atom * max_values(game) + value
    if len(facts) == 0:
        return np.array([[turn, -1]])
    return np.column_stack([facts, np.full(len(facts), turn)])


def _summed(
    game: RuleGame, tables: list[NDArray[np.int64]], values: NDArray[np.float64], constant: float
) -> Model:
    """The model of a sum over conjunctions; images of each other get their mean."""
    table = np.concatenate(tables)
    atoms = np.where(table < 0, -1, table // max_values(game))
    once = (atoms[:, 0] != atoms[:, -1]) | (table.shape[1] == 1)
    part = ConfigurationSet(from_table(game, table[once]), "all")
    sums = np.bincount(part.weight_of_given, values[once], len(part))
    given = np.bincount(part.weight_of_given, minlength=len(part))
    weights, scale = quantised(np.append(sums / given, constant)[None, :])
    stages = Stages((0,), game.max_progress)
    features = FeatureSet(game, [], parts=[part])
    counts = np.zeros(weights.shape, np.uint8)
    return Model(WeightedSum(features, stages, weights, scale, "score", counts))
