"""Balanced openings: even when searched again, different, and the same for the same seed."""

from dataclasses import replace

import pytest
from conftest import packed

import boardworth as bw
from boardworth.arena import openings_text
from boardworth.errors import BoardworthError
from boardworth.evaluators import worth

LIMIT = bw.Limit(depth=3)


@pytest.fixture(scope="module", params=["score", "win"])
def player(request, othello):
    made = bw.baseline(othello, "squares").weighted_sum
    model = bw.Model(replace(made, target=request.param, scale=16))
    return bw.AlphaBeta(bw.Evaluator(model))


def find(player, seed=0, count=12, plies=6, within=0.25):
    return bw.balanced_openings(player, count, plies, limit=LIMIT, max_imbalance=within, seed=seed)


def last_of(game, moves):
    return game.legal_replay(game.start(), moves).last


def test_openings_are_even_when_searched_again(player, othello):
    model = player.evaluator.model
    for opening in find(player):
        assert len(opening.moves) == 6
        again = player.search(last_of(othello, opening.moves), LIMIT)
        assert again.value == opening.units
        assert abs(worth(model, again.value)) <= 0.25


def test_no_two_openings_are_equivalent(player, othello):
    openings = find(player, count=20, within=8)
    positions = [last_of(othello, opening.moves) for opening in openings]
    canonical = othello.canonical(packed(positions))
    assert len({row.tobytes() for row in canonical}) == 20


def test_openings_that_are_mirror_images_count_once(othello):
    """After two moves of Othello there are three different positions."""
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "discs")))
    assert len(find(player, count=3, plies=2, within=64)) == 3
    with pytest.raises(BoardworthError, match="only 3 of 4 openings"):
        find(player, count=4, plies=2, within=64)


def test_the_seed_decides(player):
    assert find(player, seed=3) == find(player, seed=3)
    assert find(player, seed=3) != find(player, seed=4)


def share_of_best_moves(evaluator, lines):
    """How often a line has a move that the evaluator likes best."""
    best = []
    for line in lines:
        position = evaluator.game.start()
        for move in line:
            values = {m: -evaluator.value(position.play(m)) for m in position.legal_moves()}
            best.append(values[move] == max(values.values()))
            position = position.play(move)
    return sum(best) / len(best)


def test_good_moves_are_drawn_more_often_than_bad_ones(othello):
    evaluator = bw.Evaluator(bw.baseline(othello, "squares"))
    openings = find(bw.AlphaBeta(evaluator), count=60, plies=8, within=64)
    ours = share_of_best_moves(evaluator, [opening.moves for opening in openings])
    theirs = share_of_best_moves(evaluator, bw.random_openings(othello, 60, 8, seed=1))
    assert ours > theirs + 0.1


def test_openings_read_back(tmp_path, player, othello):
    openings = find(player)
    path = tmp_path / "balanced.txt"
    path.write_text(openings_text(player.evaluator.model, openings))
    read = [opening.moves for opening in bw.read_openings(othello, path)]
    assert read == [opening.moves for opening in openings]


def test_too_few_openings_are_an_error(game):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "nothing")))
    with pytest.raises(BoardworthError, match=r"only 1 of 2 openings: .* of 0 plies led to 1 diff"):
        find(player, count=2, plies=0, within=64)
    with pytest.raises(BoardworthError, match="only 0 of 1 openings"):
        find(player, count=1, plies=3, within=-1)


def test_games_that_end_on_the_way_are_no_openings():
    game = bw.load_game("tic_tac_toe")
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(game, "nothing")))
    for opening in find(player, count=5, plies=7, within=0):
        assert len(opening.moves) == 7
        assert not last_of(game, opening.moves).over
