"""boardworth reproduce: a paper's tables again, ours beside theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, Threads, limit_of, threads_or_all
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from boardworth.search import Limit

_SECONDS = 0.01


def reproduce(
    paper: Literal["buro1995", "glem"],
    /,
    *,
    training_games: Annotated[
        int | None, Parameter(validator=validators.Number(gte=200, lte=10**7))
    ] = None,
    positions: Annotated[
        int | None, Parameter(validator=validators.Number(gte=200, lte=10**8))
    ] = None,
    games: Annotated[int | None, Parameter(validator=validators.Number(gte=2, lte=10**6))] = None,
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

    glem: sparse patterns of 16 squares (A, B and C) are added to Logistello's patterns. All
    versions are fitted to the same positions, evaluated inside searches and labelled by deeper
    ones, and play against the basic version, with times in the paper's ratios.

    For example:

        boardworth reproduce buro1995 --training-games 20000 --games 100
        boardworth reproduce glem --positions 100000 --games 100 --even-time

    Args:
        paper: which one.
        training_games: of buro1995: games of self-play to learn from (default 60,000, as there).
        positions: of glem: positions to learn from (default 800,000; 11 million there).
        games: of every pairing (default 200; with --full as many as in the paper).
        seconds: per move, of a player that had the usual time in the paper (default 0.01).
        nodes: the same in positions searched, which a busy machine does not disturb; who searches
            slower has fewer.
        even_time: play only the pairings in which both have the same time.
        full: the paper's sizes and times: months on one processor.
        seed: of everything random.
        threads: how many to use; they change no game that is limited in nodes.
    """
    foreign = {"buro1995": ("positions", positions), "glem": ("training-games", training_games)}
    name, value = foreign[paper]
    if value is not None:
        raise BoardworthError(f"{paper} has no --{name}")
    if full and not seconds is nodes is None:
        raise BoardworthError("--full is with the paper's times: it takes no other limit")
    run = _buro1995 if paper == "buro1995" else _glem
    sizes = {"training_games": training_games, "positions": positions, "games": games}
    run(
        {size: number for size, number in sizes.items() if number is not None},
        limit_of(None, nodes, seconds, _default_limit()),
        even_time=even_time,
        full=full,
        seed=seed,
        threads=threads_or_all(threads),
    )


def _default_limit() -> Limit:
    from boardworth.search import Limit

    return Limit(seconds=_SECONDS)


def _buro1995(
    sizes: dict[str, Any], limit: Limit, *, even_time: bool, full: bool, seed: int, threads: int
) -> None:
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.reproduce_tables import relative, show_combinations, show_matches
    from boardworth.reproduce.buro1995 import PAIRINGS, TOURNAMENT_MINUTES, Scale
    from boardworth.reproduce.buro1995 import reproduce as run
    from boardworth.reproduce.tournament import at_even_time
    from boardworth.rules import load_game
    from boardworth.search import Clock, Limit

    if full:
        limit = Limit(clock=Clock(60.0 * TOURNAMENT_MINUTES))
    pairings = at_even_time(PAIRINGS) if even_time else PAIRINGS
    scale = Scale(**sizes, limit=limit, pairings=pairings, seed=seed)
    found = run(load_game("othello"), scale, ProgressBars(), threads)
    show_combinations(found)
    note = f"{TOURNAMENT_MINUTES} minutes are {limit} here; speeds: {relative(found.speeds)}"
    show_matches(pairings, found.matches, note)


def _glem(
    sizes: dict[str, Any], limit: Limit, *, even_time: bool, full: bool, seed: int, threads: int
) -> None:
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.reproduce_tables import show_matches, show_versions
    from boardworth.reproduce.glem import FULL, PAIRINGS, TOURNAMENT_MINUTES, Scale
    from boardworth.reproduce.glem import reproduce as run
    from boardworth.reproduce.tournament import at_even_time
    from boardworth.rules import load_game
    from boardworth.search import Clock, Limit

    if full:
        sizes = FULL | sizes
        limit = Limit(clock=Clock(60.0 * TOURNAMENT_MINUTES))
    pairings = at_even_time(PAIRINGS) if even_time else PAIRINGS
    scale = Scale(**sizes, limit=limit, pairings=pairings, seed=seed)
    found = run(load_game("othello"), scale, ProgressBars(), threads)
    show_versions(found)
    show_matches(pairings, found.matches, f"{TOURNAMENT_MINUTES} minutes are {limit} here")
