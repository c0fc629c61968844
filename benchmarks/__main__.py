"""Runs the benchmarks: all but the long ones, or those named; --write keeps their figures.

`results_page` writes docs/results.md from the figures that were kept, and `stale` says which of
them are older than the code they measure. `samples` makes the records that come with Boardworth,
`pictures` draws those of README, `notebooks` runs those of the documentation.
"""

import sys
from importlib import import_module

from benchmarks.data import NoData
from benchmarks.figures import PRODUCT, committed, recording, write

NAMES = (
    "perft",
    "evaluation",
    "sparse",
    "search",
    "midgame",
    "endgame",
    "mining",
    "fit",
    "uct",
    "unfolding",
)
# These take minutes: only when named.
LONG = (
    "accuracy",
    "against",
    "budgets",
    "buro1995",
    "chess_rules",
    "command_lines",
    "compile_cost",
    "configuration_model",
    "configuration_sizes",
    "cover",
    "equal_time",
    "export",
    "fit_full",
    "front_door",
    "gdl",
    "gdl_fuzz",
    "gdl_sheets",
    "gdl_turns",
    "generation",
    "ggp",
    "ggp_clocks",
    "glem",
    "glem_longer",
    "glem_shapes",
    "kaneko",
    "hasami",
    "levels",
    "logic_phases",
    "logic_sheets",
    "losses",
    "matches",
    "experts",
    "ladder",
    "mmto",
    "mmto_speed",
    "mtdf_depth",
    "near_even",
    "ntest",
    "opponents",
    "othello_teachers",
    "pattern_matches",
    "records",
    "records_fuzz",
    "problems",
    "reversi_by_rules",
    "relation_sets",
    "search_features",
    "shogi_rules",
    "stage_sharing",
    "teachers",
    "wthor_error",
    "terms",
    "uci_matches",
    "piece_values",
)
# These measure nothing.
OTHERS = ("notebooks", "pictures", "results_page", "samples", "stale")


def main() -> None:
    words = sys.argv[1:]
    wanted = [word for word in words if word != "--write"] or NAMES
    unknown = set(wanted) - {*NAMES, *LONG, *OTHERS}
    if unknown:
        there_are = ", ".join((*NAMES, *LONG, *OTHERS))
        sys.exit(f"unknown benchmark {', '.join(unknown)}: there are {there_are}")
    for name in wanted:
        measure(name, keep="--write" in words)


def measure(name: str, keep: bool) -> None:
    """Runs a benchmark, and writes the tables it shows to its file of figures if they are kept."""
    module = import_module(f"benchmarks.{name}")
    sources = (*getattr(module, "SOURCES", PRODUCT), f"benchmarks/{name}.py")
    commit = committed(sources) if keep else ""
    with recording() as tables:
        try:
            module.run()
        except NoData as error:
            print(f"{name}: {error}", file=sys.stderr)
    if keep and tables:
        print(write(name, tables, sources, commit))


if __name__ == "__main__":
    main()
