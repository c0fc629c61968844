"""boardworth reproduce ggp: Guided UCT and MTD(f) by functions from rules alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Count, Force, Seed, Threads
from boardworth.cli.file_kinds import FIGURES, PAIRS
from boardworth.cli.paths import Input, Output, WorkFolder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.reproduce.ggp import Standing

_ALSO_WITH_THREADS = {"5": "6", "7": "8"}


def ggp(
    *,
    games: Annotated[
        list[str] | None, Input(), Parameter(consume_multiple=True, negative="")
    ] = None,
    sheets: Annotated[Path | None, Input(folder=True)] = None,
    figures: Annotated[
        list[Literal["4", "5", "7", "table"]] | None,
        Parameter(consume_multiple=True, negative=""),
    ] = None,
    functions: Annotated[
        list[Literal["paper", "ours"]] | None, Parameter(consume_multiple=True, negative="")
    ] = None,
    seconds: Annotated[list[float] | None, Parameter(consume_multiple=True, negative="")] = None,
    matches: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=10**6))] = 20,
    opening: Count = 4,
    threads: Threads = 1,
    jobs: Threads = 1,
    seed: Seed = 0,
    work: Annotated[Path, WorkFolder("pairs.jsonl", PAIRS)] = Path("ggp.work"),
    results: Annotated[Path | None, Output(FIGURES)] = None,
    force: Force = False,
) -> None:
    """Walędzik & Mańdziuk 2014: players guided by functions from rules alone, against plain UCT.

    Figure 4: Guided UCT, which ends a random game at each move with probability 0.1 and asks the
    function, against UCT. Figure 5: MTD(f) against UCT. Figure 7: MTD(f) against Guided UCT. The
    table: Guided UCT against Guided UCT whose function calls everything a draw. Functions are made
    anew for each pair of games; a pair has one opening, and the roles swapped.

    What is finished is kept: given again, the same command goes on where it was interrupted, and
    with more matches it plays only what is missing.

    For example:

        boardworth reproduce ggp --games connect-four --matches 100 --seconds 0.5
        boardworth reproduce ggp --sheets gdl --games connectFour --matches 40 --seconds 0.1

    Args:
        games: names of rule sheets (default: the paper's five games and more).
        sheets: a folder of public rule sheets, instead of those that come with Boardworth.
        figures: which (default: all).
        functions: as in the paper, or ours, of all fluents and on the scale of scores; both may be
            given (default: paper).
        seconds: per move; several may be given (default 0.1; 1 to 60 in the paper).
        matches: games of every pairing, rounded up to pairs.
        opening: random moves that games begin with.
        threads: of UCT and Guided UCT in figure 4 and the table; with more than one there are also
            figures 6 and 8: 5 and 7 against this number of threads. MTD(f) has one.
        jobs: pairs of games at a time.
        seed: of everything random.
        work: the folder that keeps finished games.
        results: a file for the figures, in JSON.
        force: replace a file that does not hold such figures.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.reproduce.tables import show_standings
    from boardworth.reproduce.ggp import Scale, Tournament
    from boardworth.reproduce.ggp_games import load_games
    from boardworth.reproduce.kept_pairs import Contest, KeptPairs
    from boardworth.search import Limit

    wanted: list[str] = [*(figures or Scale.figures)]
    if threads > 1:
        wanted += [more for one, more in _ALSO_WITH_THREADS.items() if one in wanted]
    scale = Scale(
        tuple(dict.fromkeys(wanted)),
        tuple(dict.fromkeys(functions or Scale.functions)),
        tuple(Limit(seconds=number) for number in dict.fromkeys(seconds or [0.1])),
        matches,
        threads,
        opening,
        seed,
    )
    reporter = ProgressBars()
    kept = KeptPairs(work, reporter, Contest)
    with kept.opened():
        tournament = Tournament(load_games(games or [], sheets, reporter), scale, kept)
        try:
            tournament.run(reporter, jobs)
        finally:
            standings = tournament.standings()
            _write(standings, results)
            show_standings(standings)


def _write(standings: Sequence[Standing], results: Path | None) -> None:
    from boardworth.files import written_atomically

    if results is not None:
        with written_atomically(results) as file:
            content = [standing.summary() for standing in standings]
            file.write(json.dumps(content, indent=2).encode() + b"\n")
