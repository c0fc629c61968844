"""What `boardworth reproduce mmto` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boardworth.cli.console import show_table

if TYPE_CHECKING:
    from boardworth.reproduce.mmto.findings import Found


def show_piece_values(found: Found) -> None:
    """What pieces are worth in the end, by every method (figures 3 and 4)."""
    methods = list(found.piece_values)
    rows = [
        (name, *(f"{found.piece_values[method][-1][place]:.0f}" for method in methods))
        for place, name in enumerate(found.names)
    ]
    sums = [("sum", *(f"{sum(found.piece_values[method][-1]):,.0f}" for method in methods))]
    show_table(
        f"Piece values in shogi, after {found.iterations} iterations from 500 each",
        ("piece", *(f">{method}" for method in methods)),
        [rows, sums],
        note="MMTO keeps their sum, comparison training does not; depths 1 and 2 learn from fewer "
        "games",
    )
    starts = sorted(zip(found.starts.objectives, found.starts.similarity, strict=True))
    rows = [
        (str(place), f"{objective:.5f}", f"{similarity:.3f}")
        for place, (objective, similarity) in enumerate(starts, 1)
    ]
    show_table(
        "Random starts, the best first",
        (">rank", ">objective", ">cosine similarity to the best"),
        [rows],
    )


def show_agreement(found: Found) -> None:
    """Held-out agreement of all sets and methods (figure 5)."""
    from boardworth.reproduce.accuracy import Resampled, estimate

    rows = []
    for name, judged in found.agreement.items():
        shares = (
            estimate(Resampled(judged.game_ids[chosen]).mean(100 * values[chosen]))
            for values, chosen in (
                (judged.drawn.astype(np.float64), judged.open),
                (judged.agreed.astype(np.float64), judged.counted),
            )
        )
        drawn, clear = (f"{share:.1f}" for share in shares)
        rows.append((name, drawn, clear, f"{int(judged.counted.sum()):,}"))
    show_table(
        "Agreement with held-out moves of experts, per cent",
        ("relations or method", ">ties by lot, 95 %", ">without ties, 95 %", ">positions"),
        [rows],
        note="a ply deep with quiescence; positions with one move or a mate are left out",
    )


def show_castles(found: Found) -> None:
    """What e^D says of golds beside a king (figure 5, right); nothing without e^D."""
    from boardworth.reproduce.mmto.castles import COLUMNS

    if found.castles:
        show_table(
            "What e^D says of two golds and the own king, in the paper's order",
            COLUMNS,
            [[one.cells for one in found.castles]],
            note="in hundredths of a pawn; leaves: those of the last search with it",
        )


def show_matches(found: Found) -> None:
    """All matches (figures 8 and 13, tables 3 and 5)."""
    rows = [
        (
            name,
            "-".join(map(str, score.wins_draws_losses)),
            f"{100 * score.rating.share:.1f} %",
            str(score.rating).removeprefix("Elo "),
        )
        for name, score in found.matches.items()
        if score.points
    ]
    show_table("Matches", ("players", ">W-D-L", ">score", ">Elo, 95 %"), [rows])
