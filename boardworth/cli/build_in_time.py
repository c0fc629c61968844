"""What `boardworth build --budget` does: an opponent for a rule sheet's game, in time."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.arguments import check_output
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from boardworth.fitting import Model

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
# To ground the rules and to look at a few games takes that long at least.
_MIN_SECONDS = 5


def build_in_time(game: str, output: Path | None, budget: str, seed: int, threads: int) -> None:
    """Makes, writes and sums up."""
    start = time.monotonic()
    seconds = _seconds(budget)
    from boardworth import _core
    from boardworth.cli.console import ProgressBars
    from boardworth.evaluators import save_model
    from boardworth.recipes import Opponent
    from boardworth.rules.loading import load_rule_game, sheet_path

    if game in _core.game_names():
        raise BoardworthError(f"{game} is built in: --budget is for rule sheets")
    path = sheet_path(game)
    output = output or Path(f"{path.stem}.model")
    check_output(output)
    rules = load_rule_game(game)
    rules.require_propnet("learning")
    left = seconds - (time.monotonic() - start)
    built = Opponent(rules, left, seed=seed, threads=threads, reporter=ProgressBars()).build()
    save_model(built, output)
    print(f"{output}: {summary(built)}")


def summary(model: Model) -> str:
    """A model in a line: what it is made of, what it learned from, how well."""
    parts = [model.evaluation.summary()]
    data, held_out = model.provenance.get("data"), model.metrics.get("held_out", {}).get("all")
    if data:
        parts.append(f"from {data['positions']:,} positions of {data['games']:,} games")
    if "sequences" in model.metrics:
        states, sequences = model.metrics["states"], model.metrics["sequences"]
        parts.append(f"from {states:,} states of {sequences:,} random sequences")
    if held_out and held_out["rows"]:
        parts.append(
            f"held out: MSE {held_out['mse']:g}, MAE {held_out['mae']:g}, "
            f"correlation {held_out['correlation']:g}"
        )
    elif held_out:
        parts.append("every held-out position was also met in training")
    return "; ".join(parts)


def _seconds(budget: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", budget.strip())
    if found is None:
        raise BoardworthError(f"--budget '{budget}': expected a time such as 60s, 5m or 1h")
    seconds = float(found[1]) * _UNITS[found[2]]
    if seconds < _MIN_SECONDS:
        raise BoardworthError(f"--budget '{budget}': at least {_MIN_SECONDS} seconds are needed")
    return seconds
