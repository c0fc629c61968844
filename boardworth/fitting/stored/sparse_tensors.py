"""Tensors that are mostly 0, as a model file keeps them: where the other numbers are, and which.

Instead of the tensor `weights` there are `weights:shape`, `weights:values` and `weights:gaps`: how
far each value is behind the one before it, the first behind the place before the tensor. Gaps are
of 16 bits; values of 0 divide larger ones, also the one at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError
from boardworth.features.sections import tensor_of

if TYPE_CHECKING:
    from boardworth.features.sections import Tensors

_LARGEST = np.iinfo(np.uint16).max
# Tensors of fewer bytes stay as they are.
_SMALL = 1 << 20
_SHAPE, _GAPS, _VALUES = ":shape", ":gaps", ":values"


def made_sparse(tensors: Tensors) -> dict[str, NDArray[Any]]:
    """The same tensors; whole numbers that take less than half the bytes so are kept sparse."""
    found: dict[str, NDArray[Any]] = {}
    for name, tensor in tensors.items():
        found.update(_parts(name, tensor) or {name: tensor})
    return found


def made_dense(tensors: Tensors) -> dict[str, NDArray[Any]]:
    """What `made_sparse` was given. Raises FormatError."""
    names = [name.removesuffix(_SHAPE) for name in tensors if name.endswith(_SHAPE)]
    parts = {name + part for name in names for part in (_SHAPE, _GAPS, _VALUES)}
    found = {name: tensor for name, tensor in tensors.items() if name not in parts}
    return found | {name: _dense(name, tensors) for name in names}


def _parts(name: str, tensor: NDArray[Any]) -> dict[str, NDArray[Any]] | None:
    if tensor.nbytes < _SMALL or tensor.dtype.kind not in "iu":
        return None
    flat = np.ravel(tensor)
    places = np.flatnonzero(flat)
    gaps = np.diff(places, prepend=-1)
    dividers = (gaps - 1) // _LARGEST
    at = np.cumsum(dividers + 1) - 1
    rest = len(flat) - 1 - int(places[-1] if len(places) else -1)
    length = len(places) + int(dividers.sum()) + rest // _LARGEST
    if 2 * length * (2 + flat.itemsize) > tensor.nbytes:
        return None
    all_gaps = np.full(length, _LARGEST, np.uint16)
    all_gaps[at] = gaps - dividers * _LARGEST
    values = np.zeros(length, flat.dtype)
    values[at] = flat[places]
    shape = np.array(tensor.shape, np.int64)
    return {name + _SHAPE: shape, name + _GAPS: all_gaps, name + _VALUES: values}


def _dense(name: str, tensors: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    shape = tensor_of(tensors, name + _SHAPE, "int64", (None,)).tolist()
    gaps = tensor_of(tensors, name + _GAPS, "uint16", (None,))
    types = "int8 int16 int32 int64 uint8 uint16 uint32 uint64"
    values = tensor_of(tensors, name + _VALUES, types, (len(gaps),))
    places = np.cumsum(gaps, dtype=np.int64) - 1
    size = prod(shape)
    rest = size - 1 - int(places[-1] if len(places) else -1)
    # The gaps reach to the end, so that a few bytes cannot claim all memory.
    if min(shape, default=0) < 0 or not 0 <= rest < _LARGEST or (gaps == 0).any():
        raise FormatError(f"the gaps of tensor '{name}' do not fit its shape {tuple(shape)}")
    flat = np.zeros(size, values.dtype)
    flat[places] = values
    return flat.reshape(shape)
