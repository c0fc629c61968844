"""What processes that we start do about themselves: limits, and their end."""

from __future__ import annotations

import ctypes
import os
import resource
import signal

_PR_SET_PDEATHSIG = 1


def limit_memory(size: int) -> None:
    """No more than so many bytes for this process; then MemoryError."""
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):  # it reserves terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def die_with_parent() -> None:
    """Ends this process when the thread that started it ends, whatever ends that."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
