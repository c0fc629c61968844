"""Datasets, their labels and splits, and self-play."""

import numpy as np
import pytest
from conftest import packed, random_game
from hypothesis import given
from hypothesis import strategies as st

import boardworth as bw
from boardworth.errors import FormatError, NotFitted
from boardworth.positions import concatenate, random_opening
from boardworth.rules.history import History
from boardworth.rules.records import GameRecord


def a_record(game, seed, **about):
    positions, moves = random_game(game, seed, max_plies=20_000)
    score = game.outcome(positions[-1]) * (-1) ** positions[-1].mover
    return GameRecord(game.start(), tuple(moves), score, **about)


def a_dataset(game, games=20):
    return bw.label(
        game, [a_record(game, seed) for seed in range(games)], provenance={"why": "test"}
    )


def test_positions_are_labelled_with_the_result_for_the_mover(othello):
    record = a_record(othello, 3)
    data = bw.label(othello, [record])
    assert len(data) == len(record.moves)
    signs = np.where(othello.movers(data.positions) == 0, 1, -1)
    np.testing.assert_array_equal(data.targets, signs * record.score)


def test_a_known_exact_score_labels_all_positions_before_it(othello):
    record = a_record(othello, 3, exact={30: 10, 40: -2})
    data = bw.label(othello, [record])
    first_player = data.targets * np.where(othello.movers(data.positions) == 0, 1, -1)
    assert set(first_player[:31]) == {10}
    assert set(first_player[31:41]) == {-2}
    assert set(first_player[41:]) == {record.score}


def test_endings_are_solved_and_their_scores_handed_back(othello):
    record = a_record(othello, 3)
    solve_from = 54
    data = bw.label(
        othello, [record], solve=lambda p: bw.solve_all(othello, p), solve_from=solve_from
    )
    ending = data.progress >= solve_from
    np.testing.assert_array_equal(
        data.targets[ending], bw.solve_all(othello, data.positions[ending])
    )
    first_player = data.targets * np.where(othello.movers(data.positions) == 0, 1, -1)
    assert set(first_player[~ending]) == {first_player[ending][0]}


def test_imposed_moves_are_not_learned_from(othello):
    data = bw.label(othello, [a_record(othello, 3, opening=12)])
    assert len(data) == len(a_record(othello, 3).moves) - 12


def test_games_without_a_result_are_no_data(othello):
    with pytest.raises(NotFitted, match="none of 1 othello games has a result"):
        bw.label(
            othello, [GameRecord(othello.start(), othello.parse_line(othello.start(), "f5d6"))]
        )


def test_parquet_loses_nothing(tmp_path, game):
    data = a_dataset(game)
    data.save(tmp_path / "data.parquet")
    again = bw.Dataset.load(tmp_path / "data.parquet")
    for name in ("positions", "targets", "progress", "game_ids"):
        np.testing.assert_array_equal(getattr(again, name), getattr(data, name))
    assert again.provenance == data.provenance
    assert again.game == game


def test_a_file_that_is_no_dataset_is_refused(tmp_path):
    path = tmp_path / "data.parquet"
    path.write_bytes(b"hello")
    with pytest.raises(FormatError, match="not a Parquet file"):
        bw.Dataset.load(path)


@given(st.integers(0, 100), st.floats(0.1, 0.6))
def test_a_split_shares_neither_games_nor_canonical_positions(seed, share):
    data = a_dataset(bw.load_game("tic_tac_toe"), games=12)
    train, held_out = data.split(share, seed)
    assert not set(train.game_ids) & set(held_out.game_ids)
    assert not set(train.canonical_keys().tolist()) & set(held_out.canonical_keys().tolist())
    again = data.split(share, seed)
    np.testing.assert_array_equal(again[0].positions, train.positions)


def test_othello_splits_keep_nearly_all_positions(othello):
    data = a_dataset(othello, games=50)
    train, held_out = data.split(0.2, 1)
    assert len(train) + len(held_out) > 0.9 * len(data)
    assert len(set(held_out.game_ids)) == 10


def test_concatenated_datasets_keep_their_games_apart(othello):
    first, second = a_dataset(othello, 3), a_dataset(othello, 4)
    both = concatenate([first, second])
    assert len(both) == len(first) + len(second)
    assert len(set(both.game_ids)) == 7


def test_self_play_depends_on_its_seed_alone(othello):
    player = bw.RandomPlayer(5)

    def games(seed, threads):
        return bw.self_play(
            othello,
            lambda position: player.move(position, bw.Limit(depth=1)),
            12,
            opening=(4, 20),
            seed=seed,
            threads=threads,
        )

    assert games(1, 1) == games(1, 3)
    assert games(1, 1) != games(2, 1)


def test_self_play_games_are_legal_and_scored(game):
    records = bw.self_play(
        game, lambda position: position.legal_moves()[0], 10, opening=(0, 3), seed=1
    )
    for record in records:
        replay = game.replay(game.start(), record.moves)
        assert replay.used == len(record.moves)
        history = History.after(game.start(), record.moves)
        outcome = game.outcome(history.position)
        if outcome is None:  # by repetition
            assert history.payoffs[0] == record.score
        else:
            assert outcome * (-1) ** history.position.mover == record.score
        assert 0 <= record.opening <= 3


def test_an_opening_never_ends_the_game():
    import random

    game = bw.load_game("tic_tac_toe")
    for seed in range(200):
        position, moves = random_opening(game, 9, random.Random(seed))
        assert game.outcome(position) is None
        assert packed([position]).shape == (1, game.packed_size)
        assert len(moves) < 9
