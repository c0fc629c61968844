"""Fluents that exclude each other: how the fluents of each predicate are best grouped."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardworth.rules.gdl.structure.invariants import Claim, prove
from boardworth.rules.gdl.structure.partitions import Kind, Partition, kinds, partitions
from boardworth.rules.gdl.structure.structure import FluentGroup

if TYPE_CHECKING:
    from boardworth.rules.gdl.ground.grounding import GroundGame
    from boardworth.rules.gdl.structure.sample import Sample
    from boardworth.rules.gdl.structure.structure import Turns


@dataclass
class _Candidate:
    """A partition that random play agrees with."""

    partition: Partition  # the groups; at most one fluent of each was seen to hold at the same time
    complete: set[tuple[str, ...]]  # keys of groups of which always one held
    exclusive_proven: bool = False  # that at most one holds is proven
    complete_proven: bool = False  # that at least one holds in the complete groups is proven

    @property
    def preference(self) -> tuple[bool, bool, int, int, tuple[int, ...]]:
        """The least is the best: proven, complete, few groups, few and late varying arguments."""
        varying = self.partition.varying
        groups = self.partition.groups
        return (
            not self.exclusive_proven,
            len(self.complete) < len(groups),
            len(groups),
            len(varying),
            tuple(-position for position in varying),
        )

    def fluent_groups(self) -> list[FluentGroup]:
        found = []
        for key, fluents in self.partition.groups.items():
            complete = key in self.complete
            found.append(
                FluentGroup(
                    name=" ".join([self.partition.kind.name, *key]),
                    fluents=fluents,
                    values=tuple(self.partition.values[fluent] for fluent in fluents),
                    complete=complete,
                    proven=self.exclusive_proven and (self.complete_proven or not complete),
                )
            )
        return found


@dataclass(frozen=True)
class GroupedKind:
    """The groups of one predicate's fluents, and how they came about."""

    partition: Partition
    groups: tuple[FluentGroup, ...] = field(repr=False)


def grouped_kinds(
    game: GroundGame, sample: Sample, turns: Turns | None = None
) -> tuple[list[GroupedKind], Turns | None]:
    """Every fluent in one group, predicate by predicate; and whether turns are proven, too."""
    found = kinds(game.fluents)
    candidates = [_candidates(kind, sample) for kind in found]
    turns = _prove(game, [candidate for some in candidates for candidate in some], turns)
    return [_best(kind, some) for kind, some in zip(found, candidates, strict=True)], turns


def _candidates(kind: Kind, sample: Sample) -> list[_Candidate]:
    found = []
    for partition in partitions(kind):
        most, least = partition.greatest_and_least(sample)
        if max(most) == 1:
            pairs = zip(partition.groups, least, strict=True)
            found.append(_Candidate(partition, {key for key, fewest in pairs if fewest == 1}))
    return found


def _prove(game: GroundGame, candidates: list[_Candidate], turns: Turns | None) -> Turns | None:
    """Notes what is proven; turns and groups help to prove each other."""
    claims = []
    for candidate in candidates:
        groups = candidate.partition.groups
        claims.append(Claim(tuple(groups.values()), at_least_one=False))
        whole = tuple(groups[key] for key in groups if key in candidate.complete)
        claims.append(Claim(whole, at_least_one=True))
    telling = tuple(fluent for fluents in turns.fluents for fluent in fluents) if turns else ()
    told = [Claim((telling,), at_least_one=least) for least in (False, True) if telling]
    proof = prove(game, [*claims, *told], turns)
    found = iter(proof.claims)
    for candidate in candidates:
        candidate.exclusive_proven, candidate.complete_proven = next(found), next(found)
    return replace(turns, proven=proof.turns) if turns else None


def _best(kind: Kind, candidates: list[_Candidate]) -> GroupedKind:
    best = min(candidates, key=lambda candidate: candidate.preference, default=None)
    if best is None:
        best = _alone(kind)
    return GroupedKind(best.partition, tuple(best.fluent_groups()))


def _alone(kind: Kind) -> _Candidate:
    """Each fluent by itself; a claim that needs no proof."""
    return _Candidate(Partition(kind, ()), set(), exclusive_proven=True)
