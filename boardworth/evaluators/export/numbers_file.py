"""Weights with their configurations as tables: numpy's npz, and csv."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.features.weight_texts import weight_texts
from boardworth.fitting.stages import range_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from boardworth.fitting import Model, WeightedSum


def csv_bytes(model: Model) -> bytes:
    """A row for every weight, of sums those that are not 0 everywhere, with columns by phase.

    Phases are ranges of progress; where weights are mixed there are two, the beginning and the end.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if model.evaluation.kind == "weighted sum":
        writer.writerows(_wide(model.evaluation.weighted_sum))
    else:
        columns = model.evaluation.weight_columns()
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()


def npz_bytes(model: Model) -> bytes:
    """Arrays by name, as numpy.load reads them; what is not a number is text in UTF-8."""
    kind = model.evaluation.kind
    arrays = _of_sum(model.evaluation.weighted_sum) if kind == "weighted sum" else _columns(model)
    about = {
        "game": model.game.name,
        "kind": kind,
        "unit": model.unit,
        "atoms": [[atom.name, list(atom.values)] for atom in model.game.atoms]
        if kind != "functions of roles"
        else [],
    }
    file = io.BytesIO()
    arrays = {"about": np.array(json.dumps(about)), **arrays}
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def _wide(found: WeightedSum) -> Iterator[Sequence[Any]]:
    """The head, then a row for every weight."""
    labels, weights, counts = _by_phase(found)
    met = [f"count {label}" for label in labels] if len(counts) > 1 else ["count"]
    yield ["name", "holds", *(f"weight {label}" for label in labels), *met]
    used = np.flatnonzero(weights.any(axis=0) | _last(found))
    names, holds = weight_texts(found.features, used)
    own_weights = (weights[:, used].T / found.scale).tolist()
    own_counts = counts[:, used].T.tolist()
    for name, held, own, times in zip(names, holds, own_weights, own_counts, strict=True):
        yield [name, held, *(f"{weight:.9g}" for weight in own), *times]


def _by_phase(
    found: WeightedSum,
) -> tuple[list[str], NDArray[np.int16], NDArray[np.int64]]:
    """What phases are called, their weights, and how often training met each, if by phase."""
    # About: powers of two, 0 for never.
    lengths = np.maximum(found.counts, 1).astype(np.int64)
    counts = np.where(found.counts > 0, 1 << (lengths - 1), 0)
    if found.ends is not None:
        return ["beginning", "end"], found.ends, counts[:1]
    labels = [range_text(*found.stages.span(stage), "-") for stage in range(len(found.stages))]
    return labels, found.weights, counts


def _last(found: WeightedSum) -> NDArray[np.bool_]:
    """That of the constant, which is always told."""
    return np.asarray(np.arange(len(found.features)) == len(found.features) - 1)


def _of_sum(found: WeightedSum) -> dict[str, NDArray[Any]]:
    labels, weights, counts = _by_phase(found)
    names, holds = weight_texts(found.features, np.arange(len(found.features)))
    return {
        "phase": np.array(labels),
        "name": _texts(names),
        "holds": _texts(holds),
        "weight": weights / found.scale,
        "count": counts,
    }


def _columns(model: Model) -> dict[str, NDArray[Any]]:
    """The columns of a table of weights."""
    columns = model.evaluation.weight_columns().items()
    return {
        name: _texts(own) if name in ("name", "holds", "role") else _floats(own)
        for name, own in columns
    }


def _texts(texts: Sequence[str]) -> NDArray[np.bytes_]:
    return np.array([text.encode() for text in texts])


def _floats(numbers: Sequence[Any]) -> NDArray[np.float64]:
    return np.array([np.nan if number is None else number for number in numbers], np.float64)
