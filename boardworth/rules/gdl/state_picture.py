"""Pictures of sheets that are too large to be grounded: by what the facts of the start look like.

Nothing can be proven about such rules. What is drawn as a board are the facts of one predicate that
say what each place of a rectangle holds, such as (cell a 1 rook).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from boardworth.rules.gdl.atoms import abbreviations
from boardworth.rules.gdl.compass import white_above
from boardworth.rules.gdl.drawing import MAX_LETTERS, empty_values, grouped_lines
from boardworth.rules.gdl.structure.boards import in_order
from boardworth.rules.gdl.structure.partitions import HOLDS
from boardworth.rules.picture import BoardPicture, Picture, Square

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boardworth.rules.gdl.syntax.terms import Term

Place: TypeAlias = tuple[str, str]

_SIDE = 3  # the least number of columns and of rows
_DENSITY = 0.5  # of a rectangle, the share that must be told about
_EMPTY = "-"


@dataclass(frozen=True)
class StatePicture:
    """How the states of a game are drawn, by the facts of the first one."""

    start: Sequence[Term]

    def picture(self, facts: Iterable[Term], said: str) -> Picture:
        """A state, and what is said of it."""
        board = self._board
        if board is None:
            return Picture((), (" ".join(map(str, facts)),), said)
        held, beside = {}, []
        for fact in facts:
            if (found := board.read(fact)) is not None and found[0] in board.places:
                held[found[0]] = found[1]
            else:
                beside.append((fact.name, "", " ".join(map(str, fact.arguments)) or HOLDS))
        return Picture((board.picture(held),), tuple(grouped_lines(beside)), said)

    @cached_property
    def _board(self) -> _Board | None:
        """The largest, if there is any."""
        by_predicate: dict[str, list[Term]] = defaultdict(list)
        for fact in self.start:
            if len(fact.arguments) == 3:
                by_predicate[fact.name].append(fact)
        boards = (_Board(name, value) for name in by_predicate for value in (2, 0, 1))
        filled = (board.filled(by_predicate[board.predicate]) for board in boards)
        found = [board for board in filled if board is not None]
        return max(found, key=lambda board: len(board.places), default=None)


@dataclass(frozen=True)
class _Board:
    """A predicate, and which of its three arguments is what a place holds."""

    predicate: str
    value: int
    start: tuple[tuple[Place, str], ...] = ()

    def read(self, fact: Term) -> tuple[Place, str] | None:
        """A place and what it holds, if the fact is about that."""
        if fact.name != self.predicate or len(fact.arguments) != 3:
            return None
        words = [str(argument) for argument in fact.arguments]
        held = words.pop(self.value)
        return (words[0], words[1]), held

    def filled(self, facts: Iterable[Term]) -> _Board | None:
        """With the squares of the start; None if they form no board."""
        read = [found for fact in facts if (found := self.read(fact)) is not None]
        board = _Board(self.predicate, self.value, tuple(read))
        columns, rows = board.columns, board.rows
        dense = len(read) >= _DENSITY * len(columns) * len(rows)
        alone = len(board.places) == len(read)
        return board if alone and dense and min(len(columns), len(rows)) >= _SIDE else None

    @cached_property
    def places(self) -> frozenset[Place]:
        """All there are."""
        return frozenset(place for place, _ in self.start)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Their names, from left to right."""
        return in_order({column for column, _ in self.places}, ())

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Their names, from top to bottom."""
        found = in_order({row for _, row in self.places}, ())
        empty = empty_values(held for _, held in self.start)
        pieces = [
            [held for (_, own), held in self.start if own == row and held not in empty]
            for row in found
        ]
        return found[::-1] if white_above(pieces) else found

    @cached_property
    def _texts(self) -> dict[str, str]:
        """How what stands on squares is drawn."""
        values = dict.fromkeys(held for _, held in self.start)
        empty = empty_values(values)
        return abbreviations([value for value in values if value not in empty]) | dict.fromkeys(
            empty, _EMPTY
        )

    def picture(self, held: dict[Place, str]) -> BoardPicture:
        """The board when its places hold this; one of which nothing is said is empty."""
        places = [(column, row) for row in self.rows for column in self.columns]
        squares = [
            self._square(held.get(place)) if place in self.places else None for place in places
        ]
        texts = [*self._texts.values(), *(square.text for square in squares if square is not None)]
        width = max(map(len, [*self.columns, *texts]))
        return BoardPicture(self.columns, self.rows, tuple(squares), width)

    def _square(self, held: str | None) -> Square:
        if held is None:
            return Square(_EMPTY, "nothing", empty=True)
        text = self._texts.get(held, held[:MAX_LETTERS])
        return Square(text, held, empty=text == _EMPTY)
