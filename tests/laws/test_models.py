"""Laws of models of every kind: files lose nothing, values are explained, compiled equals plain."""

import copy
import pickle
import random
from functools import cache

import numpy as np
import pytest
from conftest import (
    features_from_logic,
    features_with_relations,
    features_with_terms,
    packed,
    random_game,
    random_model,
    sparse_features,
)

from boardworth.errors import FormatError, MissingCapability
from boardworth.evaluators import Evaluator, baseline, load_model, model_bytes, save_model
from boardworth.features import (
    Difference,
    Expression,
    FeatureSet,
    JoinedFeatures,
    LogicCounts,
    Mobility,
    board_patterns,
    rule_features,
)
from boardworth.features.logic import LogicFeature, Theory, unfold
from boardworth.fitting import (
    EVALUATIONS,
    Combination,
    Discriminant,
    Model,
    RoleFunction,
    RoleFunctions,
    Stages,
    WeightedFeature,
    WeightedSum,
)
from boardworth.positions import Dataset
from boardworth.rules import load_game


def combination(game, *, quadratic, mobility):
    sums = random_model(board_patterns(game, 100), 3, stages=4, largest=20).pattern_sums()
    features = JoinedFeatures((Mobility(game), sums)) if mobility else sums
    draw = np.random.default_rng(1)
    count = len(features.names)
    found = []
    for stage in range(3):
        matrix = draw.normal(0, 0.01, (count, count))
        curved = matrix + matrix.T if quadratic and stage != 1 else None
        found.append(Discriminant(float(draw.normal()), draw.normal(0, 0.1, count), curved))
    return Combination(features, Stages.equal(game.max_progress, 3), tuple(found))


def role_functions(name, size=1.0):
    game = load_game(name)
    features, draw = rule_features(game.sheet), random.Random(1)
    functions = []
    for role in game.roles:
        chosen = [features[draw.randrange(len(features))] for _ in range(8)]
        assert {type(feature) for feature in chosen} <= {Expression, Difference}
        terms = [WeightedFeature(size * draw.gauss(0, 1), f, draw.random(), 0.5) for f in chosen]
        functions.append(RoleFunction(role, draw.uniform(30, 70), tuple(terms)))
    return RoleFunctions(game, tuple(functions))


def features_with_counts():
    """The squares to which either player can move in Othello."""
    game = load_game("othello")
    features = [
        LogicFeature.parse(f"(<= (moves_of_{player} ?s) (legal_move ?s {player}))")
        for player in ("own", "opponent")
    ]
    counts = LogicCounts.of(unfold(Theory.of(game), features))
    return FeatureSet(game, board_patterns(game, 100).patterns, parts=[counts])


def tapered(features, stages=None):
    draw = np.random.default_rng(5)
    ends = draw.integers(-300, 300, (2, len(features))).astype(np.int16)
    counts = draw.integers(0, 9, len(features)).astype(np.uint8)
    at = stages and Stages.equal(features.game.max_progress, stages)
    return WeightedSum.tapered(features, ends, 16, "score", counts, at)


# For every kind of evaluation, models whose games have turns.
KINDS = {
    "weighted sum": {
        "dense": lambda: random_model(board_patterns(load_game("othello"), 7000), 1).evaluation,
        "sparse": lambda: random_model(sparse_features(load_game("connect-four")), 2).evaluation,
        "of wins": lambda: (
            random_model(board_patterns(load_game("tic_tac_toe")), 3, target="win").evaluation
        ),
        "terms": lambda: random_model(features_with_terms(load_game("othello")), 4).evaluation,
        "terms of a sheet": lambda: (
            random_model(features_with_terms(load_game("connect-four")), 5).evaluation
        ),
        "from logic": lambda: (
            random_model(features_from_logic(load_game("tic-tac-toe")), 6).evaluation
        ),
        "logic counts": lambda: random_model(features_with_counts(), 6).evaluation,
        "relations": lambda: random_model(features_with_relations("dobutsu"), 7).evaluation,
        "tapered": lambda: tapered(board_patterns(load_game("othello"), 100)),
        "tapered in few phases": lambda: tapered(features_with_terms(load_game("othello")), 4),
        "by hand": lambda: baseline(load_game("othello"), "squares").evaluation,
    },
    "combination": {
        "linear": lambda: combination(load_game("connect-four"), quadratic=False, mobility=False),
        "quadratic": lambda: combination(load_game("othello"), quadratic=True, mobility=True),
    },
    "functions of roles": {
        "small": lambda: role_functions("tic-tac-toe"),
        "too large": lambda: role_functions("tic-tac-toe", size=20.0),
        "one role": lambda: role_functions("peg-solitaire"),
    },
}
CASES = [(kind, name) for kind, examples in KINDS.items() for name in examples]


@cache
def model_of(kind, name):
    return Model(KINDS[kind][name](), {"a": [1.5]}, {"seed": 3}).with_playing(player="uct")


@pytest.fixture(params=CASES, ids=", ".join)
def model(request):
    return model_of(*request.param)


def positions_of(game, seeds=3):
    return [position for seed in range(seeds) for position in random_game(game, seed)[0]]


def test_every_kind_of_evaluation_keeps_these_laws():
    assert set(KINDS) == set(EVALUATIONS.kinds)


def test_saving_and_loading_lose_nothing(tmp_path, model):
    save_model(model, tmp_path / "a")
    again = load_model(tmp_path / "a")
    save_model(again, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    for name in ("game", "stages", "scale", "target", "metrics", "provenance", "playing"):
        assert getattr(again, name) == getattr(model, name)
    array = packed(positions_of(model.game))
    assert again.evaluation.predict(array).tobytes() == model.evaluation.predict(array).tobytes()
    one, other = (m.evaluation.to_section() for m in (model, again))
    assert one[0] == other[0]
    assert one[1].keys() == other[1].keys()
    for name, tensor in one[1].items():
        assert tensor.tobytes() == other[1][name].tobytes()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_byte_is_found(tmp_path, kind, seed):
    path = tmp_path / "broken"
    save_model(model_of(kind, next(iter(KINDS[kind]))), path)
    content, draw = bytearray(path.read_bytes()), random.Random(seed)
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    path.write_bytes(content)
    with pytest.raises(FormatError, match="broken"):
        load_model(path)


def test_a_pickle_of_a_model_is_its_file(model):
    found = pickle.loads(pickle.dumps(model))
    assert model_bytes(found) == model_bytes(model)
    assert model_bytes(model) in pickle.dumps(model)
    assert model_bytes(copy.deepcopy(model)) == model_bytes(model)


def test_an_evaluator_comes_back_from_its_pickle(model):
    evaluator, array = Evaluator(model), packed(positions_of(model.game, 1))
    found = pickle.loads(pickle.dumps(evaluator))
    assert found.values(array).tobytes() == evaluator.values(array).tobytes()


def test_positions_texts_and_packed_arrays_have_the_same_values(model):
    evaluator, positions = Evaluator(model), positions_of(model.game, 1)
    expected = evaluator.values(packed(positions)).tolist()
    texts = [model.game.text(position) for position in positions]
    assert evaluator.values(positions).tolist() == expected
    assert evaluator.values(texts).tolist() == expected
    assert evaluator.values(iter([positions[0], texts[1]])).tolist() == expected[:2]
    assert evaluator.values(texts[0]).tolist() == expected[:1]
    assert [evaluator.value(text) for text in texts[:3]] == expected[:3]
    assert evaluator.explain(texts[0]) == evaluator.explain(positions[0])
    assert evaluator.values([]).shape == (0,)


def test_columns_of_weights_are_all_that_a_table_needs(model):
    columns = model.evaluation.weight_columns()
    assert len({len(column) for column in columns.values()}) == 1
    assert "constant" in columns["name"]
    assert all(np.isfinite(weight) for weight in columns["weight"])


def test_compiled_values_are_the_plain_ones(model):
    array = packed(positions_of(model.game))
    zeros = np.zeros(len(array), np.float32)
    data = Dataset(model.game, array, zeros, model.game.progress(array), zeros.astype(np.int32))
    evaluator = Evaluator(model)
    unit = {"score": 0, "win": 0.51 / model.scale, "goal": 1e-3}[model.target]
    for threads in (1, 2):
        found = model.predict(data, threads)
        np.testing.assert_allclose(evaluator.values(array), found, rtol=0, atol=unit)
    assert len(set(found)) > 5


def test_the_terms_of_an_explanation_add_up_to_the_value(model):
    evaluator = Evaluator(model)
    for position in positions_of(model.game, 2):
        explanation = evaluator.explain(position)
        terms = explanation.terms
        assert sum(term.contribution for term in terms) == pytest.approx(explanation.value)
        assert explanation.value == pytest.approx(
            evaluator.value(position),
            abs=max(0.51 / model.scale, 1e-3) if model.scale > 1 else 1e-3,
        )
        sizes = [abs(term.contribution) for term in terms]
        assert sizes == sorted(sizes, reverse=True)
        assert {"constant"} < {term.name for term in terms}
        assert all(
            term.holds or term.name in {"constant", "kept within 0 to 100"} for term in terms
        )


def test_what_one_side_has_the_other_lacks_unless_roles_have_values_of_their_own(model):
    evaluator = Evaluator(model)
    by_role = model.evaluation.by_role
    for position in positions_of(model.game, 1):
        value = evaluator.explain(position).value
        assert evaluator.explain(position, position.mover).value == value
        for other in {0, 1} - {position.mover}:
            assert by_role or evaluator.explain(position, other).value == -value


def test_capabilities_are_there_or_said_to_be_missing(model):
    """Whoever asks for tables, sums or fluents gets them, or one error of one type."""
    evaluation = model.evaluation
    had, missing = 0, []
    for ask in (
        lambda: evaluation.weighted_sum.weights,
        lambda: evaluation.compiled().core,
        evaluation.fluent_sum,
        evaluation.state_function,
    ):
        try:
            assert ask() is not None
            had += 1
        except MissingCapability as error:
            missing.append(str(error))
    assert had > 0
    assert all(len(message.split()) > 3 for message in missing)
    assert evaluation.summary()


def test_roles_that_move_at_once_are_explained_role_by_role(tmp_path):
    evaluation = role_functions("light-cycles")
    save_model(Model(evaluation), tmp_path / "f")
    evaluator = Evaluator(load_model(tmp_path / "f"))
    start = evaluator.game.start()
    values = evaluation.fluent_sum().values(start.packed)
    for role, value in enumerate(values):
        assert evaluator.explain(start, role).value == pytest.approx(value, abs=1e-3)
    with pytest.raises(MissingCapability):
        evaluator.explain(start)
