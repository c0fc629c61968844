"""Sections of model files: how a kind of thing is written as JSON and tensors, and found again.

A section is a pair: what JSON can hold, and tensors by name. What is stored says how
(`to_section`), and its class reads it back (`from_section`); a registry finds the class by the
section's kind. The tensors of a section inside another one have its name before theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import FormatError

if TYPE_CHECKING:
    Tensors: TypeAlias = Mapping[str, NDArray[Any]]
    Section: TypeAlias = tuple[dict[str, Any], dict[str, NDArray[Any]]]


class Stored(Protocol):
    """What has a section of its own in a model file.

    Its class also has `from_section(owner, content, tensors)`, the owner being what the registry
    says: the game of features, the game's definition of evaluations.
    """

    kind: ClassVar[str]

    def to_section(self) -> Section:
        """What JSON can hold, and tensors by name."""


Kind = TypeVar("Kind", bound=Stored)
Registered = TypeVar("Registered", bound=type[Any])


class Registry(Generic[Kind]):
    """The kinds of things that a section of a model file may hold."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.kinds: dict[str, Any] = {}

    def register(self, registered: Registered) -> Registered:
        """Makes a class known by its kind; a decorator."""
        self.kinds[registered.kind] = registered
        return registered

    def write(self, stored: Kind) -> Section:
        """The section of one of them."""
        content, tensors = stored.to_section()
        return {"kind": stored.kind, **content}, tensors

    def read(self, owner: Any, section: Mapping[str, Any], tensors: Tensors) -> Kind:
        """What a section holds. Raises FormatError."""
        content = dict(section)
        kind = content.pop("kind", None)
        if kind not in self.kinds:
            raise FormatError(
                f"unknown kind of {self.what}: {kind!r}; known: {', '.join(sorted(self.kinds))}"
            )
        found: Kind = self.kinds[kind].from_section(owner, content, tensors)
        return found


def outer(name: str, tensors: Tensors) -> dict[str, NDArray[Any]]:
    """The tensors of a section that is part of another, under the names they have there."""
    return {f"{name}/{own}": tensor for own, tensor in tensors.items()}


def inner(name: str, tensors: Tensors) -> dict[str, NDArray[Any]]:
    """The tensors of the part of that name, under their own names."""
    prefix = f"{name}/"
    return {own.removeprefix(prefix): t for own, t in tensors.items() if own.startswith(prefix)}


def tensor_of(
    tensors: Tensors, name: str, dtypes: str, shape: tuple[int | None, ...]
) -> NDArray[Any]:
    """A tensor of one of some types, and of a shape (None: any length). Raises FormatError."""
    if name not in tensors:
        raise FormatError(f"there is no tensor '{name}'")
    tensor = tensors[name]
    fits = len(shape) == tensor.ndim and all(
        wanted in (None, length) for wanted, length in zip(shape, tensor.shape, strict=True)
    )
    if not fits or tensor.dtype.name not in dtypes.split():
        lengths = " x ".join("any" if length is None else str(length) for length in shape)
        raise FormatError(
            f"tensor '{name}' is {tensor.dtype.name} {tensor.shape}, not {dtypes} {lengths}"
        )
    if tensor.dtype.kind == "f" and not np.isfinite(tensor).all():
        raise FormatError(f"tensor '{name}' holds numbers that are not finite")
    return tensor


# Conjunctions that are summed over, what they have beside patterns, and the few numbers that are
# combined.
FEATURES: Registry[Any] = Registry("features")
PARTS: Registry[Any] = Registry("features beside patterns")
NUMBERS: Registry[Any] = Registry("numbers")
