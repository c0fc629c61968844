"""Search features of chess and shogi: which there are, and what they find and must not find."""

import random

import pytest
from conftest import random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from boardworth.arena import parse_player
from boardworth.errors import BoardworthError, MissingCapability
from boardworth.evaluators import Evaluator, baseline
from boardworth.rules import load_game
from boardworth.search import AlphaBeta, Limit, search_features

CHESS, SHOGI, OTHELLO = (load_game(name) for name in ("chess", "shogi", "othello"))
ALL = search_features(CHESS)
NO_VALUE_CHANGED = ("killers", "history", "countermoves", "mate-distance")


def searched(position, depth, **chosen):
    evaluator = Evaluator(baseline(position.game, "piece-square"))
    return AlphaBeta(evaluator, memory=1 << 18, **chosen).search(position, Limit(depth=depth))


def test_sets_have_names():
    assert AlphaBeta(Evaluator(baseline(CHESS, "nothing"))).features == ALL
    assert search_features(SHOGI, "playing") == ALL
    assert search_features(CHESS, "learning") == NO_VALUE_CHANGED
    assert search_features(CHESS, ["futility", "killers"]) == ("killers", "futility")
    assert set(search_features(CHESS, without=["futility"])) == {*ALL} - {"futility"}


def test_other_games_have_no_features_to_choose():
    assert search_features(OTHELLO) == search_features(OTHELLO, "learning") == ()
    with pytest.raises(MissingCapability, match="othello: its searches have no features"):
        search_features(OTHELLO, ["futility"])


@pytest.mark.parametrize("chosen", ["plain", ["null"]])
def test_what_is_no_feature_is_refused(chosen):
    with pytest.raises(BoardworthError, match=r"'(plain|null)'.* killers, history"):
        search_features(CHESS, chosen)


@pytest.mark.parametrize(
    ("setting", "features"),
    [
        ("features=learning", NO_VALUE_CHANGED),
        ("features=null-move+killers", ("killers", "null-move")),
        ("without=null-move", tuple(name for name in ALL if name != "null-move")),
        ("features=learning,without=killers+history", ("countermoves", "mate-distance")),
    ],
)
def test_a_description_of_a_player_chooses_features(setting, features):
    player = parse_player(f"baseline:piece-square,{setting}").player(CHESS)
    assert player.features == features


@pytest.mark.parametrize(
    ("game", "text", "plies", "move"),
    [
        (CHESS, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "Ra8#"),
        (CHESS, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "Ra6"),
        (SHOGI, "8k/9/8P/9/9/9/9/9/K8 b G 1", 1, "G*1b"),
    ],
)
@pytest.mark.parametrize("chosen", ["playing", "learning"])
def test_mates_have_their_distances(game, text, plies, move, chosen):
    position = game.parse(text)
    found = searched(position, plies + 1, features=chosen)
    assert found.distance == plies
    assert position.move_text(found.pv[0]) == move


@settings(max_examples=6)
@given(st.sampled_from([CHESS, SHOGI]), st.integers(0, 10_000))
def test_a_win_that_pruning_finds_is_one(game, seed):
    """By a search that prunes nothing; without quiescence, whose lines go beyond a depth."""
    positions = random_game(game, seed)[0][:-1]
    position = random.Random(seed).choice(positions[-4:])
    found = searched(position, 3, quiescence=False)
    if found.distance is not None and found.distance <= 3:
        proof = searched(position, found.distance, features="learning", quiescence=False)
        assert proof.distance is not None
        assert proof.distance <= found.distance
        assert (proof.value > 0) == (found.value > 0)


def test_a_position_that_recurs_in_the_tree_is_a_draw():
    """White has a queen against queen and rook, and checks for ever."""
    position = CHESS.parse("6k1/7p/6p1/4P3/8/8/qr6/3Q3K w - - 0 1")
    assert searched(position, 7).value == 0
    assert (
        searched(position, 7, features=search_features(CHESS, without=["tree-repetition"])).value
        < 0
    )


def test_nobody_passes_where_every_move_loses():
    """Zugzwang: black, to move, must let the pawn through; without pieces no null move is tried."""
    position = CHESS.parse("8/8/1k6/1P6/1K6/8/8/8 w - - 0 1")
    values = [searched(position, 9, features=names).value for names in (["null-move"], "learning")]
    assert values[0] == values[1]
