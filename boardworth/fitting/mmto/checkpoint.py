"""Where a run of learning stands: kept after every iteration, so that a killed run goes on."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError
from boardworth.files import written_atomically

_ABOUT = "about"
_MEMORY = "memory "


@dataclass
class State:
    """All that the next iteration depends on, besides the settings and the data."""

    weights: NDArray[np.float32]  # [sets, weights], in steps of their grids
    memory: dict[str, NDArray[np.float32]]  # the update's
    best: NDArray[np.float32]  # the weights that agree best with held-out positions so far
    counts: NDArray[np.uint8]  # [sets, weights], bit lengths of how many leaves use each
    # Of the weights after 0, 1, 2, ... iterations.
    figures: list[dict[str, Any]] = field(default_factory=list)
    iterations: int = 0  # that are done


class _About(msgspec.Struct, forbid_unknown_fields=True):
    description: str
    iterations: int
    figures: list[dict[str, Any]]


def save_state(path: Path, state: State, description: str) -> None:
    """Writes a checkpoint: whole or not at all."""
    about = msgspec.json.encode(_About(description, state.iterations, state.figures))
    arrays: dict[str, NDArray[Any]] = {
        _ABOUT: np.frombuffer(about, np.uint8),
        "weights": state.weights,
        "best": state.best,
        "counts": state.counts,
        **{_MEMORY + name: array for name, array in state.memory.items()},
    }
    with written_atomically(path) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def load_state(path: Path, description: str) -> State | None:
    """What a checkpoint holds; None if there is none.

    Raises BoardworthError if it is damaged, or of a run with other settings or data.
    """
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        about = msgspec.json.decode(arrays.pop(_ABOUT).tobytes(), type=_About)
        weights, best, counts = (arrays.pop(name) for name in ("weights", "best", "counts"))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError):
        raise BoardworthError(f"{path} is damaged: remove it to begin anew") from None
    if about.description != description:
        raise BoardworthError(
            f"{path} is of a run with other settings or data: give those again to go on with it, "
            "or remove it"
        )
    memory = {name.removeprefix(_MEMORY): array for name, array in arrays.items()}
    return State(weights, memory, best, counts, about.figures, about.iterations)
