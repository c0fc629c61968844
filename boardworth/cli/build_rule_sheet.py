"""What `boardworth build` does for rule sheets alone: --budget, and the method of the paper."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Literal, NamedTuple

from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.fitting import Model
    from boardworth.rules.gdl.game import RuleGame

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
# To ground the rules and to look at a few games takes that long at least.
_MIN_SECONDS = 5


class PaperOptions(NamedTuple):
    """What the command line can set; see PaperSettings."""

    sequences: int
    domains: Literal["stated", "fluents"]
    scaled: bool
    seed: int


def build_in_time(game: str, output: Path, budget: str, seed: int, threads: int) -> None:
    """An opponent within a time: makes, writes and sums up."""
    start = time.monotonic()
    seconds = _seconds(budget)
    from boardworth.cli.console import ProgressBars
    from boardworth.recipes import Opponent

    rules = _rules(game, "--budget")
    rules.require_propnet("learning")
    left = seconds - (time.monotonic() - start)
    opponent = Opponent(rules, left, seed=seed, threads=threads, reporter=ProgressBars())
    _write(opponent.build(), output)


def build_by_paper(game: str, output: Path, options: PaperOptions, threads: int) -> None:
    """Functions for all roles: makes, writes and sums up."""
    from boardworth.cli.console import ProgressBars
    from boardworth.positions.sequences import SequencePlan
    from boardworth.recipes import PaperSettings, functions_from_rules

    rules = _rules(game, "the method of the paper")
    settings = PaperSettings(
        plan=SequencePlan(sequences=options.sequences),
        domains=options.domains,
        scaled=options.scaled,
        seed=options.seed,
    )
    _write(functions_from_rules(rules, settings, threads=threads, reporter=ProgressBars()), output)


def _rules(game: str, what: str) -> RuleGame:
    """The game of a rule sheet."""
    from boardworth import _core
    from boardworth.rules.loading import load_rule_game

    if game in _core.game_names():
        raise BoardworthError(f"{game} is built in: {what} is for rule sheets")
    return load_rule_game(game)


def _write(model: Model, path: Path) -> None:
    from boardworth.evaluators import save_model

    save_model(model, path)
    print(f"{path}: {summary(model)}")


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
