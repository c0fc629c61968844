"""Model files: safetensors, with everything that is not a tensor as JSON in its header.

The format is written here, not by the safetensors package, because that one orders the header at
random: the same model must give the same bytes. Any safetensors reader opens the file.
"""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from boardworth.errors import BoardworthError, FormatError
from boardworth.features import FeatureSet, Pattern
from boardworth.files import FilePath, shipped_file, written_atomically
from boardworth.fitting import Model, Selectivity, Stages, Target
from boardworth.rules import Game, load_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = "boardworth-model-1"
_TYPES: dict[str, np.dtype[Any]] = {
    "I16": np.dtype("<i2"),
    "U32": np.dtype("<u4"),
    "U8": np.dtype("u1"),
}
_LENGTH = struct.Struct("<Q")
_MOST_SCALE = 1 << 12


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a model that is not numbers in tables."""

    game: str
    patterns: list[Pattern]
    stages: Stages
    scale: int
    target: Target
    metrics: dict[str, Any]
    provenance: dict[str, Any]
    selectivity: Selectivity | None = None


def save_model(model: Model, path: FilePath) -> None:
    """Writes a model file; it is either whole or not there."""
    about = _About(
        model.game.definition,
        list(model.features.patterns),
        model.stages,
        model.scale,
        model.target,
        dict(model.metrics),
        dict(model.provenance),
        model.selectivity,
    )
    tensors: dict[str, NDArray[Any]] = {
        "support": model.support,
        "weights": model.weights,
        **_valid_tensors(model.features),
    }
    with written_atomically(path) as file:
        file.write(_encode(msgspec.to_builtins(about), tensors))


def load_model(file_path: FilePath) -> Model:
    """Reads a model file. Raises FormatError if a single byte of it is not as it was written."""
    path = Path(file_path)
    content, tensors = _decode(path, path.read_bytes())
    try:
        about = msgspec.convert(content, _About)
        features = _features(about, tensors)
        expected = (len(about.stages), len(features))
    except (msgspec.ValidationError, BoardworthError) as error:
        raise FormatError(f"{path}: not a model of this version: {error}") from None
    stages = about.stages
    problems = {
        "scale": not 1 <= about.scale <= _MOST_SCALE,
        "stages": stages.max_progress != features.game.max_progress or not stages.sound(),
        "calibrations": about.selectivity is not None and not about.selectivity.sound(),
        "tensors": {n: (t.shape, t.dtype.name) for n, t in tensors.items()}
        != {
            "support": (expected, "uint8"),
            "weights": (expected, "int16"),
            **{n: (t.shape, "uint32") for n, t in _valid_tensors(features).items()},
        },
    }
    for name, wrong in problems.items():
        if wrong:
            raise FormatError(
                f"{path}: its {name} do not fit {features.game.name} and its patterns"
            )
    return Model(
        features,
        stages,
        tensors["weights"],
        about.scale,
        about.target,
        tensors["support"],
        about.selectivity,
        about.metrics,
        about.provenance,
    )


def shipped_model(game: Game) -> Model:
    """The model that comes with Boardworth for a game."""
    path = shipped_file(f"{game.name}.model")
    if path is None:
        raise BoardworthError(f"no model comes with Boardworth for {game.name}: build one")
    return load_model(path)


def _valid_tensors(features: FeatureSet) -> dict[str, NDArray[Any]]:
    """The valid configurations of every sparse pattern."""
    return {_valid_name(number): valid for number, valid in enumerate(features.valid or ())}


def _valid_name(number: int) -> str:
    return f"valid {number}"


def _features(about: _About, tensors: dict[str, NDArray[Any]]) -> FeatureSet:
    sparse = sum(pattern.sparse for pattern in about.patterns)
    valid = [tensors.get(_valid_name(number), np.empty(0)) for number in range(sparse)]
    if any(tensor.ndim != 1 or tensor.dtype.name != "uint32" for tensor in valid):
        raise FormatError("the valid configurations of a sparse pattern are numbers in a row")
    return FeatureSet(load_game(about.game), about.patterns, valid)


def _encode(about: dict[str, Any], tensors: dict[str, NDArray[Any]]) -> bytes:
    names = {dtype: name for name, dtype in _TYPES.items()}
    header: dict[str, Any] = {}
    offset = 0
    in_order = sorted(tensors.items())  # as the header's names are
    for name, tensor in in_order:
        end = offset + tensor.nbytes
        header[name] = {
            "dtype": names[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, end],
        }
        offset = end
    data = b"".join(np.ascontiguousarray(tensor).tobytes() for _, tensor in in_order)
    text = _json(about)
    header["__metadata__"] = {
        "format": FORMAT,
        "about": text,
        "sha256": hashlib.sha256(_json(header).encode() + text.encode() + data).hexdigest(),
    }
    encoded = _json(header).encode()
    encoded += b" " * (-len(encoded) % 8)
    return _LENGTH.pack(len(encoded)) + encoded + data


def _decode(path: Path, content: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    if len(content) < _LENGTH.size or _LENGTH.unpack_from(content)[0] > len(content) - _LENGTH.size:
        raise FormatError(f"{path}: not a model file, or cut short at {len(content)} bytes")
    start = _LENGTH.size + _LENGTH.unpack_from(content)[0]
    try:
        header = json.loads(content[_LENGTH.size : start])
        metadata = header.pop("__metadata__")
        if metadata["format"] != FORMAT:
            raise FormatError(f"{path}: format '{metadata['format']}', expected '{FORMAT}'")
        about = json.loads(metadata["about"])
        tensors = {name: _tensor(entry, content[start:]) for name, entry in header.items()}
        same = _encode(about, tensors) == content
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FormatError(f"{path}: not a model file: its header cannot be read") from None
    if not same:
        raise FormatError(f"{path}: damaged: its content does not match its checksum")
    return about, tensors


def _tensor(entry: dict[str, Any], data: bytes) -> NDArray[Any]:
    first, last = entry["data_offsets"]
    flat: NDArray[Any] = np.frombuffer(data[first:last], _TYPES[entry["dtype"]])
    return flat.reshape(entry["shape"])


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
