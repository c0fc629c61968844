"""What `boardworth build` does for rule sheets alone: --budget, and the method of the paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from boardworth.cli.build_methods.built import tell_model
from boardworth.cli.output.figures import give
from boardworth.cli.output.interruption import keep_nothing
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.fitting import Model
    from boardworth.recipes.worker_messages import Draft
    from boardworth.rules.gdl.game import RuleGame

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
# To ground the rules and to look at a few games takes that long at least.
_MIN_SECONDS = 5
# What the program takes to start, at most as a share of the budget, and to end in seconds.
_MAX_STARTING = 0.2
_ENDING = 0.2


class PaperOptions(NamedTuple):
    """What the command line can set; see PaperSettings."""

    sequences: int
    domains: Literal["stated", "fluents"]
    scaled: bool
    seed: int


def build_in_time(game: str, output: Path, budget: str, seed: int, threads: int) -> None:
    """An opponent within a time: makes, writes and sums up."""
    from boardworth.files import written_atomically

    keep_nothing("with --budget a model is written in the end; a shorter one ends sooner")
    best = draft_in_time(game, budget, seed, threads)
    with written_atomically(output) as file:
        file.write(best.model)
    print(f"{output}: {best.summary}")
    give(_sheet(game, "--budget").stem, {"model": output, "summary": best.summary})


def draft_in_time(game: str, budget: str, seed: int, threads: int) -> Draft:
    """The best model of a rule sheet that there is within a time."""
    from boardworth.cli.console import ProgressBars
    from boardworth.processes import seconds_since_start
    from boardworth.recipes.budget import Sheet, model_in_time
    from boardworth.rules.gdl.syntax.parser import sheet_text

    seconds = _seconds(budget)
    sheet = _sheet(game, "--budget")
    rules = Sheet(sheet_text(sheet), str(sheet), sheet.stem)
    # A process that runs one command after the other has begun long ago.
    starting = min(seconds_since_start(), seconds * _MAX_STARTING)
    left = seconds - starting - _ENDING
    return model_in_time(rules, left, seed=seed, threads=threads, reporter=ProgressBars())


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
    from boardworth.rules.loading import load_rule_game

    _sheet(game, what)
    return load_rule_game(game)


def _sheet(game: str, what: str) -> Path:
    """The file of a rule sheet."""
    from boardworth import _core
    from boardworth.rules.loading import sheet_path, shipped_sheet

    if game in _core.game_names():
        own = shipped_sheet(game)
        hint = f"; its own is {own}" if own else ""
        raise BoardworthError(f"{game} is built in: {what} is for rule sheets{hint}")
    return sheet_path(game)


def _write(model: Model, path: Path) -> None:
    from boardworth.evaluators import save_model

    save_model(model, path)
    tell_model(model, path)


def _seconds(budget: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", budget.strip())
    if found is None:
        raise BoardworthError(f"--budget '{budget}': expected a time such as 60s, 5m or 1h")
    seconds = float(found[1]) * _UNITS[found[2]]
    if seconds < _MIN_SECONDS:
        raise BoardworthError(f"--budget '{budget}': at least {_MIN_SECONDS} seconds are needed")
    return seconds
