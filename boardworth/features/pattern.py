"""Patterns of atoms, and the configurations that their values form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from boardworth.rules import Game


_SIZE = 200  # pixels


@dataclass(frozen=True, slots=True)
class Pattern:
    """Some atoms indexed jointly."""

    name: str  # for people
    atoms: tuple[int, ...]  # the most significant first
    # Whether only those configurations have a weight that training has seen often enough; else
    # every configuration has one.
    sparse: bool = False


@dataclass(frozen=True, slots=True)
class Configuration:
    """A conjunction of atom = value, the mover's view."""

    game: Game
    facts: tuple[tuple[int, int], ...]
    factor: ClassVar[int] = 1  # what its weight is multiplied by where it holds

    def __str__(self) -> str:
        atoms = self.game.atoms
        return ", ".join(f"{atoms[a].name} {atoms[a].values[v]}" for a, v in self.facts)

    def drawn(self, role: int) -> Configuration:
        """The same, of the board as it is drawn when a role is to move."""
        return Configuration(self.game, self.game.drawn_facts(self.facts, role))

    def _repr_svg_(self) -> str:
        """The same, for notebooks; squares that it says nothing about are grey."""
        from boardworth.rules.svg import facts_svg

        return facts_svg(self.game, dict(self.facts), title=str(self), size=_SIZE)

    def draw(self) -> str:
        """The board as the mover sees it: in Othello, x for its pieces, o for the opponent's."""
        return draw_facts(self.game, dict(self.facts))


def draw_facts(game: Game, facts: dict[int, int]) -> str:
    """A board on which only some squares are known."""
    columns, rows = game.board.columns, game.board.rows
    width = max((len(symbol) for symbol in game.symbols), default=1)
    squares = [
        game.symbols[facts[square]] if square in facts else "." for square in range(columns * rows)
    ]
    return "\n".join(
        " ".join(f"{piece:>{width}}" for piece in squares[r * columns : (r + 1) * columns])
        for r in range(rows)
    )
