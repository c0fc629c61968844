"""GGF: the text format of the Generic Game Server, (;GM[Othello]PB[...]BO[8 ...]B[f5]W[d6];)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_text
from boardworth.rules.records.record import GameRecord, Note, RecordFile, checked_record, collect

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

    Properties = list[tuple[str, str]]

_GAME = re.compile(r"\(;(.*?);\)", re.DOTALL)
_PROPERTY = re.compile(r"\s*([A-Z]+)\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_COLOURS = ("B", "W")
# What describes the game itself, and what PGN calls the rest.
_OF_GAME = frozenset({"GM", "TY", "BO", *_COLOURS})
_TAGS = {
    "EV": "Event", "PC": "Site", "DT": "Date", "PB": "Black", "PW": "White", "RB": "BlackElo",
    "RW": "WhiteElo", "TI": "TimeControl", "RE": "Result",
}  # fmt: skip
_NAMES = {tag: name for name, tag in _TAGS.items()}
_NAME = re.compile(r"[A-Z]+")
_DATE = re.compile(r"(\d{4})[-.](\d\d)[-.](\d\d)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_RESULT = re.compile(r"[+-]?\d+(?:\.\d+)?")


def read_ggf(game: Game, path: Path) -> RecordFile:
    """All sound games of a .ggf file."""
    text = read_text(path)
    found = list(_GAME.finditer(text))
    if not found:
        raise FormatError(f"{path}, line 1: no game of the form (;GM[Othello]...;)")
    readers = []
    for number, match in enumerate(found, 1):
        line = text.count("\n", 0, match.start()) + 1
        source = f"{path}, line {line}: game {number}"
        readers.append(partial(_read, game, match[1], source))
    records = collect(readers)
    unclosed = text.count("(;") - len(found)
    if unclosed > 0:
        line = text.count("\n", 0, text.rfind("(;")) + 1
        problem = f"{path}, line {line}: {unclosed} games are not closed by ;)"
        records = RecordFile(records.games, (*records.problems, problem))
    return records


def write_ggf(records: Iterable[GameRecord], file: IO[bytes]) -> None:
    """Writes games that `read_ggf` reads back, one a line."""
    for record in records:
        file.write(f"{ggf_game(record)}\n".encode())


def ggf_game(record: GameRecord) -> str:
    """A game on one line, with what its record says of it."""
    named = {_NAMES.get(tag, tag): value for tag, value in record.tags.items()}
    if record.score is not None:
        named["RE"] = f"{record.score:+d}"
    properties = [
        (name, _escaped(value))
        for name, value in named.items()
        if _NAME.fullmatch(name) and name not in _OF_GAME
    ]
    return ggf_text(record.start, record.moves, properties, record.notes)


def ggf_properties(text: str, source: str) -> Properties:
    """The names and values of one game, (;...;), in their order. Raises FormatError."""
    found = _GAME.fullmatch(text.strip())
    if found is None:
        raise FormatError(f"{source}: not a game of the form (;GM[Othello]...;)")
    return _properties(found[1], source)


def ggf_text(
    start: Position,
    moves: Sequence[Move],
    properties: Properties,
    notes: Mapping[int, Note] | None = None,
) -> str:
    """A game on one line: properties of the whole game, the board it began with, its moves."""
    game = start.game
    board = game.text(start).replace("X", "*")
    replay = game.legal_replay(start, moves)
    said = notes or {}
    played = []
    movers = game.movers(replay.positions).tolist()
    for ply, (mover, move) in enumerate(zip(movers, replay.moves, strict=False), 1):
        text = "PA" if (text := start.move_text(move)) == "--" else text.upper()
        played.append((_COLOURS[mover], text + _noted(said.get(ply), mover)))
    everything = [("GM", "Othello"), *properties, ("TY", "8"), ("BO", f"8 {board}"), *played]
    return f"(;{''.join(f'{name}[{value}]' for name, value in everything)};)"


def _noted(note: Note | None, mover: int) -> str:
    """What follows a move: its value to the mover and its time."""
    if note is None or (note.value is None and note.seconds is None):
        return ""
    value = "" if note.value is None else f"{-note.value if mover else note.value:.10g}"
    return f"/{value}" if note.seconds is None else f"/{value}/{note.seconds:.10g}"


def _escaped(value: str) -> str:
    line = "".join(character if character.isprintable() else " " for character in value)
    return line.replace("\\", "\\\\").replace("]", "\\]")


def _note(text: str, mover: int) -> Note | None:
    """What a move such as f5/1.5/0.02 carries, if it can be read."""
    _, *numbers = text.split("/")
    value, seconds = (
        float(number) if number and _RESULT.fullmatch(number) else None
        for number in [*numbers, "", ""][:2]
    )
    if value is None and seconds is None:
        return None
    return Note(seconds, value=-value if mover and value else value)


def _tags(values: Mapping[str, str]) -> dict[str, str]:
    tags = {_TAGS.get(name, name): value for name, value in values.items() if name not in _OF_GAME}
    if date := _DATE.match(tags.get("Date", "")):
        tags["Date"] = ".".join(date.groups())
    for name in ("BlackElo", "WhiteElo"):
        if _RESULT.fullmatch(rating := tags.get(name, "").strip()):
            tags[name] = str(round(float(rating)))
    return tags


def _read(game: Game, body: str, source: str) -> GameRecord:
    return ggf_record(game, _properties(body, source), source)


def ggf_record(game: Game, properties: Properties, source: str) -> GameRecord:
    """The game that properties describe. Raises FormatError."""
    values = dict(reversed(properties))
    if values.get("GM", "").lower() != game.name:
        raise FormatError(f"{source}: a game of '{values.get('GM', '')}', not of {game.name}")
    if "BO" not in values:
        raise FormatError(f"{source}: no start position BO[...]")
    size, _, board = values["BO"].strip().partition(" ")
    if size != "8":
        raise FormatError(f"{source}: a board of size {size}; only 8 can be read")
    played = [(name, value) for name, value in properties if name in _COLOURS]
    try:
        start = game.parse(board)
        # A move may carry an evaluation and a time: f5/1.5/0.02.
        moves = [start.parse_move(value.partition("/")[0].strip().lower()) for _, value in played]
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None
    colours = [_COLOURS.index(name) for name, _ in played]
    notes = (_note(value, mover) for mover, (_, value) in zip(colours, played, strict=True))
    kept = {ply: note for ply, note in enumerate(notes, 1) if note is not None}
    record = checked_record(start, moves, source=source, tags=_tags(values), notes=kept)
    movers = game.movers(game.replay(start, moves).positions)
    for number, (name, value) in enumerate(played):
        if colours[number] != movers[number]:
            raise FormatError(f"{source}: move {number + 1} ({value}) is not {name}'s turn")
    # Servers count the empty squares of a finished game in more than one way: the board decides.
    return record if record.score is not None else _with_result(record, values.get("RE", ""))


def _with_result(record: GameRecord, result: str) -> GameRecord:
    """An unfinished game's result, if it was not by time-out or resignation (":t", ":r")."""
    number, _, reason = result.partition(":")
    if reason or not _RESULT.fullmatch(number.strip()):
        return record
    score = round(float(number))
    if abs(score) > record.start.game.max_score:
        raise FormatError(f"{record.source}: a score of {score:+d} is impossible")
    return replace(record, score=score)


def _properties(body: str, source: str) -> Properties:
    properties, at = [], 0
    while at < len(body):
        found = _PROPERTY.match(body, at)
        if found is None:
            rest = body[at:].strip()
            if rest:
                raise FormatError(f"{source}: expected NAME[value], found '{rest[:20]}'")
            break
        properties.append((found[1], _ESCAPE.sub(r"\1", found[2])))
        at = found.end()
    return properties
