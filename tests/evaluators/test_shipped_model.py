"""The models that come with Boardworth."""

import lzma
from itertools import pairwise

import pytest

import boardworth as bw
from boardworth.cli.app import run
from boardworth.errors import BoardworthError
from boardworth.files import shipped_file


def test_the_othello_model_is_small_and_calibrated(othello):
    model = bw.shipped_model(othello)
    assert model.game == othello
    assert model.selectivity is not None
    path = shipped_file("othello.model")
    assert len(lzma.compress(path.read_bytes(), preset=1)) < 6_000_000


def test_the_othello_model_beats_the_baselines(othello):
    player = bw.AlphaBeta(bw.Evaluator(bw.shipped_model(othello)))
    openings = bw.random_openings(othello, 10, plies=8, seed=1)
    for name in ("discs", "squares"):
        opponent = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, name)))
        result = bw.Match((player, opponent), openings, bw.Limit(depth=3)).run(othello, 20)
        assert result.rating.share >= 0.9


# From the least to the most: each piece of a group is worth less than all in the next one.
ORDERS = {
    "chess": [["pawn"], ["knight", "bishop"], ["rook"], ["queen"]],
    "shogi": [
        ["pawn"],
        ["lance"],
        ["knight"],
        ["silver"],
        ["gold", "promoted silver"],
        ["bishop", "rook"],
        ["horse"],
        ["dragon"],
    ],
}


@pytest.mark.parametrize("name", ORDERS)
def test_models_of_chess_and_shogi_are_learned_from_moves_to_a_sensible_order_of_pieces(name):
    model = bw.shipped_model(bw.load_game(name))
    assert model.provenance["records"]
    assert model.provenance["data"]["positions"] > 100_000
    assert model.metrics["held_out"]["moves"]["agreement"] > 0.3
    own = model.weighted_sum
    weights = own.weights if own.ends is None else own.ends
    (relations,) = own.features.parts
    values = {piece: weights[:, weight] for piece, weight in relations.pieces.items()}
    for few, many in pairwise(ORDERS[name]):
        for less in few:
            for more in many:
                assert (values[less] < values[more]).all(), (less, more)


def test_models_of_chess_and_shogi_are_small():
    assert sum(shipped_file(f"{name}.model").stat().st_size for name in ORDERS) <= 8_000_000


def test_a_game_without_a_model_says_so():
    with pytest.raises(BoardworthError, match="no model comes with Boardworth for tic_tac_toe"):
        bw.shipped_model(bw.load_game("tic_tac_toe"))


def test_a_game_s_name_stands_for_its_model(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["match", "othello", "--games", "2", "--depth", "1"]) == 0
    assert "othello against baseline:discs" in capsys.readouterr().out
    assert run(["explain", "othello"]) == 0
    assert run(["explain", "tic_tac_toe"]) == 2
    assert "no model comes with Boardworth for tic_tac_toe" in capsys.readouterr().err


def test_a_game_comes_before_a_file_of_its_name(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "othello").write_text("not a model")
    assert run(["explain", "othello"]) == 0
    assert run(["explain", "./othello"]) == 2
    assert "othello: not a model file" in capsys.readouterr().err
