"""Flat models as modules of Python that need numpy."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Any

from boardworth.evaluators.export.printing import in_lines, render, smallest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from boardworth.evaluators.export.flat import FlatModel


def python_source(flat: FlatModel, name: str) -> str:
    """A module that needs numpy."""
    return render("evaluator.py.jinja", flat, name, {"python": repr}, array=_array)


def _array(numbers: NDArray[np.integer[Any]]) -> str:
    own = smallest(numbers)
    text = base64.b64encode(zlib.compress(own.tobytes(), 9)).decode()
    return f'_array("{own.dtype.str}", """\n' + in_lines(text) + '""")'
