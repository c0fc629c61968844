"""Models as bytes: the one door in, the one door out, for every kind of model.

The header says what game it is and holds a section for the evaluation, tagged by its kind, one for
how to play with it, and what is known about the fit. `EVALUATIONS` and the registries of features
know how the sections of a kind are written and read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from boardworth.errors import BoardworthError, FormatError
from boardworth.fitting.evaluation import EVALUATIONS
from boardworth.fitting.model import Model
from boardworth.fitting.play_settings import Playing  # noqa: TC001 - read by msgspec
from boardworth.fitting.stored.container import decode_bytes, encode
from boardworth.fitting.stored.earlier_files import EARLIER
from boardworth.fitting.stored.sparse_tensors import made_dense, made_sparse

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = "boardworth-model-2"


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a model that is not numbers in tensors."""

    game: str
    evaluation: dict[str, Any]
    playing: Playing
    metrics: dict[str, Any]
    provenance: dict[str, Any]


def model_bytes(model: Model) -> bytes:
    """What a model file holds: equal models have equal bytes."""
    evaluation, tensors = EVALUATIONS.write(model.evaluation)
    about = _About(
        model.game.definition,
        evaluation,
        model.playing,
        dict(model.metrics),
        dict(model.provenance),
    )
    return encode(FORMAT, msgspec.to_builtins(about), made_sparse(tensors))


def read_model(file_bytes: bytes, source: object = "a model") -> Model:
    """The model of a file's bytes, whose source messages name. Raises FormatError."""
    content, kept = _sections(file_bytes, source)
    try:
        tensors = made_dense(kept)
        about = msgspec.convert(content, _About)
        evaluation = EVALUATIONS.read(about.game, about.evaluation, tensors)
        _, own_tensors = EVALUATIONS.write(evaluation)
    except (msgspec.ValidationError, BoardworthError, RecursionError) as error:
        raise FormatError(f"{source}: not a model of this version: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise FormatError(f"{source}: not a model of this version: {error!r}") from None
    if _shapes(own_tensors) != _shapes(tensors):
        raise FormatError(f"{source}: its tensors do not fit its {evaluation.kind}")
    if not about.playing.sound():
        raise FormatError(f"{source}: its calibrations are no numbers that a fit can give")
    return Model(evaluation, about.metrics, about.provenance, about.playing)


def _sections(file_bytes: bytes, source: object) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file holds, in the sections of today."""
    name, content, tensors = decode_bytes(file_bytes, source)
    if name == FORMAT:
        return content, tensors
    if name not in EARLIER:
        raise FormatError(f"{source}: format '{name}', not {FORMAT} or an earlier one")
    try:
        return EARLIER[name](content, tensors)
    except (KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"{source}: not a model of {name}: {error!r}") from None


def _shapes(tensors: dict[str, NDArray[Any]]) -> dict[str, tuple[tuple[int, ...], str]]:
    return {name: (tensor.shape, tensor.dtype.name) for name, tensor in tensors.items()}
