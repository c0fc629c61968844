"""Comparisons made of game records."""

import numpy as np
import pytest
from conftest import random_game

from boardworth.errors import NotFitted
from boardworth.positions import comparisons
from boardworth.rules.records import GameRecord


def records_of(game, games, opening=0):
    played = [random_game(game, seed) for seed in range(games)]
    return [GameRecord(ps[0], tuple(moves), opening=opening) for ps, moves in played]


def choices_of(game, records):
    """Position, move, game and what tells equal choices apart, as plainly as can be."""
    for number, record in enumerate(records):
        position = record.start
        for ply, move in enumerate(record.moves):
            after = position.play(move)
            packed = (np.frombuffer(p.packed, np.uint8)[None] for p in (position, after))
            same = tuple(game.canonical_keys(rows)[0] for rows in packed)
            if ply >= record.opening:
                yield position.packed, move, number, same
            position = after


def test_thinned_rows_are_spread_over_all_games(game):
    found = comparisons(game, records_of(game, 4))
    few = found.thinned(len(found) // 3)
    assert len(found) // 5 < len(few) <= len(found) // 3
    assert set(few.game_ids) == set(found.game_ids)
    assert found.thinned(len(found)) == found


def test_every_choice_of_the_players_is_taken_once(game):
    records = records_of(game, 3, opening=2)
    expected = {}
    for packed, move, number, same in choices_of(game, records):
        expected.setdefault(same, (packed, move, number))
    found = comparisons(game, [*records, records[0]])
    assert [
        (packed.tobytes(), move, number)
        for packed, move, number in zip(found.positions, found.played, found.game_ids, strict=True)
    ] == list(expected.values())
    assert len(found) > 5


def test_the_same_opening_is_learned_once_and_mirrored_too(othello):
    """All four first moves of Othello are one."""
    firsts = [GameRecord(othello.start(), (move,)) for move in othello.start().legal_moves()]
    assert len(firsts) == 4
    assert len(comparisons(othello, firsts)) == 1


def test_results_are_the_movers_own(othello):
    start, moves = othello.start(), random_game(othello, 1)[1][:2]
    for score, expected in ((10, [1, 0]), (-2, [0, 1]), (0, [0.5, 0.5])):
        found = comparisons(othello, [GameRecord(start, tuple(moves), score)])
        assert found.results.tolist() == expected
    assert np.isnan(comparisons(othello, [GameRecord(start, tuple(moves))]).results).all()


def test_no_more_games_are_read_than_asked_for(othello):
    def endless():
        while True:
            yield from records_of(othello, 3)

    found = comparisons(othello, endless(), max_games=2)
    assert set(found.game_ids) == {0, 1}


def test_no_game_and_no_position_is_on_both_sides_of_a_split(othello):
    found = comparisons(othello, records_of(othello, 12))
    train, held_out = found.split(0.25, seed=1)
    assert not set(train.game_ids) & set(held_out.game_ids)
    keys = [set(othello.canonical_keys(side.positions)) for side in (train, held_out)]
    assert not keys[0] & keys[1]
    assert keys[0] | keys[1] == set(othello.canonical_keys(found.positions))
    assert len(set(train.game_ids)) == 9
    again, _ = found.split(0.25, seed=1)
    assert np.array_equal(train.positions, again.positions)


def test_too_few_games_cannot_be_split(othello):
    with pytest.raises(NotFitted, match="1 game is too few"):
        comparisons(othello, records_of(othello, 1)).split()


def test_games_without_a_choice_compare_nothing(othello):
    found = comparisons(othello, [GameRecord(othello.start(), ())])
    assert len(found) == len(found.played) == 0
    assert found.positions.shape == (0, othello.packed_size)
