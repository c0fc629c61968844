"""boardworth reproduce: a paper's tables again, ours beside theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, Threads, threads_or_all

if TYPE_CHECKING:
    from boardworth.reproduce.buro1995 import Buro1995


def reproduce(
    paper: Literal["buro1995"],  # noqa: ARG001 - the first of several
    /,
    *,
    training_games: Annotated[
        int, Parameter(validator=validators.Number(gte=200, lte=10**7))
    ] = 60_000,
    games: Annotated[int, Parameter(validator=validators.Number(gte=2, lte=10**6))] = 200,
    nodes: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=10**12))] = 20_000,
    seed: Seed = 0,
    threads: Threads | None = None,
) -> None:
    """Repeat a paper's experiment at a smaller scale, and show its figures beside the paper's.

    buro1995: LOG, FISHER and QUAD learn to combine tables of an Othello board's lines from the
    same games. All three are compared on games that were held out. LOG and FISHER play a match,
    with tables only: what is not a sum of tables cannot be searched with yet.

    For example:

        boardworth reproduce buro1995 --training-games 20000 --games 200

    Args:
        paper: which one.
        training_games: games of self-play to learn from.
        games: of the match.
        nodes: limit per move of the match, in positions searched.
        seed: of everything random.
        threads: how many to use; they do not change the result.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.reproduce.buro1995 import Scale
    from boardworth.reproduce.buro1995 import reproduce as run
    from boardworth.rules import load_game

    scale = Scale(training_games, games, nodes, seed=seed)
    found = run(load_game("othello"), scale, ProgressBars(), threads_or_all(threads))
    _show_predictions(found)
    _show_matches(found)


def _show_predictions(found: Buro1995) -> None:
    from boardworth.cli.console import show_table

    rows = [
        (row.name, str(row.features), f"{row.cross_entropy:.4f}", f"{row.correlation:.3f}")
        for row in found.held_out
    ]
    show_table(
        f"Held-out games ({found.positions:,} positions in all)",
        ("combination", ">features", ">cross-entropy", ">correlation"),
        [rows],
    )
    for stage, comparison in enumerate(found.covariances, 1):
        print(f"covariances, stage {stage}: {comparison}")


def _show_matches(found: Buro1995) -> None:
    from boardworth.cli.console import show_table
    from boardworth.reproduce.buro1995 import PAPER

    match = found.match
    theirs = [(pairing, f"paper, {minutes} minutes", *rest) for pairing, minutes, *rest in PAPER]
    ours = (
        f"{match.players[0]} - {match.players[1]}",
        f"here, {match.limit} a move",
        "-".join(map(str, match.wins_draws_losses)),
        f"{100 * match.rating.share:.1f} %",
    )
    show_table(
        "Matches",
        ("pairing", "where", "W-D-L", ">score"),
        [theirs, [ours]],
        note=f"here: {match.rating} (95 %)",
    )
