"""boardworth check: whether a rule sheet is a sound description of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from boardworth.cli.arguments import find_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules.gdl import Problem, RuleSheet


def check(files: Annotated[list[str], Parameter(negative="")], /) -> int:
    """Find what is wrong with rule sheets in the Game Description Language.

    Every problem has its line. The exit code is 2 if there is an error; warnings are what most
    likely is not meant.

    For example:

        boardworth check game.gdl

    Args:
        files: rule sheets, or quoted patterns of them.
    """
    from boardworth.rules.gdl import check_text
    from boardworth.rules.gdl.parser import sheet_text

    wrong = False
    for path in find_files(files):
        sheet, problems = check_text(sheet_text(path), str(path))
        for problem in problems:
            print(problem.line(str(path)))
        print(f"{path}: {_summary(sheet, problems)}", flush=True)
        wrong = wrong or any(problem.severity == "error" for problem in problems)
    return 2 if wrong else 0


def _summary(sheet: RuleSheet | None, problems: Sequence[Problem]) -> str:
    errors = sum(problem.severity == "error" for problem in problems)
    found = f"{_count(errors, 'error')}, {_count(len(problems) - errors, 'warning')}"
    if sheet is None:
        return f"cannot be read; {found}"
    facts = sum(not rule.body for rule in sheet.rules)
    return (
        f"{_count(len(sheet.roles), 'role')} ({', '.join(sheet.roles)}), "
        f"{_count(len(sheet.by_predicate), 'predicate')}, {_count(facts, 'fact')}, "
        f"{_count(len(sheet.rules) - facts, 'rule')}; {found}"
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
