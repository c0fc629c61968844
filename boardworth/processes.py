"""What processes that we start do about themselves: limits, and their end."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import time
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def limit_memory(size: int) -> None:
    """No more than so many bytes for this process; then MemoryError."""
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):  # it reserves terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def die_with_parent() -> None:
    """Ends this process when the thread that started it ends, whatever ends that."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


def seconds_since_start() -> float:
    """How long this process has been there, on the wall: imports take their time, too."""
    started = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    now = time.clock_gettime(time.CLOCK_BOOTTIME)
    return now - started / os.sysconf("SC_CLK_TCK")
