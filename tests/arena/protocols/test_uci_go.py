"""The command `go`: which limits it sets, by the words of UCI and USI."""

import pytest
from conftest import random_model

import boardworth as bw
from boardworth.arena.protocols import UCI, USI
from boardworth.arena.protocols.uci.go import Go
from boardworth.arena.protocols.uci.score import centipawns
from boardworth.features import board_patterns
from boardworth.rules import load_game
from boardworth.search import Clock, Limit, StopSign

CHESS, SHOGI = load_game("chess"), load_game("shogi")
OVERHEAD = 0.03


def limit(text, mover=0, dialect=UCI, own=None):
    start = (CHESS if dialect is UCI else SHOGI).start()
    return Go.read(text.split(), start).limit(dialect, mover, OVERHEAD, own, StopSign())


@pytest.mark.parametrize(
    ("text", "depth", "nodes", "seconds"),
    [
        ("depth 7", 7, None, None),
        ("nodes 900", None, 900, None),
        ("movetime 530", None, None, 0.5),
        ("movetime 40", None, None, 0.02),
        ("depth 3 nodes 8 movetime 1030", 3, 8, 1.0),
        ("infinite", None, None, 1e9),
        ("", None, None, 1e9),
        ("depth", None, None, 1e9),
        ("depth 0 nodes -4", 1, 1, None),
        ("depth 99999999999", 1000, None, None),
        ("mate 3", None, None, 1e9),
        ("wings 3 depth 2", 2, None, None),
    ],
)
def test_plain_limits(text, depth, nodes, seconds):
    found = limit(text)
    assert (found.depth, found.nodes, found.clock) == (depth, nodes, None)
    assert found.seconds == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("dialect", "mover", "clock"),
    [(UCI, 0, Clock(1.97, 0.02)), (UCI, 1, Clock(3.97, 0.04)), (USI, 0, Clock(3.97, 0.04))],
)
def test_the_clock_is_that_of_the_mover_less_what_is_lost(dialect, mover, clock):
    found = limit("wtime 2000 btime 4000 winc 20 binc 40", mover, dialect).clock
    assert found.seconds == pytest.approx(clock.seconds)
    assert found.increment == pytest.approx(clock.increment)


def test_one_clock_alone_is_that_of_both():
    assert limit("btime 4000 binc 40").clock == limit("btime 4000 binc 40", mover=1).clock
    assert limit("btime 4000 binc 40").clock.seconds == pytest.approx(3.97)


@pytest.mark.parametrize("left", [-5, 0, 1, 20, 40, 300, 1000])
def test_a_search_never_takes_more_than_the_clock_shows(left):
    found = limit(f"wtime {left} btime 9000 winc 10").clock
    for moves in (1, 40):
        soft, hard = found.budget(moves)
        assert 0 < soft <= hard <= max(left / 1000, 0.001)


def test_moves_to_go_and_byoyomi():
    assert limit("wtime 60000 movestogo 5").clock.moves == 5
    found = limit("btime 0 wtime 0 byoyomi 1000", dialect=USI).clock
    assert (found.seconds, found.byoyomi) == (0, pytest.approx(0.97))
    assert found.budget(50)[1] < 1


def test_the_engines_own_limit_holds_besides():
    own = Limit(depth=4, seconds=0.5)
    found = limit("depth 9 nodes 100 movetime 9000", own=own)
    assert (found.depth, found.nodes, found.seconds) == (4, 100, 0.5)
    assert limit("depth 3", own=own).depth == 3
    assert limit("infinite", own=own).seconds == 0.5


def test_pondering_has_a_start_of_its_own():
    found = limit("ponder wtime 1000 btime 1000")
    assert found.start is not None
    assert not found.start.started
    assert found.clock is not None
    assert limit("wtime 1000 btime 1000").start is None


def test_mates_are_asked_for_in_time_in_usi():
    assert limit("mate 1030", dialect=USI).seconds == pytest.approx(1)
    assert limit("mate infinite", dialect=USI).seconds == 1e9
    assert limit("mate", dialect=USI).seconds == 1e9
    asked = Go.read(["mate", "infinite"], SHOGI.start())
    assert not asked.waits
    assert asked.mate == 0


def test_a_pawn_of_the_baselines_is_a_hundred_centipawns():
    model = bw.baseline(CHESS, "material")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    value = bw.Evaluator(model).core.value(CHESS.parse(start).packed)
    assert centipawns(model, value) == 100


@pytest.mark.parametrize("target", ["win", "score"])
def test_centipawns_grow_with_the_value_and_are_odd(target):
    model = random_model(board_patterns(CHESS, 20), 1, target=target)
    most = model.scale if target == "score" else 1 << 22
    values = [centipawns(model, round(units * most / 10)) for units in range(-10, 11)]
    assert values == sorted(values)
    assert values == [-value for value in reversed(values)]
    assert values[10] == 0
