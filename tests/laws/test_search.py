"""Laws of search: alpha-beta equals minimax, solving equals minimax to the end."""

import random

import numpy as np
import pytest
from conftest import (
    BOUNDED,
    GAMES,
    a_position,
    bearable,
    packed,
    random_game,
    random_model,
    sparse_features,
)
from hypothesis import given
from hypothesis import strategies as st
from reference.minimax import distance, minimax, plain
from reference.minimax import sign as minimax_sign
from reference.noise import QUIESCENT
from waiting import interrupted_at_work

from boardworth import _core
from boardworth.errors import BoardworthError
from boardworth.evaluators import Evaluator, baseline
from boardworth.features import board_patterns
from boardworth.rules import load_game
from boardworth.rules.game import MAX_RANDOM_MOVES
from boardworth.search import AlphaBeta, Limit, StopSign, solve_all

games = st.sampled_from([load_game(name) for name in GAMES])
# A random game of the other sheets may end long before the last move.
ending_games = st.sampled_from([load_game(name) for name in (*BOUNDED, "tic-tac-toe")])
seeds = st.integers(0, 10_000)
targets = st.sampled_from(["score", "win"])
drivers = st.sampled_from(["pvs", "mtdf"])
HAVE_NOISY_MOVES = {*QUIESCENT, "othello"}
DECIDED = 1 << 22  # the value of a decided game under the target "win"


def a_player(game, seed, target="score", **settings):
    features = sparse_features(game) if seed % 3 == 0 else board_patterns(game, 100)
    model = random_model(features, seed, target=target)
    # Tables this small are overwritten all the time.
    draw = random.Random(seed)
    memory = draw.choice([1, 1 << 10, 1 << 16])
    if game.name in HAVE_NOISY_MOVES:
        settings.setdefault("quiescence", draw.choice([None, True, False]))
    settings.setdefault("features", "learning")
    return AlphaBeta(Evaluator(model), memory=memory, **settings)


def progress(game, position):
    return int(game.progress(packed([position]))[0])


def final(player):
    model = player.evaluator.model
    if model.target == "score":
        return lambda score: score * model.scale
    return lambda score: (score > 0) * DECIDED - (score < 0) * DECIDED


def won(player):
    """The value of a won game, where searches tell how far away it is: Othello's solve scores."""
    game = player.evaluator.game
    return None if game.name == "othello" else final(player)(game.max_score)


def estimate(player, position):
    """What a search takes a position for: never as good as a certain win."""
    most = final(player)(player.evaluator.game.max_score) - 1
    return min(max(player.evaluator.core.value(position.packed), -most), most)


def true_value(player, position, depth):
    """By minimax."""
    return minimax(
        position.game,
        position,
        depth,
        lambda p: estimate(player, p),
        final(player),
        won(player),
        quiescence=player.quiescence,
    )


@given(games, seeds, st.integers(1, 3), targets, drivers)
def test_alpha_beta_equals_minimax(game, seed, depth, target, driver):
    player = a_player(game, seed, target, driver=driver)
    position = a_position(game, seed)
    depth = bearable(position, depth)
    found = player.search(position, Limit(depth=depth))
    best = won(player)
    value = true_value(player, position, depth)
    assert (found.value, found.distance) == (plain(value, best), distance(value, best))
    assert found.depth == depth or found.exact


@pytest.mark.parametrize("driver", ["pvs", "mtdf"])
def test_alpha_beta_equals_minimax_where_corners_are_taken_beyond_the_depth(othello, driver):
    changed = 0
    for seed in range(12):
        position = random_game(othello, seed)[0][20 + 2 * seed]
        quiet, plain = (
            a_player(othello, seed, driver=driver, quiescence=chosen) for chosen in (True, False)
        )
        value = true_value(quiet, position, 2)
        assert quiet.search(position, Limit(depth=2)).value == value
        changed += value != true_value(plain, position, 2)
    assert changed > 0


@pytest.mark.parametrize("seed", [88, 133, 157])
def test_recaptures_are_followed_where_other_noisy_moves_are_not(seed):
    """Ten pieces meet on d5: with these weights, the ninth capture and later ones matter."""
    game = load_game("chess")
    position = game.parse("b2r2k1/1b1r4/3q4/3p4/8/3Q4/3R2B1/3R1K1B b - - 0 1")
    player = a_player(game, seed, "win", quiescence=True)
    move = position.parse_move("Kh8")
    found = player.search(position, Limit(depth=1), moves=[move])
    value = -true_value(player, position.play(move), 0)
    assert found.value == value


@given(games, seeds, st.integers(1, 7), targets)
def test_mtdf_equals_principal_variation_search(game, seed, depth, target):
    position = a_position(game, seed)
    depth = bearable(position, depth)
    pvs, mtdf = (a_player(game, seed, target, driver=driver) for driver in ("pvs", "mtdf"))
    first, second = (player.search(position, Limit(depth=depth)) for player in (pvs, mtdf))
    assert (first.value, first.distance) == (second.value, second.distance)
    assert second.depth == depth or second.exact


@given(games, seeds, st.integers(1, 6), targets)
def test_two_threads_find_the_value_of_one(game, seed, depth, target):
    position = a_position(game, seed)
    depth = bearable(position, depth)
    one, two = (a_player(game, seed, target, threads=threads) for threads in (1, 2))
    alone, together = (player.search(position, Limit(depth=depth)) for player in (one, two))
    assert (alone.value, alone.distance) == (together.value, together.distance)


@given(games, seeds, st.integers(1, 5))
def test_the_expected_line_leads_to_the_value(game, seed, depth):
    player = a_player(game, seed)
    position = a_position(game, seed)
    found = player.search(position, Limit(depth=depth))
    sign = 1
    for move in found.pv:
        before, position = position, position.play(move)
        sign *= minimax_sign(before, position)
    outcome = game.outcome(position)
    reached = estimate(player, position) if outcome is None else final(player)(outcome)
    assert found.value == sign * reached
    if found.distance is not None:
        assert len(found.pv) == found.distance


@given(ending_games, seeds, targets, drivers)
def test_forced_wins_are_won_as_soon_as_possible(game, seed, target, driver):
    player = a_player(game, seed, target, driver=driver)
    positions = random_game(game, seed)[0]
    position = positions[max(len(positions) - 7, 0)]
    best = won(player)
    value = minimax(game, position, 100, None, final(player), best)
    found = player.search(position, Limit(depth=100))
    assert found.exact
    assert (found.value, found.distance) == (plain(value, best), distance(value, best))


@pytest.mark.parametrize(
    ("board", "plies", "side"),
    [
        ("xx- oo- --- x", 1, 1),
        ("x-- -o- --x o", None, 0),
        ("xo- xx- --o o", 2, -1),
        ("xo- -x- --o x", 3, 1),
        ("xo- --- --- x", 5, 1),
    ],
)
@pytest.mark.parametrize("target", ["score", "win"])
def test_a_forced_win_has_its_distance(board, plies, side, target):
    game = load_game("tic_tac_toe")
    player = a_player(game, 1, target)
    found = player.search(game.parse(board.replace(" ", "", 2)), Limit(depth=9))
    assert found.exact
    assert found.distance == plies
    assert found.value == side * final(player)(1)


@given(seeds)
def test_no_estimate_is_as_good_as_a_certain_win(seed):
    game = load_game("othello")
    model = random_model(board_patterns(game, 100), seed, largest=3000)
    position = random.Random(seed).choice(random_game(game, seed)[0][:30])
    found = AlphaBeta(Evaluator(model)).search(position, Limit(depth=2))
    assert found.exact or abs(found.value) < 64 * model.scale


@given(ending_games, seeds)
def test_solving_equals_minimax_to_the_end(game, seed):
    positions, _ = random_game(game, seed)
    late = positions[-6:]
    exact = [minimax(game, p, 100, None, lambda score: score) for p in late]
    for threads in (1, 2):
        assert solve_all(game, packed(late), threads).tolist() == exact


@given(seeds, st.integers(7, 13))
def test_the_fast_solver_of_endings_equals_the_plain_one(seed, empties):
    game = load_game("othello")
    positions = random_game(game, seed)[0]
    near = packed([p for p in positions if game.max_progress - progress(game, p) == empties])
    plain = _core.solve_all(game.core, near, 1, plainly=True)
    assert _core.solve_all(game.core, near, 1).tolist() == plain.tolist()


@given(ending_games, seeds)
def test_a_search_to_the_end_is_exact(game, seed):
    player = AlphaBeta(Evaluator(baseline(game, "nothing")))
    positions, _ = random_game(game, seed)
    position = positions[max(len(positions) - 8, 0)]
    if game.outcome(position) is None:
        found = player.search(position, Limit(depth=60))
        assert found.exact
        assert found.value == solve_all(game, packed([position]))[0]


@given(games, seeds, st.integers(1, 3000))
def test_a_node_limit_is_kept_and_repeatable(game, seed, nodes):
    player = a_player(game, seed)
    positions, _ = random_game(game, seed)
    position = random.Random(seed).choice(positions[:-1])
    first = player.search(position, Limit(nodes=nodes))
    player.search(positions[0], Limit(depth=3))
    second = player.search(position, Limit(nodes=nodes))
    least = player.search(position, Limit(depth=1))
    # The last four squares of a board are searched in one go.
    assert first.nodes <= max(nodes, least.nodes) + 100
    assert first.pv[0] in position.legal_moves()
    assert (first.pv, first.value, first.nodes) == (second.pv, second.value, second.nodes)


@given(games, seeds)
def test_a_search_looks_one_move_ahead_whatever_its_limit_is(game, seed):
    positions, _ = random_game(game, seed)
    position = random.Random(seed).choice(positions[:-1])
    least = a_player(game, seed).search(position, Limit(depth=1))
    stopped = StopSign()
    stopped.stop()
    for limit in (Limit(nodes=1), Limit(seconds=1e-9), Limit(seconds=1000, stop=stopped)):
        found = a_player(game, seed).search(position, limit)
        assert found.depth >= 1  # the last few squares of a board are searched in one go
        if found.depth == 1:
            assert (found.pv[0], found.value) == (least.pv[0], least.value)


def test_games_in_which_positions_recur_are_not_solved_to_the_end():
    game = load_game("dobutsu")
    with pytest.raises(BoardworthError, match="positions recur"):
        solve_all(game, packed([game.start()]))


def test_search_refuses_a_finished_game(game):
    player = a_player(game, 1)
    with pytest.raises(Exception, match="the game is over"):
        player.search(random_game(game, 1, max_plies=MAX_RANDOM_MOVES)[0][-1], Limit(depth=1))


def test_seconds_end_a_search_that_nothing_else_would_end(othello):
    player = AlphaBeta(Evaluator(baseline(othello, "squares")))
    found = player.search(othello.start(), Limit(seconds=0.1))
    assert not found.exact
    assert found.pv[0] in othello.start().legal_moves()


def test_ctrl_c_is_heard_after_work_that_does_not_look_for_it(othello):
    """Endings of few squares are over before they look; there is a result, but an exception too."""
    positions, _ = random_game(othello, 1)
    many = np.tile(packed(positions[-4:-3]), (200_000, 1))

    def solve_for_ever():
        while True:
            solve_all(othello, many)

    with pytest.raises(KeyboardInterrupt), interrupted_at_work():
        solve_for_ever()
