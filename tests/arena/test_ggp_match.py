"""Games by rule sheets that we serve: to our players over HTTP, and to players that misbehave."""

import json
import time
from contextlib import ExitStack
from functools import cache

import pytest
from ggp_players import misbehaving, our_player, scripted_player
from playable_sheets import SHEETS
from waiting import PATIENCE

from boardworth.arena import Match, parse_player
from boardworth.arena.protocols import GgpPlayer
from boardworth.arena.protocols.ggp_client import GgpClient, NoAnswer, TimedOut
from boardworth.arena.protocols.ggp_messages import Info
from boardworth.errors import BoardworthError, EngineError, RulesError
from boardworth.rules.gdl import parse_rule_sheet
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.machine_choice import machine_for
from boardworth.search import Limit, Playouts, RandomPlayer, Seating

# Seconds: nobody needs so long.
AMPLE = 1000
# One step, in which two players and the dice choose.
DICE = """
(role left) (role random) (role right) (init go) (number 1) (number 2) (number 3)
(<= (legal ?role (say ?n)) (role ?role) (number ?n))
(<= (next (said ?role ?n)) (does ?role (say ?n)))
(<= terminal (not (true go)))
(<= (goal ?role 100) (true (said ?role ?n)) (true (said random ?n)))
(<= (guessed ?role) (true (said ?role ?n)) (true (said random ?n)))
(<= (goal ?role 0) (role ?role) (not (guessed ?role)))
"""


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Players on a busy machine may take their time for any answer."""
    monkeypatch.setattr("boardworth.arena.protocols.ggp_player._SHORTLY", PATIENCE)


@cache
def rules(name):
    sheet = parse_rule_sheet(DICE, "dice") if name == "dice" else SHEETS[name]
    return RuleGame(machine_for(sheet), name)


def served(players, clock=AMPLE, start_clock=AMPLE, seed=0):
    """A match as a game server plays it: a player at fault has a move drawn for it."""
    limit = Limit(seconds=clock)
    return Match(players, [()], limit, penalty="random move", start_seconds=start_clock, seed=seed)


def played(name, players, games=1, clock=AMPLE):
    return served(players, clock).run(rules(name), games)


def foreign(server):
    return GgpPlayer(server.address)


def moves(game):
    """By step and role, in notation."""
    steps = zip(game.history.positions, game.history.joint_moves, strict=False)
    return [[p.move_text(move, role) for role, move in enumerate(j)] for p, j in steps]


def test_our_player_finishes_its_games():
    with our_player() as server:
        result = played("tic-tac-toe", [foreign(server), RandomPlayer()], 20)
        assert len(result.games) == 20
        assert not any(game.faults for game in result.games)
        assert result.mean_payoff(0) > 60
        assert result.mean_payoff(0) + result.mean_payoff(1) == 100
        assert "available" in GgpClient(server.address).ask(Info(), PATIENCE)


@pytest.mark.parametrize(("name", "games"), [("breakthrough", 6), ("fingers", 9), ("doors", 5)])
def test_our_players_meet_each_other(name, games):
    with ExitStack() as stack:
        players = [
            foreign(stack.enter_context(our_player(Playouts(8, seed=seed))))
            for seed in range(len(rules(name).roles))
        ]
        result = played(name, players, games)
    assert len(result.games) == games
    assert not any(game.faults for game in result.games)


def test_everyone_plays_every_role_equally_often():
    players = [RandomPlayer(seed, f"player {seed}") for seed in range(3)]
    result = played("fingers", players, games=4)
    assert [game.seats for game in result.games] == 2 * [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_the_role_random_is_played_by_the_server():
    result = played("dice", [RandomPlayer(1), RandomPlayer(2)], games=30)
    assert {game.seats for game in result.games} == {(0, None, 1), (1, None, 0)}
    assert len({moves(game)[0][1] for game in result.games}) == 3


def test_the_same_seed_plays_the_same_games():
    def games(seed):
        return played(
            "tic-tac-toe",
            [parse_player("playouts:9").player(rules("tic-tac-toe"), seed), RandomPlayer(seed)],
            8,
        ).games

    assert games(1) == games(1)
    assert games(1) != games(2)
    assert len({game.history.joint_moves for game in games(1)}) > 4


@pytest.mark.parametrize(
    ("behaviour", "answer", "kind", "problem"),
    [
        ("answers", "(say 7)", "illegal move", "'(say 7)': dice move: left has no move '(say 7)'"),
        ("answers", "(say 1", "illegal move", "'(say 1': answer, line 1, column 1: what is opened"),
        ("answers", "", "illegal move", "one term is expected, not 0"),
        ("answers", "busy", "illegal move", "'busy'"),
        ("answers", "(say \xb2)", "illegal move", "the character"),
        ("floods", "", "engine failure", "an answer of more than 65,536 bytes to PLAY"),
        ("fails", "", "engine failure", "PLAY is refused (500): 'out of memory'"),
        ("silent", "", "time", "no answer to PLAY in 1.2 s"),
    ],
)
def test_a_fault_is_recorded_and_a_legal_move_drawn(behaviour, answer, kind, problem):
    clock = 0.2 if behaviour == "silent" else AMPLE
    with scripted_player(misbehaving(behaviour, answer)) as server:
        result = played("dice", [foreign(server), RandomPlayer()], 1, clock)
        (game, *_) = result.games
    (fault,) = game.faults
    assert (fault.kind, fault.step, fault.role) == (kind, 0, 0)
    assert problem in fault.problem
    assert moves(game)[0][0].startswith("(say ")
    assert result.faults(0)[kind] == len(result.games)
    assert sum(result.faults(1).values()) == 0


def test_a_move_that_is_not_legal_here_is_replaced():
    with scripted_player(misbehaving("answers", "(mark 1 1)")) as server:
        (game, _) = played("tic-tac-toe", [foreign(server), RandomPlayer()], 2).games
    assert {fault.kind for fault in game.faults} == {"illegal move"}
    assert "'(mark 1 1)' is not legal here" in [fault.problem for fault in game.faults]
    assert server.heard[-1].startswith("( STOP match.")


def test_a_player_that_drips_is_out_of_time():
    """Every byte comes in time, the answer never does."""
    with scripted_player(lambda _message: "ready") as server:
        client = GgpClient(server.address)
        server.RequestHandlerClass.do_POST = _drip
        with pytest.raises(TimedOut):
            client.ask(Info(), 0.3)


def _drip(handler):
    """Until the other side hangs up, which is an error."""
    handler.wfile.write(b"HTTP/1.0 200 OK\r\nX-Long: ")
    while True:
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.05)


def test_players_hear_what_the_specification_says():
    with scripted_player(misbehaving("answers", "(say 1)")) as server:
        played("dice", [foreign(server), RandomPlayer(3)], 2)
    first = server.heard[1].split()[2]
    info, start, play, stop, *_ = server.heard
    assert info == "( INFO )"
    assert start.startswith(f"( START {first} left ( (role left) (role random) (role right) (init")
    assert start.endswith(" ) 1000 1000 )")
    assert play == f"( PLAY {first} NIL )"
    assert stop.startswith(f"( STOP {first} ( (say 1) (say ")
    assert server.heard[4].split()[2:4] != [first, "left"]


@pytest.mark.parametrize("answer", ["busy", "", ("no such game", 404)])
def test_who_does_not_want_to_start_ends_the_match(answer):
    def refusing(message):
        return answer if "START" in message else "x"

    with (
        scripted_player(refusing) as unwilling,
        scripted_player(misbehaving("answers", "(say 1)")) as willing,
        pytest.raises(EngineError, match=f"{unwilling.address}.* START"),
    ):
        played("dice", [foreign(willing), foreign(unwilling)])
    assert willing.heard[-1].startswith("( ABORT match.")


def test_who_is_not_there_is_an_error():
    with scripted_player(lambda _message: "") as server:
        pass
    with pytest.raises(EngineError, match=r"no answer to INFO: Connection refused"):
        played("dice", [RandomPlayer(), foreign(server)])


def test_a_start_that_takes_too_long_is_a_fault():
    def silent(message):
        return None if "START" in message else "(say 2)"

    with scripted_player(silent) as server:
        match = served([foreign(server), RandomPlayer()], start_clock=0.2)
        game = match.play_one(rules("dice"), 0)
    assert [(fault.kind, fault.problem) for fault in game.faults] == [
        ("time", "no answer to START in 1.2 s")
    ]


def test_an_interrupted_game_is_aborted():
    class Interrupting(RandomPlayer):
        def seat(self, _seating):
            return self

        def choose(self, *_question):
            raise KeyboardInterrupt

    with (
        scripted_player(misbehaving("answers", "(say 1)")) as server,
        pytest.raises(KeyboardInterrupt),
    ):
        played("dice", [foreign(server), Interrupting()])
    assert server.heard[-1].startswith("( ABORT match.")


def test_rules_that_leave_a_role_without_a_move_end_the_match():
    sheet = parse_rule_sheet(
        "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (true p)) "
        "(<= terminal (true r)) (<= (next r) (true r)) (<= (goal a 0) (not terminal))"
    )
    with pytest.raises(RulesError, match="a has no legal move"):
        served([RandomPlayer()]).run(RuleGame(machine_for(sheet), "stuck"), 1)


def test_the_number_of_players_is_that_of_the_roles():
    with pytest.raises(BoardworthError, match=r"dice needs 2 players \(left, right\), not 1"):
        played("dice", [RandomPlayer()])


def test_results_and_records_tell_everything():
    with scripted_player(misbehaving("answers", "nonsense")) as server:
        result = played("dice", [foreign(server), RandomPlayer()], 2)
    summary = json.loads(json.dumps(result.summary()))
    assert summary["players"] == [server.address, "random"]
    assert summary["faults"][0] == {
        "time": 0,
        "illegal move": 2,
        "engine failure": 0,
        "resignation": 0,
    }
    assert summary["payoffs"] == [result.mean_payoff(0), result.mean_payoff(1)]
    assert 0 <= summary["share"] <= 1
    first, second = map(json.loads, result.records().splitlines())
    assert first["players"] == {"left": server.address, "random": "nature", "right": "random"}
    assert second["players"]["right"] == server.address
    assert first["faults"][0]["player"] == server.address
    assert first["faults"][0]["kind"] == "illegal move"
    assert set(first["payoffs"].values()) <= {0, 100}
    assert len(first["moves"][0]) == 3


def test_two_players_get_a_rating():
    strong, weak = Playouts(200), RandomPlayer()
    result = played("tic-tac-toe", [strong, weak], 20)
    assert result.rating.share > 0.9
    assert result.rating.low > 0
    assert not played("fingers", [weak, weak, weak], 3).paired


@pytest.mark.parametrize(
    "address", ["http://", "http://localhost:x", "http://localhost:99999", "https://localhost"]
)
def test_an_address_is_checked(address):
    with pytest.raises(BoardworthError):
        GgpClient(address)


def test_a_player_may_have_a_path():
    with scripted_player(lambda _message: "ready") as server:
        assert GgpClient(f"{server.address}/player/1").ask(Info(), PATIENCE) == "ready"
        with pytest.raises(NoAnswer, match="no answer to INFO"):
            GgpClient("http://127.0.0.1:1").ask(Info(), PATIENCE)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_clocks_are_checked(seconds):
    seating = Seating(rules("dice"), 0, Limit(seconds=1), start_seconds=seconds)
    with pytest.raises(BoardworthError, match="a start clock of"):
        GgpPlayer("http://localhost:9147").seat(seating)
