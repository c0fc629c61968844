"""What a match brought each role, by hand; shares and their intervals."""

import pytest

import boardworth as bw
from boardworth.arena import MatchResult, PlayedGame, RoleTally, Share, Tally, outcome
from boardworth.rules import History

WON, DRAWN, LOST = (100, 0), (50, 50), (0, 100)


def match(name, players, games):
    """Games of these payoffs; in each the players sit one place further."""
    history = History.after(bw.load_game(name).start())
    numbers = range(len(players))
    played = [
        PlayedGame(history, payoffs, tuple((n + i) % len(players) for i in numbers), n, n)
        for n, payoffs in enumerate(games)
    ]
    return MatchResult(players, history.game.roles, "", tuple(played), bw.Sprt())


def test_a_match_tells_what_each_role_brought():
    """The first player is x in the first and in the third game."""
    played = match("tic-tac-toe", ("one", "other"), [WON, WON, DRAWN, LOST, None])
    assert played.by_role == (
        RoleTally("x", (Tally(1, 1, 0, 75.0), Tally(1, 0, 1, 50.0)), Tally(2, 1, 1, 62.5)),
        RoleTally("o", (Tally(1, 0, 1, 50.0), Tally(0, 1, 1, 25.0)), Tally(1, 1, 2, 37.5)),
    )
    assert played.by_role[0].all.points == 0.625
    (x, o) = played.summary()["by_role"]
    assert (x["role"], x["all"]["wins"], o["players"][1]["losses"]) == ("x", 2, 1)


def test_of_three_the_best_alone_wins_and_the_best_together_draw():
    game = bw.load_game("three-stars")
    assert [outcome(game, (50, 25, 25), role) for role in range(3)] == ["win", "loss", "loss"]
    assert [outcome(game, (50, 25, 50), role) for role in range(3)] == ["draw", "loss", "draw"]
    assert [outcome(game, (0, 0, 0), role) for role in range(3)] == ["draw"] * 3


def test_nature_takes_part_in_no_result():
    """Its goals say nothing, whatever they are."""
    game = bw.load_game("dice-race")
    assert game.roles[2] == "random"
    assert [outcome(game, (60, 40, 100), role) for role in range(2)] == ["win", "loss"]


def test_who_plays_alone_wins_by_all_points():
    game = bw.load_game("peg-solitaire")
    assert [outcome(game, (points,), 0) for points in (100, 90, 0)] == ["win", "loss", "loss"]


def test_players_may_keep_their_roles():
    game = bw.load_game("tic-tac-toe")
    players = [bw.RandomPlayer(1, "first"), bw.RandomPlayer(2, "second")]
    kept = bw.Match(players, [()], bw.Limit(depth=1), rotates=False).run(game, 5, threads=2)
    assert [one.seats for one in kept.games] == [(0, 1)] * 5
    assert [one.round for one in kept.games] == [0, 1, 2, 3, 4]
    assert not kept.paired


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    # Wilson's interval, computed by hand with z = 1.96 (Newcombe 1998, table I for the first two).
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (20, 20, 0.8389, 1),
    ],
)
def test_a_share_has_wilson_s_interval(count, total, low, high):
    share = Share.of(count, total)
    assert share.share == count / total
    assert share.interval_95 == pytest.approx((low, high), abs=1e-4)


def test_a_share_is_compared_by_its_interval():
    assert Share.of(60, 100).compared(0.5) == 1
    assert Share.of(58, 100).compared(0.5) == 0
    assert Share.of(20, 100).compared(1 / 3) == -1
    assert (Share.of(0, 0).compared(0.5), str(Share.of(0, 0))) == (0, "-")
