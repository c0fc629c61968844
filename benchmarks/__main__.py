"""Runs the benchmarks: all of them, or those named on the command line."""

import sys
from importlib import import_module

NAMES = (
    "perft",
    "evaluation",
    "sparse",
    "search",
    "midgame",
    "endgame",
    "mining",
    "activation",
    "fit",
)


def main() -> None:
    wanted = sys.argv[1:] or NAMES
    unknown = set(wanted) - set(NAMES)
    if unknown:
        sys.exit(f"unknown benchmark {', '.join(unknown)}: there are {', '.join(NAMES)}")
    for name in wanted:
        import_module(f"benchmarks.{name}").run()


main()
