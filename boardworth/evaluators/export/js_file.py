"""Flat models as ES modules of JavaScript."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth.evaluators.export.printing import comment, in_lines, render, smallest

if TYPE_CHECKING:
    from boardworth.evaluators.export.flat import FlatModel

# Arrays as short as these are written as numbers.
_SHORT = 32


def js_source(flat: FlatModel, name: str) -> str:
    """A module that needs no other, for browsers and others."""
    return render(
        "evaluator.js.jinja",
        flat,
        name,
        {"json": json.dumps, "string": json.dumps, "comment": comment},
        array=_array,
        first_facts=flat.first_facts,
    )


def _array(numbers: NDArray[np.integer[Any]], kind: str = "") -> str:
    own = numbers.astype(np.dtype(kind).newbyteorder("<")) if kind else smallest(numbers)
    name = f"{own.dtype.name.title().replace('Ui', 'UI')}Array".replace("UInt", "Uint")
    if own.size <= _SHORT:
        return f"{name}.of({', '.join(map(str, own.ravel().tolist()))})"
    text = in_lines(base64.b64encode(own.tobytes()).decode())
    return f"decoded({name}, `\n{text}`)"
