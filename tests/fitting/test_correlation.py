"""Statistics of features, and the functions that are made of them."""

from functools import cache

import numpy as np
import pytest
from playable_sheets import SHEETS
from reference.role_functions import plain_statistics

from boardworth.errors import NotFitted
from boardworth.features import rule_features
from boardworth.features.domains import FluentDomains
from boardworth.fitting import Correlation
from boardworth.fitting.correlation import feature_statistics
from boardworth.fitting.role_functions import fluent_weights
from boardworth.positions.sequences import SequencePlan, sample_sequences
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.rules.loading import load_rule_game

PLAN = SequencePlan(sequences=40, rollouts=8)


@cache
def sampled(name):
    machine = machine_for(SHEETS[name])
    features = rule_features(machine.sheet, FluentDomains(machine.ground_game.fluents))
    return machine, features, sample_sequences(RuleGame(machine, name), PLAN, seed=3)


@pytest.mark.parametrize("name", SHEETS)
def test_statistics_are_those_of_the_plain_twin(name):
    machine, features, sample = sampled(name)
    states = [machine.fluents(row.tobytes()) for row in sample.states]
    bounds = zip(sample.starts[:-1], sample.starts[1:], strict=True)
    sequences = [states[first:last] for first, last in bounds]
    found = feature_statistics(features, sample)
    for number in range(0, len(features), 1 + len(features) // 60):
        correlations, stability = plain_statistics(
            features[number], sequences, sample.scores.tolist()
        )
        assert found.correlations[number] == pytest.approx(correlations, abs=1e-9)
        assert found.stabilities[number] == pytest.approx(stability, abs=1e-9)


def test_a_function_has_the_features_that_tell_most_with_the_paper_s_weights():
    _, features, sample = sampled("breakthrough")
    statistics = feature_statistics(features, sample)
    functions = Correlation(terms=7).fit(features, sample).evaluation
    for role, function in enumerate(functions):
        promise = np.minimum(np.abs(statistics.correlations[:, role]), statistics.stabilities)
        chosen = [min(abs(t.correlation), t.stability) for t in function.terms]
        assert chosen == sorted(promise, reverse=True)[:7]
        assert function.constant == sample.scores[:, role].mean()
        assert all(t.weight == t.correlation * t.stability for t in function.terms)


def test_scaled_functions_are_least_squares_of_the_plain_sums():
    _, features, sample = sampled("breakthrough")
    plain = Correlation().fit(features, sample).evaluation.functions
    scaled = Correlation(scaled=True).fit(features, sample).evaluation.functions
    last = sample.bits().T[sample.last]
    np.testing.assert_array_equal(last, sample.last_bits())
    for role in range(2):
        sums = last @ fluent_weights(plain[role].terms, sample.fluents)
        factor, constant = np.polyfit(sums, sample.scores[:, role], 1)
        assert scaled[role].constant == pytest.approx(constant)
        assert [t.weight for t in scaled[role].terms] == pytest.approx(
            [factor * t.weight for t in plain[role].terms]
        )


@pytest.mark.parametrize("name", SHEETS)
def test_a_sample_is_the_same_for_any_number_of_threads_and_another_for_another_seed(name):
    _, _, sample = sampled(name)
    again = sample_sequences(sample.game, PLAN, seed=3, threads=3)
    assert again.states.tobytes() == sample.states.tobytes()
    assert again.scores.tobytes() == sample.scores.tobytes()
    assert again.starts.tolist() == sample.starts.tolist()
    other = sample_sequences(sample.game, PLAN, seed=4)
    assert other.states.tobytes() != sample.states.tobytes()


def test_sequences_are_short_pieces_of_games_that_go_on():
    machine, _, sample = sampled("tic-tac-toe")
    assert len(sample) == PLAN.sequences
    assert {2, 3} < set(np.diff(sample.starts)) <= {2, 3, 4, 5}
    states = [row.tobytes() for row in sample.states]
    assert not any(map(machine.terminal, states))
    marks = [sum(str(f)[-2] in "xo" for f in machine.fluents(s)) - 1 for s in states]
    inside = np.delete(np.diff(marks), sample.starts[1:-1] - 1)
    assert set(inside) == {1, 2, 3}
    assert sample.scores.sum(axis=1) == pytest.approx(100)
    assert min(marks) == 0


# Four moves, and it does not matter which.
COUNTING = """(role a) (init (n 0)) (legal a x) (legal a y) (up 0 1) (up 1 2) (up 2 3) (up 3 4)
    (<= (next (n ?m)) (true (n ?l)) (up ?l ?m)) (<= (next mark) (does a x))
    (<= terminal (true (n 4)))"""


def test_games_without_sequences_or_goals_are_refused():
    too_short = COUNTING.replace("terminal (true (n 4))", "terminal (true (n 1))")
    for rules in (f"{too_short} (goal a 70)", f"{COUNTING} (<= (goal a 70) (true (n 0)))"):
        with pytest.raises(NotFitted, match="short: random games give 0 sequences"):
            sample_sequences(RuleGame(machine_for(parse_rule_sheet(rules, "short")), "short"), PLAN)


def test_a_role_whose_score_never_changes_has_a_constant_alone():
    sheet = parse_rule_sheet(f"{COUNTING} (goal a 70)")
    sample = sample_sequences(RuleGame(machine_for(sheet), "counting"), PLAN)
    (function,) = Correlation().fit(rule_features(sheet), sample).evaluation
    assert (function.constant, function.terms) == (70.0, ())


def test_the_function_of_connect5_tells_something_about_results(data):
    """Its cells become what their player is called, so domains have to know roles."""
    game = load_rule_game(str(data / "gdl" / "connect5.kif"))
    features = rule_features(game.sheet)
    held_out = sample_sequences(game, seed=99)
    found = []
    for seed in range(3):
        model = Correlation().fit(features, sample_sequences(game, seed=seed), held_out)
        found.append(model.metrics["held_out"][game.roles[0]]["correlation"])
    assert np.median(found) > 0.5
