"""Long work in steps: what is finished is kept, so that a build killed at any moment goes on."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

from boardworth.evaluators import load_model, save_model
from boardworth.files import written_atomically
from boardworth.positions import Dataset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from boardworth.fitting import Model


class Workspace:
    """A folder of finished steps beside the output file.

    It belongs to one description of the work (settings and inputs); work of any other description
    found there is thrown away.
    """

    def __init__(self, folder: Path, description: bytes) -> None:
        self.folder = folder
        label = folder / "work.sha256"
        digest = hashlib.sha256(description).hexdigest().encode()
        self.resumed = label.exists() and label.read_bytes() == digest
        if not self.resumed:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            with written_atomically(label) as file:
                file.write(digest)

    def dataset(self, name: str, make: Callable[[], Dataset]) -> Dataset:
        """The dataset of a step: read back if it was finished before, else made and kept."""
        path = self.folder / f"{name}.parquet"
        if not path.exists():
            make().save(path)
        return Dataset.load(path)

    def model(self, name: str, make: Callable[[], Model]) -> Model:
        """The model of a step: read back if it was finished before, else made and kept."""
        path = self.folder / f"{name}.model"
        if not path.exists():
            save_model(make(), path)
        return load_model(path)

    def clear(self) -> None:
        """Removes the folder."""
        shutil.rmtree(self.folder)
