"""boardworth reproduce buro1995: three ways to combine features."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Exact, Seed, Threads, threads_or_all
from boardworth.cli.reproduce.options import (
    Flag,
    Games,
    give_verdicts,
    given,
    limit_of_scale,
    of_scale,
    reporter_of,
    work_folder,
)
from boardworth.cli.reproduce.steps import steps_of_buro1995


def buro1995(
    *,
    quick: Flag = False,
    full: Flag = False,
    training_games: Annotated[
        int | None, Parameter(validator=validators.Number(gte=200, lte=10**7))
    ] = None,
    solved: Exact | None = None,
    games: Games | None = None,
    even_games: Games | None = None,
    opening_depth: Annotated[
        int | None, Parameter(validator=validators.Number(gte=1, lte=20))
    ] = None,
    seconds: float | None = None,
    nodes: int | None = None,
    even_time: Flag = False,
    corner_quiescence: bool = True,
    seed: Seed = 0,
    threads: Threads | None = None,
    folder: Annotated[Path | None, work_folder("buro1995")] = None,
    fresh: Flag = False,
) -> None:
    """Buro 1995: LOG, FISHER and QUAD learn to combine tables and mobility in Othello.

    Weak players play games from all openings of seven plies; outcomes of endings are searched, and
    results go up the tree of all games. For every configuration of 11 patterns the share of won
    positions is counted, phase by phase. LOG, FISHER and QUAD combine the 11 sums of these shares
    with two measures of mobility, and play every pairing of the paper's table, from openings of 14
    discs that LOG finds nearly even, with times in the paper's ratios. A search goes on beyond its
    depth where a corner can be taken.

    By the CPU time of its parts, the default takes about three quarters of an hour on two cores.
    What is finished is kept: given again, the same command goes on where it was interrupted, and
    with more games it plays only what is missing.

    For example:

        boardworth reproduce buro1995 --quick
        boardworth reproduce buro1995 --training-games 20000 --games 400 --nodes 2000 --even-time

    Args:
        quick: a small run, in minutes: 2,000 training games, 60 games of a pairing.
        full: the paper's scale, matches solved 22 moves before the end, with its times: months on
            one processor.
        training_games: of self-play, to learn from (default 60,000, as there).
        solved: moves before the end of a training game from which its outcome is known by search
            (default 20, as there).
        games: of every pairing (default 1,000; 200 there).
        even_games: of the pairings at even time, if it is another number (default 2,000).
        opening_depth: of the searches that find the openings of matches even (default 11).
        seconds: per move, of a player that had the usual time in the paper.
        nodes: the same in positions searched, which a busy machine does not disturb; a slower
            player has fewer (default 20,000).
        even_time: play only the pairings in which both have the same time.
        corner_quiescence: search on where a corner can be taken; matches without it begin with
            the same openings.
        seed: of everything random.
        threads: how many to use; they change no game that is limited in nodes.
        folder: keeps what is finished (default buro1995.work; buro1995-quick.work with --quick).
        fresh: throw away what another run with other settings has left in the folder.
    """
    from boardworth.cli.reproduce.tables import show_combinations, show_scores, show_verdicts
    from boardworth.reproduce.buro1995 import CORNERS, FULL, QUICK, Scale
    from boardworth.reproduce.buro1995 import reproduce as run
    from boardworth.reproduce.buro1995_paper import PAIRINGS, TOURNAMENT_MINUTES
    from boardworth.reproduce.tournament import FULL_WIDTH, at_even_time
    from boardworth.rules import load_game

    assert folder is not None
    usual = of_scale((QUICK, Scale(), FULL), quick=quick, full=full)
    limit = limit_of_scale(usual.limit, nodes, seconds, TOURNAMENT_MINUTES, full=full)
    learning = given(training_games=training_games, solved=solved, seed=seed)
    sizes = given(games=games, even_games=even_games or games, opening_depth=opening_depth)
    scale = replace(
        usual,
        learning=replace(usual.learning, **learning),
        limit=limit,
        pairings=at_even_time(PAIRINGS) if even_time else PAIRINGS,
        search=CORNERS if corner_quiescence else FULL_WIDTH,
        **sizes,
    )
    reporter = reporter_of(folder, steps_of_buro1995(scale))
    found = run(
        load_game("othello"),
        scale,
        folder,
        reporter,
        threads=threads_or_all(threads),
        fresh=fresh,
    )
    show_combinations(found)
    note = f"{TOURNAMENT_MINUTES} minutes are {limit} here; endings solved at {scale.solved}"
    show_scores(f"Matches, {scale.search}", found.scores, note)
    verdicts = found.verdicts()
    at = scale.learning
    scale_text = (
        f"{at.training_games:,} training games solved {at.solved} moves before the end, {limit} for"
        f" {TOURNAMENT_MINUTES} minutes, {scale.search}, openings even by depth"
        f" {scale.opening_depth}; figures 1 and 2 illustrate, and have no result"
    )
    show_verdicts("Buro 1995", verdicts, scale_text)
    give_verdicts(verdicts, {"paper": "Buro 1995", "scale": scale_text})
