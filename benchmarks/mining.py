"""GenConf: frequent configurations of Othello positions, beside PyFIM's eclat."""

import time
from functools import partial

import fim
import numpy as np

import boardworth as bw
from benchmarks.random_positions import random_positions
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth import _core
from boardworth.features import MatchHeuristic, genconf, genconf_blocks, genconf_counts

SOURCES = ("core/features/mining", "boardworth/features")

SMALL, MIDDLE, LARGE = 20_000, 200_000, 1_000_000
HEURISTIC = MatchHeuristic()


def run() -> None:
    game = bw.load_game("othello")
    positions = random_positions(game, LARGE)
    beside_pyfim(game, positions[:SMALL])
    kernels(game, positions[:MIDDLE])
    at_full_size(game, positions)


def beside_pyfim(game: bw.Game, positions: np.ndarray) -> None:
    """The same sets, found by the reference implementation of Eclat."""
    min_count = len(positions) // 100
    values = len(game.atoms[0].values)
    transactions = [
        [atom * values + value for atom, value in enumerate(game.facts(bw.Position(game, row)))]
        for row in (packed.tobytes() for packed in positions)
    ]
    settings = {"supp": -min_count, "zmin": 1, "zmax": 3}
    found = genconf(game, positions, min_count, max_length=3)
    ours = seconds_by_round(
        {
            "counted": lambda: genconf_counts(game, positions, min_count, max_length=3),
            "found": lambda: list(genconf_blocks(game, positions, min_count, max_length=3)),
            "found and sorted": lambda: genconf(game, positions, min_count, max_length=3),
        }
    )
    theirs = {}
    for what, report in (("counted", "#"), ("found", "")):
        start = time.process_time()
        sets = fim.eclat(transactions, report=report, **settings)
        theirs[what] = time.process_time() - start
    assert len(sets) == len(found)
    theirs["found and sorted"] = theirs["found"]
    show(
        f"{len(found):,} configurations of at most 3 relations, {len(positions):,} positions, 1 %",
        ("what", "boardworth, s", "PyFIM eclat, s", "faster by"),
        [
            (what, f"{min(s):.3f}", f"{theirs[what]:.2f}", faster_by([theirs[what]] * len(s), s))
            for what, s in ours.items()
        ],
        "one thread each; PyFIM does not sort",
    )


def kernels(game: bw.Game, positions: np.ndarray) -> None:
    """The inner loop by instruction set."""
    works = {
        kernel: lambda kernel=kernel: genconf_counts(
            game, positions, len(positions) // 100, max_length=3, kernel=kernel
        )
        for kernel in _core.and_count_kernels()
    }
    seconds = seconds_by_round(works)
    show(
        f"Length 3 on {len(positions):,} positions, by instruction set",
        ("kernel", "seconds", "against plain"),
        [(name, f"{min(s):.3f}", faster_by(seconds["plain"], s)) for name, s in seconds.items()],
    )


def at_full_size(game: bw.Game, positions: np.ndarray) -> None:
    """Exact and by MatchHeuristic, one thread."""
    table = []
    for max_length, count in ((3, MIDDLE), (4, MIDDLE), (4, LARGE)):
        chosen, min_count = positions[:count], count // 100
        works = {
            "exact": partial(genconf_counts, game, chosen, min_count, max_length=max_length),
            "MatchHeuristic": partial(
                genconf_counts, game, chosen, min_count, max_length=max_length, heuristic=HEURISTIC
            ),
        }
        seconds = seconds_by_round(works, rounds=3)
        for name, s in seconds.items():
            what = f"{name}, {count:,} positions, length {max_length}"
            found = works[name]().total
            ratio = faster_by(seconds["exact"], s)
            table.append((what, f"{found:,}", f"{min(s):.2f}", ratio))
    few = positions[:MIDDLE]
    show(
        "GenConf, 1 % min_count, one thread",
        ("what", "configurations", "seconds", "against exact"),
        table,
        f"wrong decisions, {len(few):,} positions, length 3: {wrong_share(game, few):.2%}",
    )


def wrong_share(game: bw.Game, positions: np.ndarray) -> float:
    """The share of candidates of length 3 that the heuristic takes or drops by mistake."""
    min_count = len(positions) // 100
    truth = genconf(game, positions, min_count, max_length=3)
    guessed = genconf(game, positions, min_count, max_length=3, heuristic=HEURISTIC)
    keys = [set(map(bytes, c.table())) for c in (truth, guessed)]
    candidates = genconf_counts(game, positions, min_count, max_length=3).candidates
    return len(keys[0] ^ keys[1]) / candidates
