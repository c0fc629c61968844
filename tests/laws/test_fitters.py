"""Laws of fitters of every kind: what was planted is found again, whatever the threads."""

import copy
import importlib.util
import inspect
import pickle
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from conftest import packed, random_game, random_model

from boardworth import fitting
from boardworth.errors import BoardworthError, NotFitted
from boardworth.evaluators import model_bytes, save_model
from boardworth.features import FeatureSet, Pattern, rule_features
from boardworth.fitting import (
    MMTO,
    Correlation,
    Fisher,
    FromPrior,
    LeastSquares,
    Log,
    Logistic,
    Quad,
    SquaredProbability,
    probability,
)
from boardworth.fitting.correlation import feature_statistics
from boardworth.positions import Comparisons, Dataset, SequencePlan, no_positions, sample_sequences
from boardworth.rules import load_game
from boardworth.search import PvLeaves


@dataclass(frozen=True)
class Planted:
    """Examples whose values are known; `values` of the examples that `valued` gives."""

    features: Any
    examples: Any
    held_out: Any
    nothing: Any
    values: Any
    valued: Any
    # The least correlation with these values, of methods that learn only what is preferred.
    alike: float | None = None


@cache
def scored(link):
    """Positions whose targets are a planted sum of weights: with noise, or as wins and losses."""
    game = load_game("tic_tac_toe")
    features = FeatureSet(game, [Pattern("corner", (0,)), Pattern("side", (1,))])
    array = packed([p for i in range(600) for p in random_game(game, f"fit {i}")[0][:-1]])
    values = features.rows(array).predict(np.float32([-1.0, 0, 1.0, 0.5, 0, -0.5, 0.25]))
    draw = np.random.default_rng(1)
    targets = {
        "score": lambda: values + draw.normal(size=len(values)) * 0.1,
        "soft win": lambda: np.sign(
            (probability(values) - 0.1) / 0.8 - draw.uniform(size=len(values))
        ),
        "win": lambda: np.sign(probability(values) - draw.uniform(size=len(values))),
    }[link]().astype(np.float32)
    ids = np.arange(len(array), dtype=np.int32)
    data = Dataset(game, array, targets, game.progress(array), ids)
    train, held_out = data.select(ids % 5 > 0), data.select(ids % 5 == 0)
    return Planted(features, train, held_out, no_positions(game), values, data)


def combined():
    """The same, with the patterns' sums as the numbers to combine: one is worth twice the other."""
    planted = scored("win")
    model = random_model(planted.features, 1, stages=1)
    weights = np.int16([[-16, 0, 16, 8, 0, -8, 0]])
    weighted = replace(model.weighted_sum, weights=weights, scale=16, target="win")
    sums = replace(model, evaluation=weighted).pattern_sums()
    return Planted(
        sums, planted.examples, planted.held_out, planted.nothing, planted.values, planted.valued
    )


@cache
def sequences():
    game = load_game("tic-tac-toe")
    plan = SequencePlan(sequences=60, rollouts=8)
    features = rule_features(game.sheet)
    samples = [sample_sequences(game, plan, seed=seed) for seed in (1, 2)]
    best = features[int(np.argmax(feature_statistics(features, samples[0]).stabilities))]
    planted = [replace(sample, scores=planted_scores(sample, best)) for sample in samples]
    nothing = replace(
        samples[0],
        states=samples[0].states[:0],
        starts=np.zeros(1, np.int64),
        scores=samples[0].scores[:0],
    )
    array = samples[0].states[samples[0].last]
    zeros = np.zeros(len(array), np.float32)
    last = Dataset(game, array, zeros, zeros.astype(np.int16), zeros.astype(np.int32))
    return Planted(features, *planted, nothing, planted[0].scores[:, 0], last)


def planted_scores(sample, feature):
    """40 points and 7 for everything that a feature counts in a last state, for both roles."""
    machine = sample.game.state_machine
    states = [machine.fluents(sample.states[row].tobytes()) for row in sample.last]
    return np.array([2 * [40.0 + 7.0 * feature.value(state)] for state in states])


def from_prior():
    """A fit about a model that is wrong in everything."""
    prior = random_model(scored("score").features, 5, stages=2)
    return FromPrior(prior, LeastSquares(stages=2, l2=1e-3))


@cache
def preferred():
    """What searches with planted weights prefer."""
    planted = scored("score")
    model = random_model(planted.features, 1, stages=1)
    weights = np.int16([[-200, 0, 200, 100, 0, -100, 0]])
    weighted = replace(model.weighted_sum, weights=weights, scale=600, target="win")
    model = replace(model, evaluation=weighted)
    game, positions = planted.examples.game, planted.valued.positions[:600]
    leaves = PvLeaves()(model, positions)
    rows = [slice(*leaves.starts[row : row + 2]) for row in range(len(positions))]
    played = [leaves.moves[own][np.argmax(leaves.values[own])] for own in rows]
    ids = np.arange(len(positions), dtype=np.int32)
    unknown = np.full(len(positions), np.nan, np.float32)
    data = Comparisons(game, positions, np.int32(played), ids, unknown)
    valued = planted.valued
    return Planted(
        planted.features,
        data.select(ids % 5 > 0),
        data.select(ids % 5 == 0),
        data.select(ids < 0),
        model.predict(valued),
        valued,
        alike=0.95,
    )


FITTERS = {
    LeastSquares: (LeastSquares(stages=2, l2=1e-3), lambda: scored("score")),
    Logistic: (Logistic(stages=2, l2=1e-3), lambda: scored("soft win")),
    SquaredProbability: (SquaredProbability(stages=2, l2=1e-3), lambda: scored("soft win")),
    FromPrior: (from_prior(), lambda: scored("score")),
    Log: (Log(stages=1), combined),
    Fisher: (Fisher(stages=1), combined),
    Quad: (Quad(stages=1), combined),
    Correlation: (Correlation(terms=1, scaled=True), sequences),
    MMTO: (MMTO(PvLeaves(), iterations=8, reuses=4, step=8, halved_every=3, unit=1.0), preferred),
}


@pytest.fixture(params=FITTERS, ids=lambda fitter: fitter.__name__)
def case(request):
    fitter, planted = FITTERS[request.param]
    return fitter, planted()


def test_every_fitter_keeps_these_laws():
    wanted = ["self", "features", "examples", "held_out", "threads", "progress"]
    found = [getattr(fitting, name) for name in fitting.__all__]
    fitters = {
        one
        for one in found
        if inspect.isclass(one)
        and not inspect.isabstract(one)
        and not getattr(one, "_is_protocol", False)
        and list(inspect.signature(getattr(one, "fit", id)).parameters) == wanted
    }
    assert fitters == set(FITTERS)


def test_planted_values_are_found_again(case):
    fitter, planted = case
    model = fitter.fit(planted.features, planted.examples, planted.held_out)
    found = model.predict(planted.valued)
    if planted.alike is not None:
        assert np.corrcoef(found, planted.values)[0, 1] > planted.alike
        return
    error = found - planted.values
    assert np.sqrt(np.mean(error**2)) < 0.2 * planted.values.std()


def test_the_model_is_the_same_file_with_any_number_of_threads(tmp_path, case):
    fitter, planted = case
    for threads in (1, 2):
        model = fitter.fit(planted.features, planted.examples, planted.held_out, threads=threads)
        save_model(model, tmp_path / str(threads))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_held_out_examples_measure_the_fit(case):
    fitter, planted = case
    model = fitter.fit(planted.features, planted.examples, planted.held_out)
    figures = model.metrics["held_out"]
    for one in [figures["all"]] if "all" in figures else figures.values():
        assert one["rows"] == len(planted.held_out)
        assert one.get("correlation", one.get("agreement")) > 0
    alone = fitter.fit(planted.features, planted.examples)
    assert not alone.metrics.get("held_out", {}).get("all", {}).get("rows")


def test_progress_goes_from_nothing_to_all(case):
    fitter, planted = case
    told = []
    fitter.fit(planted.features, planted.examples, planted.held_out, progress=told.append)
    assert told == sorted(told)
    assert told[0] > 0
    assert told[-1] == 1


def test_nothing_can_be_learned_from_nothing(case):
    fitter, planted = case
    with pytest.raises(NotFitted, match=r"no (position|sequence) to learn from"):
        fitter.fit(planted.features, planted.nothing)


def test_parameters_are_the_constructors_arguments(case):
    fitter, _ = case
    own = fitter.get_params(deep=False)
    assert list(own) == list(inspect.signature(type(fitter)).parameters)
    again = type(fitter)(**own)
    assert all(again.get_params(deep=False)[name] is value for name, value in own.items())
    assert own.items() <= fitter.get_params().items()


def test_changed_parameters_make_another_fitter(case):
    fitter, _ = case
    for name, value in fitter.get_params().items():
        if type(value) is int:
            changed = fitter.set_params(**{name: value + 1})
            assert changed.get_params()[name] == value + 1
            assert fitter.get_params()[name] == value
    with pytest.raises(BoardworthError, match=r"has no parameter 'nonsense'; it has \w+"):
        fitter.set_params(nonsense=1)
    with pytest.raises(BoardworthError, match="has no parameter 'nonsense__of'"):
        fitter.set_params(nonsense__of=1)


def plainly_cloned(fitter):
    """As `sklearn.base.clone` does it, so that the law holds where there is no scikit-learn."""
    if not hasattr(fitter, "get_params"):
        return copy.deepcopy(fitter)
    own = {name: plainly_cloned(one) for name, one in fitter.get_params(deep=False).items()}
    made = type(fitter)(**own)
    assert all(made.get_params(deep=False)[name] is one for name, one in own.items())
    return made


def test_clones_and_pickles_fit_the_same_model(case):
    fitter, planted = case
    expected = model_bytes(fitter.fit(planted.features, planted.examples))
    clones = [plainly_cloned(fitter)]
    if importlib.util.find_spec("sklearn") is not None:
        clones.append(importlib.import_module("sklearn.base").clone(fitter))
    again = pickle.loads(pickle.dumps((clones[-1], planted.features, planted.examples)))
    assert clones[0] is not fitter
    assert [repr(own) for own in clones] == [repr(clones[0])] * len(clones)
    found = again[0].fit(*again[1:])
    assert model_bytes(found) == expected


def test_the_score_of_a_model_is_the_figure_of_its_held_out_examples(case):
    fitter, planted = case
    model = fitter.fit(planted.features, planted.examples, planted.held_out)
    search = {"search": fitter.search} if hasattr(fitter, "search") else {}
    score = model.score(planted.held_out, **search)
    figures = model.metrics["held_out"]
    known = [figures["all"]] if "all" in figures else list(figures.values())
    of_each = [one.get("correlation", one.get("agreement_by_lot")) for one in known]
    assert score == pytest.approx(np.mean(of_each), abs=1e-5)
    assert 0 < score <= 1
    assert model.score(planted.held_out, threads=2, **search) == score
    with pytest.raises(NotFitted, match="there is no"):
        model.score(planted.nothing, **search)
