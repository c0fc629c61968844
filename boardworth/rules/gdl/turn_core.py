"""The compiled game of a rule sheet whose roles take turns: what features and searches work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import MissingCapability
from boardworth.rules.game import PATTERNS

if TYPE_CHECKING:
    from boardworth.rules.gdl.atoms import GameAtoms
    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.structure import Structure, Symmetry
    from boardworth.rules.gdl.syntax.terms import Term

# As many as a search can remember in a table's entry.
MAX_MOVES = 1 << 16
MAX_PROGRESS = 10_000


def has_turns(roles: int, structure: Structure) -> bool:
    """Whether one role plays, or two take turns."""
    return roles == 1 or (roles == 2 and structure.turns is not None)


def require_turns(name: str, roles: int, structure: Structure, what: str = PATTERNS) -> None:
    """Raises MissingCapability unless one role plays, or two take turns."""
    if roles > 2:
        raise MissingCapability(f"{name}: {roles} players; {what} is for one or two")
    if not has_turns(roles, structure):
        raise MissingCapability(
            f"{name}: the players move at the same time; {what} is for players who take turns"
        )


def turn_core(
    machine: PropnetMachine,
    name: str,
    structure: Structure,
    found: GameAtoms,
    moves: tuple[Term, ...],
) -> _core.Game:
    """The game of a sheet, for one role, or for two who take turns.

    Scores are points of goal; for two roles, the mover's less the other's. Where the roles can be
    swapped, the second one sees a position in the place of the first; where they cannot, both see
    it as it is.

    Args:
        machine: the rules.
        name: what to call the game.
        structure: of the rules.
        found: the atoms of the structure.
        moves: of all roles; a move is its number among these.
    """
    require_turns(name, len(machine.roles), structure)
    if len(moves) > MAX_MOVES:
        raise MissingCapability(f"{name}: more than {MAX_MOVES:,} moves")
    game = machine.ground_game
    number = {move: n for n, move in enumerate(moves)}
    role_moves = [[number[move] for move in own] for own in game.moves]
    symmetries = [
        (symmetry, images)
        for symmetry in structure.symmetries
        if found.kept_by(symmetry)
        and (images := _move_images(symmetry, role_moves, len(moves))) is not None
    ]
    swap = found.swap(structure.symmetries)
    return _core.Game.of_propnet(
        machine.propnet,
        name=name,
        players=list(game.roles),
        board=(len(found.columns), len(found.rows)),
        values=[len(atom.values) for atom in found.atoms],
        atom_of=found.atom_of,
        value_of=found.value_of,
        complete=found.complete,
        proven=found.proven,
        turns=structure.turns.fluents if structure.turns else [],
        swap=list(swap.fluents) if swap else [],
        progress=list(structure.progress),
        progress_offset=structure.progress_offset,
        max_progress=min(structure.max_progress, MAX_PROGRESS),
        symmetries=[list(symmetry.fluents) for symmetry, _ in symmetries],
        move_symmetries=[images for _, images in symmetries],
        fluent_names=[str(fluent) for fluent in game.fluents],
        move_names=[str(move) for move in moves],
        role_moves=role_moves,
    )


def _move_images(symmetry: Symmetry, role_moves: list[list[int]], moves: int) -> list[int] | None:
    """Where a symmetry takes every move; None if that depends on who makes it."""
    images: list[int | None] = [None] * moves
    for own, own_images in zip(role_moves, symmetry.moves, strict=True):
        for move, image in zip(own, own_images, strict=True):
            if images[move] not in (None, own[image]):
                return None
            images[move] = own[image]
    return [image if image is not None else move for move, image in enumerate(images)]
