"""Games that the core plays against itself."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from conftest import random_model
from waiting import interrupted, python, until_at_work

from boardworth import _core
from boardworth.evaluators import baseline
from boardworth.features import board_patterns
from boardworth.rules import Position, load_game
from boardworth.search.core_games import SelfPlayPlan, play_at_random, play_searched

# Native, and by rule sheets: players in turn, one who moves repeatedly, and one alone.
GAMES = ["othello", "dobutsu", "connect-four", "english-draughts", "peg-solitaire"]
# Whoever counts to 5 has had enough; before that one may go back.
ENDLESS = """
(role walker) (init (at 0)) (up 0 1) (up 1 2) (up 2 3) (up 3 4) (up 4 5)
(<= (legal walker forth) (true (at ?n))) (<= (legal walker back) (true (at ?n)))
(<= (next (at ?n)) (true (at ?m)) (does walker forth) (up ?m ?n))
(<= (next (at ?n)) (true (at ?m)) (does walker back) (up ?n ?m))
(<= (next (at 0)) (true (at 0)) (does walker back))
(<= terminal (true (at 5))) (<= (goal walker 100) terminal)
"""


def played_by_a_model(name, plan, depth=1):
    return play_searched(random_model(board_patterns(load_game(name), 100), 1), depth, plan)


def assert_equal(some, others):
    assert len(some) > 0
    for what in ("positions", "values", "scores", "games"):
        assert np.array_equal(getattr(some, what), getattr(others, what)), what


@pytest.mark.parametrize("play", [played_by_a_model, lambda n, p: play_at_random(load_game(n), p)])
def test_threads_do_not_change_the_games_and_more_games_begin_with_the_same(play):
    alone, together = (
        play("connect-four", SelfPlayPlan(10, opening=(0, 8), seed=3, threads=threads))
        for threads in (1, 3)
    )
    assert_equal(alone, together)
    more = play("connect-four", SelfPlayPlan(14, opening=(0, 8), seed=3))
    assert np.array_equal(more.positions[: len(alone)], alone.positions)
    other = play("connect-four", SelfPlayPlan(10, opening=(0, 8), seed=4))
    assert not np.array_equal(other.positions[:20], alone.positions[:20])


@pytest.mark.parametrize("name", GAMES)
def test_positions_follow_each_other_and_scores_are_the_mover_s(name):
    game = load_game(name)
    played = played_by_a_model(name, SelfPlayPlan(6, opening=(2, 10), seed=1))
    assert set(played.games) <= set(range(6))
    for number in np.unique(played.games):
        rows = np.flatnonzero(played.games == number)
        positions = [Position(game, played.positions[row].tobytes()) for row in rows]
        for before, after in pairwise(positions):
            assert after in [before.play(move) for move in before.legal_moves()]
        ends = [positions[-1].play(move) for move in positions[-1].legal_moves()]
        finals = {(end.mover, game.outcome(end)) for end in ends if end.over}
        scores = [(p.mover, played.scores[row]) for p, row in zip(positions, rows, strict=True)]
        assert any(
            all(score == (outcome if mover == last else -outcome) for mover, score in scores)
            for last, outcome in finals
        )


def test_openings_have_as_many_moves_as_was_asked_for():
    game = load_game("connect-four")
    played = play_at_random(game, SelfPlayPlan(200, opening=(2, 5), seed=1))
    firsts = np.unique(played.games, return_index=True)[1]
    assert set(game.progress(played.positions[firsts])) == {2, 3, 4, 5}


def test_an_opening_that_ends_the_game_is_cut_short():
    game = load_game("tic-tac-toe")
    played = play_at_random(game, SelfPlayPlan(50, opening=(9, 9), seed=1))
    assert len(np.unique(played.games)) == 50


def test_a_game_without_an_end_is_left_out():
    game = load_game(ENDLESS)
    played = play_at_random(game, SelfPlayPlan(20, seed=1))
    assert len(np.unique(played.games)) == 20
    plan = {**SelfPlayPlan(20, seed=1).played(game), "max_moves": 25}
    few = _core.random_self_play(game.core, threads=1, **plan)
    kept, counts = np.unique(few[3], return_counts=True)
    assert 0 < len(kept) < 20
    assert counts.max() <= 25


def test_the_third_occurrence_of_a_position_ends_a_game():
    game = load_game("dobutsu")
    played = play_searched(baseline(game, "nothing"), 1, SelfPlayPlan(20, opening=(0, 4), seed=1))
    drawn = np.unique(played.games[played.scores == 0])
    assert len(drawn)
    for number in drawn:
        rows = played.positions[played.games == number]
        last = Position(game, rows[-1].tobytes())
        occurred = Counter(row.tobytes() for row in rows)
        assert max(occurred.values()) == 2
        assert 2 in [occurred[last.play(move).packed] for move in last.legal_moves()]


def test_without_time_nothing_is_played():
    plan = SelfPlayPlan(1000, seconds=0)
    assert len(play_at_random(load_game("connect-four"), plan)) == 0
    assert len(played_by_a_model("connect-four", plan)) == 0
    assert len(played_by_a_model("connect-four", SelfPlayPlan(0))) == 0


def test_openings_that_make_no_sense_are_refused():
    for opening in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError, match="openings from a least"):
            play_at_random(load_game("othello"), SelfPlayPlan(1, opening=opening))


def test_ctrl_c_ends_it():
    code = (
        "from boardworth.rules import load_game\n"
        "from boardworth.search.core_games import SelfPlayPlan, play_at_random\n"
        "othello = load_game('othello')\n"
        "print('here', flush=True)\n"
        "play_at_random(othello, SelfPlayPlan(5 * 10**6, threads=2))"
    )
    process = python("-c", code)
    assert process.stdout.readline() == "here\n"
    until_at_work(process)
    _, messages = interrupted(process)
    assert messages.rstrip().endswith("KeyboardInterrupt")
