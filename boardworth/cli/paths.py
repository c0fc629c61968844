"""What commands read and write: no output costs a file that is worth keeping.

Every parameter that takes text says in its type what the text is: an `Input`, an `Output`, a
`WorkFolder` or mere `Words`. `settle` reads these marks before a command begins. It refuses outputs
that are an input, another output, or a file of another kind, or that end like one.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from glob import glob
from inspect import Parameter, signature
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from inspect import BoundArguments

    from boardworth.cli.file_kinds import Kind


# Stands for standard output where a file is written.
STANDARD_OUTPUT = Path("-")


@dataclass(frozen=True)
class Input:
    """Marks what is read: files, quoted patterns of them, names of games and models.

    Attributes:
        models: whether they are models or games, by name or in files.
        players: whether they are descriptions of players.
        folder: whether it is a folder of files.
    """

    models: bool = False
    players: bool = False
    folder: bool = False


@dataclass(frozen=True)
class Words:
    """Marks text that never names a file.

    Attributes:
        role: whether it is a role of the game.
    """

    role: bool = False


@dataclass(frozen=True)
class Output:
    """Marks a file that is written.

    Attributes:
        kind: what may be replaced.
        default: the file if none is given, by the values of all parameters.
        updates: the input that is replaced if no file is given.
        work: how the folder beside it ends that keeps unfinished work.
        standard: whether - means standard output.
    """

    kind: Kind
    default: Callable[[Mapping[str, Any]], Path] | None = None
    updates: str = ""
    work: str = ""
    standard: bool = False


@dataclass(frozen=True)
class WorkFolder:
    """Marks a folder that finished work or other files are kept in, one of that name and kind.

    Attributes:
        holds: the file's name.
        kind: what may be in it.
        default: the folder if none is given, by the values of all parameters.
    """

    holds: str
    kind: Kind
    default: Callable[[Mapping[str, Any]], Path] | None = None


@dataclass(frozen=True)
class _Use:
    """A file or a folder of a command, and the parameter that names it."""

    option: str
    path: Path

    def __str__(self) -> str:
        return f"{self.option} {self.path}"


def marks(command: Callable[..., Any]) -> dict[str, list[object]]:
    """The marks of every parameter of a command."""
    hints = get_type_hints(command, include_extras=True)
    kinds = (Input, Output, WorkFolder, Words)
    return {
        name: [mark for mark in _annotations(hints[name]) if isinstance(mark, kinds)]
        for name in signature(command).parameters
    }


def option_name(parameter: Parameter) -> str:
    """A parameter as users write it."""
    if parameter.kind is Parameter.POSITIONAL_ONLY:
        return parameter.name.upper()
    no = "no-" if parameter.default is True else ""
    return f"--{no}{parameter.name.replace('_', '-')}"


def types_of(hint: Any) -> list[Any]:
    """The types that a type is made of, and the words of a Literal."""
    if get_origin(hint) is Annotated:
        return types_of(hint.__origin__)
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [hint, *(part for each in get_args(hint) for part in types_of(each))]


def settle(command: Callable[..., Any], bound: BoundArguments) -> list[Path]:
    """Gives outputs their defaults, and raises BoardworthError if one would cost a file.

    Returns the files that are written.
    """
    marked = marks(command)
    if not any(
        isinstance(mark, Output | WorkFolder) for found in marked.values() for mark in found
    ):
        return []
    parameters = signature(command).parameters
    values = {name: bound.arguments.get(name, one.default) for name, one in parameters.items()}
    uses = _Uses(bool(values["force"]))
    written = []
    for name, found in marked.items():
        option = option_name(parameters[name])
        for mark in found:
            match mark:
                case Input():
                    uses.read(option, values[name], mark)
                case WorkFolder():
                    folder = values[name]
                    if folder is None and mark.default is not None:
                        bound.arguments[name] = folder = mark.default(values)
                    uses.keep(option, folder, mark)
                case Output():
                    path = values[name] or _default(mark, values, option)
                    if mark.standard and path == STANDARD_OUTPUT:
                        continue
                    if path is not None:
                        bound.arguments[name] = path
                    if path is not None and mark.updates and values[name] is None:
                        _check_place(path)
                    elif path is not None:
                        uses.write(option, path, mark)
                    if path is not None:
                        written.append(path)
    uses.check()
    return written


def check_new(path: Path) -> None:
    """Raises unless a file can be written there, and nothing is there yet."""
    _check_place(path)
    if os.path.lexists(path):
        raise BoardworthError(f"{path} exists: choose another name")


def _annotations(hint: Any) -> Iterator[object]:
    """What a type is annotated with, also inside of unions and lists."""
    if get_origin(hint) is Annotated:
        yield from hint.__metadata__
    for part in get_args(hint):
        yield from _annotations(part)


def _default(mark: Output, values: Mapping[str, Any], option: str) -> Path | None:
    if mark.default is not None:
        return mark.default(values)
    if not mark.updates:
        return None
    from boardworth.evaluators import is_shipped

    updated = values[mark.updates]
    if is_shipped(updated):
        raise BoardworthError(
            f"{updated} comes with Boardworth and is not changed: say with {option} where to write"
        )
    return Path(updated)


def _files(value: Any, players: bool) -> Iterator[Path]:
    """Every file that a value may stand for: rather one too many than one too few."""
    if value is None or isinstance(value, list | tuple):
        for each in value or ():
            yield from _files(each, players)
        return
    text = str(value)
    from boardworth.files import shipped_file

    yield from (Path(match) for match in [text, *glob(text, recursive=True)])  # noqa: PTH207
    if text and Path(text).name == text:
        shipped = (f"{text}.model", f"{text}.patterns", f"gdl/{text}.gdl")
        yield from (path for name in shipped if (path := shipped_file(name)) is not None)
    if players:
        from boardworth.arena import parse_player

        yield from map(Path, parse_player(text).files)


def _standard_streams(*numbers: int) -> Iterator[_Use]:
    """Standard streams that are files, as what they are opened from."""
    names = ("standard input", "standard output", "standard error")
    for number in numbers:
        try:
            regular = stat.S_ISREG(os.fstat(number).st_mode)
        except OSError:
            continue
        if regular:
            yield _Use(names[number], Path(f"/dev/fd/{number}"))


def _check_place(path: Path) -> None:
    """Raises if no file can be written there."""
    try:
        mode = path.stat().st_mode
    except OSError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
        raise BoardworthError(f"cannot write {path}: it is {what}")
    if not path.parent.is_dir():
        raise BoardworthError(f"cannot write {path}: no such folder: {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise BoardworthError(f"cannot write {path}: {path.parent} is not writable")


class _Uses:
    """All files of one command."""

    def __init__(self, force: bool) -> None:
        self._force = force
        self._inputs: list[_Use] = list(_standard_streams(0))
        self._folders_read: list[_Use] = []
        self._outputs: list[tuple[_Use, Kind]] = []
        self._folders_written: list[_Use] = []

    def read(self, option: str, value: Any, mark: Input) -> None:
        """Notes what an option may name."""
        if mark.folder and value is not None:
            self._folders_read.append(_Use(option, value))
        elif not mark.folder:
            self._inputs += [_Use(option, path) for path in _files(value, mark.players)]

    def write(self, option: str, path: Path, mark: Output) -> None:
        """Notes an output. Raises if it cannot be written."""
        if mark.standard and str(path).startswith("-"):
            raise BoardworthError(f"{option} needs a file, or -, before {path}")
        _check_place(path)
        self._outputs.append((_Use(option, path), mark.kind))
        if mark.work:
            work = path.with_name(path.name + mark.work)
            self._folders_written.append(_Use(f"the work folder of {option},", work))

    def keep(self, option: str, folder: Path, mark: WorkFolder) -> None:
        """Notes a folder of finished work. Raises if it can be none."""
        if folder.exists() and not folder.is_dir():
            raise BoardworthError(f"{option} {folder} is a file, not a folder")
        if not folder.exists():
            _check_place(folder)
        self._outputs.append((_Use(option, folder / mark.holds), mark.kind))

    def check(self) -> None:
        """Raises if an output would replace an input, another output or another kind of file."""
        for output, _ in self._outputs:
            self._check_inputs(output)
        for folder in self._folders_written:
            for given in self._inputs:
                if _within(given.path, folder.path):
                    raise BoardworthError(f"{folder} would replace the input {given}")
        for (one, _), (other, _) in combinations(self._outputs, 2):
            if _within(one.path, other.path) or _within(other.path, one.path):
                raise BoardworthError(f"{one} and {other}: one output would replace the other")
        for output, kind in [] if self._force else self._outputs:
            if output.path.exists() and not kind.holds(output.path):
                raise BoardworthError(f"{output} is a file, but not {kind.name}: see --force")
            if others := kind.what_ends_so(output.path):
                raise BoardworthError(
                    f"{output}: files that end in {output.path.suffix} are {others}; {kind.name} "
                    f"ends in {' or '.join(kind.endings)}: see --force"
                )

    def _check_inputs(self, output: _Use) -> None:
        for given in self._inputs:
            if _same(output.path, given.path):
                raise BoardworthError(f"{output} would replace the input {given}")
        for given in self._folders_read:
            if output.path.exists() and _within(output.path, given.path):
                raise BoardworthError(f"{output} would replace a file of the input {given}")
        for stream in _standard_streams(1, 2):
            if _same(output.path, stream.path):
                raise BoardworthError(f"{output} and {stream.option} are the same file")


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file: by links of any kind, or by other spellings."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def _within(path: Path, folder: Path) -> bool:
    """Whether a path leads to a file or a folder, or into it."""
    if _same(path, folder):
        return True
    return Path(os.path.realpath(folder)) in Path(os.path.realpath(path)).parents
