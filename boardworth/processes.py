"""What processes that we start do about themselves: limits, and their end."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import time
from pathlib import Path

_PR_SET_PDEATHSIG = 1
# Addresses beyond the memory that is used, for systems that only know a limit of addresses.
_ADDRESSES = 2 << 30


def limit_memory(size: int) -> None:
    """At most this many bytes for this process; then MemoryError.

    Addresses that are reserved and not used do not count: every thread has some for its memory.
    """
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):  # it reserves terabytes of addresses
        _lower(resource.RLIMIT_DATA, size)
        _lower(resource.RLIMIT_AS, size + _ADDRESSES)


def _lower(limit: int, size: int) -> None:
    """Where there is a lower limit already, it stays."""
    hard = resource.getrlimit(limit)[1]
    if hard == resource.RLIM_INFINITY or size < hard:
        resource.setrlimit(limit, (size, size))


def memory_of_machine() -> int:
    """Bytes."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def seconds_since_start() -> float:
    """How long this process has been there, with all that its interpreter did first."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    started = int(fields[19]) / os.sysconf("SC_CLK_TCK")
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started


def die_with_parent() -> None:
    """Ends this process when the thread that started it ends, whatever ends that."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
