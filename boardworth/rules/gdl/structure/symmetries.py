"""Renamings of roles, fluents and moves under which a game's rules stay the same.

They are found as automorphisms of the graph of the rules: colours that the rules give to vertices
are refined after one vertex, and one of those that look like it, have been marked, until no two
vertices look alike (McKay 1981). What is found is verified on the rules by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.rules.gdl.structure.rule_graph import RuleGraph
from boardworth.rules.gdl.structure.structure import Symmetry

if TYPE_CHECKING:
    from boardworth.rules.gdl.ground.grounding import GroundGame

MAX_SYMMETRIES = 48
# With more literals the search is not tried: every step of it reads all of them often.
_MAX_LITERALS = 3_000_000
# How often colours are refined: by the size of the rules, some seconds' worth. It is not a time, so
# that the same sheet has always the same symmetries.
_MAX_WORK = 10_000_000
_MAX_REFINEMENTS, _MIN_REFINEMENTS = 3000, 16


def symmetries(game: GroundGame) -> tuple[Symmetry, ...]:
    """A group, the identity first: all symmetries, as far as the limits allow."""
    search = _Search(game)
    found = [search.identity]
    if len(game.rules.literals) <= _MAX_LITERALS:
        found = _group(found, search.symmetries())
    return tuple(search.symmetry(image) for image in found)


class _Search:
    """Marks vertices in two copies of the graph in parallel: what it is, and what it becomes."""

    def __init__(self, game: GroundGame) -> None:
        self._graph = RuleGraph(game)
        affordable = _MAX_WORK // max(1, len(game.rules.literals))
        self._refinements_left = max(_MIN_REFINEMENTS, min(_MAX_REFINEMENTS, affordable))
        self.identity = np.arange(self._graph.size)

    def symmetries(self) -> Iterator[NDArray[np.int64]]:
        """Images of all vertices, one symmetry after the other, as far as the search may go."""
        colours = self._graph.colours
        yield from self._below(colours, colours)

    def _below(
        self, colours: NDArray[np.uint64], images: NDArray[np.uint64]
    ) -> Iterator[NDArray[np.int64]]:
        if self._refinements_left <= 0 or (np.sort(colours) != np.sort(images)).any():
            return
        alike = self._alike(colours)
        if alike is None:
            image = self._image(colours, images)
            if self._graph.is_symmetry(image):
                yield image
            return
        marked = self._marked(colours, alike)
        choices = np.flatnonzero(images == colours[alike])
        for choice in sorted(choices.tolist(), key=lambda vertex: vertex != alike):
            yield from self._below(marked, self._marked(images, choice))

    def _alike(self, colours: NDArray[np.uint64]) -> int | None:
        """The first vertex of a smallest set of those that look alike; roles before others."""
        for vertices in self._graph.named:
            own = colours[vertices.start : vertices.stop]
            _, firsts, counts = np.unique(own, return_index=True, return_counts=True)
            several = counts > 1
            if several.any():
                smallest = counts[several].min()
                return vertices.start + int(firsts[several & (counts == smallest)].min())
        return None

    def _marked(self, colours: NDArray[np.uint64], vertex: int) -> NDArray[np.uint64]:
        marked = colours.copy()
        marked[vertex] ^= np.uint64(1)
        self._refinements_left -= 1
        return self._graph.refined(marked)

    def _image(self, colours: NDArray[np.uint64], images: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Where each named vertex goes: to the one that looks like it."""
        image = self.identity.copy()
        first = self._graph.named[0].start
        image[first + np.argsort(colours[first:])] = first + np.argsort(images[first:])
        return image

    def symmetry(self, image: NDArray[np.int64]) -> Symmetry:
        """The same in terms of the game."""
        roles, fluents, *moves = self._graph.named
        role_images = [roles.index(vertex) for vertex in image[roles].tolist()]
        fluent_images = [fluents.index(vertex) for vertex in image[fluents].tolist()]
        initial = set(self._graph.game.initial)
        return Symmetry(
            roles=tuple(role_images),
            fluents=tuple(fluent_images),
            moves=tuple(
                tuple(moves[there].index(vertex) for vertex in image[own].tolist())
                for own, there in zip(moves, role_images, strict=True)
            ),
            keeps_start={fluent_images[fluent] for fluent in initial} == initial,
        )


def _group(
    group: list[NDArray[np.int64]], found: Iterator[NDArray[np.int64]]
) -> list[NDArray[np.int64]]:
    """The symmetries that those found generate; some of them are left out if they are too many."""
    members = {image.tobytes() for image in group}
    for image in found:
        if image.tobytes() not in members:
            larger = _generated(group, image)
            if larger is None:
                return group
            group, members = larger, {member.tobytes() for member in larger}
    return group


def _generated(
    group: list[NDArray[np.int64]], image: NDArray[np.int64]
) -> list[NDArray[np.int64]] | None:
    """The group generated by a group and a further symmetry; None if it is too large."""
    members = {member.tobytes(): member for member in group}
    ahead = [image]
    while ahead:
        product = ahead.pop()
        if product.tobytes() in members:
            continue
        members[product.tobytes()] = product
        if len(members) > MAX_SYMMETRIES:
            return None
        for member in list(members.values()):
            ahead += [member[product], product[member]]
    return list(members.values())
