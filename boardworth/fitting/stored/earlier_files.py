"""Files of Boardworth 0.1.0: their headers and tensors, arranged in the sections of today."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    Content = dict[str, Any]
    Tensors = dict[str, NDArray[Any]]


def _patterns(content: Content, tensors: Tensors) -> tuple[Content, Tensors]:
    """Models of patterns."""
    about = dict(content)
    evaluation = {
        "kind": "weighted sum",
        "features": {"kind": "patterns", "patterns": about.pop("patterns")},
        **{name: about.pop(name) for name in ("stages", "scale", "target")},
    }
    playing = {"selectivity": about.pop("selectivity", None), "player": _method(about)}
    renamed = {
        f"features/{name}" if name.startswith("valid") else {"support": "counts"}.get(name, name): t
        for name, t in tensors.items()
    }
    return {**about, "evaluation": evaluation, "playing": playing}, renamed


def _role_functions(content: Content, tensors: Tensors) -> tuple[Content, Tensors]:
    """Functions for the roles of a rule sheet."""
    about = dict(content)
    game = f"; {about.pop('name')}\n{about.pop('rules')}"
    evaluation = {"kind": "functions of roles", "functions": about.pop("functions")}
    playing = {"player": _method(about)}
    return {**about, "game": game, "evaluation": evaluation, "playing": playing}, tensors


def _method(about: Content) -> str | None:
    """The method of playing, whose name had blanks in it then."""
    name: str | None = about.pop("player", None)
    return None if name is None else name.replace(" ", "-")


# By the name of the format.
EARLIER: dict[str, Callable[[Content, Tensors], tuple[Content, Tensors]]] = {
    "boardworth-model-1": _patterns,
    "boardworth-role-functions-1": _role_functions,
}
