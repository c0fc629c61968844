"""Laws of solving: the score is minimax's, and perfect play leads to it."""

import pytest
from conftest import BOUNDED, random_game, random_model
from hypothesis import given
from hypothesis import strategies as st
from reference.minimax import minimax

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.features import board_patterns
from boardworth.rules import load_game
from boardworth.rules.records import read_problems
from boardworth.search import agrees

games = st.sampled_from([load_game(name) for name in BOUNDED])
seeds = st.integers(0, 10_000)
targets = st.sampled_from(["score", "win"])


def sign(score):
    return (score > 0) - (score < 0)


@given(games, seeds, targets)
def test_a_solution_is_minimax_whatever_orders_the_moves(game, seed, target):
    player = bw.solver(random_model(board_patterns(game, 100), seed, target=target))
    for position in random_game(game, seed)[0][-6:]:
        score = minimax(game, position, 100, None, lambda s: s)
        assert bw.solve(player, position).score == score
        assert bw.solve(player, position, wld=True).score == sign(score)


@given(games, seeds)
def test_the_line_of_a_solution_gives_nothing_away(game, seed):
    """It may end early, but what it leads to is worth the same."""
    player = bw.solver(bw.baseline(game, "discs"))
    position = random_game(game, seed)[0][-7:][0]
    solution = bw.solve(player, position)
    side = 1
    for move in solution.pv:
        position, side = position.play(move), -side
        assert minimax(game, position, 100, None, lambda s: s) == side * solution.score
    assert solution.pv


def test_a_finished_game_is_solved_already(game):
    last = random_game(game, 3, max_plies=20_000)[0][-1]
    solution = bw.solve(bw.solver(bw.baseline(game, "nothing")), last)
    assert solution == bw.Solution(game.outcome(last), (), 0, 0.0)


def test_a_player_that_counts_wins_cannot_tell_a_score(game):
    model = random_model(board_patterns(game, 100), 1, target="win")
    with pytest.raises(BoardworthError, match="counts wins, not scores"):
        bw.solve(bw.AlphaBeta(bw.Evaluator(model)), game.start())


@pytest.mark.parametrize(
    ("name", "step"), [("fforum-1-19", 1), ("fforum-20-39", 2), ("hard-20", 24)]
)
def test_published_problems_are_solved_as_published(data, othello, name, step):
    player = bw.solver(bw.baseline(othello, "nothing"), threads=2)
    problems = read_problems(othello, data / "othello" / "problems" / f"{name}.obf")[::step]
    wrong = [p.source for p in problems if not agrees(p, bw.solve(player, p.position))]
    assert not wrong
