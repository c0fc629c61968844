"""What tournaments of papers rest on: even openings, solved endings, measured speeds."""

import numpy as np
import pytest

from boardworth.evaluators import Evaluator, baseline, worth
from boardworth.recipes import Silent
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce.even_openings import EvenOpenings
from boardworth.reproduce.tournament import SolvedEndings, Speed, speeds
from boardworth.search import AlphaBeta, Limit, RandomPlayer, solve_all, solver

WITHIN = 4.0
MOVES = 7


@pytest.fixture(scope="module")
def player(othello):
    return AlphaBeta(Evaluator(baseline(othello, "squares")), "squares")


def find(player, folder, count, **settings):
    even = EvenOpenings(player, 6, 4, WITHIN, **{"seed": 1, **settings})
    workspace = Workspace(folder, b"a test", Silent())
    with workspace.opened():
        return even.find(count, workspace, Silent(), 1)


@pytest.fixture(scope="module")
def openings(player, tmp_path_factory):
    return find(player, tmp_path_factory.mktemp("openings") / "work", 12)


def test_openings_are_even_and_no_two_of_them_are_equivalent(openings, player, othello):
    lasts = [othello.legal_replay(othello.start(), line).last for line in openings]
    keys = {
        othello.canonical(np.frombuffer(last.packed, np.uint8).reshape(1, -1)).tobytes()
        for last in lasts
    }
    assert len(openings) == len(keys) == 12
    for last in lasts:
        value = player.search(last, Limit(depth=4)).value
        assert abs(worth(player.evaluator.model, value)) <= WITHIN


def test_more_openings_begin_with_the_same_ones(openings, player, tmp_path):
    few = find(player, tmp_path / "work", 5)
    assert few == openings[:5]
    assert find(player, tmp_path / "work", 12) == openings
    assert find(player, tmp_path / "other", 5, seed=2) != few


def near_the_end(othello, moves, seed):
    draw = RandomPlayer(seed)
    position = othello.start()
    while not position.over and not position.ends_within(moves):
        position = position.play(draw.move(position, Limit(depth=1)))
    return position


@pytest.mark.parametrize("seed", range(6))
def test_near_the_end_the_outcome_is_kept(othello, player, seed):
    def score(position):
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        return solve_all(othello, packed)[0]

    position = near_the_end(othello, MOVES, seed)
    if position.over:
        pytest.skip("the game ended early")
    solved = SolvedEndings(player, solver(player.evaluator.model), MOVES)
    decision = solved.choose(position, position.mover, Limit(depth=1))
    after = position.play(decision.move)
    if after.over:
        found = after.payoffs[position.mover]
    else:
        found = score(after) if after.mover == position.mover else -score(after)
    assert np.sign(found) == np.sign(score(position))


def test_before_the_end_the_player_chooses(othello, player):
    solved = SolvedEndings(player, solver(player.evaluator.model), MOVES)
    limit = Limit(depth=2)
    start = othello.start().play("f5")
    assert solved.choose(start, 1, limit).move == player.choose(start, 1, limit).move


def test_speeds_are_shares_of_the_first_player_s(othello, player):
    found = speeds({"one": player, "other": player}, [othello.start()])
    assert found["one"] == Speed(1, 1, 1)
    assert 0 < found["other"].low <= found["other"].high
    assert found["other"].low - 0.01 <= found["other"].share <= found["other"].high + 0.01
