"""What pickles and deep copies hold of objects that keep more than they were made of."""

from __future__ import annotations

from functools import cached_property
from inspect import signature
from typing import Any


def arguments_of(made: object) -> dict[str, Any]:
    """What the constructor was given, by name: attributes are named after its parameters."""
    return {name: getattr(made, name) for name in signature(type(made)).parameters}


class ByArguments:
    """Pickled as the arguments of its constructor; all else is made anew: tables, locks, threads.

    Attributes have the names of the constructor's parameters.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), arguments_of(self))


class WithoutDerived:
    """Pickled without the values of its cached properties, which may be parts of the core."""

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }


def _made(kind: type, arguments: dict[str, Any]) -> object:
    return kind(**arguments)
