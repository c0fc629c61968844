"""What a model can be exported as, and how."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from boardworth.errors import BoardworthError
from boardworth.evaluators.export.c_file import c_source
from boardworth.evaluators.export.flatten import flattened
from boardworth.evaluators.export.js_file import js_source
from boardworth.evaluators.export.numbers_file import csv_bytes, npz_bytes
from boardworth.evaluators.export.python_file import python_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.evaluators.export.flat import FlatModel
    from boardworth.fitting import Model

ExportFormat: TypeAlias = Literal["c", "js", "python", "npz", "csv"]
# How the files of each are usually called.
ENDINGS: dict[ExportFormat, str] = {
    "c": ".c",
    "js": ".js",
    "python": ".py",
    "npz": ".npz",
    "csv": ".csv",
}
_SOURCES: dict[str, Callable[[FlatModel, str], str]] = {
    "c": c_source,
    "js": js_source,
    "python": python_source,
}


def export_model(model: Model, to: ExportFormat, name: str | None = None) -> bytes:
    """A model as a file for others.

    C, JS and Python are programs that value positions as an `Evaluator` does; npz and csv hold the
    weights with their configurations in words, for reading and analysis. Raises MissingCapability
    with what cannot be exported, and why.

    Args:
        model: any; those with terms, which count moves, and functions of roles have no programs.
        to: 'c', 'js', 'python', 'npz' or 'csv'.
        name: what C functions begin with; else the name of the game.
    """
    if to not in get_args(ExportFormat):
        raise BoardworthError(f"a model is exported to {', '.join(ENDINGS)}, not to '{to}'")
    if to == "csv":
        return csv_bytes(model)
    if to == "npz":
        return npz_bytes(model)
    return _SOURCES[to](flattened(model), identifier(name or model.game.name)).encode()


def identifier(name: str) -> str:
    """A name that languages take for one.

    >>> identifier("my model-2"), identifier("4 in a row")
    ('my_model_2', 'model_4_in_a_row')
    """
    words = re.sub(r"[^0-9A-Za-z]+", "_", name).strip("_")
    bare = words[:1].isalpha() and not keyword.iskeyword(words)
    return words if bare else f"model_{words}".rstrip("_")
