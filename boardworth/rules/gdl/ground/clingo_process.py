"""Grounds one program in a process of its own, whose time and memory the system limits.

    python -m boardworth.rules.gdl.ground.clingo_process SECONDS BYTES MAX_RULES < program

The answer on standard output is a series of NumPy arrays; a program that cannot be grounded gets
a line on standard error and one of the exit codes below.
"""

from __future__ import annotations

import io
import resource
import sys
from importlib.util import find_spec

import numpy as np

from boardworth import _core
from boardworth.errors import FormatError, TooMany
from boardworth.processes import die_with_parent, limit_memory

TOO_MANY_RULES = 3
OUT_OF_MEMORY = 4
NOT_A_PROGRAM = 5


def main(seconds: int, memory: int, max_rules: int) -> int:
    """Grounds standard input within the limits; the exit code."""
    die_with_parent()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    limit_memory(memory)
    library = find_spec("clingo._clingo")
    assert library is not None
    assert library.origin is not None
    try:
        arrays = _core.ground_by_clingo(library.origin, sys.stdin.read(), max_rules)
        answer = io.BytesIO()  # NumPy asks where it is in a file, which a pipe cannot tell
        for array in arrays:
            np.save(answer, array)
        sys.stdout.buffer.write(answer.getbuffer())
        sys.stdout.buffer.flush()
    except TooMany as error:
        return _refused(TOO_MANY_RULES, error)
    except MemoryError as error:
        return _refused(OUT_OF_MEMORY, error)
    except FormatError as error:
        return _refused(OUT_OF_MEMORY if "bad_alloc" in str(error) else NOT_A_PROGRAM, error)
    return 0


def _refused(code: int, error: Exception) -> int:
    print(error, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
