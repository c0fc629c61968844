"""Model files: the one door in, the one door out, for every kind of model.

The header says what game it is and holds a section for the evaluation, tagged by its kind, one for
how to play with it, and what is known about the fit. `EVALUATIONS` and the registries of features
know how the sections of a kind are written and read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, FormatError
from boardworth.evaluators.container import decode, encode
from boardworth.evaluators.earlier_files import EARLIER
from boardworth.evaluators.sparse_tensors import made_dense, made_sparse
from boardworth.files import FilePath, as_path, shipped_file, written_atomically
from boardworth.fitting import EVALUATIONS, Model, Playing

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.rules import Game

FORMAT = "boardworth-model-2"


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a model that is not numbers in tensors."""

    game: str
    evaluation: dict[str, Any]
    playing: Playing
    metrics: dict[str, Any]
    provenance: dict[str, Any]


def save_model(model: Model, path: FilePath) -> None:
    """Writes a model file; it is either whole or not there."""
    content = model_bytes(model)
    with written_atomically(path) as file:
        file.write(content)


def model_bytes(model: Model) -> bytes:
    """What a model file holds."""
    evaluation, tensors = EVALUATIONS.write(model.evaluation)
    about = _About(
        model.game.definition,
        evaluation,
        model.playing,
        dict(model.metrics),
        dict(model.provenance),
    )
    return encode(FORMAT, msgspec.to_builtins(about), made_sparse(tensors))


def load_model(file_path: FilePath) -> Model:
    """Reads a model file. Raises FormatError if a single byte of it is not as it was written."""
    path = as_path(file_path)
    content, kept = _sections(path)
    try:
        tensors = made_dense(kept)
        about = msgspec.convert(content, _About)
        evaluation = EVALUATIONS.read(about.game, about.evaluation, tensors)
        _, own_tensors = EVALUATIONS.write(evaluation)
    except (msgspec.ValidationError, BoardworthError, RecursionError) as error:
        raise FormatError(f"{path}: not a model of this version: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise FormatError(f"{path}: not a model of this version: {error!r}") from None
    if _shapes(own_tensors) != _shapes(tensors):
        raise FormatError(f"{path}: its tensors do not fit its {evaluation.kind}")
    if not about.playing.sound():
        raise FormatError(f"{path}: its calibrations are no numbers that a fit can give")
    return Model(evaluation, about.metrics, about.provenance, about.playing)


def shipped_model(game: Game) -> Model:
    """The model that comes with Boardworth for a game."""
    path = shipped_file(f"{game.name}.model")
    if path is None:
        name = game.name
        raise BoardworthError(f"no model comes with Boardworth for {name}: boardworth build {name}")
    return load_model(path)


def _sections(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file holds, in the sections of today."""
    name, content, tensors = decode(path)
    if name == FORMAT:
        return content, tensors
    if name not in EARLIER:
        raise FormatError(f"{path}: format '{name}', not {FORMAT} or an earlier one")
    try:
        return EARLIER[name](content, tensors)
    except (KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"{path}: not a model of {name}: {error!r}") from None


def _shapes(tensors: dict[str, NDArray[Any]]) -> dict[str, tuple[tuple[int, ...], str]]:
    return {name: (tensor.shape, tensor.dtype.name) for name, tensor in tensors.items()}
