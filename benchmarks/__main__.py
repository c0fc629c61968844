"""Runs the benchmarks: all but the long ones, or those named on the command line."""

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
    "uct",
)
# These take minutes: only when named.
LONG = (
    "against",
    "fit_full",
    "gdl",
    "gdl_sheets",
    "gdl_fuzz",
    "generation",
    "levels",
    "mtdf_depth",
    "ntest",
    "opponents",
    "reversi_by_rules",
)


def main() -> None:
    wanted = sys.argv[1:] or NAMES
    unknown = set(wanted) - {*NAMES, *LONG}
    if unknown:
        there_are = ", ".join((*NAMES, *LONG))
        sys.exit(f"unknown benchmark {', '.join(unknown)}: there are {there_are}")
    for name in wanted:
        import_module(f"benchmarks.{name}").run()


main()
