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

import numpy as np

from boardworth.errors import BoardworthError, FormatError
from boardworth.features import FeatureSet, Pattern
from boardworth.files import FilePath, written_atomically
from boardworth.fitting import Model, Stages
from boardworth.rules import load_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = "boardworth-model-1"
_TYPES: dict[str, np.dtype[Any]] = {"I16": np.dtype("<i2"), "U8": np.dtype("u1")}
_LENGTH = struct.Struct("<Q")


def save_model(model: Model, path: FilePath) -> None:
    """Writes a model file; it is either whole or not there."""
    about = {
        "game": model.game.name,
        "patterns": [{"name": p.name, "atoms": list(p.atoms)} for p in model.features.patterns],
        "stages": {"starts": list(model.stages.starts), "max_progress": model.stages.max_progress},
        "scale": model.scale,
        "target": model.target,
        "metrics": model.metrics,
        "provenance": model.provenance,
    }
    with written_atomically(path) as file:
        file.write(_encode(about, {"support": model.support, "weights": model.weights}))


def load_model(file_path: FilePath) -> Model:
    """Reads a model file. Raises FormatError if a single byte of it is not as it was written."""
    path = Path(file_path)
    about, tensors = _decode(path, path.read_bytes())
    try:
        game = load_game(about["game"])
        patterns = [Pattern(p["name"], tuple(p["atoms"])) for p in about["patterns"]]
        stages = Stages(tuple(about["stages"]["starts"]), about["stages"]["max_progress"])
        features = FeatureSet(game, patterns)
        model = Model(
            features,
            stages,
            tensors["weights"],
            about["scale"],
            about["target"],
            tensors["support"],
            about["metrics"],
            about["provenance"],
        )
    except (KeyError, TypeError, BoardworthError) as error:
        raise FormatError(f"{path}: {FORMAT} without a valid {error}") from None
    expected = (len(stages), len(features))
    if model.weights.shape != expected or model.support.shape != expected:
        raise FormatError(f"{path}: weights {model.weights.shape}, expected {expected}")
    return model


def _encode(about: dict[str, Any], tensors: dict[str, NDArray[Any]]) -> bytes:
    names = {dtype: name for name, dtype in _TYPES.items()}
    header: dict[str, Any] = {}
    offset = 0
    for name, tensor in tensors.items():
        end = offset + tensor.nbytes
        header[name] = {
            "dtype": names[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, end],
        }
        offset = end
    data = b"".join(np.ascontiguousarray(tensor).tobytes() for tensor in tensors.values())
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
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FormatError(f"{path}: not a model file: its header cannot be read") from None
    if _encode(about, tensors) != content:
        raise FormatError(f"{path}: damaged: its content does not match its checksum")
    return about, tensors


def _tensor(entry: dict[str, Any], data: bytes) -> NDArray[Any]:
    first, last = entry["data_offsets"]
    flat: NDArray[Any] = np.frombuffer(data[first:last], _TYPES[entry["dtype"]])
    return flat.reshape(entry["shape"])


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
