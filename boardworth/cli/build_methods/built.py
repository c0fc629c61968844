"""What a build tells in the end, by whatever method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.cli.output.figures import give

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.fitting import Model


def tell_model(model: Model, path: Path) -> None:
    """A line about a model that was written, and its figures."""
    summary = model.summary()
    print(f"{path}: {summary}")
    give(model.game.name, {"model": path, "summary": summary, "metrics": model.metrics})
