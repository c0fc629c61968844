"""boardworth reproduce glem: sparse patterns beside Logistello's."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, Threads, threads_or_all
from boardworth.cli.output.figures import give
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
from boardworth.cli.reproduce.steps import steps_of_glem, steps_of_shapes


def glem(
    *,
    quick: Flag = False,
    full: Flag = False,
    positions: Annotated[
        int | None, Parameter(validator=validators.Number(gte=200, lte=10**8))
    ] = None,
    label_depth: Annotated[
        int | None, Parameter(validator=validators.Number(gte=1, lte=20))
    ] = None,
    games: Games | None = None,
    even_games: Games | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    versions: Annotated[
        list[Literal["A", "B", "AB", "ABC"]] | None,
        Parameter(consume_multiple=True, negative=""),
    ] = None,
    even_time: Flag = False,
    shapes: Flag = False,
    seed: Seed = 0,
    threads: Threads | None = None,
    folder: Annotated[Path | None, work_folder("glem")] = None,
    fresh: Flag = False,
) -> None:
    """Buro 1998 (GLEM): sparse patterns of 16 squares, added to Logistello's patterns.

    Positions of self-play, and such as searches from there evaluate, are labelled phase by phase
    from the end of the game. The labels rest on the basic patterns alone. All versions are fitted
    to them and play against the basic version, with times in the paper's ratios: once with full
    width, as in the paper, once with our forward pruning. Speeds are measured in the run.

    By the CPU time of its parts, the default takes an hour and a half on two cores. What is
    finished is kept: given again, the same command goes on where it was interrupted, and
    with more games it plays only what is missing.

    For example:

        boardworth reproduce glem --quick
        boardworth reproduce glem --positions 300000 --games 200 --nodes 2000 --even-time
        boardworth reproduce glem --positions 300000 --versions B --even-time --nodes 5000
        boardworth reproduce glem --positions 300000 --shapes

    Args:
        quick: a small run, in minutes: 20,000 positions, 40 games of a pairing.
        full: the paper's sizes and times, matches solved 22 moves before the end: months on one
            processor.
        positions: to learn from, without the successors of best moves (default 5 million; 11
            million with --full, as there).
        label_depth: of the searches that label positions (default 6).
        games: of every pairing (default 434, as there).
        even_games: of the pairings at even time and full width, if it is another number (default
            4,000).
        seconds: per move, of a player that had the usual time in the paper.
        nodes: the same in positions searched, which a busy machine does not disturb; a slower
            player has fewer (default 10,000).
        versions: that play against the basic one (default: all).
        even_time: play only the pairings in which both have the same time.
        shapes: instead of playing, rank candidates for the paper's shapes, whose pictures are lost,
            by their held-out error.
        seed: of everything random.
        threads: how many to use; they change no game that is limited in nodes.
        folder: keeps what is finished (default glem.work; glem-quick.work with --quick).
        fresh: throw away what another run with other settings has left in the folder.
    """
    from boardworth.cli.reproduce.tables import (
        show_scores,
        show_shapes,
        show_verdicts,
        show_versions,
    )
    from boardworth.reproduce.glem import FULL, QUICK, Scale, rank_shapes
    from boardworth.reproduce.glem import reproduce as run
    from boardworth.reproduce.glem_paper import PAIRINGS, TOURNAMENT_MINUTES
    from boardworth.reproduce.tournament import at_even_time
    from boardworth.rules import load_game

    assert folder is not None
    usual = of_scale((QUICK, Scale(), FULL), quick=quick, full=full)
    limit = limit_of_scale(usual.limit, nodes, seconds, TOURNAMENT_MINUTES, full=full)
    learning = replace(
        usual.learning, **given(positions=positions, label_depth=label_depth, seed=seed)
    )
    pairings = at_even_time(PAIRINGS) if even_time else PAIRINGS
    scale = replace(
        usual,
        learning=learning,
        limit=limit,
        pairings=[p for p in pairings if not versions or p.first in versions],
        **given(games=games, even_games=even_games or games),
    )
    reporter = reporter_of(folder, steps_of_shapes() if shapes else steps_of_glem(scale))
    game, threads = load_game("othello"), threads_or_all(threads)
    if shapes:
        ranked = rank_shapes(game, learning, folder, reporter, threads=threads, fresh=fresh)
        show_shapes(ranked)
        give(None, {"shapes": [asdict(shape) for shape in ranked]})
        return
    found = run(game, scale, folder, reporter, threads=threads, fresh=fresh)
    show_versions(found)
    note = f"{TOURNAMENT_MINUTES} minutes are {limit} here; endings solved at {scale.solved}"
    for search, scores in found.held.scores.items():
        show_scores(f"Matches, {search}", scores, note)
    verdicts = found.verdicts()
    scale_text = (
        f"{found.positions:,} positions labelled by depth {learning.label_depth}, {limit} for "
        f"{TOURNAMENT_MINUTES} minutes"
    )
    show_verdicts("GLEM", verdicts, scale_text)
    give_verdicts(verdicts, {"paper": "Buro 1998 (GLEM)", "scale": scale_text})
