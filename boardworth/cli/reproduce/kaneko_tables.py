"""What `boardworth reproduce kaneko` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.cli.console import show_table

if TYPE_CHECKING:
    from boardworth.reproduce.kaneko import Kaneko


def show_unfolding(found: Kaneko) -> None:
    """The largest features of each game, and all together (figures 9 to 12)."""
    for name, unfolded in found.unfolded.items():
        by_size = sorted(unfolded.unfoldings, key=len, reverse=True)
        rows = [
            (
                one.feature.name,
                f"{len(one.solutions):,}",
                f"{len(one):,}",
                f"{len(one.literals) / max(len(one), 1):.1f}",
            )
            for one in by_size[:12]
        ]
        total = (
            f"all {len(by_size):,} features",
            f"{sum(len(one.solutions) for one in by_size):,}",
            f"{sum(len(one) for one in by_size):,}",
            f"{sum(len(one.literals) for one in by_size) / max(sum(map(len, by_size)), 1):.1f}",
        )
        show_table(
            f"Logical features of {name}, unfolded",
            ("feature", ">solutions", ">conjunctions", ">facts each"),
            [rows, [total]],
            note=f"the largest ones; all in {unfolded.seconds:.1f} s of CPU time, grounding "
            f"included; {unfolded.cut} more are beyond the bounds and left out",
        )


def show_accuracy(found: Kaneko) -> None:
    """How well A, B and C agree with perfect play, or with results (tables 2 and 3)."""
    from boardworth.reproduce.kaneko_paper import CORRELATIONS, RIGHT_MOVES

    for measured in (found.like_the_paper, found.middle_game, found.hasami):
        agreement, moves, rows = measured.agreement, measured.moves, []
        paper = measured is found.like_the_paper
        for name, model in measured.models.items():
            rows.append(
                (
                    name,
                    f"{measured.sizes[name]:,}" if name in measured.sizes else "",
                    f"{len(model.weighted_sum.features):,}",
                    f"{agreement.squared_error(name):.1f}",
                    f"{agreement.absolute_error(name):.2f}",
                    f"{agreement.correlation(name):.3f}",
                    f"{CORRELATIONS[name]:.2f}" if paper and name in CORRELATIONS else "",
                    f"{moves.share(name):.3f}" if moves else "",
                    f"{RIGHT_MOVES[name]:.2f}" if moves and name in RIGHT_MOVES else "",
                )
            )
        show_table(
            f"Accuracy: {measured.where}",
            (
                "evaluation",
                ">conjunctions",
                ">weights",
                ">mean squared error",
                ">mean error",
                ">correlation",
                ">paper",
                ">right move",
                ">paper",
            ),
            [rows],
            note=f"fitted to {measured.positions:,} positions, measured on "
            f"{len(agreement.held_out):,} of other games; 95 % intervals by resampled games",
        )


def show_speeds(found: Kaneko) -> None:
    """Evaluations a second by every method (figures 11 and 13)."""
    from boardworth.reproduce.kaneko_speeds import METHODS

    for game, speeds in found.speeds.items():
        names = list(dict.fromkeys(name for name, _ in speeds.seconds))
        rows = [
            (words, *(f"{speeds.per_second(name, method) / 1000:,.1f}" for name in names))
            for method, words in METHODS.items()
        ]
        show_table(
            f"Thousand evaluations a second in {game}",
            ("method", *(f">{name}" for name in names)),
            [rows],
            note="one thread, positions two moves ahead of a random one, moves included",
        )
