"""boardworth check: whether a rule sheet is a sound description of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Seed, find_files, refuse_idle
from boardworth.cli.paths import Input
from boardworth.errors import in_few_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules.gdl import Problem, RuleSheet
    from boardworth.rules.gdl.check.playtest import Example, Playtest

_AtLeastOne = Parameter(validator=validators.Number(gte=1, lt=2**31))


def check(
    files: Annotated[list[str], Input(), Parameter(negative="")],
    /,
    *,
    lint: Annotated[bool, Parameter(negative="")] = False,
    games: Annotated[int, _AtLeastOne] = 1000,
    seed: Seed = 0,
    max_moves: Annotated[int, _AtLeastOne, Parameter(alias="--longest")] = 1000,
    seconds: Annotated[float, Parameter(validator=validators.Number(gt=0))] = 30.0,
) -> int:
    """Find what is wrong with rule sheets in the Game Description Language.

    First the rules are read: every problem has its line. If there is no error, random games are
    played: do they end, has every role a move all the time and one goal at the end? What goes
    wrong has an example: the moves that lead there. The exit code is 2 if there is an error;
    warnings are what most likely is not meant.

    For example:

        boardworth check game.gdl
        boardworth check game.gdl --games 5000 --max-moves 200 --seconds 60
        boardworth check '*.gdl' --lint

    Args:
        files: rule sheets, or quoted patterns of them.
        lint: only read the rules; play no games.
        games: how many random games to play.
        seed: of the random moves.
        max_moves: moves after which a game is given up.
        seconds: the most time to play a sheet for; there may be fewer games then.
    """
    if lint:
        refuse_idle(check, locals(), ["games", "seed", "longest", "seconds"], "--lint")
    from boardworth.rules.gdl import check_text
    from boardworth.rules.gdl.syntax.parser import sheet_text

    wrong = False
    for path in find_files(files):
        sheet, problems = check_text(sheet_text(path), str(path))
        for line in in_few_lines(problem.line(str(path)) for problem in problems):
            print(line)
        print(f"{path}: {_summary(sheet, problems)}", flush=True)
        unsound = any(problem.severity == "error" for problem in problems)
        if sheet is not None and not unsound and not lint:
            unsound = _play(sheet, games, seed, max_moves, seconds)
        wrong = wrong or unsound
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


def _play(sheet: RuleSheet, games: int, seed: int, max_moves: int, seconds: float) -> bool:
    """Plays random games and tells about them; whether there is an error."""
    from boardworth.cli.console import ProgressBars
    from boardworth.errors import RulesError
    from boardworth.rules.gdl.check.playtest import playtest
    from boardworth.rules.gdl.ground.grounding import TooCostly
    from boardworth.rules.gdl.machine_choice import machine_for

    try:
        machine = machine_for(sheet)
    except RulesError as error:
        costly = isinstance(error, TooCostly)
        message = str(error).removeprefix(f"{sheet.source}: ")
        print(f"{sheet.source}: {'warning: not played' if costly else 'error'}: {message}")
        return not costly
    with ProgressBars().task(f"{sheet.source}: random games", games) as advance:
        found = playtest(
            machine, games, seed=seed, max_moves=max_moves, seconds=seconds, advance=advance
        )
    for finding in found.findings:
        print(f"{sheet.source}: {finding.severity}: {finding.message}")
        if finding.example is not None:
            _show(finding.example, found.roles)
    less = f" (of {games:,}: time is up)" if found.games < games else ""
    print(
        f"{sheet.source}: {_count(found.games, 'random game')}{less}, {_games(found)}", flush=True
    )
    return any(finding.severity == "error" for finding in found.findings)


def _show(example: Example, roles: Sequence[str]) -> None:
    """The moves one a line, then all that holds after them."""
    print(f"  for example, after {_count(len(example.moves), 'move')}:")
    for number, joint_move in enumerate(example.moves, 1):
        moves = ", ".join(f"{role} {move}" for role, move in zip(roles, joint_move, strict=True))
        print(f"  {number:5}. {moves}")
    print(f"  state: {' '.join(map(str, example.state)) or '(nothing holds)'}")


def _games(found: Playtest) -> str:
    goals = (
        f"{role} {'none' if mean is None else f'{mean:.1f}'}"
        for role, mean in zip(found.roles, found.mean_goals, strict=True)
    )
    return (
        f"{found.ended:,} ended; moves: "
        f"{found.mean_moves:.1f} on average, {found.longest:,} at most; to choose from: "
        f"{found.mean_choices:.1f} on average, {found.max_choices:,} at most; "
        f"mean goals: {', '.join(goals)}"
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
