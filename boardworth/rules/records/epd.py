"""EPD: positions of chess with operations, one a line: four fields of FEN, then opcodes; operands.

2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.errors import FormatError
from boardworth.files import read_bytes
from boardworth.rules.records.problem import Problem

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

_BOARD = re.compile(r"\s*(\S+\s+[wb]\s+\S+\s+\S+)(?:\s+(\d{1,6})\s+(\d{1,6})(?=\s|;|$))?")
# An operation ends with a semicolon that stands in no quotes; the last may lack it.
_OPERATION = re.compile(r'\s*((?:"[^"]*"|[^";])*)(;|$)')
_OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,14}")
_TEXT_OPCODES = re.compile(r"id|c[0-9]|v[0-9]")


def read_epd(game: Game, path: Path) -> list[Problem]:
    """All problems of an .epd file."""
    if game.definition != "chess":
        raise FormatError(f"{path}: .epd files hold positions of chess, not of {game.name}")
    content = read_bytes(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return [
        epd_problem(game, line, f"{path}, line {number}")
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith(("#", "%"))
    ]


def epd_problem(game: Game, line: str, source: str) -> Problem:
    """The problem that a line of EPD describes. Raises FormatError."""
    found = _BOARD.match(line)
    if found is None:
        raise FormatError(f"{source}: expected a position of four fields, found '{line[:40]}'")
    try:
        operations = _operations(line[found.end() :])
        clock = operations.pop("hmvc", found[2] or "0")
        number = operations.pop("fmvn", found[3] or "1")
        position = game.parse(f"{found[1]} {clock} {number}")
        return Problem(
            position,
            {},
            source,
            _moves(position, operations.pop("bm", "")),
            _moves(position, operations.pop("am", "")),
            operations.pop("id", ""),
            operations,
        )
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None


def epd_line(problem: Problem) -> str:
    """A problem as a line of EPD."""
    position = problem.position
    *fields, clock, number = position.game.text(position).split()
    operations = {
        "hmvc": clock if clock != "0" else "",
        "fmvn": number if number != "1" else "",
        "bm": " ".join(map(position.move_text, problem.best)),
        "am": " ".join(map(position.move_text, problem.avoid)),
        "id": problem.name,
    }
    said = {name: value for name, value in operations.items() if value} | dict(problem.operations)
    return " ".join([*fields, *(_operation(name, value) for name, value in said.items())])


def _operation(opcode: str, value: str) -> str:
    plain = " ".join(value.replace('"', "'").split())
    if _TEXT_OPCODES.fullmatch(opcode) or ";" in plain:
        plain = f'"{plain}"'
    return f"{opcode} {plain};" if plain else f"{opcode};"


def _operations(text: str) -> dict[str, str]:
    """Operands by opcode, without the quotes around a text."""
    operations: dict[str, str] = {}
    at = 0
    while text[at:].strip():
        found = _OPERATION.match(text, at)
        if found is None:
            raise FormatError(f"a text is not closed by quotes: '{text[at : at + 40].strip()}'")
        at = found.end()
        opcode, _, operand = found[1].strip().partition(" ")
        if not opcode:
            continue
        if not _OPCODE.fullmatch(opcode):
            raise FormatError(f"'{opcode[:20]}' is not an opcode such as bm")
        if opcode in operations:
            raise FormatError(f"opcode {opcode} comes twice")
        operand = operand.strip()
        quoted = len(operand) > 1 and operand[0] == operand[-1] == '"' and operand.count('"') == 2
        operations[opcode] = operand[1:-1] if quoted else operand
    return operations


def _moves(position: Position, text: str) -> tuple[Move, ...]:
    """Legal moves, separated by blanks or commas."""
    legal = set(position.legal_moves()) if text else set()
    moves = []
    for word in text.replace(",", " ").split():
        move = position.parse_move(word)
        if move not in legal:
            raise FormatError(f"move {word} is illegal")
        moves.append(move)
    return tuple(dict.fromkeys(moves))
