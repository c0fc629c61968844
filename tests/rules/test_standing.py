"""What counts while a game goes on is found out by random games."""

import pytest

from boardworth.rules import load_game
from boardworth.rules.standing import holders_of, standing


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("othello", "black 4, white 1"),  # discs
        ("reversi", "black 4, white 1"),
        ("three-stars", "red 0, green 0, blue 0"),  # points for pieces in their goals
        ("connect-four", ""),
        ("tic_tac_toe", ""),
        ("chess", ""),
        ("dice-race", ""),  # no board
    ],
)
def test_pieces_count_where_more_of_them_pay_more(name, words):
    game = load_game(name)
    position = game.start()
    if words.startswith("black"):
        position = position.play("f5" if name == "othello" else position.legal_moves()[0])
    assert standing(game).words(position) == words


@pytest.mark.parametrize(
    ("name", "own", "others"),
    [
        ("chess", "own king", "opponent pawn"),
        ("tic-tac-toe", "x", "o"),
        ("minichess", "white_rook", "black_king"),
        ("english-draughts", "black_man", "white_king"),
    ],
)
def test_it_is_known_whose_pieces_are_whose(name, own, others):
    holders = holders_of(load_game(name))
    assert (holders[own], holders[others]) == (0, 1)
