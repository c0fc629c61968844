"""Laws of restricted roots, of several variations and of reports, for every game's search."""

import random
from itertools import pairwise

import pytest
from conftest import BOUNDED, GAMES, a_position, bearable, random_game, random_model
from hypothesis import given
from hypothesis import strategies as st

from boardworth.errors import IllegalMove
from boardworth.evaluators import Evaluator
from boardworth.features import board_patterns
from boardworth.rules import load_game
from boardworth.search import AlphaBeta, Limit

games = st.sampled_from([load_game(name) for name in GAMES])
seeds = st.integers(0, 10_000)
drivers = st.sampled_from(["pvs", "mtdf"])


def a_player(game, seed, **settings):
    model = random_model(board_patterns(game, 100), seed, target="win")
    return AlphaBeta(Evaluator(model), memory=1 << 16, features="learning", **settings)


def a_limit(position):
    return Limit(depth=bearable(position, 3))


def some(position, seed):
    """Some of the legal moves."""
    legal = position.legal_moves()
    draw = random.Random(seed)
    return draw.sample(legal, draw.randint(1, len(legal)))


def worth(found):
    """What orders results: the sooner a win and the later a loss, the better."""
    sign = (found.value > 0) - (found.value < 0)
    return found.value, -sign * (found.distance or 0)


@given(games, seeds, drivers)
def test_a_search_of_some_moves_finds_the_best_of_them(game, seed, driver):
    position = a_position(game, seed)
    player, limit = a_player(game, seed, driver=driver), a_limit(position)
    moves = some(position, seed)
    found = player.search(position, limit, moves=moves)
    assert found.pv[0] in moves
    alone = [player.search(position, limit, moves=[move]) for move in moves]
    assert all(one.pv[0] == move for one, move in zip(alone, moves, strict=True))
    assert worth(found) == max(map(worth, alone))
    if set(moves) == set(position.legal_moves()):
        assert worth(player.search(position, limit)) == worth(found)


@given(games, seeds)
def test_all_moves_are_the_same_as_no_restriction(game, seed):
    position = a_position(game, seed)
    player, limit = a_player(game, seed), a_limit(position)
    whole = player.search(position, limit)
    assert worth(player.search(position, limit, moves=position.legal_moves())) == worth(whole)


@given(games, seeds, drivers)
def test_variations_are_searches_without_the_moves_found(game, seed, driver):
    position = a_position(game, seed)
    player, limit = a_player(game, seed, driver=driver), a_limit(position)
    told = []
    best = player.search(position, limit, variations=3, report=told.append)
    lines = [one for one in told if one.depth == best.depth][-3:]
    left = position.legal_moves()
    assert [one.variation for one in lines] == list(range(1, min(3, len(left)) + 1))
    for one in lines:
        assert worth(one) == worth(player.search(position, limit, moves=left))
        left.remove(one.pv[0])
    assert best.pv[0] == lines[0].pv[0]


@given(games, seeds)
def test_every_iteration_is_reported_once(game, seed):
    position = a_position(game, seed)
    player, limit = a_player(game, seed), a_limit(position)
    told = []
    found = player.search(position, limit, report=told.append)
    assert [one.depth for one in told] == sorted({one.depth for one in told})
    last = told[-1]
    assert (last.pv, *worth(last), last.depth) == (found.pv, *worth(found), found.depth)
    assert all(a.nodes <= b.nodes for a, b in pairwise(told))
    assert all(one.selective_depth >= one.depth for one in told)
    assert all(0 <= one.table_use <= 1000 for one in told)


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_a_restricted_search_leaves_nothing_false_in_the_table(depth):
    """Searches within a limit of time build on what is remembered: here black's only move loses."""
    game = load_game("chess")
    player = a_player(game, 1, driver="mtdf")
    position = game.parse("7k/R7/8/8/8/8/8/1R5K b - - 0 1")
    after = position.play("Kg8")
    timed = Limit(depth=depth, seconds=1e6)
    found = player.search(after, timed, moves=[after.parse_move("Kh2")])
    assert found.distance != 1
    assert player.search(position, Limit(depth=depth + 1, seconds=1e6)).distance == 2


def test_a_move_that_is_not_legal_is_not_searched(game):
    player = a_player(game, 1)
    position = game.start()
    wrong = max(position.legal_moves()) + 1
    with pytest.raises(IllegalMove, match="illegal"):
        player.search(position, Limit(depth=1), moves=[wrong])


def test_what_a_report_raises_ends_the_search(game):
    def report(_found):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        a_player(game, 1, threads=2).search(game.start(), Limit(depth=60), report=report)


def test_reports_of_several_threads_count_all_their_nodes(game):
    told = []
    player = a_player(game, 1, threads=2)
    found = player.search(game.start(), Limit(depth=4), report=told.append)
    assert told[-1].nodes <= found.nodes


@pytest.mark.parametrize("name", BOUNDED)
@pytest.mark.parametrize("variations", [1, 2])
def test_a_window_above_all_scores_leaves_no_move(name, variations):
    """A search straight to the end of the game finds out no more than that."""
    game = load_game(name)
    position = random_game(game, 3)[0][-3]
    player = AlphaBeta(Evaluator(random_model(board_patterns(game, 100), 1)), memory=1 << 16)
    most = game.max_score
    above = (most + 1, most + 2)
    found = player.search(position, Limit(depth=60), above, variations=variations)
    assert found.value <= most * player.evaluator.model.scale
