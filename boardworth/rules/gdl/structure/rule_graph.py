"""The rules of a ground game as a graph whose automorphisms are the game's symmetries.

Vertices are the atoms, and one for each role, fluent and move, which ties together the atoms that
speak of it: "true" and "next" of a fluent, "does" and "legal" of a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.rules.gdl.ground.grounding import ALWAYS, GroundGame

_SEED = 1
# What an atom is about. Goals are kinds of their own, each value another one.
_OTHER, _TRUE, _NEXT, _DOES, _LEGAL, _TERMINAL, _ROLE, _FLUENT, _MOVE, _GOAL, _COUNT = range(11)


@dataclass(frozen=True)
class _Rules:
    heads: NDArray[np.int32]
    starts: NDArray[np.uint64]
    literals: NDArray[np.int32]

    def refine(self, colours: NDArray[np.uint64], *, both_ways: bool) -> NDArray[np.uint64]:
        return _core.refine_colours(
            self.heads, self.starts, self.literals, colours, both_ways=both_ways
        )

    def with_more(self, more: Sequence[tuple[int, Sequence[int]]]) -> _Rules:
        """The same, and further heads with their bodies."""
        ends = len(self.literals) + np.cumsum([len(body) for _, body in more])
        return _Rules(
            np.concatenate([self.heads, np.array([head for head, _ in more], np.int32)]),
            np.concatenate([self.starts, ends.astype(np.uint64)]),
            np.concatenate(
                [self.literals, np.fromiter(chain(*(body for _, body in more)), np.int32)]
            ),
        )


class RuleGraph:
    """A ground game's rules, flattened, with a vertex for all that can be renamed."""

    def __init__(self, game: GroundGame) -> None:
        self.game = game
        outputs = [*game.next_atoms, *chain(*game.legal_atoms), game.terminal_atom]
        outputs += [atom for _, _, atom in game.goals]
        arrays, last, self._counts = _core.normal_form(
            game.rules.heads,
            game.rules.starts,
            game.rules.literals,
            inputs=[*game.fluent_atoms, *chain(*game.does_atoms)],
            outputs=sorted({atom for atom in outputs if atom > ALWAYS}),
        )
        self._rules = _Rules(*arrays)
        self._last_atom = last
        first = last + len(self._counts) + 1
        self._always, self._roles = first, range(first + 1, first + 1 + len(game.roles))
        self._fluents = range(self._roles.stop, self._roles.stop + len(game.fluents))
        self._moves = []
        at = self._fluents.stop
        for moves in game.moves:
            self._moves.append(range(at, at + len(moves)))
            at += len(moves)
        self.size = at

    @property
    def named(self) -> list[range]:
        """The vertices that a symmetry renames: roles, fluents, moves."""
        return [self._roles, self._fluents, *self._moves]

    @cached_property
    def colours(self) -> NDArray[np.uint64]:
        """The colours that follow from the rules alone."""
        kinds = np.zeros(self.size, np.uint64)
        game = self.game
        for atoms, kind in (
            (game.fluent_atoms, _TRUE),
            (game.next_atoms, _NEXT),
            (chain(*game.does_atoms), _DOES),
            (chain(*game.legal_atoms), _LEGAL),
            ((game.terminal_atom,), _TERMINAL),
            (self._roles, _ROLE),
            (self._fluents, _FLUENT),
            (chain(*self._moves), _MOVE),
        ):
            self._add_kind(kinds, atoms, kind)
        self._add_kind(kinds, (self._always,), _OTHER + 1000)
        for _, value, atom in game.goals:
            self._add_kind(kinds, (atom,), _GOAL + 1000 * (value + 2))
        for marker, number in enumerate(self._counts, self._last_atom + 1):
            self._add_kind(kinds, (marker,), _COUNT + 1000 * (number + 2))
        return self.refined(kinds)

    def refined(self, colours: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The colours that follow from these and the rules."""
        return self._tied.refine(colours, both_ways=True)

    def is_symmetry(self, image: NDArray[np.int64]) -> bool:
        """Whether the rules stay the same if every vertex is renamed to its image.

        Inputs get random labels, and every atom a hash of its rules with these labels; after the
        renaming, hashes must have gone where their atoms went. Atoms that follow from each other
        are hashed until no more are told apart: those that are alike then mean the same.
        """
        game = self.game
        labels = np.random.default_rng(_SEED).integers(1 << 63, size=self.size, dtype=np.uint64)
        labels[1 : self._last_atom + 1] = 0
        inputs = self._atoms_of(game.fluent_atoms, game.does_atoms)
        labels[inputs] = np.random.default_rng(_SEED + 1).integers(
            1 << 63, size=len(inputs), dtype=np.uint64
        )
        renamed = labels.copy()
        moved = image[self._fluents.start :] - self._fluents.start
        renamed[inputs] = labels[inputs][moved]
        before = self._rules.refine(labels, both_ways=False)
        after = self._rules.refine(renamed, both_ways=False)
        outputs = self._atoms_of(game.next_atoms, game.legal_atoms)
        return (
            bool((after[outputs] == before[outputs[moved]]).all())
            and after[game.terminal_atom] == before[game.terminal_atom]
            and self._goals(after, image) == self._goals(before, np.arange(self.size))
        )

    def _atoms_of(
        self, fluents: Sequence[int], moves: Sequence[Sequence[int]]
    ) -> NDArray[np.int64]:
        return np.array([*fluents, *chain(*moves)], np.int64)

    def _goals(
        self, hashes: NDArray[np.uint64], image: NDArray[np.int64]
    ) -> set[tuple[int, int, int]]:
        roles = image[self._roles]
        return {(int(roles[r]), value, int(hashes[atom])) for r, value, atom in self.game.goals}

    @cached_property
    def _tied(self) -> _Rules:
        """The rules, and those that tie atoms to what they speak of."""
        game = self.game
        ties = []
        for vertex, *atoms in zip(self._fluents, game.fluent_atoms, game.next_atoms, strict=True):
            ties.append((vertex, self._present(atoms)))
        for role, moves, does, legal in zip(
            self._roles, self._moves, game.does_atoms, game.legal_atoms, strict=True
        ):
            for vertex, *atoms in zip(moves, does, legal, strict=True):
                ties.append((vertex, [role, *self._present(atoms)]))
        ties += [(self._roles[role], self._present([atom])) for role, _, atom in game.goals]
        return self._rules.with_more(ties)

    def _present(self, atoms: Iterable[int]) -> list[int]:
        return [atom if atom > ALWAYS else self._always for atom in atoms if atom >= ALWAYS]

    def _add_kind(self, kinds: NDArray[np.uint64], atoms: Iterable[int], kind: int) -> None:
        for atom in atoms:
            if atom > ALWAYS:
                kinds[atom] = kinds[atom] * np.uint64(31) + np.uint64(kind)
