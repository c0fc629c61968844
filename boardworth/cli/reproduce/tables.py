"""What `boardworth reproduce` prints: tables of a paper, ours beside theirs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from boardworth.cli.console import show_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardworth.arena import MatchResult
    from boardworth.reproduce.buro1995 import Buro1995
    from boardworth.reproduce.ggp import Standing
    from boardworth.reproduce.glem import Glem
    from boardworth.reproduce.tournament import Pairing
    from boardworth.reproduce.verdicts import Verdict


def show_combinations(found: Buro1995) -> None:
    """How well LOG, FISHER and QUAD predict, and how much won and lost positions differ."""
    rows = [
        (row.name, str(row.features), f"{row.cross_entropy:.4f}", f"{row.correlation:.3f}")
        for row in found.held_out
    ]
    show_table(
        f"Held-out games ({found.positions:,} positions in all)",
        ("combination", ">features", ">cross-entropy", ">correlation"),
        [rows],
    )
    for phase, comparison in enumerate(found.covariances, 1):
        print(f"covariances, phase {phase}: {comparison}")


def show_versions(found: Glem) -> None:
    """What sparse patterns add, and what they cost."""
    from boardworth.reproduce.glem import SPEEDS

    fastest = max(version.speed for version in found.versions)
    rows = [
        (
            version.name,
            f"{version.valid:,}",
            f"{version.weights:,}",
            f"{version.error:.2f}",
            f"{version.speed / fastest:.2f}",
            f"{SPEEDS[version.name]:.2f}",
        )
        for version in found.versions
    ]
    searched, both = found.mover_bias
    show_table(
        f"Versions, fitted to {found.positions:,} positions",
        ("version", ">valid", ">weights per phase", ">held-out MSE", ">speed", ">in the paper"),
        [rows],
        note=f"the move is worth {searched:+.2f} points to searches, {both:+.2f} with the "
        "successors of best moves",
    )


def show_matches(pairings: Sequence[Pairing], matches: Sequence[MatchResult], note: str) -> None:
    """Every pairing, the paper's result beside ours."""
    rows = [
        (
            f"{pairing.first} - {pairing.second}",
            "-".join(map(str, pairing.minutes)),
            "-".join(map(str, pairing.paper)),
            f"{pairing.paper_percent:.1f} %",
            "-".join(map(str, match.wins_draws_losses)),
            f"{100 * match.rating.share:.1f} %",
            str(match.rating).removeprefix("Elo "),
        )
        for pairing, match in zip(pairings, matches, strict=True)
    ]
    show_table(
        "Matches",
        ("pairing", "minutes", "paper, W-D-L", ">score", "here, W-D-L", ">score", "Elo, 95 %"),
        [rows],
        note=note,
    )


def show_standings(standings: Sequence[Standing]) -> None:
    """A table for each figure of the paper: scores in per cent, what the paper says beside them."""
    from boardworth.reproduce.ggp_paper import EXPERIMENTS, PAPER_GAMES

    for figure, contests in groupby(standings, key=lambda standing: standing.contest.figure):
        experiment = EXPERIMENTS[figure]
        own = list(contests)
        rows = []
        for standing in own:
            contest = standing.contest
            words, _ = experiment.paper.get(PAPER_GAMES.get(contest.game, ""), ("", None))
            rows.append(
                (
                    contest.game,
                    contest.functions,
                    contest.limit_text,
                    str(contest.threads),
                    "-".join(map(str, standing.wins_draws_losses)),
                    "{:+.0f} [{:+.0f}, {:+.0f}]".format(*standing.percent),
                    str(standing.rating).removeprefix("Elo "),
                    words,
                )
            )
        show_table(
            f"{experiment.title}: {experiment.first} - {experiment.second}",
            (
                "game",
                "functions",
                ">a move",
                ">threads",
                ">W-D-L",
                ">per cent, 95 %",
                ">Elo, 95 %",
                f"{experiment.first} in the paper, {experiment.paper_times}",
            ),
            [rows],
            note=f"per cent: +100 all games won, -100 all lost; {own[0].contest.play}",
        )


def show_verdicts(paper: str, verdicts: Sequence[Verdict], note: str = "") -> None:
    """A row for each table and figure: what the paper found, what was found here, a verdict."""
    rows = [
        (one.source, one.claim, one.paper, one.ours, one.verdict, one.would_decide)
        for one in verdicts
    ]
    columns = ("where", "claim", ">paper", ">here, 95 %", "verdict", "what would decide")
    show_table(f"Verdicts: {paper}", columns, [rows], note=note)


def relative(speeds: Mapping[str, float]) -> str:
    """Speeds as shares of the greatest."""
    most = max(speeds.values())
    return ", ".join(f"{name} {speed / most:.2f}" for name, speed in speeds.items())
