"""A stop sign for all that is asked about rules here and in what is started from here.

Questions about the states of a rule sheet, and grounding one, can take long. The contracts of games
know no limits; callers that have one put up a sign around all that they ask.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from boardworth.errors import TooMany

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth import _core

_SIGN: ContextVar[_core.StopSign | None] = ContextVar("sign", default=None)


@contextmanager
def stopped_by(sign: _core.StopSign) -> Iterator[None]:
    """Questions about rules raise TooMany once the sign is up."""
    token = _SIGN.set(sign)
    try:
        yield
    finally:
        _SIGN.reset(token)


def stop_sign() -> _core.StopSign | None:
    """The sign that holds here, if there is one."""
    return _SIGN.get()


def check_stop_sign(what: str) -> None:
    """For work in Python, at every step. Raises TooMany once the sign that holds here is up."""
    sign = _SIGN.get()
    if sign is not None and sign.stopped:
        raise TooMany(f"{what}: the time for it is over")
