"""Comparisons made of game records."""

from conftest import random_game

from boardworth.positions import comparisons
from boardworth.rules import Position
from boardworth.rules.records import GameRecord


def test_every_choice_of_the_players_is_one_comparison(game):
    games = [random_game(game, seed) for seed in range(3)]
    records = [GameRecord(ps[0], tuple(moves), opening=2) for ps, moves in games]
    found = comparisons(game, records)
    expected = [
        (position.packed, move, number)
        for number, (positions, moves) in enumerate(games)
        for position, move in list(zip(positions, moves, strict=False))[2:]
        if len(position.legal_moves()) > 1
    ]
    assert len(found) == len(expected) > 5
    assert found.starts[-1] == len(found.others)
    for row, (packed, move, number) in enumerate(expected):
        assert (found.positions[row].tobytes(), found.played[row]) == (packed, move)
        assert found.game_ids[row] == number
        legal = Position(game, packed).legal_moves()
        assert sorted([move, *found.others_of(row).tolist()]) == sorted(legal)


def test_games_without_a_choice_compare_nothing(othello):
    found = comparisons(othello, [GameRecord(othello.start(), ())])
    assert len(found) == len(found.others) == 0
    assert found.positions.shape == (0, othello.packed_size)
