"""The phases of a game in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.fitting import range_text

if TYPE_CHECKING:
    from boardworth.fitting import Model


def phase_names(model: Model) -> list[str]:
    """What each phase has of what `phase_unit` counts, such as 5–9."""
    spans = [model.stages.span(stage) for stage in range(len(model.stages))]
    return [range_text(first, last, "–") for first, last in spans]


def phase_unit(model: Model) -> str:
    """What tells phases apart: where moves bound a game, how many of them were played."""
    if model.game.moves_bounded:
        return "moves played"
    return f"progress, of {model.game.max_progress}"


def phase_title(model: Model, stage: int) -> str:
    """A phase by itself."""
    if len(model.stages) == 1:
        return "the whole game"
    name = phase_names(model)[stage]
    if model.game.moves_bounded:
        return f"{name} moves played"
    return f"progress {name} of {model.game.max_progress}"


def progress_note(model: Model) -> str:
    """What progress is, where it is no count of moves and there are several phases."""
    if len(model.stages) == 1 or model.game.moves_bounded:
        return ""
    return (
        f"Progress says how far a game has come, from 0 at its start to {model.game.max_progress}; "
        "it is read off the position, such as from pieces taken or squares filled."
    )


def chosen_phases(model: Model) -> list[int]:
    """An early, a middle and a late one, as far as there are so many."""
    count = len(model.stages)
    return sorted({count // 4, count // 2, 3 * count // 4})
