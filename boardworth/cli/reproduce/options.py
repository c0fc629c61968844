"""What the commands of all papers take: scales, the folder of finished work, and the verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from cyclopts import Parameter, validators

from boardworth.cli.arguments import limit_of
from boardworth.cli.file_kinds import PAIRS
from boardworth.cli.output.figures import give
from boardworth.cli.output.interruption import keep_in
from boardworth.cli.paths import WorkFolder
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardworth.recipes import Reporter
    from boardworth.reproduce.verdicts import Verdict
    from boardworth.search import Limit

T = TypeVar("T")

Flag: TypeAlias = Annotated[bool, Parameter(negative="")]
Games: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=2, lte=10**6))]


def work_folder(paper: str) -> WorkFolder:
    """Where a paper's finished steps and games are kept: each scale has a folder of its own."""

    def default(values: Mapping[str, Any]) -> Path:
        return Path(f"{paper}{_suffix(values['quick'], values['full'])}.work")

    return WorkFolder("pairs.jsonl", PAIRS, default)


def of_scale(scales: tuple[T, T, T], *, quick: bool, full: bool) -> T:
    """The quick, the default or the full one. Raises BoardworthError if both are asked for."""
    if quick and full:
        raise BoardworthError("--quick and --full exclude each other")
    return scales[0 if quick else 2 if full else 1]


def limit_of_scale(
    usual: Limit, nodes: int | None, seconds: float | None, minutes: int, *, full: bool
) -> Limit:
    """The limit of a player that had these minutes for a game in the paper."""
    from boardworth.search import Clock, Limit

    if not full:
        return limit_of(None, nodes, seconds, usual)
    if not seconds is nodes is None:
        raise BoardworthError("--full is with the paper's times: it takes no other limit")
    return Limit(clock=Clock(60.0 * minutes))


def given(**sizes: object) -> dict[str, Any]:
    """Those that are not left to their defaults."""
    return {size: value for size, value in sizes.items() if value is not None}


def reporter_of(folder: Path, steps: Sequence[str]) -> Reporter:
    """Shows progress by steps, and says at once where finished work is kept."""
    from boardworth.cli.console import ProgressBars
    from boardworth.recipes.reporter import Steps

    keep_in(folder)
    reporter = ProgressBars()
    reporter.line(f"finished steps and games are kept in {folder}; the same command goes on there")
    return Steps(reporter, steps)


def give_verdicts(verdicts: Sequence[Verdict], about: Mapping[str, Any]) -> None:
    """Gives the verdicts, and what they rest on."""
    from boardworth.reproduce.verdicts import summaries

    give(None, summaries(verdicts, about))


def _suffix(quick: Any, full: Any) -> str:
    return "-quick" if quick else "-full" if full else ""
