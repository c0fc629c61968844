"""boardworth reproduce mmto: evaluations learned from experts' moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, Threads, find_files, threads_or_all
from boardworth.cli.paths import Input
from boardworth.cli.reproduce.options import (
    Flag,
    give_verdicts,
    given,
    of_scale,
    reporter_of,
    work_folder,
)
from boardworth.cli.reproduce.steps import steps_of_mmto

if TYPE_CHECKING:
    from boardworth.recipes import Reporter
    from boardworth.reproduce.mmto.findings import ExpertGames, Scale

_SEVERAL = Parameter(consume_multiple=True, negative="")
_Count = Annotated[int | None, Parameter(validator=validators.Number(gte=1, lte=10**6))]


def _pairs(_kind: object, games: int | None) -> None:
    """Refuses what is no number of pairs of games."""
    if games is not None and (games % 2 or not 2 <= games <= 10**6):
        raise ValueError("Must be an even number from 2 to 1000000: each opening is played twice.")


def mmto(
    *,
    quick: Flag = False,
    full: Flag = False,
    shogi: Annotated[list[str] | None, Input(), _SEVERAL] = None,
    chess: Annotated[list[str] | None, Input(), _SEVERAL] = None,
    games: _Count = None,
    iterations: _Count = None,
    match_games: Annotated[int | None, Parameter(validator=_pairs)] = None,
    seed: Seed = 0,
    threads: Threads | None = None,
    folder: Annotated[Path | None, work_folder("mmto")] = None,
    fresh: Flag = False,
) -> None:
    """Hoki, Kaneko 2014: evaluations learned from experts' moves, through searches.

    In shogi, piece values are learned from equal and from random ones, then relations of kings and
    pieces (e^A, e^AB, ...), by MMTO and by comparison training, with and without the constraint and
    the penalty; they are measured on moves of other games and play matches. In chess, games of
    stronger and of weaker players teach, and problems are solved before and after.

    The default takes about ten minutes on two idle cores. Finished steps and games are kept: given
    again, the same command goes on where it was interrupted.

    For example:

        boardworth reproduce mmto --quick
        boardworth reproduce mmto --shogi 'games/*.csa' --chess elite.pgn --games 500

    Args:
        quick: a small run, in minutes; its verdicts mean little.
        full: as many games and iterations as in the paper, where there are as many (weeks).
        shogi: games of experts (default: those in the folder that BOARDWORTH_DATA names; without
            that, searches of the hand-made model are the experts).
        chess: the same for chess.
        games: of shogi that larger sets of relations are learned from (default 30); piece
            values alone need fewer, and keep theirs.
        iterations: in which larger sets are learned by MMTO (default 6).
        match_games: of every match, two from each opening (default 100).
        seed: of everything random.
        threads: how many to use; they change no result.
        folder: keeps what is finished (default mmto.work; mmto-quick.work with --quick).
        fresh: throw away what another run with other settings has left in the folder.
    """
    from boardworth.cli.reproduce.mmto_tables import (
        show_agreement,
        show_castles,
        show_matches,
        show_piece_values,
    )
    from boardworth.cli.reproduce.tables import show_verdicts
    from boardworth.reproduce.mmto.findings import FULL, QUICK, Scale
    from boardworth.reproduce.mmto.games import chess_problems, rated_files, rating_bands
    from boardworth.reproduce.mmto.work import reproduce as run
    from boardworth.rules import load_game
    from boardworth.rules.records import format_of

    assert folder is not None
    usual = of_scale((QUICK, Scale(), FULL), quick=quick, full=full)
    changed = given(games=games, larger_iterations=iterations, match_games=match_games, seed=seed)
    scale = replace(usual, **changed)
    problems, rated = chess_problems(), find_files(chess) if chess else rated_files()
    steps = steps_of_mmto(scale, rated=bool(rated), problems=bool(problems))
    reporter, threads = reporter_of(folder, steps), threads_or_all(threads)
    files = {"shogi": find_files(shogi or []), "chess": find_files(chess or [])}
    for name, paths in files.items():
        for path in paths:
            format_of(load_game(name), path)
    read = {name: _games(name, paths, scale, reporter) for name, paths in files.items()}
    bands = rating_bands(rated, scale, read["chess"].held_out, reporter) if rated else {}
    found = run(
        read["shogi"],
        read["chess"],
        bands,
        problems,
        scale,
        folder,
        reporter,
        threads=threads,
        fresh=fresh,
    )
    show_piece_values(found)
    show_agreement(found)
    show_castles(found)
    show_matches(found)
    verdicts = found.verdicts()
    text = "; ".join(f"{name}: {games.words}" for name, games in read.items())
    show_verdicts("Hoki, Kaneko 2014", verdicts, text)
    give_verdicts(verdicts, {"paper": "Hoki, Kaneko 2014", "scale": text})


def _games(name: str, files: list[Path], scale: Scale, reporter: Reporter) -> ExpertGames:
    from boardworth.reproduce.mmto.games import DATA, expert_files, read_games, searched_games

    files = files or expert_files(name)
    if files:
        return read_games(name, files, scale, reporter)
    reporter.line(
        f"the experts of {name} are searches of the hand-made model: --{name}, or {name} in the "
        f"folder that {DATA} names, would have games of people"
    )
    return searched_games(name, scale, reporter)
