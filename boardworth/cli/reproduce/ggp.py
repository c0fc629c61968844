"""boardworth reproduce ggp: Guided UCT and MTD(f) by functions from rules alone."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, Threads, refuse_idle
from boardworth.cli.paths import Input
from boardworth.cli.reproduce.options import (
    Flag,
    give_verdicts,
    given,
    of_scale,
    reporter_of,
    work_folder,
)
from boardworth.cli.reproduce.steps import steps_of_ggp

_ALSO_WITH_THREADS = {"5": "6", "7": "8"}
_NOTE = "per cent: +100 all games won, -100 all lost; decided if all limits that decide agree"
_SEVERAL = Parameter(consume_multiple=True, negative="")
_Constant = Annotated[float | None, Parameter(validator=validators.Number(gte=0))]


def ggp(
    *,
    quick: Flag = False,
    full: Flag = False,
    games: Annotated[list[str] | None, Input(models=True), _SEVERAL] = None,
    sheets: Annotated[Path | None, Input(folder=True)] = None,
    figures: Annotated[list[Literal["4", "5", "7", "table"]] | None, _SEVERAL] = None,
    functions: Annotated[list[Literal["paper", "ours"]] | None, _SEVERAL] = None,
    simulations: Annotated[
        list[Annotated[int, Parameter(validator=validators.Number(gte=1, lte=10**9))]] | None,
        _SEVERAL,
    ] = None,
    equal: Literal["moves", "simulations"] = "moves",
    seconds: Annotated[list[float] | None, _SEVERAL] = None,
    matches: Annotated[int | None, Parameter(validator=validators.Number(gte=1, lte=10**6))] = None,
    exploration: _Constant = None,
    plain_exploration: _Constant = None,
    final_move: Literal["mean", "visits"] | None = None,
    proofs: Flag = False,
    lanes: Annotated[int | None, Parameter(validator=validators.Number(gte=0))] = None,
    opening: Annotated[int | None, Parameter(validator=validators.Number(gte=0))] = None,
    threads: Threads | None = None,
    jobs: Threads | None = None,
    seed: Seed = 0,
    folder: Annotated[Path | None, work_folder("ggp")] = None,
) -> None:
    """Walędzik & Mańdziuk 2014: players guided by functions from rules alone, against plain UCT.

    Figure 4: Guided UCT, which ends a random game at each move with probability 0.1 and asks the
    function, against UCT. Figure 5: MTD(f) against UCT. Figure 7: MTD(f) against Guided UCT. The
    table: Guided UCT against Guided UCT whose function calls everything a draw. Functions are made
    anew for each pair of games, and the roles are swapped within a pair.

    Everything is as in the paper, as far as it tells: 100 sequences with 10 random games each, the
    final move by the highest mean, the tree kept from move to move, no proofs in it, one simulation
    after the other, no random openings. Instead of equal time, players may make equally many moves
    in a search: those of some simulations of plain UCT (--simulations). Moves are what took time in
    the paper, and Guided UCT makes fewer in a simulation.

    What is finished is kept: given again, the same command goes on where it was interrupted, and
    with more matches it plays only what is missing.

    For example:

        boardworth reproduce ggp --quick --games connect-four tic-tac-toe
        boardworth reproduce ggp --sheets gdl --games connect4 --figures 4 --equal simulations
        boardworth reproduce ggp --sheets gdl --games connect4 --exploration 0.02 --matches 40
        boardworth reproduce ggp --games connect-four --functions ours --lanes 64 --seconds 0.1

    Args:
        quick: 20 games at 50 simulations (minutes) instead of 100 at 50 and 200 (two hours).
        full: 200 games at 50, 200, 1,000 and 5,000 simulations, and figures 6 and 8 (days).
        games: names of rule sheets (default: the paper's five games).
        sheets: a folder of public rule sheets (default: gdl in the folder that BOARDWORTH_DATA
            names; without that, the sheets that come with Boardworth).
        figures: which (default: all).
        functions: as in the paper, or ours, of all fluents, on the scale of scores and from more
            random games; both may be given (default: paper).
        simulations: of plain UCT per move; several may be given.
        equal: the players make equally many moves, on average; or they have equally many
            simulations, and MTD(f) 20 states for each.
        seconds: per move, equal time instead; several may be given (1 to 60 in the paper).
        matches: games of every pairing, rounded up to pairs.
        exploration: C of Guided UCT, for points of 0 to 1 (default 0.5; the paper does not tell).
        plain_exploration: C of plain UCT (default 0.5).
        final_move: the move with the highest mean (the default) or with the most visits.
        proofs: let ends of the game in the tree prove what leads to them.
        lanes: simulations in flight at most (default 0: one after the other).
        opening: random moves that games begin with (default 0).
        threads: of UCT and Guided UCT by the clock in figure 4 and the table; with more than one
            there are also figures 6 and 8: figures 5 and 7 with this number of threads, or with
            this many times as many simulations. MTD(f) has one thread.
        jobs: pairs of games at a time (default: as many as there are processors; by the clock, 1).
        seed: of everything random.
        folder: keeps what is finished (default ggp.work; ggp-quick.work with --quick).
    """
    from boardworth.cli.reproduce.tables import show_standings, show_verdicts
    from boardworth.reproduce.ggp import FULL, QUICK, USUAL, Tournament
    from boardworth.reproduce.ggp_contests import Contest
    from boardworth.reproduce.ggp_games import Sheets, load_games
    from boardworth.reproduce.ggp_paper import EXPERIMENTS, FEATURES
    from boardworth.reproduce.ggp_verdicts import verdicts
    from boardworth.reproduce.kept_pairs import KeptPairs

    assert folder is not None
    if seconds and not simulations:
        refuse_idle(ggp, {"equal": equal}, ["equal"], "--seconds")
    usual = of_scale((QUICK, USUAL, FULL), quick=quick, full=full)
    settings = given(
        exploration=exploration,
        plain_exploration=plain_exploration,
        final_move=final_move,
        lanes=lanes,
    )
    scale = replace(
        usual,
        **given(functions=functions, games=matches, opening=opening, threads=threads),
        **given(figures=figures),
        **_limits(simulations, seconds),
        equal=equal,
        play=replace(usual.play, proofs=proofs, **settings),
        seed=seed,
    )
    wanted = [*scale.figures]
    if scale.threads > 1:
        wanted += [more for one, more in _ALSO_WITH_THREADS.items() if one in wanted]
    scale = replace(scale, figures=[figure for figure in EXPERIMENTS if figure in wanted])
    reporter = reporter_of(folder, steps_of_ggp())
    kept = KeptPairs(folder, reporter, Contest)
    found = Sheets.of(sheets, reporter)
    with kept.opened():
        tournament = Tournament(load_games(games or [], found, reporter), scale, kept)
        try:
            tournament.run(reporter, jobs or (1 if scale.seconds else os.cpu_count() or 1))
        finally:
            standings = tournament.standings()
            show_standings(standings)
    counted = {name: sheet for name in FEATURES if (sheet := found.read_public(name)) is not None}
    rows = verdicts(standings, scale.figures, counted)
    show_verdicts("Walędzik & Mańdziuk 2014", rows, _NOTE)
    give_verdicts(rows, {"contests": [standing.summary() for standing in standings]})


def _limits(simulations: list[int] | None, seconds: list[float] | None) -> dict[str, Any]:
    """Those that are given; one kind of limit replaces the other."""
    if not simulations and not seconds:
        return {}
    return {
        "simulations": tuple(dict.fromkeys(simulations or ())),
        "seconds": tuple(dict.fromkeys(seconds or ())),
    }
