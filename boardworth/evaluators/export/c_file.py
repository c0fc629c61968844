"""Flat models as C99."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardworth.evaluators.export.notation import FluentText, RankText
from boardworth.evaluators.export.printing import WIDTH, comment, render, smallest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boardworth.evaluators.export.flat import FlatModel, Integers

_KINDS = {
    "uint8": "uint8_t",
    "uint16": "uint16_t",
    "uint32": "uint32_t",
    "int8": "int8_t",
    "int16": "int16_t",
    "int32": "int32_t",
    "float32": "float",
    "float64": "double",
}


@dataclass(frozen=True)
class _Array:
    """A constant array of the file."""

    label: str
    kind: str
    shape: tuple[int, ...]
    text: str
    about: str = ""


def c_source(flat: FlatModel, name: str) -> str:
    """A file that needs no other."""
    pairs = any(block.piece_piece >= 0 for block in flat.relations)
    filters: dict[str, Callable[..., Any]] = {
        "comment": comment,
        "string": _string,
        "statement": _statement,
        "letters": _letters,
    }
    return render(
        "evaluator.c.jinja",
        flat,
        name,
        filters,
        arrays=list(_arrays(flat)),
        prepared=flat.shares is not None or pairs,
        fact_type=_KINDS[smallest(np.array([_largest_value(flat)])).dtype.name],
        slot_type=_KINDS[_slot_type(flat).name],
        index=lambda atoms: _index(flat, atoms),
    )


def _largest_value(flat: FlatModel) -> int:
    return max(len(atom.values) for atom in flat.game.atoms) - 1


def _slot_type(flat: FlatModel) -> np.dtype[Any]:
    """One for all sparse tables, whose locks have 16 bits."""
    largest = max((int(table.orbits.max(initial=0)) for table in flat.sparse), default=0)
    return np.dtype(np.uint16 if largest <= np.iinfo(np.uint16).max else np.uint32)


def _arrays(flat: FlatModel) -> Iterator[_Array]:
    """What is used, the weights last."""
    if flat.progress is not None or flat.relations:
        first = np.array(flat.first_facts)
        yield _whole("FIRST_FACT", first, about="the number of each atom's first value")
    notation = flat.notation
    if isinstance(notation, RankText):
        yield _whole("SEEN_FROM", np.array(notation.seen_from), about="by the second player")
        if notation.hands:
            yield _whole("SIZES", np.array([len(atom.values) for atom in flat.game.atoms]))
    if isinstance(notation, FluentText):
        complete = np.array(notation.complete)
        yield _whole("COMPLETE", complete, about="whether one fluent of each atom always holds")
    if flat.progress is not None:
        yield _whole("SHARES", flat.progress.shares)
    if flat.progress is not None or flat.combined is not None:
        yield _whole("STAGE_OF", flat.stage_of)
    if flat.shares is not None:
        yield _fraction("MIXED", flat.shares)
    yield from _of_combined(flat)
    for number, table in enumerate(flat.dense):
        yield _whole(f"ORBITS_{number}", table.orbits, about=table.name)
    for number, sparse in enumerate(flat.sparse):
        yield _whole(f"OFFSETS_{number}", sparse.offsets, "uint32", about=sparse.name)
        slots = np.stack([sparse.locks, sparse.orbits], axis=1).ravel()
        yield _whole(f"SLOTS_{number}", slots, _slot_type(flat).name)
    for number, tree in enumerate(flat.conjunctions):
        yield _whole(f"NODE_ATOMS_{number}", tree.atoms)
        yield _whole(f"NODE_VALUES_{number}", tree.values)
        yield _whole(f"NODE_AFTER_{number}", tree.after)
        yield _whole(f"NODE_ENDS_{number}", tree.ends, "int32")
        yield _whole(f"STARTS_{number}", tree.starts)
        yield _whole(f"ITEMS_{number}", tree.items)
        yield _whole(f"ITEM_COLUMNS_{number}", tree.column_of_item)
        if len(tree.cover_starts):
            yield _whole(f"COVER_STARTS_{number}", tree.cover_starts)
            yield _whole(f"COVERED_{number}", np.append(tree.covered, 0))
    for block in flat.relations:
        yield _whole("CONDITION_OF", block.condition_of)
        yield _whole("COLUMN_OF_PIECE", block.column_of_piece)
        yield _whole("COUNT_OF", block.count_of)
        yield _whole("ACROSS", block.across)
    rows = "of the beginning and of the end" if flat.shares is not None else "by stage"
    yield _whole("WEIGHTS", flat.weights, "int16", about=rows)


def _of_combined(flat: FlatModel) -> Iterator[_Array]:
    if flat.combined is None:
        return
    yield _whole("COMBINED_STAGE_OF", flat.combined.stage_of)
    yield _fraction("CONSTANTS", flat.combined.constants)
    yield _fraction("LINEAR", flat.combined.linear)
    if flat.combined.quadratic is not None:
        yield _fraction("QUADRATIC", flat.combined.quadratic)


def _whole(label: str, numbers: Integers, kind: str = "", about: str = "") -> _Array:
    own = numbers.astype(kind) if kind else smallest(numbers)
    return _Array(label, _KINDS[own.dtype.name], own.shape, _braced(own.tolist()), about)


def _fraction(label: str, numbers: NDArray[np.floating[Any]]) -> _Array:
    kind = _KINDS[numbers.dtype.name]
    text = _braced(numbers.astype(np.float64).tolist())
    return _Array(label, kind, numbers.shape, text)


def _braced(numbers: list[Any]) -> str:
    """Nested lists of numbers as an initialiser, a few numbers in a line."""
    if numbers and isinstance(numbers[0], list):
        return "{\n" + ",\n".join(map(_braced, numbers)) + "}"
    lines = (numbers[start : start + 20] for start in range(0, len(numbers), 20))
    return "{\n" + ",\n".join(",".join(map(repr, line)) for line in lines) + "}"


def _index(flat: FlatModel, atoms: Sequence[int]) -> str:
    """The index of a configuration: digits times what each is worth."""
    step, parts = 1, []
    for atom in reversed(atoms):
        parts.append(f"f[{atom}]" + (f" * {step}" if step > 1 else ""))
        step *= len(flat.game.atoms[atom].values)
    return " + ".join(reversed(parts))


def _statement(parts: Sequence[object]) -> str:
    return textwrap.fill(
        "".join(map(str, parts)),
        WIDTH,
        initial_indent="    ",
        subsequent_indent="        ",
        break_long_words=False,
    )


def _letters(pairs: Sequence[tuple[str, int]]) -> str:
    """Signs and what they mean, as an initialiser."""
    text = ", ".join(f"{{ {_string(sign)}, {meaning} }}" for sign, meaning in pairs)
    return textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def _string(text: str) -> str:
    """A literal of the bytes of a text."""
    plain = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\r": "\\r", "\n": "\\n", "?": "\\?"}
    bytes_of = (
        plain.get(chr(b)) or (chr(b) if 32 <= b < 127 else f"\\{b:03o}") for b in text.encode()
    )
    return f'"{"".join(bytes_of)}"'
