"""The steps of builds by name: their tasks are called so, and progress counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.recipes.settings import Settings

READING = "reading and labelling records"
FIT = "fit"
CALIBRATION = "calibration"
SAMPLING = "positions inside searches"
LABELLING = "labels by search"


def self_play_of(generation: int) -> str:
    """The step in which a generation plays."""
    return f"generation {generation}: self-play"


def fit_of(generation: int) -> str:
    """The step in which a generation learns."""
    return f"generation {generation}: {FIT}"


def build_steps(settings: Settings, *, records: bool, improved: bool) -> list[str]:
    """All steps of a build in their order.

    Args:
        settings: of the build.
        records: whether it learns from records.
        improved: whether it begins with the searches of a model.
    """
    if records or improved:
        steps = [READING] if improved else [READING, FIT]
    else:
        generations = range(settings.generations + 1)
        steps = [step for n in generations for step in (self_play_of(n), fit_of(n))]
    calibration = [CALIBRATION] if settings.calibration else []
    if settings.searched:
        games = [self_play_of(1)] if records or improved else []
        steps += [*games, *calibration, SAMPLING, LABELLING, FIT]
    return steps + calibration
