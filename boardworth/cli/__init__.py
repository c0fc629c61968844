"""The command line: one verb per job, one file per verb."""

import signal
import sys


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
        if sys.stderr is not None:
            print("\nboardworth: interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)


__all__ = ["main"]
