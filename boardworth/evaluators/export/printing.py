"""Flat models as source files: the same arrays and the same few steps in every language."""

from __future__ import annotations

import textwrap
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.evaluators.export.flat import FlatModel
    from boardworth.rules import Game

WIDTH = 96
_UNSIGNED = (np.uint8, np.uint16, np.uint32)
_SIGNED = (np.int8, np.int16, np.int32)


def smallest(numbers: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """The same numbers in the smallest type that holds them."""
    low, high = int(numbers.min(initial=0)), int(numbers.max(initial=0))
    kinds = _UNSIGNED if low >= 0 else _SIGNED
    kind = next(k for k in kinds if np.iinfo(k).min <= low and high <= np.iinfo(k).max)
    return np.ascontiguousarray(numbers, np.dtype(kind).newbyteorder("<"))


def comment(text: str) -> str:
    """A text that does not end the comment that it is part of."""
    return text.replace("*/", "* /").replace("/*", "/ *")


def in_lines(text: str) -> str:
    """A long text, cut into lines."""
    return "\n".join(text[start : start + WIDTH] for start in range(0, len(text), WIDTH))


def render(
    template: str,
    flat: FlatModel,
    name: str,
    filters: dict[str, Callable[..., Any]],
    **more: Any,
) -> str:
    """A template filled in; `filters` and `more` are what a language has of its own."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters |= {"dict": dict, **filters}
    return environment.get_template(template).render(
        flat=flat,
        name=name,
        notation=flat.notation,
        notation_kind=flat.notation.kind if flat.notation else "none",
        relation=flat.relations[0] if flat.relations else None,
        atoms=flat.game.atoms,
        sizes=[len(atom.values) for atom in flat.game.atoms],
        **words(flat),
        **more,
    )


def words(flat: FlatModel) -> dict[str, str]:
    """What the head of a file says in any language."""
    game = flat.game
    unit = "points of score" if flat.target == "score" else "log-odds of a win"
    if flat.target == "score" and game.name == "othello":
        unit = "discs"
    return {
        "title": f"Values of positions of {game.name}, by a model of Boardworth.",
        "about": "\n".join(
            textwrap.wrap(
                f"A value is for the side to move, in {unit}. A position is given by its text, as "
                "Boardworth writes it, or by the values of its atoms as the side to move sees "
                "them.",
                WIDTH,
            )
        ),
        "unit": unit,
        "unit_comment": f"Units of a value per {unit.replace('discs', 'disc')}.",
        "example": game.text(game.start()),
        "atom_order": atom_order(game),
    }


def atom_order(game: Game) -> str:
    """The atoms by number, and the values of each, those of one kind together."""
    lines = ["The atoms in their order, and their values:", ""]
    for values, group in groupby(enumerate(game.atoms), key=lambda pair: pair[1].values):
        own = list(group)
        first, last = own[0][0], own[-1][0]
        numbers = str(first) if first == last else f"{first} to {last}"
        names = ", ".join(atom.name for _, atom in own)
        kinds = ", ".join(f"{number} {value}" for number, value in enumerate(values))
        lines += textwrap.wrap(f"{numbers}: {names}", WIDTH - 8, subsequent_indent="    ")
        lines += textwrap.wrap(kinds, WIDTH - 8, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)
