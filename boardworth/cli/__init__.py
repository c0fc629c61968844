"""The command line: one verb per job, one file per verb.

Ctrl-C in the first moments is answered here, so nothing is imported before `main` is called.
"""

import sys


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    try:
        import os
        import signal

        # An exception may get lost on its way out of an import; there is nothing to tidy up yet.
        usual = signal.getsignal(signal.SIGINT)
        watched = usual is signal.default_int_handler  # not where it is ignored
        if watched:
            signal.signal(signal.SIGINT, lambda *_: os._exit(_interrupted()))
        from boardworth.cli.app import run
        from boardworth.cli.streams import give_up, mend

        mend()
        if watched:
            signal.signal(signal.SIGINT, usual)
        code = run(sys.argv[1:])
        # The work is done: what is left is to leave.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        give_up()
    except KeyboardInterrupt:
        code = _interrupted()
    sys.exit(code)


def _interrupted() -> int:
    """Says so, and gives the exit code."""
    import os

    try:  # noqa: SIM105 - contextlib may be what is being imported
        os.write(sys.stderr.fileno(), b"\nboardworth: interrupted\n")
    except (OSError, AttributeError):
        pass  # messages may have no reader, or no stream
    return 130


__all__ = ["main"]
