"""The command line: one verb per job, one file per verb."""

import sys


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    try:
        from boardworth.cli.app import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nboardworth: interrupted", file=sys.stderr)
        sys.exit(130)


__all__ = ["main"]
