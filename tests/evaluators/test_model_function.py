"""A model as a function of states: the evaluator's values as points of every role."""

import math
import random

import pytest
from conftest import random_game, random_model, sparse_features

from boardworth.errors import FormatError
from boardworth.evaluators import Evaluator
from boardworth.features import FeatureSet, Terms, known_terms
from boardworth.rules import load_game


def evaluator_of(name, target="score"):
    game = load_game(name)
    tables, terms = sparse_features(game), Terms(game, known_terms(game))
    features = FeatureSet(game, tables.patterns, tables.valid, [terms])
    return Evaluator(random_model(features, 1, largest=40, target=target))


def kept_off_the_ends(points):
    return min(max(points, 0.5), 99.5)


@pytest.mark.parametrize("target", ["score", "win"])
@pytest.mark.parametrize("name", ["connect-four", "english-draughts"])
def test_players_share_what_the_evaluator_says(name, target):
    evaluator = evaluator_of(name, target)
    function = evaluator.core.state_function()
    movers, values = set(), set()
    for seed in range(10):
        for position in random_game(evaluator.game, seed)[0]:
            value = evaluator.value(position)
            own = 50 + value / 2 if target == "score" else 100 / (1 + math.exp(-value))
            points = function.values(position.packed)
            mover = position.mover
            assert points[mover] == pytest.approx(kept_off_the_ends(own), abs=1e-4)
            assert sum(points) == pytest.approx(100, abs=1e-4)
            movers.add(mover)
            values.add(points[mover])
    assert movers == {0, 1}
    assert len(values) > 20


def test_a_lone_player_has_the_value_itself():
    evaluator = evaluator_of("peg-solitaire")
    function = evaluator.core.state_function()
    for position in random_game(evaluator.game, 1)[0]:
        expected = kept_off_the_ends(evaluator.value(position))
        assert function.values(position.packed) == pytest.approx([expected], abs=1e-4)


def test_even_impossible_states_have_points():
    game = load_game("connect-four")
    function = evaluator_of("connect-four").core.state_function()
    fluents = len(game.state_machine.ground_game.fluents)
    draw = random.Random(1)
    for _ in range(20):
        state = draw.getrandbits(fluents).to_bytes((fluents + 7) // 8, "little")
        assert all(0.5 <= points <= 99.5 for points in function.values(state))


@pytest.mark.parametrize("target", ["score", "win"])
@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_a_larger_margin_of_a_native_game_is_a_surer_win(name, target):
    evaluator = evaluator_of(name, target)
    function = evaluator.core.state_function()
    spread = math.sqrt(evaluator.game.max_score)
    for position in random_game(evaluator.game, 1)[0]:
        value = evaluator.value(position)
        odds = value if target == "win" else 2 * value / spread
        own = 100 / (1 + math.exp(-odds))
        points = function.values(position.packed)
        assert points[position.mover] == pytest.approx(kept_off_the_ends(own), abs=1e-4)
        assert sum(points) == pytest.approx(100, abs=1e-4)


def test_what_is_no_state_is_refused():
    with pytest.raises(FormatError, match="packed state"):
        evaluator_of("connect-four").core.state_function().values(b"1")
