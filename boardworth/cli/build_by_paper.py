"""What `boardworth build --method paper` does: functions for all roles of a rule sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from boardworth.cli.arguments import check_output
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from boardworth.fitting import RoleFunctions


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
    from boardworth.evaluators import save_role_functions
    from boardworth.fitting.role_functions import networked
    from boardworth.positions.sequences import SequencePlan
    from boardworth.recipes import PaperSettings, functions_from_rules
    from boardworth.rules.gdl import read_rule_sheet
    from boardworth.rules.loading import sheet_path

    if game in _core.game_names():
        raise BoardworthError(f"{game} is built in: the method of the paper needs a rule sheet")
    path = sheet_path(game)
    output = output or Path(f"{path.stem}.model")
    check_output(output)
    functions = functions_from_rules(
        networked(read_rule_sheet(path)),
        path.stem,
        PaperSettings(
            plan=SequencePlan(sequences=options.sequences),
            domains=options.domains,
            scaled=options.scaled,
            seed=options.seed,
        ),
        threads=threads,
        reporter=ProgressBars(),
    )
    save_role_functions(functions, output)
    print(f"{output}: {_summary(functions)}")


def _summary(functions: RoleFunctions) -> str:
    counts = ", ".join(f"{len(function.terms)} for {function.role}" for function in functions)
    metrics = functions.metrics
    return (
        f"{counts} of {metrics['features']:,} features, from {metrics['states']:,} states of "
        f"{metrics['sequences']:,} random sequences, in {sum(functions.seconds.values()):.1f} s"
    )
