"""Laws of evaluators: one value by every way to it, equal for positions of equal worth."""

import numpy as np
import pytest
from conftest import (
    GAMES,
    RELATIONS,
    features_with_relations,
    features_with_terms,
    packed,
    random_game,
    random_model,
    sparse_features,
    swapped,
)
from hypothesis import given
from hypothesis import strategies as st

from boardworth.evaluators import Evaluator, baseline
from boardworth.evaluators.piece_squares import GAMES as PIECE_SQUARE_GAMES
from boardworth.features import board_patterns
from boardworth.positions import Dataset
from boardworth.rules import Position, load_game

seeds = st.integers(0, 10_000)
evaluators = st.sampled_from(
    [
        Evaluator(random_model(board_patterns(load_game(name), most), most, target=target))
        for name in GAMES
        for most in (100, 7000)
        for target in ("score", "win")
    ]
    + [Evaluator(random_model(sparse_features(load_game(name)), 1)) for name in GAMES]
    + [Evaluator(random_model(features_with_terms(load_game(name)), 2)) for name in GAMES]
    + [Evaluator(random_model(features_with_relations(name), 3)) for name in RELATIONS]
    + [Evaluator(baseline(load_game(name), "material")) for name in GAMES]
    + [Evaluator(baseline(load_game(name), "piece-square")) for name in PIECE_SQUARE_GAMES]
)


@given(evaluators, seeds)
def test_tables_equal_rows_and_explanations(evaluator, seed):
    model = evaluator.model
    positions, _ = random_game(model.game, seed)
    array = packed(positions)
    zeros = np.zeros(len(array), np.float32)
    data = Dataset(model.game, array, zeros, model.game.progress(array), zeros.astype(np.int32))
    for threads in (1, 2):
        np.testing.assert_array_equal(evaluator.values(array), model.predict(data, threads))
    for position, value in zip(positions, evaluator.values(array), strict=True):
        explanation = evaluator.explain(position)
        assert evaluator.value(position) == value == explanation.value
        assert value == sum(term.contribution for term in explanation.terms)
        board = model.game.board
        beside = sum(
            term.contribution
            for term in explanation.terms
            if not any(atom < board.columns * board.rows for atom in term.atoms)
        )
        shared = sum(explanation.by_square().values()) + beside
        assert shared == pytest.approx(value, abs=1e-9)


@given(evaluators, seeds)
def test_positions_of_equal_worth_have_equal_values(evaluator, seed):
    game = evaluator.game
    for position in random_game(game, seed)[0]:
        images = [
            Position(game, game.core.image(symmetry, position.packed))
            for symmetry in range(len(game.symmetries))
        ]
        values = evaluator.values(packed([*images, swapped(game, position)]))
        assert (values == values[0]).all()


@pytest.mark.parametrize("text", ["X" + "-" * 63 + " X", "-" * 64 + " O", "X" * 64 + " O"])
def test_odd_boards_have_the_value_that_is_explained(text):
    game = load_game("othello")
    evaluator = Evaluator(random_model(board_patterns(game, 100), 1))
    position = game.parse(text)
    assert evaluator.value(position) == evaluator.explain(position).value


@given(st.sampled_from([name for name in GAMES if name not in PIECE_SQUARE_GAMES]), seeds)
def test_material_is_own_pieces_less_the_opponent_s(name, seed):
    game = load_game(name)
    evaluator = Evaluator(baseline(game, "material"))
    squares = game.board.columns * game.board.rows
    playing = [n for n in range(squares) if len(game.atoms[n].values) > 1]
    for position in random_game(game, seed)[0]:
        facts = game.facts(position)
        assert evaluator.value(position) == sum(game.owners[facts[square]] for square in playing)


@given(evaluators, seeds)
def test_values_followed_through_the_tree_equal_values_from_scratch(evaluator, seed):
    positions, _ = random_game(evaluator.game, seed)
    position = positions[seed % len(positions)].packed
    for depth in (0, 1, 2, 3):
        followed = evaluator.core.tree_sum(position, depth, True)
        assert followed == evaluator.core.tree_sum(position, depth, False)
