"""Long work in steps: what is finished is kept, so that a build killed at any moment goes on."""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

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
        self.folder.mkdir(parents=True, exist_ok=True)
        if not label.exists() and any(map(_foreign, self.folder.iterdir())):
            raise BoardworthError(f"{self.folder} is in the way: it is not the work of a build")
        with (self.folder / _LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BoardworthError(f"another build is at work in {self.folder}") from None
            if fresh:
                self._forget(label)
            self._read(label)
            yield

    def dataset(self, name: str, make: Callable[[], Dataset]) -> Dataset:
        """The dataset of a step: read back if it was finished before, else made and kept."""
        return self._step(f"{name}.parquet", make, Dataset.save, Dataset.load)

    def model(self, name: str, make: Callable[[], Model]) -> Model:
        """The model of a step: read back if it was finished before, else made and kept."""
        return self._step(f"{name}.model", make, save_model, load_model)

    def clear(self) -> None:
        """Removes the folder."""
        shutil.rmtree(self.folder)

    def _step(
        self,
        name: str,
        make: Callable[[], T],
        save: Callable[[T, Path], None],
        load: Callable[[Path], T],
    ) -> T:
        path = self.folder / name
        if name in self._steps and not (path.exists() and _digest(path) == self._steps[name]):
            self._reporter.line(f"{path} is damaged: that step is done again")
            del self._steps[name]
        if name not in self._steps:
            save(make(), path)
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
        if not same:
            raise BoardworthError(
                f"{self.folder} holds the unfinished work of a build with other settings: "
                "give those again to go on with it, or --fresh to throw it away"
            )
        if steps:
            self._reporter.line(f"going on with the work in {self.folder}")
        self._steps = steps

    def _write(self) -> None:
        with written_atomically(self.folder / _LABEL) as file:
            about = {"description": self._description, "steps": self._steps}
            file.write(json.dumps(about).encode())

    def _forget(self, label: Path) -> None:
        for path in self.folder.iterdir():
            if path.name not in {_LABEL, _LOCK}:
                path.unlink()
        label.unlink(missing_ok=True)


def _foreign(path: Path) -> bool:
    """Whether no build could have left it there before it wrote its label."""
    return path.name != _LOCK and not path.name.startswith(f".{_LABEL}.")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
