"""Games that end otherwise than on the board, and what a match makes of them."""

import json
import sys
import time
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from engine_scripts import assert_all_have_ended, engine_command, processes

import boardworth as bw
from boardworth.arena import referee
from boardworth.arena.protocols import GtpPlayer, NBoardPlayer, UciPlayer, UsiPlayer
from boardworth.errors import EngineError
from boardworth.rules import load_game
from boardworth.rules.records import read_records
from boardworth.search import Decision, Player


class Watch:
    """The referee's clock, which goes on only while a player says that it thinks."""

    def __init__(self):
        self.time = 0.0

    def perf_counter(self):
        return self.time


@pytest.fixture
def watch(monkeypatch):
    watch = Watch()
    monkeypatch.setattr(referee, "time", watch)
    return watch


@dataclass(frozen=True)
class Slow(Player):
    """Chooses at random, a second for a move."""

    watch: Watch
    name: str = "slow"

    def choose(self, position, role, limit, history=None):
        self.watch.time += 1
        return bw.RandomPlayer(7).choose(position, role, limit)


@dataclass(frozen=True)
class Cheat(Player):
    """Passes instead of the tenth move of the game."""

    name: str = "cheat"

    def choose(self, position, role, limit, history=None):
        discs = 64 - position.game.text(position).count("-")
        pass_ = position.parse_move("--")
        chosen = bw.RandomPlayer(7).choose(position, role, limit)
        return Decision(pass_) if discs >= 14 else chosen


def a_match(othello, first, second, limit, count=4, plies=6):
    return bw.Match((first, second), bw.random_openings(othello, count, plies, seed=1), limit)


def test_who_oversteps_the_clock_loses(othello, watch):
    limit = bw.Limit(clock=bw.Clock(9.5))
    result = a_match(othello, Slow(watch), bw.RandomPlayer(), limit).run(othello, 4)
    assert result.forfeits == {"time": (4, 0)}
    assert result.wins_draws_losses == (0, 0, 4)
    for game in result.games:
        assert game.ending == "time"
        assert game.problem == "1.000 s for a move, 0.500 s left"
        assert game.record.score == (-64 if game.seats[0] == 0 else 64)


def test_the_increment_is_added_after_every_move(othello, watch):
    limit = bw.Limit(clock=bw.Clock(9.5, 0.9))
    result = a_match(othello, Slow(watch), bw.RandomPlayer(), limit).run(othello, 2)
    assert result.forfeits == {}


def test_clocks_begin_anew_in_every_game_and_are_handed_to_the_player(othello, watch):
    seen = []

    @dataclass(frozen=True)
    class Watching(Player):
        name: str = "watching"

        def choose(self, position, role, limit, history=None):
            seen.append(limit.clock.seconds)
            watch.time += 1
            return Decision(position.legal_moves()[0])

    limit = bw.Limit(clock=bw.Clock(50))
    a_match(othello, Watching(), bw.RandomPlayer(), limit).run(othello, 2)
    assert seen[:3] == [50, 49, 48]
    assert seen.count(50) == 2


def test_alpha_beta_keeps_to_its_clock(othello, monkeypatch):
    """By CPU time: a busy machine may let it wait for longer than its clock."""
    monkeypatch.setattr(referee, "time", SimpleNamespace(perf_counter=time.thread_time))
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), "squares")
    limit = bw.Limit(clock=bw.Clock(0.4, 0.002))
    result = a_match(othello, player, bw.RandomPlayer(), limit).run(othello, 2)
    assert result.forfeits == {}


def test_an_illegal_move_loses_the_game(othello):
    contest = a_match(othello, bw.RandomPlayer(), Cheat(), bw.Limit(depth=1), count=1)
    result = contest.run(othello, 2)
    assert result.forfeits == {"illegal move": (0, 2)}
    assert "illegal move --" in result.games[0].problem


def test_a_player_that_always_cheats_ends_the_match(othello):
    contest = a_match(othello, bw.RandomPlayer(), Cheat(), bw.Limit(depth=1))
    with pytest.raises(EngineError, match="cheat lost 4 games in a row by illegal move"):
        contest.run(othello, 8)


@pytest.mark.parametrize(("protocol", "player"), [("nboard", NBoardPlayer), ("gtp", GtpPlayer)])
def test_an_engine_that_fails_loses_one_game_and_plays_the_next(
    tmp_path, othello, protocol, player
):
    engine = player(engine_command(tmp_path, protocol, "crashes once"), "engine")
    contest = a_match(othello, bw.RandomPlayer(), engine, bw.Limit(depth=1))
    result = contest.run(othello, 4)
    engine.close()
    assert_all_have_ended(tmp_path)
    assert result.forfeits == {"engine failure": (0, 1)}
    assert [game.ending for game in result.games] == ["engine failure"] + [None] * 3
    summary = result.summary()
    assert json.loads(json.dumps(summary))["forfeits"] == {"engine failure": [0, 1]}
    [none, reason] = summary["reasons"]["engine failure"]
    assert none == ""
    assert reason.startswith("it ")
    path = tmp_path / "games.txt"
    path.write_text(result.records())
    assert "lost by engine: engine failure: " in path.read_text().splitlines()[0]
    found = read_records(othello, path)
    assert not found.problems
    assert [r.score for r in found.games] == [g.record.score for g in result.games]


def test_a_forfeit_before_the_first_move_reads_back(tmp_path, othello):
    engine = NBoardPlayer(engine_command(tmp_path, "nboard", "crashes once"), "engine")
    result = bw.Match((engine, bw.RandomPlayer()), [()], bw.Limit(depth=1)).run(othello, 2)
    engine.close()
    path = tmp_path / "games.txt"
    path.write_text(result.records())
    found = read_records(othello, path)
    assert not found.problems
    assert (found.games[0].moves, found.games[0].score) == ((), -64)


def test_an_engine_that_fails_in_every_game_ends_the_match(tmp_path, othello):
    engine = NBoardPlayer(engine_command(tmp_path, "nboard", "crashes in every game"), "engine")
    contest = a_match(othello, bw.RandomPlayer(), engine, bw.Limit(depth=1), count=20)
    played = []
    with pytest.raises(EngineError, match="engine lost 4 games in a row by engine failure: it has"):
        contest.run(othello, 40, threads=2, played=played.extend)
    engine.close()
    assert len(played) == 4
    assert_all_have_ended(tmp_path)


def test_an_engine_that_cannot_be_started_loses_no_game(othello):
    contest = a_match(othello, bw.RandomPlayer(), NBoardPlayer("none"), bw.Limit(depth=1))
    played = []
    with pytest.raises(EngineError, match="nboard:none cannot be started: none: No such file"):
        contest.run(othello, 4, played=played.extend)
    assert not played


@pytest.mark.parametrize(
    ("player", "message"),
    [
        *((kind("true"), "it has (ended|closed)") for kind in (NBoardPlayer, GtpPlayer)),
        *((kind("true"), "it has (ended|closed)") for kind in (UciPlayer, UsiPlayer)),
        (
            UciPlayer(f"{sys.executable} -c \"print('uciok')\"", "", {"Nope": "3"}),
            "no option 'Nope'",
        ),
    ],
)
def test_an_engine_that_does_not_answer_before_the_first_game_loses_none(player, message):
    game, played = load_game(player.plays), []
    contest = bw.Match((bw.RandomPlayer(), player), [()], bw.Limit(depth=1))
    with pytest.raises(EngineError, match=message):
        contest.run(game, 4, played=played.extend)
    assert not played


def test_several_threads_have_an_engine_each(tmp_path, othello):
    results = []
    for threads, behaviour in ((1, "plays"), (3, "waits for another engine")):
        folder = tmp_path / str(threads)
        folder.mkdir()
        engine = NBoardPlayer(engine_command(folder, "nboard", behaviour), "engine")
        contest = a_match(othello, bw.RandomPlayer(), engine, bw.Limit(depth=1), count=6)
        results.append(contest.run(othello, 12, threads=threads))
        engine.close()
        assert len(processes(folder)) in ({1} if threads == 1 else {2, 3})
        assert_all_have_ended(folder)
    assert results[0] == results[1]
