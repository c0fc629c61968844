"""The kinds of files that commands write, told by their content: only the same kind is replaced."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Bytes that tell the kind of a file.
_START = 1000


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes:
        name: in a message.
        recognises: whether a file of that kind begins so; its first bytes are given.
    """

    name: str
    recognises: Callable[[bytes], bool]

    def holds(self, path: Path) -> bool:
        """Whether a file is of that kind, or empty: then there is nothing to lose."""
        with path.open("rb") as file:
            start = file.read(_START)
        return not start or self.recognises(start)


def _starts_with(pattern: bytes) -> Callable[[bytes], bool]:
    return lambda start: re.match(pattern, start) is not None


MODEL = Kind("a model", _starts_with(rb'(?s).{8}\{"__metadata__":\{"about":"'))
REPORT = Kind("a report", _starts_with(rb"(?s)<!doctype html>.{0,300}what is this board worth\?"))
EXPORTED = Kind(
    "an exported model",
    _starts_with(
        rb'(?s)(?:/\* |""")Values of positions of .{1,400}by a model of Boardworth\.'
        rb"|PK\x03\x04.{26}about\.npy|name,(?:holds,weight|phase,weight)|role,name,weight,"
    ),
)
# Those of matches by version 0.1 begin with the players.
FIGURES = Kind("figures of ours", _starts_with(rb'\{\s*"(?:command": "|players": )'))
RECORDS = Kind(
    "records of a match",
    _starts_with(
        rb'# pair \d+: |\{"game": \d+, "players": '
        rb'|\[Event "Boardworth match"|\(;GM\[Othello\]EV\[Boardworth match\]'
    ),
)
# Records that were chosen and converted may be all that is left of them.
NEW_FILE = Kind("an empty one", lambda _start: False)
OPENINGS = Kind("a list of openings of ours", _starts_with(rb"# within "))
PAIRS = Kind("finished games of an experiment", _starts_with(rb'\{"contest":'))
