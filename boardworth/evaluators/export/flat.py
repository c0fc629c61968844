"""A model as a few plain arrays: all that a file in another language has to say.

Values are sums of columns of one array of weights. A *block* says which columns count in a
position, from the values of its atoms as the side to move sees them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.evaluators.export.notation import Notation
    from boardworth.rules import Game

    Integers: TypeAlias = NDArray[np.integer[Any]]
    Floats: TypeAlias = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Dense:
    """A pattern that has a weight for every configuration: the column `first` + orbit."""

    name: str
    instances: tuple[tuple[int, ...], ...]  # the atoms of each, the most significant first
    first: int
    orbits: Integers  # [configurations]


@dataclass(frozen=True)
class Sparse:
    """A large pattern, of which valid configurations have weights, split in two halves.

    The one with the halves' indices i1 and i2 may stand in the slot `offsets[i1] + i2` and nowhere
    else: it does if the slot's lock is i1 + 1. Its column is `first` + orbit.
    """

    name: str
    instances: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # both halves of each
    first: int
    offsets: Integers  # [configurations of the first half]
    locks: Integers  # [slots], 0 where there is none
    orbits: Integers  # [slots]


@dataclass(frozen=True)
class Conjunctions:
    """Conjunctions as a tree of facts, each node a fact, in preorder.

    Where a node's fact holds, the next node is visited, else the one after its subtree.

    Attributes:
        atoms: [nodes], the atom of each fact.
        values: [nodes], its value.
        after: [nodes], the node after the subtree.
        ends: [nodes], the conjunction that is complete there, -1 for none.
        starts: [conjunctions + 1], where the items of each begin.
        items: what conjunctions prove.
        column_of_item: [items that there are], the column of each.
        once: whether an item that several conjunctions prove counts once.
        cover_starts: [conjunctions + 1], where those begin that a conjunction covers; empty if all
            that hold count, not the most specific ones alone.
        covered: conjunctions that do not count where a more special one holds.
    """

    atoms: Integers
    values: Integers
    after: Integers
    ends: Integers
    starts: Integers
    items: Integers
    column_of_item: Integers
    once: bool
    cover_starts: Integers
    covered: Integers


@dataclass(frozen=True)
class KingsAndPieces:
    """Relations of kings and pieces (`features.relations`), as one side sees them.

    The value is the sum of the mover's view less that of the opponent's, in which condition c is
    (c + conditions / 2) modulo conditions. Columns of a kind that is not there begin at -1.

    Attributes:
        king: the value of a square with the own king; the opponent's has the value 0.
        squares: how many squares there are.
        conditions: how many there are, the own ones first; also the number for none.
        condition_of: [facts], by fact (`FlatModel.first_facts`).
        column_of_piece: [facts], that of the kind of pieces that a fact counts.
        count_of: [facts], how many, the opponent's negative; 0 for none.
        across: [squares], each as the other player sees it.
        piece_square: the first of [own conditions].
        king_piece: the first of [squares, conditions].
        piece_piece: the first of the pairs that have an own condition (`pair_columns`).
        king_king_piece: the first of [squares, squares, own conditions].
        king_piece_piece: the first of [squares, pairs].
        wide: whether a pair's worth to both sides takes more than 16 bits.
    """

    king: int
    squares: int
    conditions: int
    condition_of: Integers
    column_of_piece: Integers
    count_of: Integers
    across: Integers
    piece_square: int = -1
    king_piece: int = -1
    piece_piece: int = -1
    king_king_piece: int = -1
    king_piece_piece: int = -1
    wide: bool = True

    @property
    def own(self) -> int:
        """How many conditions are own ones."""
        return self.conditions // 2

    @property
    def pairs(self) -> int:
        """How many pairs of conditions there are."""
        return self.conditions * (self.conditions - 1) // 2


@dataclass(frozen=True)
class Combined:
    """What becomes of the patterns' sums x: constant + x linear + x quadratic x', rounded."""

    patterns: int  # how many sums there are
    stage_of: Integers  # [max_progress + 1]
    constants: Floats  # [stages]
    linear: Floats  # [stages, patterns]
    quadratic: Floats | None  # [stages, patterns, patterns]
    # What is beyond this is brought back to it.
    limit: ClassVar[int] = 1 << 23


@dataclass(frozen=True)
class Progress:
    """How far a game has come: a sum over facts, kept within 0 to `maximum`."""

    offset: int
    shares: Integers  # [facts]
    maximum: int


@dataclass(frozen=True)
class FlatModel:
    """All that is needed to value a position.

    Attributes:
        game: whose positions.
        scale: units of a value per point, or per unit of log-odds.
        target: 'score' or 'win'.
        weights: [stages, columns], or [2, columns] if they are mixed; the last is the constant.
        stage_of: [max_progress + 1], the stage of every progress.
        progress: None if all stages are one.
        notation: how positions are written; None if they cannot be read without the rules.
        shares: [stages, 2], how much both rows of weights count in a stage, if they are mixed.
        first_facts: [atoms], fact `first_facts[atom] + value` is that value of the atom.
    """

    game: Game
    scale: int
    target: str
    weights: NDArray[np.int16]
    stage_of: Integers
    progress: Progress | None
    notation: Notation | None
    shares: NDArray[np.float32] | None = None
    dense: tuple[Dense, ...] = ()
    sparse: tuple[Sparse, ...] = ()
    conjunctions: tuple[Conjunctions, ...] = ()
    relations: tuple[KingsAndPieces, ...] = ()
    combined: Combined | None = None
    # Columns that count in every position, with the number of times.
    always: tuple[tuple[int, int], ...] = ()

    @property
    def stages(self) -> int:
        """How many sets of weights there are."""
        return len(self.weights) if self.shares is None else len(self.shares)

    @property
    def first_facts(self) -> list[int]:
        """By atom."""
        sizes = [len(atom.values) for atom in self.game.atoms]
        return [sum(sizes[:atom]) for atom in range(len(sizes))]


def pair_columns(conditions: int) -> NDArray[np.int64]:
    """[conditions, conditions], the number of each pair among those with an own condition.

    Pairs (i, j), i < j, are in the order of j, then of i: with an own j there are j of them, with
    one of the opponent's as many as there are own conditions. -1 stands for no such pair.
    """
    own = conditions // 2
    low, high = np.sort(np.indices((conditions, conditions)), axis=0)
    inner = high * (high - 1) // 2 + low
    outer = own * (own - 1) // 2 + (high - own) * own + low
    numbers = np.where(high < own, inner, outer)
    numbers[(low >= own) | (low == high)] = -1
    return np.asarray(numbers)
