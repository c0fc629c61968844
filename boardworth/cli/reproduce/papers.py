"""The commands of the papers, one function each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import App, Parameter, validators

from boardworth.cli.arguments import Seed, Threads, limit_of, threads_or_all
from boardworth.cli.reproduce.ggp import ggp
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.search import Limit

_SECONDS = 0.01
_Games: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=2, lte=10**6))]
_Flag: TypeAlias = Annotated[bool, Parameter(negative="")]


def buro1995(
    *,
    training_games: Annotated[
        int | None, Parameter(validator=validators.Number(gte=200, lte=10**7))
    ] = None,
    games: _Games | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    even_time: _Flag = False,
    full: _Flag = False,
    seed: Seed = 0,
    threads: Threads | None = None,
) -> None:
    """Buro 1995: LOG, FISHER and QUAD learn to combine tables and mobility in Othello.

    All three learn from the same games, are compared on games that were held out, and play every
    pairing of the paper's table, with times in the paper's ratios.

    For example:

        boardworth reproduce buro1995 --training-games 20000 --games 100

    Args:
        training_games: of self-play, to learn from (default 60,000, as there).
        games: of every pairing (default 200, as there).
        seconds: per move, of a player that had the usual time in the paper (default 0.01).
        nodes: the same in positions searched, which a busy machine does not disturb; a slower
            player has fewer.
        even_time: play only the pairings in which both have the same time.
        full: the paper's times: months on one processor.
        seed: of everything random.
        threads: how many to use; they change no game that is limited in nodes.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.reproduce.tables import relative, show_combinations, show_matches
    from boardworth.reproduce.buro1995 import PAIRINGS, TOURNAMENT_MINUTES, Scale
    from boardworth.reproduce.buro1995 import reproduce as run
    from boardworth.reproduce.tournament import at_even_time
    from boardworth.rules import load_game

    limit = _limit(nodes, seconds, TOURNAMENT_MINUTES, full=full)
    pairings = at_even_time(PAIRINGS) if even_time else PAIRINGS
    sizes = _given(training_games=training_games, games=games)
    scale = Scale(**sizes, limit=limit, pairings=pairings, seed=seed)
    found = run(load_game("othello"), scale, ProgressBars(), threads_or_all(threads))
    show_combinations(found)
    note = f"{TOURNAMENT_MINUTES} minutes are {limit} here; speeds: {relative(found.speeds)}"
    show_matches(pairings, found.matches, note)


def glem(
    *,
    positions: Annotated[
        int | None, Parameter(validator=validators.Number(gte=200, lte=10**8))
    ] = None,
    games: _Games | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    even_time: _Flag = False,
    full: _Flag = False,
    seed: Seed = 0,
    threads: Threads | None = None,
) -> None:
    """Buro 1998 (GLEM): sparse patterns of 16 squares, added to Logistello's patterns.

    All versions are fitted to the same positions, evaluated inside searches and labelled by deeper
    ones, and play against the basic version, with times in the paper's ratios.

    For example:

        boardworth reproduce glem --positions 100000 --games 100 --even-time

    Args:
        positions: to learn from (default 800,000; 11 million there).
        games: of every pairing (default 200; with --full 434, as there).
        seconds: per move, of a player that had the usual time in the paper (default 0.01).
        nodes: the same in positions searched, which a busy machine does not disturb; a slower
            player has fewer.
        even_time: play only the pairings in which both have the same time.
        full: the paper's sizes and times: months on one processor.
        seed: of everything random.
        threads: how many to use; they change no game that is limited in nodes.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.reproduce.tables import show_matches, show_versions
    from boardworth.reproduce.glem import FULL, PAIRINGS, TOURNAMENT_MINUTES, Scale
    from boardworth.reproduce.glem import reproduce as run
    from boardworth.reproduce.tournament import at_even_time
    from boardworth.rules import load_game

    limit = _limit(nodes, seconds, TOURNAMENT_MINUTES, full=full)
    pairings = at_even_time(PAIRINGS) if even_time else PAIRINGS
    sizes = (FULL if full else {}) | _given(positions=positions, games=games)
    scale = Scale(**sizes, limit=limit, pairings=pairings, seed=seed)
    found = run(load_game("othello"), scale, ProgressBars(), threads_or_all(threads))
    show_versions(found)
    show_matches(pairings, found.matches, f"{TOURNAMENT_MINUTES} minutes are {limit} here")


PAPERS: list[Callable[..., None]] = [buro1995, glem, ggp]
reproduce = App(
    name="reproduce",
    help="Repeat a paper's experiment at a smaller scale, and show its figures beside the paper's.",
)
for _place, _paper in enumerate(PAPERS):
    reproduce.command(_paper, sort_key=_place)


def _limit(nodes: int | None, seconds: float | None, minutes: int, *, full: bool) -> Limit:
    """What a player has who had so many minutes for a game in the paper."""
    from boardworth.search import Clock, Limit

    if not full:
        return limit_of(None, nodes, seconds, Limit(seconds=_SECONDS))
    if not seconds is nodes is None:
        raise BoardworthError("--full is with the paper's times: it takes no other limit")
    return Limit(clock=Clock(60.0 * minutes))


def _given(**sizes: int | None) -> dict[str, Any]:
    """Those that are not left to their defaults."""
    return {size: number for size, number in sizes.items() if number is not None}
