"""The container of model files: safetensors, with what is not a tensor as JSON in its header.

The format is written here, not by the safetensors package, because that one orders the header at
random: the same content must give the same bytes. Any safetensors reader opens the file.
"""

from __future__ import annotations

import hashlib
import json
import struct
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray


class Kind(Enum):
    """What a file may contain, by the name of its format."""

    MODEL = "boardworth-model-1"
    ROLE_FUNCTIONS = "boardworth-role-functions-1"

    def __str__(self) -> str:
        return {"MODEL": "a model of patterns", "ROLE_FUNCTIONS": "functions for roles"}[self.name]


_TYPES: dict[str, np.dtype[Any]] = {
    "I16": np.dtype("<i2"),
    "U32": np.dtype("<u4"),
    "U8": np.dtype("u1"),
}
_LENGTH = struct.Struct("<Q")


def encode(kind: Kind, about: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a file."""
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
        "format": kind.value,
        "about": text,
        "sha256": hashlib.sha256(_json(header).encode() + text.encode() + data).hexdigest(),
    }
    encoded = _json(header).encode()
    encoded += b" " * (-len(encoded) % 8)
    return _LENGTH.pack(len(encoded)) + encoded + data


def decode(kind: Kind, path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file of a kind contains. Raises FormatError if a single byte is not as written."""
    content = path.read_bytes()
    start, header = _header(path, content)
    try:
        metadata = header.pop("__metadata__")
        if metadata["format"] != kind.value:
            raise FormatError(f"{path}: {_described(metadata['format'])}, not {kind}")
        about = json.loads(metadata["about"])
        tensors = {name: _tensor(entry, content[start:]) for name, entry in header.items()}
        same = encode(kind, about, tensors) == content
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _unreadable(path) from None
    if not same:
        raise FormatError(f"{path}: damaged: its content does not match its checksum")
    return about, tensors


def kind_of(path: Path) -> Kind:
    """What a file says it contains. Raises FormatError if it is none of ours."""
    _, header = _header(path, path.read_bytes())
    try:
        return Kind(header["__metadata__"]["format"])
    except (ValueError, KeyError, TypeError):
        raise _unreadable(path) from None


def _header(path: Path, content: bytes) -> tuple[int, Any]:
    """Where the tensors begin, and what is said before them."""
    if len(content) < _LENGTH.size or _LENGTH.unpack_from(content)[0] > len(content) - _LENGTH.size:
        raise FormatError(f"{path}: not a model file, or cut short at {len(content)} bytes")
    start = _LENGTH.size + _LENGTH.unpack_from(content)[0]
    try:
        return start, json.loads(content[_LENGTH.size : start])
    except (ValueError, RecursionError):
        raise _unreadable(path) from None


def _unreadable(path: Path) -> FormatError:
    return FormatError(f"{path}: not a model file: its header cannot be read")


def _described(name: str) -> str:
    known = {kind.value: str(kind) for kind in Kind}
    return known.get(name, f"format '{name}'")


def _tensor(entry: dict[str, Any], data: bytes) -> NDArray[Any]:
    first, last = entry["data_offsets"]
    flat: NDArray[Any] = np.frombuffer(data[first:last], _TYPES[entry["dtype"]])
    return flat.reshape(entry["shape"])


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
