"""What `Model.score` says of examples, counted plainly."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from conftest import random_model
from workers import a_record

import boardworth as bw
from boardworth.errors import BoardworthError, MissingCapability, NotFitted
from boardworth.features import board_patterns
from boardworth.positions import comparisons
from boardworth.rules import load_game
from boardworth.search import PvLeaves


@pytest.fixture(scope="module", params=["tic_tac_toe", "othello", "connect-four"])
def examples(request):
    game = load_game(request.param)
    records = [a_record(game, seed) for seed in range(4)]
    return bw.label(game, records), comparisons(game, records)


def worth_of(evaluator, position, move):
    """Of a move to its player: a win is more than any value."""
    after = position.play(move)
    outcome = after.game.outcome(after)
    value = evaluator.value(after) if outcome is None else outcome
    if outcome is not None and evaluator.model.target == "win":
        value = np.sign(outcome) * 1e6
    return value if after.mover == position.mover else -value


def plain_share(evaluator, data):
    """How often the expert's move is the best one that is no end of the game, ties by lot."""
    drawn = []
    for row in data:
        legal = row.position.legal_moves()
        worth = {move: worth_of(evaluator, row.position, move) for move in legal}
        best = [move for move, value in worth.items() if value == max(worth.values())]
        ends = any(row.position.play(move).over for move in best)
        if len(worth) > 1 and not ends:
            drawn.append((row.played in best) / len(best))
    return sum(drawn) / len(drawn)


@pytest.mark.parametrize("target", ["score", "win"])
def test_comparisons_are_agreed_with_as_often_as_the_best_move_is_the_experts(examples, target):
    _, compared = examples
    model = random_model(board_patterns(compared.game, 100), 1, largest=20, target=target)
    evaluator = bw.Evaluator(model)
    assert model.score(compared) == pytest.approx(plain_share(evaluator, compared))
    for prefers in (max, min):  # what it thinks best, and worst
        played = []
        for row in compared:
            worth = partial(worth_of, evaluator, row.position)
            played.append(prefers(row.position.legal_moves(), key=worth))
        score = model.score(replace(compared, played=np.array(played, np.int32)))
        assert score > 0.4 if prefers is max else score < 0.2


def test_a_search_may_find_the_values_of_moves(othello):
    """One that looks no further than the positions after the moves changes nothing."""
    compared = comparisons(othello, [a_record(othello, seed) for seed in range(3)])
    model = random_model(board_patterns(othello, 100), 1, largest=20)
    assert model.score(compared, search=PvLeaves()) == model.score(compared)
    assert model.score(compared, search=PvLeaves(3)) != model.score(compared)
    with pytest.raises(BoardworthError, match="only comparisons need one"):
        model.score(bw.label(othello, [a_record(othello, 1)]), search=PvLeaves())


def test_the_score_on_positions_is_the_correlation(examples):
    scored, _ = examples
    model = random_model(board_patterns(scored.game, 100), 1)
    expected = np.corrcoef(bw.Evaluator(model).values(scored.positions), scored.targets)[0, 1]
    assert model.score(scored) == pytest.approx(expected, abs=1e-4)


def test_what_cannot_be_scored_is_said_in_a_sentence(examples):
    scored, compared = examples
    model = bw.baseline(scored.game, "nothing")
    other = bw.baseline(load_game("dobutsu"), "material")
    with pytest.raises(MissingCapability, match="a model of dobutsu has no score in"):
        other.score(scored)
    for data in (scored, compared):
        with pytest.raises(NotFitted, match="there is no position"):
            model.score(data[:0])
    for wrong in (3, scored.positions, bw.board_patterns(scored.game)):
        with pytest.raises(BoardworthError, match="is scored on a Dataset, Comparisons or"):
            model.score(wrong)
