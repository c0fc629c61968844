"""Arguments that several verbs share: numbers, positions, players, limits, files by pattern."""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from glob import glob
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, get_args

from cyclopts import Parameter, convert, validators

from boardworth.cli.paths import Input, Words, option_name
from boardworth.errors import BoardworthError, FormatError, IllegalMove, MissingCapability

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cyclopts import Token

    from boardworth.fitting import Model
    from boardworth.rules import Game, History, Position
    from boardworth.search import AlphaBeta, Limit

Default = TypeVar("Default")
_given: ContextVar[frozenset[str]] = ContextVar("given", default=frozenset())
# Boards often begin with empty squares, and lines of moves with a pass: both look like options.
PositionText: TypeAlias = Annotated[str, Words(), Parameter(allow_leading_hyphen=True)]
MovesText: TypeAlias = Annotated[str, Words(), Parameter(allow_leading_hyphen=True)]
# A position or moves, or a file of them.
PositionOrFile: TypeAlias = Annotated[str, Input(), Parameter(allow_leading_hyphen=True)]
# A model or a game: a name of those that come with Boardworth, or a file. `./othello` is a file,
# which a `Path` would forget.
Name: TypeAlias = Annotated[str, Input(models=True)]
Force: TypeAlias = Annotated[bool, Parameter(negative="", help="replace files of another kind.")]
Threads: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1024))]
Memory: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1 << 20))]
Seed: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=0, lt=2**63))]
Count: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=0, lt=2**31))]
Exact: TypeAlias = Annotated[int, Parameter(validator=validators.Number(gte=0, lte=20))]


def limit_of(
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    default: Default,
    clock: str | None = None,
    level: Limit | None = None,
) -> Limit | Default:
    """The limit that the options give, or the default if they give none.

    Args:
        depth: in plies.
        nodes: positions searched, or simulations.
        seconds: per move.
        default: the limit without options.
        clock: seconds for a game, or seconds+increment.
        level: what the option --level stands for; it leaves only the clock to be said.
    """
    from boardworth.search import Clock, Limit

    given = {"depth": depth, "nodes": nodes, "seconds": seconds}
    if level is not None:
        for name, value in given.items():
            if value is not None:
                raise BoardworthError(
                    f"--level {level.depth} and --{name} {value:g}: give one of them; a level says "
                    "by itself how far to search"
                )
    elif clock is None and all(value is None for value in given.values()):
        return default
    time_left = Clock.parse(clock) if clock is not None else None
    if time_left is not None and time_left.seconds == 0:
        raise BoardworthError(f"clock '{clock}': no time to make a move")
    return replace(level, clock=time_left) if level else Limit(depth, nodes, seconds, time_left)


@contextmanager
def with_given(names: Iterable[str]) -> Iterator[None]:
    """Within it, these parameters of the command were given, if only by their defaults."""
    token = _given.set(frozenset(names))
    try:
        yield
    finally:
        _given.reset(token)


def unrounded(kind: Any, tokens: Sequence[Token]) -> Any:
    """As cyclopts converts an argument, except that it would round 1.5 where a whole number is due.

    Raises ValueError.
    """
    if int in (kind, *get_args(kind)) and float not in get_args(kind):
        for token in tokens:
            if "." in token.value:
                raise ValueError(f'"{token.value}" is not a whole number.')
    return convert(kind, tokens)


def refuse_idle(
    command: Callable[..., object], values: Mapping[str, object], idle: Iterable[str], where: str
) -> None:
    """Raises if an option is given that means nothing to the others: it would be overlooked.

    Args:
        command: whose options they are.
        values: of its parameters.
        idle: the parameters that mean nothing.
        where: what they mean nothing to.
    """
    parameters = signature(command).parameters
    for name in idle:
        if name in _given.get() or values[name] != parameters[name].default:
            raise BoardworthError(f"{option_name(parameters[name])} means nothing to {where}")


def find_files(patterns: Sequence[str]) -> list[Path]:
    """The files that paths and quoted patterns such as 'wthor/*.wtb' name, each once, in order."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = sorted(glob(pattern, recursive=True)) or [pattern]  # noqa: PTH207 - also absolute
        found.update(dict.fromkeys(Path(match) for match in matches))
    for path in found:
        check_file(path)
    return list(found)


def check_file(path: Path) -> None:
    """Raises if there is no such file to read."""
    if path.is_dir():
        raise BoardworthError(f"{path} is a folder, not a file")
    if not path.exists():
        raise BoardworthError(f"no such file: {path}")


def game_by_endings(paths: Sequence[Path], default: str | None = None) -> str:
    """The name of the game whose records or problems files hold, as their endings tell."""
    from boardworth.rules.records.formats import RECORD_FORMATS, record_ending

    games = {ending: one.game for ending, one in RECORD_FORMATS.items()} | {".epd": "chess"}
    names = {name for path in paths if (name := games.get(record_ending(path))) is not None}
    if len(names) > 1:
        raise BoardworthError(f"the files hold games of {' and '.join(sorted(names))}")
    if not names and default is None:
        raise BoardworthError(f"{paths[0]}: its ending does not tell the game: see --game")
    return names.pop() if names else str(default)


def model_of(name: str, before_files: str = "") -> Model:
    """The model in a file, or the one that comes with Boardworth for a game of that name.

    Args:
        name: of the file or the game.
        before_files: the command, if files of records or problems follow the model.
    """
    from boardworth.evaluators import find_model

    try:
        return find_model(name)
    except FormatError as error:
        game = _game_of_records(name)
        if game is None:
            raise
        command = f": {before_files} {game} {name}" if before_files else f", such as {game}"
        raise FormatError(f"{error}; a model comes first{command}") from None


def _game_of_records(name: str) -> str | None:
    """The game whose records or problems a file holds by its ending; some game if of any."""
    from boardworth.rules.records import PROBLEM_ENDINGS
    from boardworth.rules.records.formats import RECORD_ENDINGS, record_ending

    path = Path(name)
    if record_ending(path) not in {*RECORD_ENDINGS, *PROBLEM_ENDINGS}:
        return None
    return game_by_endings([path], "othello")


def alpha_beta_of(name: str, what: str, *, before_files: bool = False) -> AlphaBeta:
    """The search with such a model. Raises MissingCapability with what searches.

    Args:
        name: of the model's file, or of a game.
        what: the command.
        before_files: whether files of records or problems may follow the model.
    """
    from boardworth.evaluators import Evaluator
    from boardworth.search import AlphaBeta

    try:
        model = model_of(name, what if before_files else "")
        return AlphaBeta(Evaluator(model), Path(name).stem)
    except MissingCapability as error:
        raise MissingCapability(f"{what} needs a search: {error}") from None


def position_of(game: Game, text: str | None, moves: str) -> Position:
    """A position given as text (else the start), then moves in notation."""
    return history_of(game, text, moves).position


def history_of(game: Game, text: str | None, moves: str) -> History:
    """The same as a game so far."""
    from boardworth.cli.joint_moves import after_joint_moves
    from boardworth.rules import History
    from boardworth.rules.short_moves import read_line

    position = game.parse(text) if text is not None else game.start()
    if not moves.strip():
        return History.after(position)
    if not game.has_turns:
        return after_joint_moves(History.after(position), moves)
    try:
        legal = game.legal_replay(position, read_line(position, moves)).moves
        return History.after(position, legal)
    except IllegalMove as error:
        raise IllegalMove(f"--moves {moves}: {error}") from None


def threads_or_all(threads: int | None) -> int:
    """As many as were asked for, else as many as there are processors for us."""
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
