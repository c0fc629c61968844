"""Hand-made evaluations of chess and shogi: what pieces are worth, and where."""

import pytest

import boardworth as bw
from boardworth.errors import RulesError


def value(game, name, text):
    return round(bw.Evaluator(bw.baseline(game, name)).value(game.parse(text)) * 256)


@pytest.fixture(scope="module")
def chess():
    return bw.load_game("chess")


@pytest.fixture(scope="module")
def shogi():
    return bw.load_game("shogi")


def test_material_is_the_sum_of_piece_values(chess):
    without_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {} KQkq - 0 1"
    assert value(chess, "material", without_queen.format("w")) == 900
    assert value(chess, "material", without_queen.format("b")) == -900


def test_pieces_in_hand_count(shogi):
    start = "lnsgkgsnl/1r5b1/pppppp1pp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {} {} 1"
    assert value(shogi, "material", start.format("b", "P")) == 200  # one more, and one less
    assert value(shogi, "material", start.format("w", "P")) == -200


@pytest.mark.parametrize("name", ["chess", "shogi"])
def test_both_sides_see_the_same(name):
    """Every piece stands where the opponent's does, seen from the other side."""
    game = bw.load_game(name)
    for baseline in ("material", "piece-square"):
        assert bw.Evaluator(bw.baseline(game, baseline)).value(game.start()) == 0


def test_squares_left_and_right_are_alike(chess):
    for here, there in (("4k3/8/8/8/8/2N5/8/4K3", "3k4/8/8/8/8/5N2/8/3K4"),):
        assert value(chess, "piece-square", f"{here} w - - 0 1") == value(
            chess, "piece-square", f"{there} w - - 0 1"
        )


def test_a_king_hides_at_first_and_walks_in_the_end(chess):
    """Castled against the middle of the board, with queens and rooks and without."""
    opening = [
        "r2q1rk1/pppppppp/8/8/8/8/PPPPPPPP/R2Q1RK1",
        "r2q1rk1/pppppppp/8/8/4K3/8/PPPPPPPP/R2Q1R2",
    ]
    ending = ["6k1/pppppppp/8/8/8/8/PPPPPPPP/6K1", "6k1/pppppppp/8/8/4K3/8/PPPPPPPP/8"]
    hidden, walking = (value(chess, "piece-square", f"{board} w - - 0 1") for board in opening)
    assert hidden > walking + 40
    hidden, walking = (value(chess, "piece-square", f"{board} w - - 0 1") for board in ending)
    assert walking > hidden + 20


def test_other_games_have_no_such_baseline():
    with pytest.raises(RulesError, match="unknown baseline 'piece-square' for othello"):
        bw.baseline(bw.load_game("othello"), "piece-square")
