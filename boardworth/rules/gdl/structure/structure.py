"""What a rule sheet's game turns out to be made of: all that later stages know of its meaning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FluentGroup:
    """Fluents that exclude each other: one variable of the game, such as the contents of a cell.

    Attributes:
        name: what the fluents have in common, such as "cell a 1".
        fluents: their numbers in the ground game.
        values: how they differ, fluent by fluent, such as "x", "o", "b".
        complete: exactly one of them holds in every state; otherwise at most one does.
        proven: it follows from the rules; otherwise it was seen to hold in random play.
    """

    name: str
    fluents: tuple[int, ...]
    values: tuple[str, ...]
    complete: bool
    proven: bool


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """Groups that form a rectangle.

    Attributes:
        name: the predicate of its cells.
        columns: names of the columns, in order.
        rows: names of the rows, in order; one for a board of one dimension.
        groups: numbers of the groups, row by row; None where there is no cell.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    groups: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A renaming under which the rules stay the same.

    Attributes:
        roles: where each role goes.
        fluents: where each fluent goes.
        moves: where each move goes, role by role; a number among the moves of the role's image.
        keeps_start: the starting state stays the same, too.
    """

    roles: tuple[int, ...]
    fluents: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]
    keeps_start: bool


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
    """What the rules of a ground game reveal about it.

    Attributes:
        groups: every fluent is in one of them, if need be alone.
        counters: numbers of groups that only count moves.
        boards: the largest first.
        turns: None if the roles do not take turns. A role that is not at turn has one legal move.
        progress: for each fluent how much it adds to a number that never falls during a game.
        progress_offset: what is to be added to that number to make it 0 at the start.
        max_progress: the most it can be; 0 if nothing grows.
        symmetries: all that were found and verified on the rules, the identity first; they form
            a group.
    """

    groups: tuple[FluentGroup, ...]
    counters: tuple[int, ...]
    boards: tuple[FoundBoard, ...]
    turns: Turns | None
    progress: tuple[int, ...]
    progress_offset: int
    max_progress: int
    symmetries: tuple[Symmetry, ...]
