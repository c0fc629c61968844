"""Waits for what happens, however long that takes: no test knows how fast the machine is.

Where the code is right, everything that is waited for comes at last: patience ends only tests that
fail.
"""

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 300.0  # seconds
_GLANCE = 0.005
_TICKS = os.sysconf("SC_CLK_TCK")
_ANNOUNCING = Path(__file__).parent / "announcing.py"


def until(condition, what):
    """Returns when a condition holds; fails with a sentence when patience ends."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: waited in vain for {PATIENCE:g} s")
        time.sleep(_GLANCE)


def until_set(event, what):
    """Waits for an event; fails with a sentence when patience ends."""
    if not event.wait(PATIENCE):
        raise AssertionError(f"{what}: waited in vain for {PATIENCE:g} s")


def cpu_seconds(pid):
    """CPU time that a process and its threads have used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def until_at_work(process, seconds=0.3):
    """Waits until a process that was about to begin its work has spent CPU time on it."""
    end = cpu_seconds(process.pid) + seconds

    def at_work():
        assert process.poll() is None, "the process has ended"
        return cpu_seconds(process.pid) >= end

    until(at_work, "the process does not compute")


@contextmanager
def stopped_at_work(sign, seconds=0.3):
    """A stop sign goes up when the work inside, which nothing else ends, has used CPU time."""
    end = time.process_time() + seconds
    over = threading.Event()

    def stop():
        until(lambda: over.is_set() or time.process_time() >= end, "nothing is computed")
        if not over.is_set():
            sign.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    assert sign.stopped, "the work was over before it was stopped"


@contextmanager
def interrupted_at_work(seconds=0.2):
    """Ctrl-C inside this process, when the work inside has used so much CPU time."""
    handler = signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)


def python(*words, **options):
    """A Python process whose output and messages are text; it does not outlive the tests.

    Ctrl-C reaches it, also where the tests were started with SIGINT ignored, as by nohup.
    """
    process = subprocess.Popen(
        [sys.executable, *map(str, words)],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
    atexit.register(process.kill)
    return process


def boardworth(*words, announcing):
    """A process of a command that prints a line before every call of `module:function`."""
    return python(_ANNOUNCING, announcing, *words)


def interrupted(process):
    """What a process says in the end, on both streams, after Ctrl-C."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
