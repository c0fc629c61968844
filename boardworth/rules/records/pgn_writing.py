"""Writes games of chess as PGN: tags, then moves in SAN with what is noted about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING

from boardworth import _core
from boardworth.rules.chess960 import is_chess960

if TYPE_CHECKING:
    from boardworth.rules.records.record import GameRecord, Note

_SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_UNKNOWN = {"Date": "????.??.??"}
_NAME = re.compile(r"[A-Za-z0-9_]+")
_COLUMNS = 80


def write_pgn(records: Iterable[GameRecord], file: IO[bytes]) -> None:
    """Writes games that `read_pgn` reads back."""
    for record in records:
        file.write(f"{pgn_text(record)}\n".encode())


def pgn_text(record: GameRecord) -> str:
    """A game in PGN."""
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _tags(record).items())
    return f"{tags}\n{_wrapped([*_moves(record), record.result])}"


def _tags(record: GameRecord) -> Mapping[str, str]:
    """The seven tags that every game has, in their order; then all others."""
    said = {name: value for name, value in record.tags.items() if _NAME.fullmatch(name)}
    seven = {name: said.get(name, _UNKNOWN.get(name, "?")) for name in _SEVEN_TAGS}
    tags = {**seven, "Result": record.result, **{n: v for n, v in said.items() if n not in seven}}
    game = record.start.game
    if record.start != game.start():
        tags |= {"SetUp": "1", "FEN": game.text(record.start)}
        if is_chess960(record.start):
            tags.setdefault("Variant", "Chess960")
    return tags


def _escaped(value: str) -> str:
    line = "".join(character if character.isprintable() else " " for character in value)
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _moves(record: GameRecord) -> Iterator[str]:
    """The words of the moves, of their numbers and of what is noted."""
    number = int(record.start.game.text(record.start).split()[-1])
    black = record.start.mover
    yield from _noted(record.notes.get(0))
    said = True
    for ply, text in enumerate(_core.chess_moves(record.start.packed, record.moves), 1):
        if not black:
            yield f"{number}."
        elif said:
            yield f"{number}..."
        yield text
        words = list(_noted(record.notes.get(ply)))
        yield from words
        said = any(word.startswith("{") for word in words)
        number += black
        black = 1 - black


def _noted(note: Note | None) -> Iterator[str]:
    if note is None:
        return
    yield from (f"${glyph}" for glyph in note.nags)
    said = []
    if note.mate is not None:
        said.append(f"[%eval #{note.mate}]")
    elif note.value is not None:
        said.append(f"[%eval {note.value:.10g}]")
    if note.clock is not None:
        said.append(f"[%clk {_time(note.clock)}]")
    if note.seconds is not None:
        said.append(f"[%emt {_time(note.seconds)}]")
    words = [*said, *note.comment.replace("}", ")").split()]
    if words:
        yield from f"{{{' '.join(words)}}}".split()


def _time(seconds: float) -> str:
    """Hours, minutes and seconds with as many decimals as there are, up to three."""
    thousandths = round(1000 * seconds)
    minutes, rest = divmod(thousandths, 60_000)
    fraction = f".{rest % 1000:03d}".rstrip("0").rstrip(".")
    return f"{minutes // 60}:{minutes % 60:02d}:{rest // 1000:02d}{fraction}"


def _wrapped(words: Iterable[str]) -> str:
    """Lines of at most 80 columns, unless a word is longer.

    No line begins like a tag: one that is quoted in a comment stays behind the word before it.
    """
    lines: list[str] = []
    line = ""
    for word in words:
        quoted = word.startswith("[") and not word.startswith("[%")
        if line and (len(line) + 1 + len(word) < _COLUMNS or quoted):
            line += f" {word}"
        else:
            lines += [line] if line else []
            line = word
    return "\n".join([*lines, line]) + "\n"
