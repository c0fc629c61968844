"""What a rule sheet's game turns out to be made of."""

from boardworth.rules.gdl.structure.finding import find_structure
from boardworth.rules.gdl.structure.structure import (
    FluentGroup,
    FoundBoard,
    Structure,
    Symmetry,
    Turns,
)

__all__ = ["FluentGroup", "FoundBoard", "Structure", "Symmetry", "Turns", "find_structure"]
