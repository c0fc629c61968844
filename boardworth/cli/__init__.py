"""The command line: one verb per job, one file per verb."""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    try:
        from boardworth.cli.app import run
        from boardworth.cli.streams import give_up, mend

        mend()
        code = run(sys.argv[1:])
        # The work is done: what is left is to leave.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        give_up()
    except KeyboardInterrupt:
        with suppress(OSError, AttributeError):  # messages may have no reader, or no stream
            os.write(sys.stderr.fileno(), b"\nboardworth: interrupted\n")
        code = 130
    sys.exit(code)


__all__ = ["main"]
