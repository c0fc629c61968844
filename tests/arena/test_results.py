"""What the games of a match add up to, by hand."""

import pytest

import boardworth as bw
from boardworth.arena import MatchResult, PlayedGame
from boardworth.arena.rating import Sprt
from boardworth.rules import History

# Payoffs of both roles: a sheet's goals, and a native game's scores.
WON, DRAWN, LOST = (100, 0), (50, 50), (0, 100)
SCORES = {WON: (12, -12), DRAWN: (0, 0), LOST: (-2, 2)}


def result(name, pairs):
    """The first player has the first role in the first game of a pair, and then the other."""
    history = History.after(bw.load_game(name).start())
    games = []
    for pair in pairs:
        for seat, payoffs in enumerate(pair):
            own = SCORES[payoffs] if name == "othello" else payoffs
            seats = (0, 1) if seat == 0 else (1, 0)
            number = len(games)
            games.append(PlayedGame(history, own, seats, number, number // 2))
    return MatchResult(("one", "other"), ("first", "second"), "", tuple(games), Sprt())


@pytest.mark.parametrize("name", ["tic-tac-toe", "othello"])
def test_a_draw_is_half_a_win(name):
    """In the second pair the first role loses twice, so that either player wins once."""
    match = result(name, [(WON, DRAWN), (LOST, LOST), (DRAWN, DRAWN), (LOST, DRAWN)])
    assert match.wins_draws_losses == (2, 4, 2)
    assert match.pairs == (0, 1, 2, 1, 0)
    assert match.rating.share == 0.5
    assert match.rating.elo == 0
    assert [game.loser for game in match.games] == [1, None, 0, 1, None, None, 0, None]


@pytest.mark.parametrize("name", ["tic-tac-toe", "othello"])
def test_draws_alone_are_an_even_match(name):
    match = result(name, [(DRAWN, DRAWN)] * 5)
    assert match.wins_draws_losses == (0, 10, 0)
    assert (match.rating.share, match.rating.elo) == (0.5, 0)
    assert [game.points_of(0) for game in match.games] == [0.5] * 10


def test_a_game_that_was_broken_off_is_nobody_s():
    history = History.after(bw.load_game("tic-tac-toe").start())
    game = PlayedGame(history, None, (0, 1), 0, 0)
    assert (game.points, game.payoff(0), game.payoff(1)) == (0.5, 50, 50)
