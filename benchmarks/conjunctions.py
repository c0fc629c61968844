"""Conjunctions of Othello's facts to measure evaluators with: of logic features, and of GenConf."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.random_positions import random_positions
from boardworth.features import Configurations, genconf
from boardworth.features.configurations import joined, max_values
from boardworth.features.logic import LogicFeature, Theory, unfold

# GenConf's positions, and the share of them in which its rarest configurations are active.
POSITIONS, RARITY, MAX_LENGTH, MAX_FOUND = 20_000, 50, 4, 20_000_000
# "Rare" is up to this much more often than the rarest.
RARE = 1.5


def logic_patterns(game: bw.Game, sizes: Sequence[int]) -> Iterator[Configurations]:
    """The first of: proofs that somebody can move, parts of these, two such proofs together."""
    features = [
        LogicFeature.parse(f"(<= (moves_of_{player} ?s) (legal_move ?s {player}))")
        for player in ("own", "opponent")
    ]
    proofs = joined(game, [own.configurations() for own in unfold(Theory.of(game), features)])
    parts = to_arrays(game, _parts(proofs))
    draw = np.random.default_rng(1)
    found = joined(game, [shuffled(proofs, draw), shuffled(parts, draw)])
    if max(sizes) > len(found):
        found = joined(game, [found, _pairs(proofs, 2 * max(sizes), draw)])
    for size in sizes:
        yield found.select(np.arange(min(size, len(found))))


def rare_configurations(game: bw.Game, sizes: Sequence[int]) -> Iterator[Configurations]:
    """The longest and rarest that GenConf finds in positions of random games."""
    min_count = POSITIONS // RARITY
    found = genconf(
        game,
        random_positions(game, POSITIONS),
        min_count,
        max_length=MAX_LENGTH,
        max_found=MAX_FOUND,
    )
    rare = np.flatnonzero((found.lengths == MAX_LENGTH) & (found.counts < RARE * min_count))
    rare = np.random.default_rng(1).permutation(rare)
    for size in sizes:
        yield found.select(rare[:size])


def shuffled(found: Configurations, draw: np.random.Generator) -> Configurations:
    """In random order."""
    return found.select(draw.permutation(len(found)))


def to_arrays(game: bw.Game, relations: Sequence[Sequence[int]]) -> Configurations:
    """Configurations given as ascending relations."""
    return Configurations(
        game,
        np.array([r for own in relations for r in own], np.uint16),
        np.array([len(own) for own in relations], np.uint8),
        np.zeros(len(relations), np.uint32),
    )


def _parts(proofs: Configurations) -> list[tuple[int, ...]]:
    """All parts of proofs that are no proofs."""
    whole = [tuple(r for r in row if r >= 0) for row in proofs.table().tolist()]
    parts = {part for own in whole for n in range(1, len(own)) for part in combinations(own, n)}
    return sorted(parts - set(whole))


def _pairs(proofs: Configurations, count: int, draw: np.random.Generator) -> Configurations:
    """Two proofs together, where they do not contradict each other: different ones, at most."""
    table = proofs.table()
    first, second = draw.integers(0, len(proofs), (2, count))
    both = np.concatenate([table[first], table[second]], axis=1)
    both = np.sort(np.where(both < 0, np.iinfo(np.int32).max, both), axis=1)
    repeated = both[:, 1:] == both[:, :-1]
    both[:, 1:][repeated] = np.iinfo(np.int32).max
    both.sort(axis=1)
    both = np.unique(both[_consistent(both, max_values(proofs.game))], axis=0)
    kept = both < np.iinfo(np.int32).max
    pairs = Configurations(
        proofs.game,
        both[kept].astype(np.uint16),
        kept.sum(axis=1).astype(np.uint8),
        np.zeros(len(both), np.uint32),
    )
    longer = np.flatnonzero(pairs.lengths > table.shape[1])  # no proof and no part of one
    return pairs.select(draw.permutation(longer))


def _consistent(relations: NDArray[np.int32], values: int) -> NDArray[np.bool_]:
    """[rows], whether no atom has two values; rows ascend, the largest number is none."""
    atoms = relations // values
    none = relations == np.iinfo(np.int32).max
    same: NDArray[np.bool_] = ((atoms[:, 1:] == atoms[:, :-1]) & ~none[:, 1:]).any(axis=1)
    return ~same
