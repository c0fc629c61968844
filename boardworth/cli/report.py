"""boardworth report: everything about a model in one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from boardworth.cli.arguments import Force, Name, find_files, model_of
from boardworth.cli.file_kinds import REPORT
from boardworth.cli.paths import Input, Output


def report(
    model: Name,
    /,
    *,
    output: Annotated[Path, Output(REPORT), Parameter(name=["--output", "-o"])] = Path(
        "report.html"
    ),
    force: Force = False,
    results: Annotated[
        list[str] | None, Input(), Parameter(consume_multiple=True, negative="")
    ] = None,
    balance: Annotated[Path | None, Input()] = None,
) -> None:
    """Write one page about a model: what it finds worth having, and how good it is.

    It begins with a conclusion and a board in the colours of what squares are worth; then follow
    the facts that matter most, matches, errors, how it learned and where it comes from.

    For example:

        boardworth report othello.model -o report.html
        boardworth report othello.model --results discs.json squares.json
        boardworth report othello.model --balance balance.json

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth.
        output: the HTML file to write.
        force: replace a file that is not a report.
        results: JSON files written by 'boardworth match --json'.
        balance: a JSON file written by 'boardworth balance --json'.
    """
    from boardworth.report import read_balance, read_results, write_report

    matches = [read_results(path) for path in find_files(results or [])]
    found = read_balance(balance) if balance is not None else None
    write_report(model_of(model), output, matches, found)
    print(output)
