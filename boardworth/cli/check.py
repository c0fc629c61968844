"""boardworth check: whether the rules of a game are sound, as a sheet tells them or as played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Name, Seed, find_files, refuse_idle
from boardworth.cli.output.figures import give
from boardworth.errors import BoardworthError, in_few_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardworth.rules.gdl import Problem, RuleSheet
    from boardworth.rules.gdl.check.playtest import Example, Playtest

_AtLeastOne = Parameter(validator=validators.Number(gte=1, lt=2**31))


def check(
    games_or_files: Annotated[list[Name], Parameter(negative="")],
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
    warnings are what most likely is not meant. Of a built-in game, which has no sheet, random games
    are played alone.

    For example:

        boardworth check game.gdl
        boardworth check game.gdl --games 5000 --max-moves 200 --seconds 60
        boardworth check '*.gdl' --lint
        boardworth check connect-four othello

    Args:
        games_or_files: rule sheets, or quoted patterns of them, or names of games.
        lint: only read the rules; play no games.
        games: how many random games to play.
        seed: of the random moves.
        max_moves: moves after which a game is given up.
        seconds: the most time to play a game for; there may be fewer games then.
    """
    given = locals()
    if lint:
        refuse_idle(check, given, ["games", "seed", "max_moves", "seconds"], "--lint")
    checked: list[dict[str, Any]] = []
    try:
        for subject in _subjects(games_or_files):
            if isinstance(subject, Path):
                playing = None if lint else (games, seed, max_moves, seconds)
                checked.append(_check_sheet(subject, playing))
                continue
            what = f"{subject}, which is built in"
            refuse_idle(check, given, ["lint", "max_moves"], what)
            checked.append(_check_built_in(subject, games, seed, seconds))
    finally:
        name = checked[0]["name"] if len(checked) == 1 else None
        give(name, {"checked": checked})
    return 0 if all(each["sound"] for each in checked) else 2


def _subjects(texts: Sequence[str]) -> Iterator[Path | str]:
    """The files of sheets, and the names of built-in games. Raises if there is no such thing."""
    from boardworth import _core
    from boardworth.rules.loading import meant_game, shipped_sheet

    for text in texts:
        if text in _core.game_names():
            yield text
        elif (sheet := shipped_sheet(text)) is not None:
            yield sheet
        else:
            try:
                yield from find_files([text])
            except BoardworthError as error:
                hint = f" ({meant.strip()})" if (meant := meant_game(text)) else ""
                raise BoardworthError(f"{error}{hint}") from None


def _check_built_in(name: str, games: int, seed: int, seconds: float) -> dict[str, Any]:
    """Plays random games of a game that is written in C++."""
    import numpy as np

    from boardworth.rules import load_game
    from boardworth.rules.loading import shipped_sheet
    from boardworth.search.core_games import SelfPlayPlan, play_at_random

    game = load_game(name)
    sheet = shipped_sheet(name)
    print(
        f"{name}: built in, {_count(len(game.roles), 'role')} ({', '.join(game.roles)}), a board "
        f"of {game.board.columns} by {game.board.rows}"
        + (f"; its rule sheet is {sheet}" if sheet else "; it has no rule sheet")
    )
    played = play_at_random(game, SelfPlayPlan(games, seconds, seed=seed))
    _, firsts, moves = np.unique(played.games, return_index=True, return_counts=True)
    if len(moves) == 0:
        raise BoardworthError(f"{name}: no random game has come to an end")
    figures = {
        "games": games,
        "ended": len(moves),
        "mean_moves": float(moves.mean()),
        "longest": int(moves.max()),
        "mean_score": float(played.scores[firsts].mean()),
    }
    print(
        f"{name}: {_count(len(moves), 'random game')} of {games:,} came to an end; moves: "
        f"{figures['mean_moves']:.1f} on average, {figures['longest']:,} at most; mean score of "
        f"{game.roles[0]}: {figures['mean_score']:+.2f}",
        flush=True,
    )
    about = {"name": name, "kind": "built in", "sheet": sheet, "roles": game.roles}
    return {**about, "sound": True, "problems": [], "random_games": figures}


def _check_sheet(path: Path, playing: tuple[int, int, int, float] | None) -> dict[str, Any]:
    """Reads a rule sheet, and plays it so if there is no error: games, seed, moves, seconds."""
    from boardworth.rules.gdl import check_text
    from boardworth.rules.gdl.syntax.parser import sheet_text

    sheet, problems = check_text(sheet_text(path), str(path))
    for line in in_few_lines(problem.line(str(path)) for problem in problems):
        print(line)
    print(f"{path}: {_summary(sheet, problems)}", flush=True)
    found: dict[str, Any] = {
        "name": path.stem,
        "kind": "rule sheet",
        "sheet": path,
        "roles": sheet.roles if sheet is not None else None,
        "sound": sheet is not None and all(each.severity != "error" for each in problems),
        "problems": [
            {"severity": each.severity, "place": str(each.place), "message": each.message}
            for each in problems
        ],
    }
    if sheet is not None and found["sound"] and playing is not None:
        _play(sheet, *playing, found)
    return found


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


def _play(
    sheet: RuleSheet, games: int, seed: int, max_moves: int, seconds: float, checked: dict[str, Any]
) -> None:
    """Plays random games, tells about them, and adds what was found."""
    from boardworth.cli.console import ProgressBars
    from boardworth.errors import RulesError
    from boardworth.rules.gdl.check.playtest import playtest
    from boardworth.rules.gdl.ground.grounding import TooCostly
    from boardworth.rules.gdl.machine_choice import machine_for

    def add(severity: str, message: str) -> None:
        checked["problems"].append({"severity": severity, "place": None, "message": message})
        checked["sound"] = checked["sound"] and severity != "error"

    try:
        machine = machine_for(sheet)
    except RulesError as error:
        costly = isinstance(error, TooCostly)
        message = str(error).removeprefix(sheet.source).lstrip(":, ")
        print(f"{sheet.source}: {'warning: not played' if costly else 'error'}: {message}")
        add("warning" if costly else "error", message)
        return
    with ProgressBars().task(f"{sheet.source}: random games", games) as advance:
        found = playtest(
            machine, games, seed=seed, max_moves=max_moves, seconds=seconds, advance=advance
        )
    for finding in found.findings:
        print(f"{sheet.source}: {finding.severity}: {finding.message}")
        add(finding.severity, finding.message)
        if finding.example is not None:
            _show(finding.example, found.roles)
    less = f" (of {games:,}: time is up)" if found.games < games else ""
    print(
        f"{sheet.source}: {_count(found.games, 'random game')}{less}, {_games(found)}", flush=True
    )
    checked["random_games"] = {
        "games": found.games,
        "ended": found.ended,
        "mean_moves": found.mean_moves,
        "longest": found.longest,
        "mean_choices": found.mean_choices,
        "max_choices": found.max_choices,
        "mean_goals": found.mean_goals,
    }


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
