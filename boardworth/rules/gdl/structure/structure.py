"""What a rule sheet's game turns out to be made of: all that later stages know of its meaning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FluentGroup:
    """Fluents that exclude each other: one variable of the game, such as the contents of a cell."""

    name: str  # what the fluents have in common, such as "cell a 1"
    fluents: tuple[int, ...]  # their numbers in the ground game
    values: tuple[str, ...]  # how they differ, fluent by fluent, such as "x", "o", "b"
    complete: bool  # exactly one of them holds in every state; otherwise at most one does
    proven: bool  # it follows from the rules; otherwise it was seen to hold in random play


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """Groups that form a rectangle."""

    name: str  # the predicate of its cells
    columns: tuple[str, ...]  # names of the columns, in order
    rows: tuple[str, ...]  # names of the rows, in order; one for a board of one dimension
    groups: tuple[int | None, ...]  # numbers of the groups, row by row; None where there is no cell


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A renaming under which the rules stay the same."""

    roles: tuple[int, ...]  # where each role goes
    fluents: tuple[int, ...]  # where each fluent goes
    # Where each move goes, role by role; a number among the moves of the role's image.
    moves: tuple[tuple[int, ...], ...]
    keeps_start: bool  # the starting state stays the same, too


@dataclass(frozen=True, slots=True)
class Turns:
    """That no two roles ever have a choice of moves at the same time.

    Attributes:
        fluents: for each role those of which one holds where it is its turn; of all of them, one
            always holds. Empty if only the legal moves tell whose turn it is.
        proven: it follows from the rules; otherwise it was seen in random play.
    """

    fluents: tuple[tuple[int, ...], ...]
    proven: bool


@dataclass(frozen=True, slots=True)
class Structure:
    """What the rules of a ground game reveal about it."""

    groups: tuple[FluentGroup, ...]  # every fluent is in one of them, if need be alone
    counters: tuple[int, ...]  # numbers of groups that only count moves
    boards: tuple[FoundBoard, ...]  # the largest first
    # None if the roles do not take turns. A role that is not at turn has one legal move.
    turns: Turns | None
    # For each fluent how much it adds to a number that never falls during a game.
    progress: tuple[int, ...]
    progress_offset: int  # what is to be added to that number to make it 0 at the start
    max_progress: int  # the most it can be; 0 if nothing grows
    # All that were found and verified on the rules, the identity first; they form a group.
    symmetries: tuple[Symmetry, ...]

    @property
    def counted(self) -> set[int]:
        """The fluents that only count moves."""
        return {fluent for number in self.counters for fluent in self.groups[number].fluents}

    def with_counts_of(self, other: bytes, state: bytes) -> bytes:
        """A packed state in which as many moves were made as in another one."""
        packed = bytearray(state)
        for byte, bit in (divmod(fluent, 8) for fluent in self.counted):
            packed[byte] = (packed[byte] & ~(1 << bit)) | (other[byte] & (1 << bit))
        return bytes(packed)
