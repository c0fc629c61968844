"""boardworth reproduce kaneko: logical features, and the patterns that they unfold to."""

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
from boardworth.cli.reproduce.steps import steps_of_kaneko

if TYPE_CHECKING:
    from boardworth.recipes import Reporter
    from boardworth.reproduce.kaneko import Scale
    from boardworth.reproduce.kaneko_positions import Games

_SEVERAL = Parameter(consume_multiple=True, negative="")
_Count = Annotated[int | None, Parameter(validator=validators.Number(gte=100, lte=10**7))]


def kaneko(
    *,
    quick: Flag = False,
    full: Flag = False,
    records: Annotated[list[str] | None, Input(), _SEVERAL] = None,
    held_out: Annotated[list[str] | None, Input(), _SEVERAL] = None,
    patterns: _Count = None,
    positions: _Count = None,
    games: _Count = None,
    seed: Seed = 0,
    threads: Threads | None = None,
    folder: Annotated[Path | None, work_folder("kaneko")] = None,
    fresh: Flag = False,
) -> None:
    """Kaneko, Yamaguchi, Kawai 2002: features from rules become patterns, in two games.

    Logical features are generated from the theory of Othello and from the rules of hasami shogi,
    and unfolded into conjunctions of facts. A: the features as numbers. B: a weight for each of
    their conjunctions. C: also for parts of these, the most frequent ones. All are fitted to the
    same positions of Othello, with 4 and with 24 empty squares, beside Logistello's patterns, and
    measured on positions of other games. In hasami shogi, positions are those of self-play.

    The default takes about half an hour on two cores. Finished fits are kept: given again, the
    same command goes on where it was interrupted.

    For example:

        boardworth reproduce kaneko --quick
        boardworth reproduce kaneko --records 'wthor/*.wtb' --patterns 20000

    Args:
        quick: a small run, in minutes: 5,000 patterns of C, 20,000 positions.
        full: 300,000 patterns of C, and more games of hasami shogi (hours).
        records: Othello games to learn from (default: the WTHOR games to 2015 in the folder that
            BOARDWORTH_DATA names; without that, self-play of the shipped model).
        held_out: Othello games to measure on (default: the later WTHOR games; with --records, a
            fifth of those).
        patterns: of C, at most, unless B has more (default 100,000).
        positions: that a fit learns from, at most (default 1,000,000: all there are).
        games: of self-play in hasami shogi, and in Othello without records (default 4,000).
        seed: of everything random.
        threads: how many to use; they change no result but times.
        folder: keeps what is finished (default kaneko.work; kaneko-quick.work with --quick).
        fresh: throw away what another run with other settings has left in the folder.
    """
    from boardworth.cli.reproduce.kaneko_tables import show_accuracy, show_speeds, show_unfolding
    from boardworth.cli.reproduce.tables import show_verdicts
    from boardworth.reproduce.kaneko import FULL, QUICK, Scale, hasami_games
    from boardworth.reproduce.kaneko import reproduce as run

    assert folder is not None
    usual = of_scale((QUICK, Scale(), FULL), quick=quick, full=full)
    scale = replace(usual, **given(patterns=patterns, positions=positions, games=games, seed=seed))
    files = _records(records, held_out)
    reading = ["reading records" for part in files if part] or ["games of Othello"]
    reporter, threads = reporter_of(folder, steps_of_kaneko(reading)), threads_or_all(threads)
    othello = _othello_games(*files, scale, reporter, threads)
    found = run(
        othello,
        hasami_games(scale, reporter, threads),
        scale,
        folder,
        reporter,
        threads=threads,
        fresh=fresh,
    )
    show_unfolding(found)
    show_accuracy(found)
    show_speeds(found)
    verdicts = found.verdicts()
    text = f"Othello positions of {othello.words}; the labels of A, B and C in the paper are lost"
    show_verdicts("Kaneko, Yamaguchi, Kawai 2002", verdicts, text)
    give_verdicts(verdicts, {"paper": "Kaneko, Yamaguchi, Kawai 2002", "scale": text})


def _records(
    records: list[str] | None, held_out: list[str] | None
) -> tuple[list[Path], list[Path]]:
    """The files to learn from and to measure on; there may be none."""
    from boardworth.errors import BoardworthError
    from boardworth.reproduce.kaneko_positions import tournament_files

    if held_out and not records:
        raise BoardworthError("--held-out goes with --records, games to learn from")
    if not records:
        return tournament_files()
    return find_files(records), find_files(held_out or [])


def _othello_games(
    records: list[Path], held_out: list[Path], scale: Scale, reporter: Reporter, threads: int
) -> Games:
    from boardworth.evaluators import shipped_model
    from boardworth.reproduce.kaneko_positions import (
        DATA,
        SOLVED,
        recorded_games,
        self_played_games,
    )
    from boardworth.rules import load_game

    game = load_game("othello")
    if records:
        return recorded_games(game, records, held_out, reporter, threads)
    reporter.line(
        "positions are from self-play, and only the last ones solved: --records, or othello/wthor "
        f"in the folder that {DATA} names, would have tournament games"
    )
    with reporter.task("games of Othello", 1):
        model = shipped_model(game)
        return self_played_games(
            model, scale.games, (10, 30), solved=SOLVED, seed=scale.seed, threads=threads
        )
