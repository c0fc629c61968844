"""Model files, and the models that come with Boardworth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.files import FilePath, as_path, reading, shipped_file, written_atomically
from boardworth.fitting.stored.model_bytes import model_bytes, read_model

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Game


def save_model(model: Model, path: FilePath) -> None:
    """Writes a model file; it is either whole or not there."""
    content = model_bytes(model)
    with written_atomically(path) as file:
        file.write(content)


def load_model(file_path: FilePath) -> Model:
    """Reads a model file. Raises FormatError if a single byte of it is not as it was written."""
    path = as_path(file_path)
    with reading(path):
        content = path.read_bytes()
    return read_model(content, path)


def shipped_model(game: Game) -> Model:
    """The model that comes with Boardworth for a game."""
    path = shipped_file(f"{game.name}.model")
    if path is None:
        name = game.name
        raise BoardworthError(f"no model comes with Boardworth for {name}: boardworth build {name}")
    return load_model(path)
