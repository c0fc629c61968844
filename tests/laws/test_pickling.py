"""Laws of pickles: games, positions, features and datasets come back as they were, wherever."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest
import workers
from conftest import (
    features_from_logic,
    features_with_relations,
    features_with_terms,
    packed,
    random_game,
    random_model,
    sparse_features,
)
from player_table import games as games_of_every_kind

import boardworth as bw
from boardworth.features import (
    FeatureSet,
    JoinedFeatures,
    LogicCounts,
    Mobility,
    Pattern,
    board_patterns,
)
from boardworth.features.logic import LogicFeature, Theory, unfold
from boardworth.features.sections import FEATURES, NUMBERS, PARTS
from boardworth.positions import SequencePlan, comparisons, sample_sequences
from boardworth.rules import History, load_game
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def history_of(game):
    """The first joint moves of a game."""
    history = History.after(game.start())
    for step in range(4):
        legal = [history.position.legal_moves(role) for role in range(len(game.roles))]
        after = history.play_joint([moves[step % len(moves)] for moves in legal])
        if after.payoffs is not None:
            break
        history = after
    return history


@cache
def kinds_of_games():
    return games_of_every_kind()


@pytest.fixture(params=kinds_of_games(), ids=str)
def any_game(request):
    return kinds_of_games()[request.param]


@pytest.fixture(scope="module")
def other_process():
    """A process that knows nothing of this one."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        yield pool


def test_a_game_and_its_history_come_back_as_they_were(any_game):
    history = history_of(any_game)
    assert again(any_game) == any_game
    found = again(history)
    assert found == history
    assert [*map(any_game.text, found.positions)] == [*map(any_game.text, history.positions)]
    assert found.joint_move_texts == history.joint_move_texts


def test_what_never_changes_is_its_own_deep_copy(any_game):
    history = history_of(any_game)
    assert copy.deepcopy([any_game, history.position, history]) == [
        any_game,
        history.position,
        history,
    ]
    assert copy.deepcopy(any_game) is any_game
    assert copy.deepcopy(history).position is history.position


def test_positions_that_come_back_are_of_the_object_that_was_sent():
    """A machine that interprets rules numbers what it meets: no other one knows the numbers."""
    sheet = load_game("tic-tac-toe").sheet
    sent = RuleGame(InterpretedMachine(sheet), "interpreted here")
    other = RuleGame(InterpretedMachine(sheet), "interpreted there")
    other.parse("(cell 2 2 x) (control o)")
    history = history_of(sent)
    assert again(history).game is sent
    assert pickle.dumps(history).count(b"cell") > 0
    assert again(history).position.packed == history.position.packed


def test_of_equal_games_the_one_that_was_sent_last_comes_back():
    sheet = load_game("tic-tac-toe").sheet
    games = [RuleGame(InterpretedMachine(sheet), "interpreted twice") for _ in range(2)]
    assert games[0] == games[1]
    for game in [*games, *games]:
        assert again(history_of(game)).game is game


def test_other_processes_see_the_same_games(other_process, any_game):
    history = history_of(any_game)
    found, text, moves = other_process.submit(workers.look_at, history).result()
    assert found == history
    # Another machine may tell what holds in another order.
    assert sorted(text) == sorted(any_game.text(history.position))
    assert moves == history.joint_move_texts


def counts(game):
    features = [LogicFeature.parse("(<= (moves_of_own ?s) (legal_move ?s own))")]
    return LogicCounts.of(unfold(Theory.of(game), features))


def tables_of(game):
    return random_model(board_patterns(game, 100), 3, stages=4).pattern_sums()


# By kind, as model files call them.
SETS = {
    "patterns": lambda: [
        *(board_patterns(load_game(name), 100) for name in ("othello", "connect-four", "dobutsu")),
        sparse_features(load_game("othello")),
    ],
}
OWN_PARTS = {
    "configurations": lambda: features_from_logic(load_game("tic-tac-toe")).parts[0],
    "terms": lambda: features_with_terms(load_game("othello")).parts[0],
    "relations": lambda: features_with_relations("dobutsu").parts[0],
    "logic counts": lambda: counts(load_game("othello")),
}
OWN_NUMBERS = {
    "pattern sums": lambda: tables_of(load_game("connect-four")),
    "mobility": lambda: Mobility(load_game("othello")),
    "joined": lambda: JoinedFeatures(
        (Mobility(load_game("othello")), tables_of(load_game("othello")))
    ),
}


def test_every_kind_of_features_keeps_these_laws():
    assert set(SETS) == set(FEATURES.kinds)
    assert set(OWN_PARTS) == set(PARTS.kinds)
    assert set(OWN_NUMBERS) == set(NUMBERS.kinds)


def feature_sets():
    yield from SETS["patterns"]()
    for kind, make in OWN_PARTS.items():
        part = make()
        assert part.kind == kind
        yield FeatureSet(part.game, [], parts=[part])


def test_features_read_the_same_off_positions():
    for features in feature_sets():
        rows = packed(random_game(features.game, 1)[0])
        weights = np.random.default_rng(1).normal(size=len(features)).astype(np.float32)
        expected = features.rows(rows).predict(weights)  # fills what is made when it is needed
        found = again(features)
        assert found.rows(rows).predict(weights).tobytes() == expected.tobytes()
        assert repr(found) == repr(features)
        assert [p.definition for p in found.parts] == [p.definition for p in features.parts]
        assert found == features
        assert hash(found) == hash(features)


def test_feature_sets_of_other_features_differ():
    first, *rest = feature_sets()
    assert all(first != other for other in rest)
    assert first != FeatureSet(first.game, first.patterns[:-1])
    assert first != "features"


def test_features_come_back_that_do_not_know_what_is_valid_yet():
    features = FeatureSet(load_game("othello"), [Pattern("rows", tuple(range(16)), sparse=True)])
    assert again(features).valid is None


@pytest.mark.parametrize("kind", OWN_NUMBERS)
def test_numbers_to_combine_are_the_same(kind):
    numbers = OWN_NUMBERS[kind]()
    rows = packed(random_game(numbers.game, 1)[0])
    expected = numbers.values(rows)
    assert again(numbers).values(rows).tobytes() == expected.tobytes()
    assert again(numbers).names == numbers.names


def datasets():
    game = load_game("connect-four")
    records = [workers.a_record(game, seed) for seed in range(4)]
    yield records[0]
    yield bw.label(game, records)
    yield comparisons(game, records)
    yield sample_sequences(game, SequencePlan(sequences=5, rollouts=2))


def test_records_and_datasets_come_back_whole():
    for data in datasets():
        found = again(data)
        assert type(found) is type(data)
        for name in type(data).__dataclass_fields__:
            one, other = getattr(found, name), getattr(data, name)
            assert np.array_equal(one, other, equal_nan=isinstance(one, np.ndarray) and
                                  one.dtype.kind == "f"), name  # fmt: skip


def test_datasets_are_equal_whose_rows_are():
    _, data, chosen, _ = datasets()
    for rows in (data, chosen):
        assert again(rows) == rows
        assert (rows != again(rows)) is False
        assert rows[1:] != rows
        assert rows != "rows"
        with pytest.raises(TypeError, match="unhashable"):
            hash(rows)
    assert replace(data, targets=data.targets + 1) != data
    assert replace(data, provenance={"from": "elsewhere"}) == data
    assert data != chosen
    unknown = replace(chosen, results=np.full(len(chosen), np.nan, np.float32))
    assert again(unknown) == unknown != chosen


@pytest.mark.parametrize("kind", ["squares", "discs"])
def test_a_model_that_comes_back_is_equal(othello, kind):
    model = bw.baseline(othello, kind)
    assert again(model) == model == copy.copy(model)
    assert bw.baseline(othello, "nothing") != model
    assert replace(model, metrics={"games": 3}) != model
    assert model != "model"


def test_work_in_other_processes_is_the_work_done_here(other_process, othello):
    """Fits, values, moves and scores: what a pool of workers is sent, and what comes back."""
    data = bw.label(othello, [workers.a_record(othello, seed) for seed in range(12)])
    model = random_model(board_patterns(othello, 100), 1)
    fitter = bw.LeastSquares(stages=2)
    jobs = [
        partial(fitter.fit, model.weighted_sum.features, data),
        partial(workers.values_of, bw.Evaluator(model), [row.position for row in data[:5]]),
        partial(bw.AlphaBeta(bw.Evaluator(model)).move, othello.start(), bw.Limit(depth=3)),
        partial(model.score, data),
    ]
    for job in jobs:
        found, here = other_process.submit(job).result(), job()
        assert pickle.dumps(found) == pickle.dumps(here)


def test_joblib_keeps_a_model(tmp_path, othello):
    joblib = pytest.importorskip("joblib", reason="it comes with scikit-learn")
    model = bw.baseline(othello, "squares")
    joblib.dump(model, tmp_path / "model")
    assert joblib.load(tmp_path / "model").__reduce__()[1] == model.__reduce__()[1]
