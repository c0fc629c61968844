"""Long work in steps: what is finished is kept, so that a build killed at any moment goes on."""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from boardworth.errors import BoardworthError
from boardworth.evaluators import load_model, save_model
from boardworth.files import written_atomically
from boardworth.positions import Dataset

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.recipes.reporter import Reporter

T = TypeVar("T")

_LABEL = "work.json"
_LOCK = "work.lock"
# Where long tournaments keep pairs of games beside steps.
PAIRS = "pairs.jsonl"
# How files of steps end, finished or not.
_STEPS = {".parquet", ".model", ".json", ".tmp"}


class Workspace:
    """A folder of finished steps beside the output file, of one description of the work.

    The label in it tells the description and the checksum of every finished step. A step whose file
    does not match is done again; a folder of any other work is left alone.
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
                if not self._steps:
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
        path = self.folder / name
        if name in self._steps and not (path.exists() and _digest(path) == self._steps[name]):
            self._reporter.line(f"{path} is damaged: that step is done again")
            del self._steps[name]
        if name not in self._steps:
            made = make()
            if worthless(made):
                return made
            save(made, path)
            self._steps[name] = _digest(path)
            self._write()
        return load(path)

    def _read(self, label: Path) -> None:
        if not label.exists():
            self._write()
            return
        try:
            found = json.loads(label.read_text())
            same = found["description"] == self._description
            steps = {str(name): str(digest) for name, digest in found["steps"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            self._reporter.line(f"{label} is damaged: all steps are done again")
            same, steps = True, {}
        if not same and steps:
            raise BoardworthError(
                f"{self.folder} holds the work of a run with other settings: "
                "give those again to go on with it, or --fresh to throw it away"
            )
        if not same:
            self._write()
        if steps:
            self._reporter.line(f"going on with the work in {self.folder}")
        self._steps = steps

    def _write(self) -> None:
        with written_atomically(self.folder / _LABEL) as file:
            about = {"description": self._description, "steps": self._steps}
            file.write(json.dumps(about).encode())

    def _files(self) -> list[Path]:
        if not self.folder.is_dir():
            raise BoardworthError(f"{self.folder} is in the way: it is a file")
        return list(self.folder.iterdir())

    def _forget(self) -> None:
        (self.folder / _LABEL).unlink(missing_ok=True)
        for path in self._files():
            if path.suffix in _STEPS:
                path.unlink()


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
