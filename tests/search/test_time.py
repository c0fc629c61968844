"""Clocks, stop signs and pondering."""

import threading
import time

import pytest
from conftest import random_game
from waiting import interrupted, python, stopped_at_work, until, until_at_work

import boardworth as bw
from boardworth.errors import BoardworthError, FormatError
from boardworth.search import StartSign


@pytest.fixture
def player(othello):
    return bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")))


def test_a_clock_is_read_from_text():
    assert bw.Clock.parse("60") == bw.Clock(60, 0)
    assert bw.Clock.parse("0.2+0.002") == bw.Clock(0.2, 0.002)
    for text in ("", "fast", "1+x", "+"):
        with pytest.raises(FormatError, match="clock"):
            bw.Clock.parse(text)
    with pytest.raises(BoardworthError, match="a clock of"):
        bw.Clock(-1)


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.2, 60.0])
@pytest.mark.parametrize("increment", [0.0, 0.002, 1.0])
def test_a_budget_never_spends_what_a_clock_does_not_have(seconds, increment):
    clock = bw.Clock(seconds, increment)
    for moves in (0, 1, 5, 30):
        soft, hard = clock.budget(moves)
        assert 0 <= soft <= hard <= seconds


def test_a_game_of_budgets_ends_with_time_left():
    clock = bw.Clock(10, 0.1)
    for moves in range(30, 0, -1):
        _, hard = clock.budget(moves)
        clock = bw.Clock(clock.seconds - hard + clock.increment, clock.increment)
        assert clock.seconds > 0


def test_a_clock_ends_a_search_that_nothing_else_would_end(othello, player):
    found = player.search(othello.start(), bw.Limit(clock=bw.Clock(6, 0)))
    assert not found.exact
    assert found.pv[0] in othello.start().legal_moves()


def test_a_forced_move_takes_no_time(othello, player):
    """The clock has a month, the game is young, and nobody thinks about it."""
    positions = [position for seed in range(300) for position in random_game(othello, seed)[0][:35]]
    forced = [position for position in positions if len(position.legal_moves()) == 1]
    assert forced
    for position in forced:
        found = player.search(position, bw.Limit(clock=bw.Clock(2_600_000, 0)))
        assert found.pv[0] == position.legal_moves()[0]
        assert not found.exact


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", ["start", "ending"])
def test_a_stop_sign_ends_a_search(othello, threads, position):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), threads=threads)
    board = othello.start()
    if position == "ending":
        board = othello.parse("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O")
    sign = bw.StopSign()
    with stopped_at_work(sign):
        found = player.search(board, bw.Limit(stop=sign))
    assert not found.exact
    assert found.pv[0] in board.legal_moves()


def test_what_was_pondered_on_is_found_again(othello):
    """After pondering for twice the CPU time that the search needs without it."""
    evaluator = bw.Evaluator(bw.baseline(othello, "squares"))
    position = othello.start().play("f5")
    limit = bw.Limit(depth=9, seconds=10**6)
    start = time.process_time()
    alone = bw.AlphaBeta(evaluator).search(position, limit)
    needed = time.process_time() - start
    player = bw.AlphaBeta(evaluator, pondering=True)
    end = time.process_time() + 2 * needed
    player.ponder(position)
    until(lambda: time.process_time() >= end, "nothing is pondered on")
    assert player.search(position, limit).nodes < 0.7 * alone.nodes


def test_who_does_not_ponder_finds_nothing_again(othello, player):
    position = othello.start().play("f5")
    player.ponder(position)
    limit = bw.Limit(depth=5, seconds=10**6)
    fresh = bw.AlphaBeta(player.evaluator).search(position, limit)
    assert player.search(position, limit).nodes == fresh.nodes


def test_a_finished_game_is_not_pondered_on(othello):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "discs")), pondering=True)
    player.ponder(othello.parse("X" * 64 + " X"))
    player.stop_pondering()
    assert player.search(othello.start(), bw.Limit(depth=2)).depth == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_on_all_its_threads(threads):
    script = (
        "import boardworth as bw\n"
        "othello = bw.load_game('othello')\n"
        f"player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, 'discs')), threads={threads})\n"
        "print('ready', flush=True)\n"
        "player.search(othello.start(), bw.Limit(depth=60))\n"
    )
    process = python("-c", script)
    assert process.stdout.readline() == "ready\n"
    until_at_work(process)
    _, messages = interrupted(process)
    assert messages.rstrip().endswith("KeyboardInterrupt")


def test_byoyomi_is_used_up_and_what_is_left_of_a_clock_is_shared_out():
    soft, hard = bw.Clock(0, byoyomi=2).budget(40)
    assert hard == 2
    assert soft >= 2 * hard  # A settled search takes half of it.
    soft, hard = bw.Clock(60, byoyomi=2).budget(40)
    assert 2 < soft <= hard < 62


def test_a_clock_for_some_moves_is_shared_out_among_these():
    whole, some, last = (bw.Clock(60, moves=moves).budget(40) for moves in (None, 10, 1))
    assert whole[0] < some[0] < last[0] <= last[1] <= 60
    assert bw.Clock(60, moves=90).budget(40) == whole


def test_a_fast_game_of_any_length_keeps_some_time_for_delays():
    """Of chess at 1+0.01 s, by a player that takes all it may and 2 ms more."""
    clock = bw.Clock(1, 0.01)
    for _ in range(300):
        _, hard = clock.budget(41)
        left = clock.seconds - hard - 0.002
        assert left >= 0.005
        clock = bw.Clock(left + clock.increment, clock.increment)


def test_a_search_that_ponders_has_all_the_time_before_its_start(player, othello):
    """Nothing ends it before; after, its own limit does."""
    start, told = StartSign(), threading.Event()

    def report(found):
        if found.depth == 5:
            assert not start.started
            start.start()
            told.set()

    limit = bw.Limit(seconds=0.000001, start=start)
    found = player.search(othello.start(), limit, report=report)
    assert told.is_set()
    assert found.depth == 5


def test_the_first_start_counts():
    start = StartSign()
    assert not start.started
    start.start()
    start.start()
    assert start.started
