"""The container of model files: safetensors, with what is not a tensor as JSON in its header.

The format is written here, not by the safetensors package, because that one orders the header at
random: the same content must give the same bytes. Any safetensors reader opens the file.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError
from boardworth.files import reading

_TYPES: dict[str, np.dtype[Any]] = {
    f"{letter}{8 * size}": np.dtype(f"<{kind}{size}")
    for letter, kind, sizes in (("U", "u", "1248"), ("I", "i", "1248"), ("F", "f", "48"))
    for size in map(int, sizes)
}
_LENGTH = struct.Struct("<Q")


def encode(name: str, about: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a file of a format: what JSON can hold, and tensors of numbers."""
    names = {dtype: letters for letters, dtype in _TYPES.items()}
    header: dict[str, Any] = {}
    offset = 0
    in_order = sorted(tensors.items())  # as the header's names are
    for tensor_name, tensor in in_order:
        end = offset + tensor.nbytes
        header[tensor_name] = {
            "dtype": names[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, end],
        }
        offset = end
    data = b"".join(np.ascontiguousarray(tensor).tobytes() for _, tensor in in_order)
    text = _json(about)
    header["__metadata__"] = {
        "format": name,
        "about": text,
        "sha256": hashlib.sha256(_json(header).encode() + text.encode() + data).hexdigest(),
    }
    encoded = _json(header).encode()
    encoded += b" " * (-len(encoded) % 8)
    return _LENGTH.pack(len(encoded)) + encoded + data


def decode(path: Path) -> tuple[str, dict[str, Any], dict[str, NDArray[Any]]]:
    """The format and what a file contains. Raises FormatError if a byte is not as written."""
    with reading(path):
        return decode_bytes(path.read_bytes(), path)


def decode_bytes(
    content: bytes, source: object
) -> tuple[str, dict[str, Any], dict[str, NDArray[Any]]]:
    """The same of the bytes of a file, whose source messages name."""
    start, header = _header(source, content)
    try:
        metadata = header.pop("__metadata__")
        name, about = metadata["format"], json.loads(metadata["about"])
        tensors = {name: _tensor(entry, content[start:]) for name, entry in header.items()}
        same = encode(name, about, tensors) == content
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _unreadable(source) from None
    if not same:
        raise FormatError(f"{source}: damaged: its content does not match its checksum")
    return name, about, tensors


def _header(source: object, content: bytes) -> tuple[int, Any]:
    """Where the tensors begin, and what is said before them."""
    if len(content) < _LENGTH.size or _LENGTH.unpack_from(content)[0] > len(content) - _LENGTH.size:
        raise FormatError(f"{source}: not a model file, or cut short at {len(content)} bytes")
    start = _LENGTH.size + _LENGTH.unpack_from(content)[0]
    try:
        return start, json.loads(content[_LENGTH.size : start])
    except (ValueError, RecursionError):
        raise _unreadable(source) from None


def _unreadable(source: object) -> FormatError:
    return FormatError(f"{source}: not a model file: its header cannot be read")


def _tensor(entry: dict[str, Any], data: bytes) -> NDArray[Any]:
    first, last = entry["data_offsets"]
    flat: NDArray[Any] = np.frombuffer(data[first:last], _TYPES[entry["dtype"]])
    return flat.reshape(entry["shape"])


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
