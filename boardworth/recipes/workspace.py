"""Long work in steps: what is finished is kept, so that a build killed at any moment goes on."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from boardworth.errors import BoardworthError
from boardworth.evaluators import load_model, save_model
from boardworth.files import left_by_writing, written_atomically
from boardworth.positions import Dataset

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.recipes.reporter import Reporter

T = TypeVar("T")

_LABEL = "work.json"
_LOCK = "work.lock"
# Where long tournaments keep pairs of games beside steps.
PAIRS = "pairs.jsonl"
# Stands for the checksum of a step that is begun, and of a file that a step keeps up to date.
_UNFINISHED = ""
_KEPT = "kept"


@dataclass(frozen=True)
class _Label:
    """What a folder is of, and the checksum of each file of a step."""

    description: str
    steps: dict[str, str]


class Workspace:
    """A folder of finished steps beside the output file, of one description of the work.

    The label in it tells the description and the checksum of every finished step; a step is named
    there before its file is. A step whose file does not match is done again. A folder of any other
    work is left alone, and so are files that the label does not name.
    """

    def __init__(self, folder: Path, description: bytes, reporter: Reporter) -> None:
        self.folder = folder
        self._description = hashlib.sha256(description).hexdigest()
        self._reporter = reporter
        self._steps: dict[str, str] = {}

    @contextmanager
    def opened(self, *, fresh: bool = False) -> Iterator[None]:
        """Claims the folder for the work inside; `fresh` throws earlier work in it away."""
        label = self.folder / _LABEL
        if self.folder.exists() and not label.exists() and any(map(_foreign, self._files())):
            raise BoardworthError(
                f"{self.folder} is in the way: it is not the work of such a command"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / _LOCK).open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BoardworthError(f"another run is at work in {self.folder}") from None
            if fresh:
                self._forget()
            self._read(label)
            try:
                yield
            except BaseException:
                if not self._finished(self._steps):
                    self.clear()  # nothing is finished: there is nothing to go on with
                raise

    def dataset(self, name: str, make: Callable[[], Dataset]) -> Dataset:
        """The dataset of a step: read back if it was finished before, else made and kept."""
        return self._step(f"{name}.parquet", make, Dataset.save, Dataset.load, worthless=_empty)

    def model(self, name: str, make: Callable[[], Model]) -> Model:
        """The model of a step: read back if it was finished before, else made and kept."""
        return self._step(f"{name}.model", make, save_model, load_model)

    def values(self, name: str, make: Callable[[], T], kind: Any) -> T:
        """What a step found that JSON can hold, of a type: read back if it was finished before."""
        found: T = self._step(f"{name}.json", make, _write_json, partial(_read_json, kind))
        return found

    def kept(self, name: str) -> Path:
        """A file that a step itself keeps up to date, such as a checkpoint."""
        if self._steps.get(name) != _KEPT:
            self._note(name, _KEPT)
        return self.folder / name

    @property
    def description(self) -> str:
        """A checksum of what the work is."""
        return self._description

    def clear(self) -> None:
        """Removes what builds leave in the folder, and the folder if nothing else is there."""
        self._forget()
        (self.folder / _LOCK).unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def _step(
        self,
        name: str,
        make: Callable[[], T],
        save: Callable[[T, Path], None],
        load: Callable[[Path], T],
        worthless: Callable[[T], bool] = lambda _: False,
    ) -> T:
        path, known = self.folder / name, self._steps.get(name)
        if known is None and path.exists():
            raise BoardworthError(f"{path} is in the way: this work needs the name")
        if known and path.exists() and _digest(path) == known:
            return load(path)
        if known:
            self._reporter.line(f"{path} is damaged: that step is done again")
        made = make()
        if worthless(made):
            return made
        if known is None:
            self._note(name, _UNFINISHED)
        save(made, path)
        self._note(name, _digest(path))
        return load(path)

    def _note(self, name: str, digest: str) -> None:
        self._steps[name] = digest
        self._write()

    def _read(self, label: Path) -> None:
        if not label.exists():
            self._write()
            return
        found = _read_label(label)
        same, steps = found.description == self._description, found.steps
        if not same and self._finished(steps):
            raise BoardworthError(
                f"{self.folder} holds the work of a run with other settings: "
                "give those again to go on with it, or --fresh to throw it away"
            )
        self._steps = steps
        if not same:
            self._write()
        if self._finished(steps):
            self._reporter.line(f"going on with the work in {self.folder}")

    def _finished(self, steps: dict[str, str]) -> bool:
        """Whether any of them is, or has come so far that it keeps a file."""
        return any(
            (self.folder / name).exists() if digest == _KEPT else digest
            for name, digest in steps.items()
        )

    def _write(self) -> None:
        with written_atomically(self.folder / _LABEL) as file:
            file.write(msgspec.json.encode(_Label(self._description, self._steps)))

    def _files(self) -> list[Path]:
        if not self.folder.is_dir():
            raise BoardworthError(f"{self.folder} is in the way: it is a file")
        return list(self.folder.iterdir())

    def _forget(self) -> None:
        """Removes what the label names; itself last, so that a killed run can be forgotten, too."""
        label = self.folder / _LABEL
        steps = _read_label(label).steps if label.exists() else {}
        for path in (*map(self.folder.joinpath, steps), label):
            for own in (*left_by_writing(path), path):
                own.unlink(missing_ok=True)
        self._steps = {}


def has_work(folder: Path) -> bool:
    """Whether there is finished work in a folder: more than what tells of it."""
    if not folder.is_dir():
        return False
    return any(path.stat().st_size for path in folder.iterdir() if path.name not in {_LABEL, _LOCK})


def _read_label(path: Path) -> _Label:
    """Raises BoardworthError if it does not tell which files are ours."""
    try:
        label = msgspec.json.decode(path.read_bytes(), type=_Label)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        label = None
    if label is None or any(Path(name).name != name for name in label.steps):
        raise BoardworthError(
            f"{path} is damaged: which files of the folder are of this work is not known any more; "
            "remove the folder, or choose another"
        )
    return label


def _foreign(path: Path) -> bool:
    """Whether no build could have left it there before it wrote its label."""
    return path.name not in {_LOCK, PAIRS} and not path.name.startswith(f".{_LABEL}.")


def _empty(dataset: Dataset) -> bool:
    return len(dataset) == 0


def _write_json(found: object, path: Path) -> None:
    with written_atomically(path) as file:
        file.write(msgspec.json.encode(found))


def _read_json(kind: Any, path: Path) -> Any:
    return msgspec.json.decode(path.read_bytes(), type=kind)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
