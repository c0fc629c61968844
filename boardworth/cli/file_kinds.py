"""The kinds of files that commands write, told by their content: only the same kind is replaced.

A new file may end as it likes, but not as another of our kinds: a report in x.txt is a mistake.
"""

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
        endings: how files of that kind may end that are told by it; none where their writer checks.
    """

    name: str
    recognises: Callable[[bytes], bool]
    endings: tuple[str, ...] = ()

    def what_ends_so(self, path: Path) -> str:
        """What files are that end like this one, if they are of another kind; else nothing."""
        ending = path.suffix.lower()
        if not self.endings or not ending or ending in self.endings:
            return ""
        from boardworth.rules.records.formats import RECORD_ENDINGS

        return _OF_OTHERS.get(ending, "game records" if ending in RECORD_ENDINGS else "")

    def holds(self, path: Path) -> bool:
        """Whether a file is of that kind, or empty: then there is nothing to lose."""
        with path.open("rb") as file:
            start = file.read(_START)
        return not start or self.recognises(start)


# What files are by their endings, beside game records.
_OF_OTHERS = {
    **dict.fromkeys((".model", ".functions"), "models"),
    **dict.fromkeys((".html", ".htm"), "pages"),
    **dict.fromkeys((".c", ".js", ".py", ".npz", ".csv"), "exported models"),
    **dict.fromkeys((".obf", ".epd"), "problems"),
    ".json": "figures",
    ".gdl": "rule sheets",
    ".patterns": "patterns",
    ".txt": "game records or openings",
}


def _starts_with(pattern: bytes) -> Callable[[bytes], bool]:
    return lambda start: re.match(pattern, start) is not None


MODEL = Kind(
    "a model",
    _starts_with(rb'(?s).{8}\{"__metadata__":\{"about":"'),
    (".model", ".functions"),
)
REPORT = Kind(
    "a report",
    _starts_with(rb"(?s)<!doctype html>.{0,300}what is this board worth\?"),
    (".html", ".htm"),
)
EXPORTED = Kind(
    "an exported model",
    _starts_with(
        rb'(?s)(?:/\* |""")Values of positions of .{1,400}by a model of Boardworth\.'
        rb"|PK\x03\x04.{26}about\.npy|name,(?:holds,weight|phase,weight)|role,name,weight,"
    ),
)
# Those of matches by version 0.1 begin with the players.
FIGURES = Kind("a file of figures", _starts_with(rb'\{\s*"(?:command": "|players": )'), (".json",))
RECORDS = Kind(
    "records of a match",
    _starts_with(
        rb'# pair \d+: |\{"game": \d+, "players": '
        rb'|\[Event "Boardworth match"|\(;GM\[Othello\]EV\[Boardworth match\]'
    ),
)
# Records that were chosen and converted may be all that is left of them.
NEW_FILE = Kind("an empty one", lambda _start: False)
OPENINGS = Kind("a list of openings of ours", _starts_with(rb"# within "), (".txt",))
PAIRS = Kind("finished games of an experiment", _starts_with(rb'\{"contest":'))
SAMPLES = Kind("the list of our samples", _starts_with(rb"Samples that come with Boardworth"))
