"""Laws of analysis: values are minimax values, costs are differences of them and never negative."""

import itertools
import random

import pytest
from conftest import (
    BOUNDED,
    FEW_PIECES,
    NATIVE,
    a_position,
    bearable,
    random_game,
    random_model,
    small_game,
)
from hypothesis import given
from hypothesis import strategies as st
from reference.minimax import minimax
from reference.noise import extension

import boardworth as bw
from boardworth.errors import BoardworthError, IllegalMove
from boardworth.evaluators import final_units, worth
from boardworth.features import board_patterns
from boardworth.rules import load_game
from boardworth.search import exact_from, first_player_curve, summarize

games = st.sampled_from([load_game(name) for name in NATIVE])
bounded_games = st.sampled_from([load_game(name) for name in BOUNDED])
seeds = st.integers(0, 10_000)
targets = st.sampled_from(["score", "win"])


def a_player(game, seed, target="score"):
    return bw.AlphaBeta(
        bw.Evaluator(random_model(board_patterns(game, 100), seed, target=target, largest=60)),
        features="learning",
        # Plain minimax would follow too many captures.
        quiescence=False if game.name in FEW_PIECES else None,
    )


def true_value(player, position, depth):
    """What minimax says, in the evaluator's units."""
    model = player.evaluator.model
    most = final_units(model, model.game.max_score) - 1

    def estimate(position):
        return min(max(player.evaluator.core.value(position.packed), -most), most)

    return minimax(
        model.game,
        position,
        depth,
        estimate,
        lambda score: final_units(model, score),
        quiescence=player.quiescence,
    )


@given(games, seeds, targets, st.integers(2, 3))
def test_every_move_of_a_position_has_its_minimax_value(game, seed, target, depth):
    player = a_player(game, seed, target)
    position = a_position(game, seed)
    depth = max(bearable(position, depth), 2)
    values = bw.analyze_position(player, position, bw.Limit(depth=depth))
    assert sorted(value.move for value in values) == sorted(position.legal_moves())
    assert values[0].units == true_value(player, position, depth)
    assert values[0].move == player.move(position, bw.Limit(depth=depth))
    assert all(one.units >= two.units for one, two in itertools.pairwise(values))
    for value in values:
        counted = extension(position, value.move)
        deep = 100 if value.exact else value.depth - 1 + counted
        # Beside what is proven, others are searched more deeply.
        assert value.exact or value.depth == depth or (values[0].exact and value.depth > depth)
        if not value.exact or (game.moves_bounded and len(position.legal_moves()) < 4):
            assert value.units == -true_value(player, position.play(value.move), deep)


@given(games, seeds, targets)
def test_a_cost_is_the_best_value_less_that_of_the_move(game, seed, target):
    player = a_player(game, seed, target)
    positions, moves = small_game(game, seed)
    first = max(len(moves) - 12, 0)
    analysis = list(bw.analyze_game(player, positions[first], moves[first:], bw.Limit(depth=2)))
    assert [one.played.move for one in analysis] == moves[first:]
    model = player.evaluator.model
    for one in analysis:
        assert one.cost >= 0
        gap = worth(model, one.best.units) - worth(model, one.played.units)
        assert one.cost == pytest.approx(gap)
        assert one.best.exact or one.best.units == true_value(player, one.position, 2)
        if not one.exact:
            after = one.position.play(one.played.move)
            counted = extension(one.position, one.played.move)
            assert one.played.exact or one.played.depth >= 2
            assert one.played.units == -true_value(player, after, one.played.depth - 1 + counted)


@given(bounded_games, seeds)
def test_at_the_end_the_costs_of_a_game_add_up_to_what_was_lost(game, seed):
    """Exact costs, with their signs, lead from the value of a position to the final score."""
    player = a_player(game, seed)
    positions, moves = random_game(game, seed)
    first = max(len(moves) - 7, 0)
    analysis = list(bw.analyze_game(player, positions[first], moves[first:], bw.Limit(2), exact=9))
    assert all(one.exact for one in analysis)
    sides = [1 if one.position.mover == 0 else -1 for one in analysis]
    lost = sum(side * one.cost for side, one in zip(sides, analysis, strict=True))
    curve = first_player_curve(player.evaluator.model, analysis)
    assert curve[0] - lost == game.final_score(positions[-1])


def test_a_game_is_exact_from_where_all_later_moves_are(othello):
    positions, moves = random_game(othello, 2)
    player = a_player(othello, 2)
    analysis = list(bw.analyze_game(player, positions[-12], moves[-11:], bw.Limit(2), exact=5))
    first = exact_from(analysis)
    assert all(one.exact for one in analysis[first - 1 :])
    assert not analysis[first - 2].exact
    assert othello.text(analysis[first - 1].position).count("-") >= 5
    assert exact_from(analysis[: first - 1]) is None


def test_an_illegal_game_is_refused_at_once(game):
    again = 7 if game.name == "connect-four" else 2
    with pytest.raises(IllegalMove, match=f"move {again}"):
        bw.analyze_game(
            a_player(game, 1), game.start(), [game.start().legal_moves()[0]] * 8, bw.Limit(depth=2)
        )


def test_the_best_moves_cost_nothing(game):
    player = a_player(game, 5)
    position, moves = game.start(), []
    for _ in range(6):
        moves.append(player.move(position, bw.Limit(depth=3)))
        position = position.play(moves[-1])
    assert [
        one.cost for one in bw.analyze_game(player, game.start(), moves, bw.Limit(depth=3))
    ] == [0] * 6


@given(games, seeds, st.integers(1, 2000))
def test_a_limit_of_nodes_gives_values_of_one_depth(game, seed, nodes):
    player = a_player(game, seed)
    position = random.Random(seed).choice(random_game(game, seed)[0][:-1])
    values = bw.analyze_position(player, position, bw.Limit(nodes=nodes))
    depths = {value.depth for value in values if not value.exact}
    assert len(depths) <= 1
    assert min(depths, default=2) >= 2
    assert values[0].units == max(value.units for value in values)


def test_a_summary_counts_the_mistakes_of_each_player(game):
    player = a_player(game, 1)
    analysis = list(bw.analyze_game(player, game.start(), random_game(game, 1)[1], bw.Limit(2)))
    costs = sorted(one.cost for one in analysis)
    threshold = costs[len(costs) // 2]
    first, second = summarize(player.evaluator.model, analysis, threshold)
    assert (first.name, second.name) == game.roles
    assert first.moves + second.moves == len(analysis)
    assert first.mistakes + second.mistakes == sum(cost >= threshold for cost in costs)
    assert first.total_cost + second.total_cost == pytest.approx(sum(costs))
    assert first.average_cost == pytest.approx(first.total_cost / first.moves)


def test_an_analysis_takes_two_plies(game):
    with pytest.raises(BoardworthError, match="it takes a depth of 2 or more"):
        bw.analyze_position(a_player(game, 1), game.start(), bw.Limit(depth=1))


@given(st.integers(-(1 << 22), 1 << 22), targets)
def test_what_one_side_has_the_other_lacks(units, target):
    model = random_model(board_patterns(load_game("tic_tac_toe"), 100), 1, target=target)
    assert worth(model, units) == -worth(model, -units)
    assert target == "score" or abs(worth(model, units)) <= 50
