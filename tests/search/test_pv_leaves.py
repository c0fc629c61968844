"""Where the principal variations of all moves end: the same as searches of single moves."""

import numpy as np
import pytest
from conftest import packed, random_game, random_model, small_game
from waiting import interrupted_at_work

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator
from boardworth.features import board_patterns
from boardworth.search import AlphaBeta, Limit, ManySearches, search_features
from boardworth.search.features import LEARNING

FIELDS = ("moves", "starts", "positions", "signs", "values")


def some_positions(game, seed):
    """From all parts of a game, its end included."""
    positions = small_game(game, seed)[0]
    return [*positions[:: max(1, len(positions) // 3)], positions[-1]]


def a_model(game, seed):
    return random_model(board_patterns(game, 100), seed, target=("score", "win")[seed % 2])


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_legal_move_has_the_value_of_a_search_of_it_alone(game, seed, depth):
    model = a_model(game, seed)
    positions = some_positions(game, seed)
    found = ManySearches(model).leaves(packed(positions), depth)
    player = AlphaBeta(Evaluator(model), selectivity=0, features="learning")
    for row, position in enumerate(positions):
        moves = slice(*found.starts[row : row + 2])
        assert found.moves[moves].tolist() == position.legal_moves()
        searched = [
            player.search(position, Limit(depth=depth), moves=[move]).value
            for move in position.legal_moves()
        ]
        expected = np.array(searched) / model.scale
        assert found.values[moves].tolist() == expected.astype(np.float32).tolist()
    assert found.starts[-1] == len(found.moves)


@pytest.mark.parametrize("depth", [1, 2])
def test_a_value_is_the_evaluation_of_its_leaf(game, depth):
    for seed in (3, 4):
        model = random_model(board_patterns(game, 100), seed, target="win")
        found = ManySearches(model).leaves(packed(some_positions(game, seed)), depth)
        evaluated = found.signs != 0
        at_leaves = Evaluator(model).core.values(found.positions[evaluated]) / model.scale
        assert np.array_equal(
            found.values[evaluated], (found.signs[evaluated] * at_leaves).astype(np.float32)
        )
        assert evaluated.any()
        assert all(bw.Position(game, leaf.tobytes()).over for leaf in found.positions[~evaluated])


def test_what_a_search_takes_for_a_bound_is_no_evaluation():
    """A score of more than the greatest is taken for a little less than that."""
    game = bw.load_game("tic_tac_toe")
    model = random_model(board_patterns(game, 100), 1, largest=3000)
    found = ManySearches(model).leaves(packed([game.start()]))
    assert np.array_equal(found.signs != 0, np.abs(found.values) < 1 - 1 / model.scale)
    assert not found.signs.all()


@pytest.mark.parametrize("name", ["chess", "shogi"])
def test_the_sign_tells_whose_move_it_is_at_the_leaf(name):
    game = bw.load_game(name)
    positions = random_game(game, 5, max_plies=60)[0][::6]
    found = ManySearches(bw.baseline(game, "piece-square")).leaves(packed(positions))
    roots = np.repeat(game.movers(packed(positions)), np.diff(found.starts))
    same = np.where(game.movers(found.positions) == roots, 1, -1)
    evaluated = found.signs != 0
    assert np.array_equal(found.signs[evaluated], same[evaluated])
    assert set(found.signs) >= {1, -1}


@pytest.mark.parametrize("name", ["chess", "shogi"])
def test_captures_that_lose_an_exchange_can_be_left_out(name):
    game = bw.load_game(name)
    model = bw.baseline(game, "piece-square")
    positions = random_game(game, 8, max_plies=60)[0][20::10]
    features = search_features(game, [*LEARNING, "exchange-pruning"])
    found = ManySearches(model, features=features).leaves(packed(positions))
    player = AlphaBeta(Evaluator(model), selectivity=0, features=features)
    searched = [
        player.search(position, Limit(depth=1), moves=[move]).value
        for position in positions
        for move in position.legal_moves()
    ]
    expected = (np.array(searched) / model.scale).astype(np.float32)
    assert found.values.tolist() == expected.tolist()
    evaluated = found.signs != 0
    at_leaves = Evaluator(model).core.values(found.positions[evaluated]) / model.scale
    assert np.array_equal(
        found.values[evaluated], (found.signs[evaluated] * at_leaves).astype(np.float32)
    )
    everything = ManySearches(model).leaves(packed(positions))
    assert not np.array_equal(found.values, everything.values)


def test_features_that_prune_by_bounds_have_no_leaves():
    model = bw.baseline(bw.load_game("chess"), "material")
    searches = ManySearches(model, features=["delta-pruning", "futility"])
    with pytest.raises(BoardworthError, match="leaves of searches with delta-pruning, futility"):
        searches.leaves(packed([model.game.start()]))


def test_mates_and_ends_of_games_are_no_evaluations():
    """Qh5xf7 mates; after all other moves the game goes on."""
    game = bw.load_game("chess")
    position = game.parse("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    found = ManySearches(bw.baseline(game, "material")).leaves(packed([position]))
    ended = [position.move_text(move) for move in found.moves[found.signs == 0]]
    assert ended == ["Qxf7#"]


def test_threads_and_neighbours_change_nothing(game):
    """More rows than one thread is given at a time, in two orders."""
    positions = packed(small_game(game, 6)[0][:12])
    rows = np.tile(positions, (12, 1))
    model = a_model(game, 7)
    one, three = (ManySearches(model, threads).leaves(rows) for threads in (1, 3))
    assert [getattr(one, f).tobytes() for f in FIELDS] == [
        getattr(three, f).tobytes() for f in FIELDS
    ]
    backwards = ManySearches(model).leaves(positions[::-1].copy())
    for row in range(len(positions)):
        here = slice(*one.starts[row : row + 2])
        last = len(positions) - row
        there = slice(*backwards.starts[last - 1 : last + 1])
        for field in set(FIELDS) - {"starts"}:
            assert np.array_equal(getattr(one, field)[here], getattr(backwards, field)[there])


def test_nothing_is_searched_where_there_is_nothing(othello):
    searches = ManySearches(bw.baseline(othello, "discs"))
    found = searches.leaves(np.empty((0, othello.packed_size), np.uint8))
    assert found.starts.tolist() == [0]
    assert found.positions.shape == (0, othello.packed_size)
    with pytest.raises(ValueError, match="depths start at 1"):
        searches.leaves(packed([othello.start()]), 0)


def test_ctrl_c_ends_a_search_of_many(othello):
    rows = np.repeat(packed([othello.start()]), 1000, axis=0)
    searches = ManySearches(bw.baseline(othello, "discs"))
    with pytest.raises(KeyboardInterrupt), interrupted_at_work():
        searches.leaves(rows, 12)
