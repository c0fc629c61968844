"""Labels by negamax through the tree of all games."""

import random

import numpy as np
import pytest
from conftest import random_game
from hypothesis import given
from hypothesis import strategies as st
from reference.canonical import canonical
from reference.game_tree import tree_values

import boardworth as bw
from boardworth.errors import NotFitted
from boardworth.positions import label_by_tree
from boardworth.positions.game_tree import GameTree
from boardworth.rules.records import GameRecord


def made_up_games(start, count, draw, exact=0.0):
    """Random lines from a position, most of them broken off, with results out of thin air."""
    game = start.game
    records = []
    for _ in range(count):
        position, moves = start, []
        while (legal := position.legal_moves()) and (not moves or draw.random() < 0.85):
            moves.append(draw.choice(legal))
            position = position.play(moves[-1])
        score = game.final_score(position)
        known = {ply: draw.randint(-9, 9) for ply in range(len(moves) + 1) if draw.random() < exact}
        records.append(
            GameRecord(start, tuple(moves), draw.randint(-9, 9) if score is None else score, known)
        )
    return records


def assert_labels_are_negamax_values(game, records):
    data = label_by_tree(game, records)
    values = tree_values(game, records)
    nodes = [canonical(game, bw.Position(game, row.tobytes())) for row in data.positions]
    np.testing.assert_allclose(data.targets, [values[node] for node in nodes], rtol=1e-6)
    assert len(set(nodes)) == len(nodes)
    np.testing.assert_array_equal(data.progress, game.progress(data.positions))


@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.2]))
def test_labels_equal_plain_recursion_on_made_up_trees(seed, exact):
    game = bw.load_game("tic_tac_toe")
    records = made_up_games(game.start(), 40, random.Random(seed), exact)
    assert_labels_are_negamax_values(game, records)


@given(st.integers(0, 10_000))
def test_labels_equal_plain_recursion_where_players_pass(seed):
    game = bw.load_game("othello")
    positions, moves = random_game(game, seed)
    passes = [ply for ply, move in enumerate(moves) if game.start().move_text(move) == "--"]
    start = positions[max(passes[-1] - 2, 0) if passes else -6]
    assert_labels_are_negamax_values(game, made_up_games(start, 25, random.Random(seed)))


def all_lines(position):
    """Every way in which a game can go on."""
    legal = position.legal_moves()
    if not legal:
        yield ()
    for move in legal:
        for line in all_lines(position.play(move)):
            yield (move, *line)


@pytest.mark.parametrize("seed", range(6))
def test_a_tree_of_all_continuations_gives_the_score_of_perfect_play(othello, seed):
    start = random_game(othello, seed)[0][-6]
    records = []
    for line in all_lines(start):
        last = othello.replay(start, line).last
        records.append(GameRecord(start, line, othello.final_score(last)))
    data = label_by_tree(othello, records)
    np.testing.assert_array_equal(data.targets, bw.solve_all(othello, data.positions))


def test_a_better_reply_found_in_another_game_counts_against_the_move():
    """x wins the first game only because o did not block; the second game shows the block."""
    game = bw.load_game("tic_tac_toe")
    lines = {"a1 b1 b2 c1 c3": 1, "a1 b1 b2 c3 c1 a3 b3 c2 a2": 0}
    records = [
        GameRecord(game.start(), game.parse_line(game.start(), m), s) for m, s in lines.items()
    ]
    data = label_by_tree(game, records)
    by_ply = dict(zip(data.progress.tolist(), data.targets.tolist(), strict=False))
    assert by_ply[0] == 0
    assert bw.label(game, records).targets[0] == 1


def test_positions_are_merged_across_symmetries_and_colours_stay_relative(othello):
    records = [
        GameRecord(othello.start(), othello.parse_line(othello.start(), moves), score)
        for moves, score in {"f5d6": -10, "d3c5": 4, "c4e3": 20}.items()
    ]
    data = label_by_tree(othello, records)
    # All three games go the same way, seen from another side each time.
    assert len(data) == 2
    np.testing.assert_allclose(data.targets, [14 / 3, -14 / 3], rtol=1e-6)


def test_a_player_who_moves_twice_keeps_the_sign():
    #   0 -(same mover)-> 1 -(other mover)-> 2, and 0 -(other mover)-> 3
    tree = GameTree(4, np.array([0, 1, 0]), np.array([1, 2, 3]), np.array([1.0, -1.0, -1.0]))
    leaves = np.array([np.nan, np.nan, -5.0, 2.0])
    values = tree.negamax(leaves, np.full(4, np.nan))
    np.testing.assert_array_equal(values, [5, 5, -5, 2])


def test_positions_that_come_twice_are_refused():
    tree = GameTree(3, np.array([0, 1, 0]), np.array([1, 0, 2]), np.array([-1.0, -1.0, -1.0]))
    with pytest.raises(NotFitted, match="2 positions lead back to themselves"):
        tree.negamax(np.array([np.nan, np.nan, 1.0]), np.full(3, np.nan))


def test_exact_scores_overrule_what_was_played(othello):
    positions, moves = random_game(othello, 3)
    record = GameRecord(othello.start(), tuple(moves), othello.final_score(positions[-1]))
    solved = label_by_tree(
        othello, [record], solve=lambda p: bw.solve_all(othello, p), solve_from=54
    )
    ending = solved.progress >= 54
    np.testing.assert_array_equal(
        solved.targets[ending], bw.solve_all(othello, solved.positions[ending])
    )
    first_player = solved.targets * np.where(othello.movers(solved.positions) == 0, 1, -1)
    assert set(first_player[~ending]) == {first_player[ending][0]}


def test_imposed_moves_are_not_learned_from_but_lead_on(othello):
    lines = [random_game(othello, seed) for seed in (1, 2)]
    records = [
        GameRecord(othello.start(), tuple(moves), othello.final_score(positions[-1]), opening=10)
        for positions, moves in lines
    ]
    data = label_by_tree(othello, records, provenance={"why": "test"})
    assert len(data) == sum(len(record.moves) - 10 for record in records)
    assert data.provenance["games"] == 2
    assert data.provenance["why"] == "test"


def test_a_single_game_is_labelled_as_by_its_result(othello):
    positions, moves = random_game(othello, 5)
    record = GameRecord(othello.start(), tuple(moves), othello.final_score(positions[-1]))
    np.testing.assert_array_equal(
        label_by_tree(othello, [record]).targets, bw.label(othello, [record]).targets
    )
