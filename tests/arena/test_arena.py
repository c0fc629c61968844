"""Matches that are fair and repeatable."""

import pytest

import boardworth as bw
from boardworth.errors import FormatError
from boardworth.rules.records import read_records
from boardworth.search import Decision, Player


def a_match(game, first="squares", second="discs", count=10):
    players = [bw.AlphaBeta(bw.Evaluator(bw.baseline(game, n)), n) for n in (first, second)]
    openings = bw.random_openings(game, count, 6, seed=1)
    return bw.Match(players, openings, bw.Limit(depth=2))


def test_every_opening_is_played_with_both_colours(othello):
    contest = a_match(othello)
    result = contest.run(othello, 8)
    assert len(result.games) == 8
    for pair in range(4):
        first, second = [g for g in result.games if g.round == pair]
        assert (first.seats, second.seats) == ((0, 1), (1, 0))
        for game in (first, second):
            assert game.record.moves[:6] == tuple(contest.openings[pair])


def test_a_match_does_not_depend_on_the_threads(othello):
    assert a_match(othello).run(othello, 12, threads=1) == a_match(othello).run(
        othello, 12, threads=3
    )


def test_a_match_of_a_player_against_itself_is_even(othello):
    result = a_match(othello, "squares", "squares").run(othello, 20)
    assert result.rating.share == 0.5
    assert result.pairs == (0, 0, 10, 0, 0)


def test_swapping_the_players_swaps_the_result(othello):
    there = a_match(othello, "squares", "discs").run(othello, 20)
    back = a_match(othello, "discs", "squares").run(othello, 20)
    assert there.wins_draws_losses == back.wins_draws_losses[::-1]
    assert there.pairs == back.pairs[::-1]


class Recorder(Player):
    """A player that notes the limits it is given."""

    name = "recorder"

    def __init__(self):
        self.depths = set()

    def choose(self, position, role, limit, history=None):
        self.depths.add(limit.depth)
        return Decision(position.legal_moves()[0])


def test_each_player_keeps_its_limit_with_either_colour(othello):
    first, second = Recorder(), Recorder()
    openings = bw.random_openings(othello, 2, 6, seed=1)
    limits = (bw.Limit(depth=1), bw.Limit(depth=5))
    result = bw.Match((first, second), openings, limits[0], limits=limits).run(othello, 4)
    assert (first.depths, second.depths) == ({1}, {5})
    assert result.limit == "depth 1 against depth 5"
    assert bw.Match((first, second), openings, limits[0]).run(othello, 2).limit == "depth 1"


def test_more_time_wins(othello):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), "squares")
    openings = bw.random_openings(othello, 10, 6, seed=1)
    limits = (bw.Limit(nodes=1500), bw.Limit(nodes=30))
    there = bw.Match((player, player), openings, limits[0], limits=limits).run(othello, 20)
    back = bw.Match((player, player), openings, limits[0], limits=limits[::-1]).run(othello, 20)
    assert there.rating.share > 0.7
    assert there.pairs == back.pairs[::-1]


def test_openings_may_be_played_again_if_one_limit_is_in_time(othello):
    first, second = Recorder(), Recorder()
    openings = bw.random_openings(othello, 1, 6, seed=1)
    limits = (bw.Limit(depth=1), bw.Limit(seconds=1))
    assert bw.Match((first, second), openings, limits[0], limits=limits).max_rounds(6) == 3
    assert bw.Match((first, second), openings, limits[0]).max_rounds(6) == 1


def test_the_sequential_test_can_end_a_match(othello):
    contest = a_match(othello, "squares", "discs", count=300)
    result = contest.run(othello, 600, threads=2, stop_when_decided=True)
    assert 20 < len(result.games) < 600
    assert result.verdict == "stronger"
    shorter = contest.run(othello, 600, threads=1, stop_when_decided=True)
    assert shorter == result


def test_no_opening_is_played_twice_where_games_would_repeat(othello):
    contest = a_match(othello, count=3)
    assert len(contest.run(othello, 50).games) == 6
    timed = bw.Match(contest.players, contest.openings, bw.Limit(seconds=0.0001))
    assert len(timed.run(othello, 10).games) == 10


def test_a_match_of_many_games_waits_for_few_of_them(othello):
    """Pairs are handed out as they are needed, not all at once."""
    contest = bw.Match(
        (bw.RandomPlayer(1), bw.RandomPlayer(2)), a_match(othello).openings, bw.Limit(seconds=1)
    )
    pairs = contest._rounds(othello, 10**9, 2)
    assert len(next(pairs)) == 2
    pairs.close()


def test_the_games_of_a_match_read_back(tmp_path, othello):
    result = a_match(othello).run(othello, 6)
    path = tmp_path / "games.txt"
    path.write_text(result.records())
    found = read_records(othello, path)
    assert not found.problems
    assert [r.moves for r in found.games] == [g.record.moves for g in result.games]
    assert [r.score for r in found.games] == [g.record.score for g in result.games]


def test_a_summary_is_plain_json(othello):
    import json

    summary = a_match(othello).run(othello, 6).summary()
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary
    assert summary["wins"] + summary["draws"] + summary["losses"] == 6


def test_openings_are_read_with_their_lines(tmp_path, othello):
    path = tmp_path / "openings.txt"
    path.write_text("f5d6c3 # one\n\nf5f6\n")
    assert [len(line.moves) for line in bw.read_openings(othello, path)] == [3, 2]
    path.write_text("f5d6\nf5f5\n")
    with pytest.raises(FormatError, match="line 2: move 2 \\(f5\\) is illegal"):
        bw.read_openings(othello, path)
    path.write_text("\n")
    with pytest.raises(FormatError, match="no opening"):
        bw.read_openings(othello, path)


def test_random_openings_differ_and_repeat(othello):
    lines = bw.random_openings(othello, 100, 8, seed=3)
    assert len(set(lines)) == 100
    assert lines == bw.random_openings(othello, 100, 8, seed=3)
    few = bw.random_openings(bw.load_game("tic_tac_toe"), 50, 1, seed=3)
    assert len(few) == 9
