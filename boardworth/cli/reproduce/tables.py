"""What `boardworth reproduce` prints: tables of a paper, ours beside theirs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from boardworth.cli.console import show_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardworth.reproduce.buro1995 import Buro1995
    from boardworth.reproduce.ggp import Standing
    from boardworth.reproduce.glem import Glem, Version
    from boardworth.reproduce.kept_pairs import Score
    from boardworth.reproduce.tournament import Pairing
    from boardworth.reproduce.verdicts import Verdict


def show_combinations(found: Buro1995) -> None:
    """How well LOG, FISHER and QUAD predict, and how much won and lost positions differ."""
    measured = found.measured
    rows = [
        (
            row.name,
            f"{row.cross_entropy:.4f}",
            f"{row.correlation:.3f}",
            str(found.speeds[row.name]),
        )
        for row in measured.held_out
    ]
    show_table(
        f"Combinations of {measured.features} numbers, {measured.positions:,} positions in all",
        ("combination", ">held-out cross-entropy", ">correlation", ">nodes in equal time"),
        [rows],
    )
    phases = [
        (
            str(number),
            f"{phase.ratios[0]:.2f}",
            f"{phase.ratios[1]:.2f}",
            f"{100 * phase.share:.1f} %",
        )
        for number, phase in enumerate(measured.covariances, 1)
    ]
    show_table(
        "Covariances of won and lost positions",
        ("phase", ">least ratio of variances", ">greatest", ">their share of the divergence"),
        [phases],
        note="the rest of the divergence is due to the means, which FISHER uses as well",
    )


def show_versions(found: Glem) -> None:
    """What sparse patterns add, and what they cost."""
    from boardworth.reproduce.glem_paper import SPEEDS

    rows = [
        (
            version.name,
            " + ".join(f"{count:,}" for count in version.valid),
            f"{version.weights:,}",
            f"{version.error:.2f}",
            str(found.held.speeds[version.name]),
            f"{SPEEDS.get(version.name, 1):.2f}",
        )
        for version in found.versions
    ]
    searched, both = found.mover_bias
    show_table(
        f"Versions, fitted to {found.positions:,} positions",
        (
            "version",
            ">valid",
            ">weights per phase",
            ">held-out MSE",
            ">nodes in equal time",
            ">in the paper",
        ),
        [rows],
        note=f"the move is worth {searched:+.2f} points to searches, {both:+.2f} with the "
        "successors of best moves",
    )


def show_shapes(shapes: Sequence[Version]) -> None:
    """Candidates for the lost shapes, the best first."""
    rows = [
        (
            str(place),
            shape.name,
            " + ".join(f"{count:,}" for count in shape.valid),
            f"{shape.error:.3f}",
        )
        for place, shape in enumerate(shapes, 1)
    ]
    show_table(
        "Shapes of 16 squares, each added to the basic patterns",
        (">rank", "shape", ">valid", ">held-out MSE"),
        [rows],
        note="valid: configurations that have weights; the paper has about 88,000 of each shape",
    )


def show_scores(title: str, scores: Mapping[Pairing, Score], note: str) -> None:
    """Every pairing that was played, the paper's result beside ours."""
    rows = [
        (
            f"{pairing.first} - {pairing.second}",
            "-".join(map(str, pairing.minutes)),
            "-".join(map(str, pairing.paper)),
            f"{pairing.paper_percent:.1f} %",
            "-".join(map(str, score.wins_draws_losses)),
            f"{100 * score.rating.share:.1f} %",
            str(score.rating).removeprefix("Elo "),
        )
        for pairing, score in scores.items()
        if score.points
    ]
    show_table(
        title,
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
                    "-".join(map(str, standing.score.wins_draws_losses)),
                    "{:+.0f} [{:+.0f}, {:+.0f}]".format(*standing.percent),
                    str(standing.score.rating).removeprefix("Elo "),
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
