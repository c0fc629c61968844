"""A rule sheet as a game like any other: what was found in its rules, in the contract's terms."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import RulesError
from boardworth.rules.compiled import CompiledGame
from boardworth.rules.game import Board
from boardworth.rules.gdl.atoms import NOTHING, GameAtoms, abbreviations
from boardworth.rules.gdl.parser import parse_term, parse_terms
from boardworth.rules.gdl.printer import print_rule_sheet
from boardworth.rules.gdl.structure import find_structure

if TYPE_CHECKING:
    from boardworth.rules.game import Move, Position
    from boardworth.rules.gdl.networked import NetworkReasoner
    from boardworth.rules.gdl.structure import Structure, Symmetry
    from boardworth.rules.gdl.terms import RuleSheet

# As many as a search can remember in a table's entry.
MOST_MOVES = 1 << 16
MOST_PROGRESS = 10_000
# What is made of more takes minutes to find out about.
MOST_FLUENTS = 10_000
# Random games from which the usual length is taken.
GAMES_MEASURED = 200


class RuleGame(CompiledGame):
    """A game for one player, or for two who take turns, given by a rule sheet.

    Scores are points of goal; for two players, the mover's less the other's. Where the players can
    be swapped, the second one sees a position in the place of the first; where they cannot, both
    see it as it is.

    Args:
        reasoner: the rules.
        name: what to call the game.
    """

    def __init__(self, reasoner: NetworkReasoner, name: str) -> None:
        if len(reasoner.ground_game.fluents) > MOST_FLUENTS:
            raise RulesError(f"{name}: more than {MOST_FLUENTS:,} fluents to evaluate")
        structure = find_structure(reasoner)
        _require_turns(reasoner, structure)
        game = reasoner.ground_game
        self.reasoner = reasoner
        self.structure = structure
        self.sheet: RuleSheet = reasoner.sheet
        found = self._found = GameAtoms(structure)
        moves = tuple(dict.fromkeys(move for own in game.moves for move in own))
        if len(moves) > MOST_MOVES:
            raise RulesError(f"{name}: more than {MOST_MOVES:,} moves")
        number = {move: n for n, move in enumerate(moves)}
        role_moves = [[number[move] for move in own] for own in game.moves]
        symmetries = [
            (symmetry, images)
            for symmetry in structure.symmetries
            if found.kept_by(symmetry)
            and (images := _move_images(symmetry, role_moves, len(moves))) is not None
        ]
        self._swap = found.swap(structure.symmetries)
        self._turn_atom = found.atom_of[structure.turns[0]] if structure.turns else None
        core = _core.Game.of_network(
            reasoner.network,
            name=name,
            players=list(game.roles),
            board=(len(found.columns), len(found.rows)),
            values=[len(atom.values) for atom in found.atoms],
            atom_of=found.atom_of,
            value_of=found.value_of,
            complete=found.complete,
            proven=found.proven,
            turns=list(structure.turns or ()) if len(game.roles) == 2 else [],
            swap=list(self._swap.fluents) if self._swap else [],
            progress=list(structure.progress),
            progress_offset=structure.progress_offset,
            max_progress=min(structure.max_progress, MOST_PROGRESS),
            symmetries=[list(symmetry.fluents) for symmetry, _ in symmetries],
            move_symmetries=[images for _, images in symmetries],
            fluent_names=[str(fluent) for fluent in game.fluents],
            move_names=[str(move) for move in moves],
            role_moves=role_moves,
        )
        names = (found.columns, found.rows)
        super().__init__(core, Board(len(found.columns), len(found.rows), names), found.atoms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleGame) and other.sheet.rules == self.sheet.rules

    def __hash__(self) -> int:
        return hash(self.sheet.rules)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        from boardworth.rules.loading import load_game

        return load_game, (self.definition,)

    @cached_property
    def definition(self) -> str:
        return f"; {self.name}\n{print_rule_sheet(self.sheet)}"

    @cached_property
    def usual_length(self) -> int:
        played = self.reasoner.play_random_games(GAMES_MEASURED, seed=0, max_moves=1000)
        return max(1, round(played.moves / GAMES_MEASURED))

    @cached_property
    def moves_bounded(self) -> bool:
        counted = {f for group in self.structure.counters for f in self._group_fluents(group)}
        growing = {fluent for fluent, share in enumerate(self.structure.progress) if share}
        return bool(growing) and growing <= counted

    @property
    def values_are_relative(self) -> bool:
        return False

    @cached_property
    def loose_atoms(self) -> tuple[int, ...]:
        squares = self.board.columns * self.board.rows
        counters = {f for group in self.structure.counters for f in self._group_fluents(group)}
        left_out = {self._found.atom_of[fluent] for fluent in counters} | {self._turn_atom}
        return tuple(
            atom
            for atom in range(squares, len(self.atoms))
            if atom not in left_out and len(self.atoms[atom].values) > 1
        )

    @property
    def view_atoms(self) -> tuple[int, ...]:
        alike = self._swap is not None or len(self.players) == 1
        return () if alike or self._turn_atom is None else (self._turn_atom,)

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        if not self.board.columns:
            return ()
        squares = self.board.columns * self.board.rows
        first = next(a for a in range(squares) if len(self.atoms[a].values) > 1)
        at_start = [
            fact
            for fact, atom in zip(self.core.facts(self.start().packed, 0), self.atoms, strict=True)
            if len(atom.values) > 1
        ][:squares]
        neutral = self._found.unswapped(self._swap, first) if self._swap else None
        usual = neutral if neutral is not None else max(set(at_start), key=at_start.count)
        values = self.atoms[first].values
        short = abbreviations([value for n, value in enumerate(values) if n != usual])
        return tuple("-" if n == usual else short[value] for n, value in enumerate(values))

    def draw(self, position: Position) -> str:
        facts = self.core.facts(position.packed, 0)
        lines = self._board_lines(facts)
        squares = self.board.columns * self.board.rows
        lines += [
            f"{atom.name}: {atom.values[fact]}"
            for atom, fact in zip(self.atoms[squares:], facts[squares:], strict=True)
            if atom.values[fact] != NOTHING
        ]
        outcome = self.outcome(position)
        mover = self.players[self.mover(position)]
        lines.append(f"{mover} to move" if outcome is None else f"game over: {mover} {outcome:+d}")
        return "\n".join(lines)

    def parse(self, text: str) -> Position:
        return super().parse(" ".join(map(str, parse_terms(text, f"{self.name} position"))))

    def parse_move(self, text: str, position: Position | None = None) -> Move:
        words = text.split()
        bare = len(words) > 1 and not words[0].startswith("(")
        move = parse_term(f"({text})" if bare else text, f"{self.name} move")
        return super().parse_move(str(move), position)

    def parse_moves(self, text: str, start: Position | None = None) -> tuple[Move, ...]:  # noqa: ARG002
        moves = parse_terms(text, f"{self.name} moves")
        return tuple(super(RuleGame, self).parse_move(str(move)) for move in moves)

    def _group_fluents(self, group: int) -> tuple[int, ...]:
        return self.structure.groups[group].fluents

    def _board_lines(self, facts: list[int]) -> list[str]:
        columns, rows = self.board.column_names, self.board.row_names
        if not columns:
            return []
        width = max(len(name) for name in [*columns, *self.symbols])
        margin = max(len(name) for name in rows)
        lines = [" " * margin + "".join(f" {name:>{width}}" for name in columns)]
        for row, name in enumerate(rows):
            first = row * len(columns)
            men = (
                self.symbols[fact] if len(atom.values) > 1 else ""
                for atom, fact in zip(
                    self.atoms[first : first + len(columns)], facts[first:], strict=False
                )
            )
            lines.append(f"{name:>{margin}}" + "".join(f" {man:>{width}}" for man in men))
        return lines


def _require_turns(reasoner: NetworkReasoner, structure: Structure) -> None:
    roles = reasoner.roles
    if len(roles) > 2:
        raise RulesError(
            f"{reasoner.sheet.source}: {len(roles)} players; evaluations are for one or two"
        )
    if len(roles) == 2 and structure.turns is None:
        raise RulesError(
            f"{reasoner.sheet.source}: the players move at the same time, or nothing tells whose "
            "turn it is; evaluations are for players who take turns"
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
