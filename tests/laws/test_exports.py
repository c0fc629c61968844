"""Laws of exported models: every language finds our values, by arrays and by texts."""

import random

import numpy as np
import pytest
from conftest import (
    GAMES,
    features_from_logic,
    features_with_relations,
    packed,
    random_game,
    random_model,
    sparse_features,
)
from exported_programs import CC, LANGUAGES, NODE

import boardworth as bw
from boardworth.evaluators.export.progress import progress_of
from boardworth.features import (
    ConfigurationSet,
    FeatureSet,
    LogicCounts,
    board_patterns,
    genconf,
)
from boardworth.features.configurations import max_values
from boardworth.features.relations import KINDS
from boardworth.fitting import Combination, Discriminant, Stages, WeightedSum
from boardworth.fitting.scoring import probability

POSITIONS = 120


def game_of(name):
    return bw.load_game(name)


def patterns(name, target="score"):
    return random_model(board_patterns(game_of(name), 100), 1, stages=5, target=target)


def configurations(name, semantics):
    game = game_of(name)
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    found = genconf(game, packed(positions), len(positions) // 3, max_length=3, max_found=20_000)
    some = found.select(sorted(random.Random(1).sample(range(len(found)), min(len(found), 300))))
    features = FeatureSet(game, [], parts=[ConfigurationSet(some, semantics)])
    return random_model(features, 2)


def logic_counts(name, counted):
    """Conjunctions that prove solutions: several of one, one of several, and one without facts."""
    game, draw = game_of(name), random.Random(3)
    positions = [p for n in range(3) for p in random_game(game, n)[0]]
    proofs = [(5, ())]
    for solution in [n % 12 for n in range(60)]:
        facts = enumerate(game.facts(draw.choice(positions)))
        changing = [(a, v) for a, v in facts if len(game.atoms[a].values) > 1]
        proofs.append((solution, tuple(sorted(draw.sample(changing, draw.randrange(1, 4))))))
    proofs.append((7, proofs[3][1]))
    part = LogicCounts(
        game,
        ["squares", "threats", "men in danger"],
        np.array([a * max_values(game) + v for _, own in proofs for a, v in own], np.uint16),
        np.array([len(own) for _, own in proofs], np.uint8),
        np.array([solution for solution, _ in proofs], np.uint32),
        np.arange(12, dtype=np.uint32) % 3,
        counted,
    )
    return random_model(FeatureSet(game, [], parts=[part]), 4)


def tapered(features, seed=5):
    """Weights that are mixed, many of them in the middle between two whole numbers."""
    draw = np.random.default_rng(seed)
    ends = draw.integers(-9, 10, (2, len(features))).astype(np.int16)
    counts = np.zeros(len(features), np.uint8)
    return bw.Model(WeightedSum.tapered(features, ends, 16, "win", counts))


def combined(name, quadratic):
    features = FeatureSet(game_of(name), board_patterns(game_of(name), 100).patterns[:12])
    sums = random_model(features, 6, stages=4, largest=20).pattern_sums()
    draw, count = np.random.default_rng(7), len(sums.names)
    found = []
    for stage in range(3):
        matrix = draw.normal(0, 0.01, (count, count)) if quadratic and stage != 1 else None
        symmetric = None if matrix is None else matrix + matrix.T
        found.append(Discriminant(0.1 * stage, draw.normal(0, 0.1, count), symmetric))
    return bw.Model(Combination(sums, Stages.equal(sums.game.max_progress, 3), tuple(found)))


def joined(name):
    """Patterns, configurations, logic features and relations, all in one sum."""
    parts = [
        *configurations(name, "most specific").weighted_sum.features.parts,
        *logic_counts(name, "solutions").weighted_sum.features.parts,
        *features_with_relations(name).parts,
    ]
    sparse = sparse_features(game_of(name))
    return random_model(FeatureSet(sparse.game, sparse.patterns, sparse.valid, parts), 8)


def relations(name, kinds=None, largest=300):
    return random_model(features_with_relations(name, kinds), 9, largest=largest, target="win")


MODELS = {
    **{f"patterns of {name}": lambda name=name: patterns(name) for name in GAMES},
    "log-odds": lambda: patterns("tic_tac_toe", "win"),
    "sparse patterns": lambda: random_model(sparse_features(game_of("othello")), 1),
    "all configurations": lambda: configurations("othello", "all"),
    "most specific configurations": lambda: configurations("connect-four", "most specific"),
    "proved solutions": lambda: logic_counts("tic_tac_toe", "solutions"),
    "proofs": lambda: logic_counts("connect-four", "proofs"),
    "logic features": lambda: random_model(features_from_logic(game_of("tic-tac-toe")), 1),
    "all relations": lambda: relations("dobutsu"),
    "large weights of relations": lambda: relations("dobutsu", KINDS[:5], largest=32_767),
    "mixed relations": lambda: tapered(
        features_with_relations("chess", ("men", "piece-square", "king-piece"))
    ),
    "mixed pairs": lambda: tapered(features_with_relations("dobutsu", ("piece-piece",))),
    "relations of shogi": lambda: relations("shogi", ("men", "piece-square")),
    "mixed patterns": lambda: tapered(board_patterns(game_of("othello"), 100)),
    "a linear combination": lambda: combined("othello", False),
    "a quadratic combination": lambda: combined("tic_tac_toe", True),
    "everything": lambda: joined("dobutsu"),
    "material": lambda: bw.baseline(game_of("chess"), "material"),
}
# What is no position in any notation.
WRONG = ["", "no position", "X", "8/8 w - -", "(nonsense)"]


def some_positions(game):
    """Of both movers and all phases, also finished ones."""
    found = [p for seed in range(12) for p in random_game(game, seed)[0]]
    return random.Random(1).sample(found, min(POSITIONS, len(found)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", MODELS)
def test_an_exported_model_has_our_values(tmp_path, kind, language):
    if (language == "c" and CC is None) or (language == "js" and NODE is None):
        pytest.skip(f"nothing here runs {language}")
    model = MODELS[kind]()
    game = model.game
    positions = some_positions(game)
    evaluator = bw.Evaluator(model)
    wanted = evaluator.values(positions)
    units = [evaluator.core.value(position.packed) for position in positions]
    facts = np.array([game.facts(position) for position in positions])
    texts = [game.text(position) for position in positions]
    found = LANGUAGES[language](model, tmp_path, facts, texts, WRONG)
    assert found["units"] == units
    assert found["units_of_texts"] == units
    assert found["values"] == wanted.tolist()
    movers = [position.mover for position in positions]
    assert found["parsed"] == [[m, own] for m, own in zip(movers, facts.tolist(), strict=True)]
    assert {*movers} == {0, 1}
    np.testing.assert_allclose(
        found["wins"], probability(wanted) if model.target == "win" else [], rtol=1e-9, atol=1e-15
    )
    assert all(found["refused"])


@pytest.mark.parametrize("name", [*GAMES, "tic-tac-toe"])
def test_facts_tell_how_far_a_game_has_come(name):
    game = game_of(name)
    progress = progress_of(game)
    positions = some_positions(game)
    firsts = np.cumsum([0, *(len(atom.values) for atom in game.atoms)])[:-1]
    facts = np.array([game.facts(position) for position in positions]) + firsts
    told = progress.shares[facts].sum(axis=1) + progress.offset
    found = np.clip(told, 0, progress.maximum)
    assert found.tolist() == game.progress(packed(positions)).tolist()
    assert len({*found.tolist()}) > 1
