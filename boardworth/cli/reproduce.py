"""boardworth reproduce: a paper's tables again, ours beside theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, Threads, limit_of, threads_or_all

if TYPE_CHECKING:
    from boardworth.reproduce.buro1995 import Buro1995, Scale


def reproduce(
    paper: Literal["buro1995"],  # noqa: ARG001 - the first of several
    /,
    *,
    training_games: Annotated[
        int, Parameter(validator=validators.Number(gte=200, lte=10**7))
    ] = 60_000,
    games: Annotated[int, Parameter(validator=validators.Number(gte=2, lte=10**6))] = 200,
    seconds: float | None = None,
    nodes: int | None = None,
    even_time: Annotated[bool, Parameter(negative="")] = False,
    full: Annotated[bool, Parameter(negative="")] = False,
    seed: Seed = 0,
    threads: Threads | None = None,
) -> None:
    """Repeat a paper's experiment at a smaller scale, and show its figures beside the paper's.

    buro1995: LOG, FISHER and QUAD learn to combine tables of an Othello board's lines and mobility
    from the same games. All three are compared on games that were held out, and play every pairing
    of the paper's table, with times in the paper's ratios.

    For example:

        boardworth reproduce buro1995 --training-games 20000 --games 100
        boardworth reproduce buro1995 --games 1000 --even-time

    Args:
        paper: which one.
        training_games: games of self-play to learn from.
        games: of every pairing.
        seconds: per move, of a player that had 30 minutes a game in the paper (default 0.01).
        nodes: the same in positions searched, which a busy machine does not disturb; QUAD, which is
            slower, has 20 % fewer.
        even_time: play only the pairings of 30 minutes against 30.
        full: play with the paper's 30 minutes a game: two months on one processor.
        seed: of everything random.
        threads: how many to use; they change no game that is limited in nodes.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.errors import BoardworthError
    from boardworth.reproduce.buro1995 import PAIRINGS, TOURNAMENT_MINUTES, Scale
    from boardworth.reproduce.buro1995 import reproduce as run
    from boardworth.rules import load_game
    from boardworth.search import Clock, Limit

    if full and not seconds is nodes is None:
        raise BoardworthError("--full is 30 minutes a game: it takes no other limit")
    limit = limit_of(None, nodes, seconds, Limit(seconds=0.01))
    if full:
        limit = Limit(clock=Clock(60.0 * TOURNAMENT_MINUTES))
    pairings = [p for p in PAIRINGS if not even_time or p.minutes[0] == p.minutes[1]]
    scale = Scale(training_games, games, limit, pairings, seed=seed)
    found = run(load_game("othello"), scale, ProgressBars(), threads_or_all(threads))
    _show_predictions(found)
    _show_matches(scale, found)


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


def _show_matches(scale: Scale, found: Buro1995) -> None:
    from boardworth.cli.console import show_table

    rows = []
    for pairing, match in zip(scale.pairings, found.matches, strict=True):
        rows.append(
            (
                f"{pairing.first} - {pairing.second}",
                "-".join(map(str, pairing.minutes)),
                "-".join(map(str, pairing.paper)),
                f"{pairing.paper_percent:.1f} %",
                "-".join(map(str, match.wins_draws_losses)),
                f"{100 * match.rating.share:.1f} %",
                str(match.rating).removeprefix("Elo "),
            )
        )
    speeds = ", ".join(
        f"{name} {speed / max(found.speeds.values()):.2f}" for name, speed in found.speeds.items()
    )
    show_table(
        "Matches",
        ("pairing", "minutes", "paper, W-D-L", ">score", "here, W-D-L", ">score", "Elo, 95 %"),
        [rows],
        note=f"30 minutes are {scale.limit} here; relative speeds: {speeds}",
    )
