"""Levels: one number that says how far to search, and from where on to solve."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import packed, random_game

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.search import DEFAULT_LEVEL, MAX_LEVEL, Playouts, level, usual_limit
from boardworth.search.limit import Goal, Solving

DOCS = Path(__file__).parents[2] / "docs"


def with_moves_to_go(game, moves, seeds):
    """Positions of random games with so many moves to go and a choice."""
    found = []
    for seed in range(seeds):
        found += [
            position
            for position in random_game(game, seed)[0]
            if position.moves_to_go == moves and len(position.legal_moves()) > 1
        ]
    return found


def sign(number):
    return int(number > 0) - int(number < 0)


@pytest.fixture(scope="module")
def player(othello):
    return bw.AlphaBeta(bw.Evaluator(bw.shipped_model(othello)))


def test_a_higher_level_does_no_less_of_anything(othello):
    levels = [level(othello, number) for number in range(1, MAX_LEVEL + 1)]
    assert [limit.depth for limit in levels] == list(range(1, MAX_LEVEL + 1))
    for limit in levels:
        assert limit.solving.exact < limit.solving.wld < limit.solving.probable
    for lower, higher in pairwise(levels):
        for what in ("exact", "wld", "probable"):
            assert getattr(lower.solving, what) <= getattr(higher.solving, what)


def test_win_draw_or_loss_is_solved_first_and_then_the_score(othello):
    limit = level(othello, 4)
    assert limit.solving == Solving(exact=6, wld=9, probable=12, selectivity=5)
    goals = {13: Goal(4), 12: Goal(1000, True, 5), 10: Goal(1000, True, 5)}
    goals |= {9: Goal(1000, True), 7: Goal(1000, True), 6: Goal(1000), 2: Goal(1000)}
    for moves, goal in goals.items():
        position = with_moves_to_go(othello, moves, 10)[0]
        assert limit.goal(position, 5) == goal
    # Who prunes nothing would have to prove what is only to be probable.
    assert limit.goal(with_moves_to_go(othello, 12, 10)[0], 0) == Goal(4)


def test_before_the_ending_a_level_is_a_depth(othello, player):
    position = random_game(othello, 1)[0][20]
    by_level, by_depth = (player.choose(position, position.mover, limit) for limit in LIMITS)
    assert replace(by_level, seconds=0) == replace(by_depth, seconds=0)


LIMITS = (level(bw.load_game("othello"), 4), bw.Limit(depth=4))


@pytest.mark.parametrize("moves", [3, 6])
def test_near_the_end_the_value_is_exact(othello, player, moves):
    positions = with_moves_to_go(othello, moves, 12)
    truth = bw.solve_all(othello, packed(positions)).tolist()
    for position, score in zip(positions, truth, strict=True):
        decision = player.choose(position, position.mover, LIMITS[0])
        assert (decision.value, decision.exact) == (score, True)


@pytest.mark.parametrize("moves", [7, 9])
@pytest.mark.parametrize("evaluation", ["shipped", "discs"])
def test_before_that_it_is_known_who_wins_and_the_move_keeps_it(othello, evaluation, moves):
    shipped = evaluation == "shipped"
    model = bw.shipped_model(othello) if shipped else bw.baseline(othello, evaluation)
    player = bw.AlphaBeta(bw.Evaluator(model))
    positions = with_moves_to_go(othello, moves, 12)
    truth = bw.solve_all(othello, packed(positions)).tolist()
    for position, score in zip(positions, truth, strict=True):
        decision = player.choose(position, position.mover, LIMITS[0])
        assert sign(decision.value) == sign(score)
        outcome = {1: "a win", -1: "a loss"}.get(sign(score), decision.words)
        assert (decision.words, decision.exact) == (outcome, score == 0)
        after = position.play(decision.move)
        own = 1 if after.mover == position.mover else -1
        if score >= 0:
            assert sign(own * bw.solve_all(othello, packed([after]))[0]) == sign(score)


def test_earlier_still_who_wins_is_probable(othello, player):
    limit = level(othello, 8)
    positions = with_moves_to_go(othello, 18, 25)
    right = 0
    for position in positions:
        decision = player.choose(position, position.mover, limit)
        assert not decision.exact or decision.value == 0
        assert decision.words.removeprefix("probably ") in {"a win", "a loss", "+0.00 points"}
        solved = player.search(position, bw.Limit(depth=60), window=(-1, 1))
        right += sign(solved.value) == sign(decision.value)
    assert right >= 0.9 * len(positions) > 5


def test_the_score_is_not_asked_of_a_model_that_counts_wins(othello):
    """Such a model knows won, drawn and lost games alone."""
    shipped = bw.shipped_model(othello)
    counting = replace(shipped.weighted_sum, target="win")
    model = replace(shipped, evaluation=counting).with_playing(selectivity=None)
    player = bw.AlphaBeta(bw.Evaluator(model))
    for moves in (4, 8):
        position = with_moves_to_go(othello, moves, 9)[0]
        decision = player.choose(position, position.mover, LIMITS[0])
        assert sign(decision.value) == sign(bw.solve_all(othello, packed([position]))[0])


def test_other_games_have_plain_depths():
    noughts = bw.load_game("tic_tac_toe")
    limit = level(noughts, 3)
    assert (limit.depth, limit.solving) == (3, Solving())
    assert limit.goal(noughts.start(), 5) == Goal(3)
    assert str(limit) == "level 3"


@pytest.mark.parametrize("number", [0, -1, MAX_LEVEL + 1])
def test_there_are_no_other_levels(othello, number):
    with pytest.raises(BoardworthError, match=f"level {number}: levels are 1 to {MAX_LEVEL}"):
        level(othello, number)


def test_a_level_is_what_is_usual_where_a_game_has_a_table(othello):
    assert usual_limit(othello) == level(othello, DEFAULT_LEVEL)
    assert usual_limit(othello, Playouts().needs_time) == bw.Limit(seconds=1)
    assert usual_limit(bw.load_game("tic_tac_toe")) == bw.Limit(seconds=1)


def test_a_rule_sheet_of_that_name_has_no_table(tmp_path):
    sheet = tmp_path / "othello.gdl"
    sheet.write_text((Path(__file__).parents[2] / "games/gdl/tic-tac-toe.gdl").read_text())
    game = bw.load_game(str(sheet))
    assert game.name == "othello"
    assert usual_limit(game) == bw.Limit(seconds=1)
    assert level(game, 3).solving == Solving()


def test_a_player_s_own_level_holds_in_matches(othello, player):
    own = bw.AlphaBeta(player.evaluator, "own", limit=level(othello, 2))
    match = bw.Match((own, player), [()], bw.Limit(depth=3))
    assert match.run(othello, 2).limit == "level 2 against depth 3"
    clocked = bw.Match((own, player), [()], bw.Limit(clock=bw.Clock(60)))
    assert clocked.result(othello, []).limit == "level 2, 60+0 s a game against 60+0 s a game"


def test_the_table_in_the_guide_is_the_one_in_use(othello):
    rows = re.findall(
        r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$",
        (DOCS / "6-search.md").read_text(),
        re.MULTILINE,
    )
    assert len(rows) > 10
    for number, probable, wld, exact in (map(int, row) for row in rows):
        assert level(othello, number).solving == Solving(exact, wld, probable, 5)
