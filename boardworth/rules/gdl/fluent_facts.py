"""What each fluent tells about a position: the facts of a text, without any rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardworth.rules.gdl.atoms import GameAtoms
    from boardworth.rules.gdl.structure import Structure
    from boardworth.rules.gdl.syntax.terms import Term

    Fact = tuple[int, int]


@dataclass(frozen=True)
class FluentFacts:
    """Fluents as values of atoms.

    Attributes:
        names: of the fluents, as positions are written.
        by_role: for each role to move: the atom and the value of each fluent, as it sees them.
        turns: for each of two roles the fluents of which one holds where it is its turn; None if
            only the legal moves tell.
        progress: by fluent, how much further the game is where it holds.
        progress_offset: what is added to that.
    """

    names: tuple[str, ...]
    by_role: tuple[tuple[Fact, ...], ...]
    turns: tuple[tuple[int, ...], ...] | None
    progress: tuple[int, ...]
    progress_offset: int


def fluent_facts(
    fluents: tuple[Term, ...], roles: int, structure: Structure, found: GameAtoms
) -> FluentFacts:
    """Those of a sheet whose roles take turns, or that has one role."""
    own = tuple(zip(found.atom_of, found.value_of, strict=True))
    swap = found.swap(structure.symmetries) if roles > 1 else None
    other = own if swap is None else tuple(own[image] for image in swap.fluents)
    turns = structure.turns.fluents if structure.turns else ()
    return FluentFacts(
        tuple(map(str, fluents)),
        (own, other)[:roles],
        () if roles == 1 else (turns or None),
        structure.progress,
        structure.progress_offset,
    )
