"""What `boardworth build --method paper` does: functions for all roles of a rule sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from boardworth.cli.arguments import check_output
from boardworth.cli.build_in_time import summary
from boardworth.errors import BoardworthError


class PaperOptions(NamedTuple):
    """What the command line can set; see PaperSettings."""

    sequences: int
    domains: Literal["stated", "fluents"]
    scaled: bool
    seed: int


def build_by_paper(game: str, output: Path | None, options: PaperOptions, threads: int) -> None:
    """Makes, writes and sums up."""
    from boardworth import _core
    from boardworth.cli.console import ProgressBars
    from boardworth.evaluators import save_model
    from boardworth.positions.sequences import SequencePlan
    from boardworth.recipes import PaperSettings, functions_from_rules
    from boardworth.rules.loading import load_rule_game, sheet_path

    if game in _core.game_names():
        raise BoardworthError(f"{game} is built in: the method of the paper needs a rule sheet")
    path = sheet_path(game)
    output = output or Path(f"{path.stem}.model")
    check_output(output)
    model = functions_from_rules(
        load_rule_game(game),
        PaperSettings(
            plan=SequencePlan(sequences=options.sequences),
            domains=options.domains,
            scaled=options.scaled,
            seed=options.seed,
        ),
        threads=threads,
        reporter=ProgressBars(),
    )
    save_model(model, output)
    print(f"{output}: {summary(model)}")
