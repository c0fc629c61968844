"""Clocks, stop signs and pondering."""

import signal
import subprocess
import sys
import threading
import time

import pytest

import boardworth as bw
from boardworth.errors import BoardworthError, FormatError


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


@pytest.mark.timing
def test_a_search_by_the_clock_keeps_to_it(othello, player):
    before = time.perf_counter()
    found = player.search(othello.start(), bw.Limit(clock=bw.Clock(3, 0)))
    assert time.perf_counter() - before < 1
    assert found.depth >= 4


@pytest.mark.timing
def test_a_forced_move_takes_no_time(othello, player):
    forced = othello.parse("-XOOOOOO" + "-OOOOOOO" * 7 + " X")
    assert len(forced.legal_moves()) == 1
    before = time.perf_counter()
    player.search(forced, bw.Limit(clock=bw.Clock(60, 0)))
    assert time.perf_counter() - before < 0.3


@pytest.mark.timing
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", ["start", "ending"])
def test_a_stop_sign_ends_a_search_at_once(othello, threads, position):
    """Within 10 ms; the median of several, for the sake of busy machines."""
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")), threads=threads)
    board = othello.start()
    if position == "ending":
        board = othello.parse("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O")
    delays = []
    for _ in range(7):
        sign = bw.StopSign()
        stopped = []

        def stop(sign=sign, stopped=stopped):
            time.sleep(0.05)
            stopped.append(time.perf_counter())
            sign.stop()

        thread = threading.Thread(target=stop)
        thread.start()
        player.search(board, bw.Limit(stop=sign))
        delays.append(time.perf_counter() - stopped[0])
        thread.join()
    assert sorted(delays)[3] < 0.010


def test_what_was_pondered_on_is_found_again(othello):
    evaluator = bw.Evaluator(bw.baseline(othello, "squares"))
    position = othello.start().play("f5")
    reached = []
    for pondering in (False, True):
        player = bw.AlphaBeta(evaluator, pondering=pondering)
        player.ponder(position)
        time.sleep(0.4)
        reached.append(player.search(position, bw.Limit(depth=9, seconds=60)).nodes)
    assert reached[1] < 0.7 * reached[0]


def test_a_finished_game_is_not_pondered_on(othello):
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "discs")), pondering=True)
    player.ponder(othello.parse("X" * 64 + " X"))
    player.stop_pondering()
    assert player.search(othello.start(), bw.Limit(depth=2)).depth == 2


@pytest.mark.timing
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_on_all_its_threads(threads):
    script = (
        "import boardworth as bw\n"
        "othello = bw.load_game('othello')\n"
        f"player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, 'discs')), threads={threads})\n"
        "print('ready', flush=True)\n"
        "player.search(othello.start(), bw.Limit(depth=60))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    before = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=20)
    assert time.perf_counter() - before < 2
    assert messages.rstrip().endswith("KeyboardInterrupt")
