"""GGF: the text format of the Generic Game Server, (;GM[Othello]PB[...]BO[8 ...]B[f5]W[d6];)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_text
from boardworth.rules.records.record import GameRecord, RecordFile, checked_record, collect

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

    Properties = list[tuple[str, str]]

_GAME = re.compile(r"\(;(.*?);\)", re.DOTALL)
_PROPERTY = re.compile(r"\s*([A-Z]+)\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_COLOURS = ("B", "W")
_RESULT = re.compile(r"[+-]?\d+(?:\.\d+)?")


def read_ggf(game: Game, path: Path) -> RecordFile:
    """All sound games of a .ggf file."""
    text = read_text(path)
    found = list(_GAME.finditer(text))
    if not found:
        raise FormatError(f"{path}: no game of the form (;GM[Othello]...;)")
    readers = []
    for number, match in enumerate(found, 1):
        line = text.count("\n", 0, match.start()) + 1
        source = f"{path}, line {line}: game {number}"
        readers.append(partial(_read, game, match[1], source))
    records = collect(readers)
    unclosed = text.count("(;") - len(found)
    if unclosed > 0:
        problem = f"{path}: {unclosed} games are not closed by ;)"
        records = RecordFile(records.games, (*records.problems, problem))
    return records


def ggf_properties(text: str, source: str) -> Properties:
    """The names and values of one game, (;...;), in their order. Raises FormatError."""
    found = _GAME.fullmatch(text.strip())
    if found is None:
        raise FormatError(f"{source}: not a game of the form (;GM[Othello]...;)")
    return _properties(found[1], source)


def ggf_text(start: Position, moves: Sequence[Move], properties: Properties) -> str:
    """A game on one line: properties of the whole game, the board it began with, its moves."""
    game = start.game
    board = game.text(start).replace("X", "*")
    replay = game.legal_replay(start, moves)
    played = [
        (_COLOURS[mover], "PA" if (text := start.move_text(move)) == "--" else text.upper())
        for mover, move in zip(game.movers(replay.positions).tolist(), replay.moves, strict=False)
    ]
    everything = [("GM", "Othello"), *properties, ("TY", "8"), ("BO", f"8 {board}"), *played]
    return f"(;{''.join(f'{name}[{value}]' for name, value in everything)};)"


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
    record = checked_record(start, moves, source=source)
    movers = game.movers(game.replay(start, moves).positions)
    for number, (name, value) in enumerate(played):
        if _COLOURS.index(name) != movers[number]:
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
        properties.append((found[1], found[2]))
        at = found.end()
    return properties
