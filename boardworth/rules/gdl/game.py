"""A rule sheet as a game like any other, for any number of roles.

States and moves come from a state machine: a propnet, or the interpreter where the sheet is too
large to be grounded. What later stages need beyond that (a board, turns) is found out from the
rules when it is first asked for.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from boardworth.errors import FormatError, IllegalMove, MissingCapability, RulesError
from boardworth.rules.compiled import CompiledGame
from boardworth.rules.ending import ending_text
from boardworth.rules.game import NATURE, PATTERNS
from boardworth.rules.gdl.atoms import GameAtoms
from boardworth.rules.gdl.drawing import Drawing
from boardworth.rules.gdl.fluent_facts import FluentFacts, fluent_facts
from boardworth.rules.gdl.ownership import owners
from boardworth.rules.gdl.state_picture import StatePicture
from boardworth.rules.gdl.structure import Structure, find_structure
from boardworth.rules.gdl.syntax.parser import parse_term, parse_terms
from boardworth.rules.gdl.syntax.printer import print_rule_sheet
from boardworth.rules.gdl.syntax.spelling import Spelling, without_capitals
from boardworth.rules.gdl.turn_core import has_turns, require_turns, turn_core
from boardworth.rules.loading import pickled_rules
from boardworth.rules.position import Atom, Board, Move, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boardworth import _core
    from boardworth.rules.game import Game, Simulator
    from boardworth.rules.gdl.propnet_machine import PropnetMachine
    from boardworth.rules.gdl.state_machine import StateMachine
    from boardworth.rules.gdl.syntax.terms import Rule, RuleSheet, Term
    from boardworth.rules.picture import Picture
    from boardworth.rules.position import Fact

# What is made of more takes minutes to find out about.
MAX_FLUENTS = 10_000
# Random games from which the usual length is taken.
GAMES_MEASURED = 200
# As many values of what tells whose turn it is are worth a pattern's table each.
MAX_VIEWS = 16
# As many games at once as every processor can play, so that the same seed plays the same games.
LANES = 64

# What games without turns lack, and what to do instead.
ONE_MOVER = (
    "single role to move: give a move of every role to play_joint(...), and a role to "
    "legal_moves(...)"
)


class RuleGame(CompiledGame):
    """The game of a rule sheet. A move is numbered among the moves of all roles.

    Args:
        machine: the rules.
        name: what to call the game.
    """

    def __init__(self, machine: StateMachine, name: str) -> None:
        self.name = name
        self.state_machine = machine
        self.sheet: RuleSheet = machine.sheet
        self.roles = machine.roles
        self.numbers_are_shared = False  # another process may choose another machine

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleGame) and other._identity == self._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def _identity(self) -> tuple[Rule, ...]:
        """The rules; in small letters if possible, as older model files have them."""
        return without_capitals(self.sheet)

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled_rules(self)

    @cached_property
    def definition(self) -> str:
        return f"; {self.name}\n{print_rule_sheet(self.sheet)}"

    @property
    def rule_sheet(self) -> RuleSheet:
        return self.sheet

    @property
    def payoff_range(self) -> tuple[int, int]:
        return 0, 100

    def start(self) -> Position:
        return Position(self, self.state_machine.start())

    def over(self, position: Position) -> bool:
        return self.state_machine.terminal(position.packed)

    def payoffs(self, position: Position) -> tuple[int, ...] | None:
        """A role without a goal, or with several, gets nothing."""
        if not self.over(position):
            return None
        return tuple(goal or 0 for goal in self.state_machine.goals(position.packed))

    def points_so_far(self, position: Position) -> tuple[int, ...] | None:
        goals = self.state_machine.goals(position.packed)
        return None if None in goals else tuple(goal or 0 for goal in goals)

    def legal_moves(self, position: Position, role: int) -> list[Move]:
        if self.over(position):
            return []
        moves = self.state_machine.legal_moves(position.packed)[role]
        if not moves:
            raise RulesError(f"{self.sheet.source}: {self.roles[role]} has no legal move")
        return [self.number(role, move) for move in moves]

    def play(self, position: Position, joint_move: Sequence[Move]) -> Position:
        if len(joint_move) != len(self.roles):
            raise IllegalMove(f"{self.name}: {len(joint_move)} moves of {len(self.roles)} roles")
        joint = [self.role_move(role, move) for role, move in enumerate(joint_move)]
        return Position(self, self.state_machine.play(position.packed, joint))

    def perft(self, position: Position, depth: int) -> int:
        return self.state_machine.perft(position.packed, depth)

    def text(self, position: Position) -> str:
        return " ".join(map(str, self.state_machine.fluents(position.packed)))

    def parse(self, text: str) -> Position:
        """Reads a position; where the roles take turns, one that can be: with one to move."""
        read = parse_terms(text, f"{self.name} position")
        fluents = [self._spelling.of(fluent) for fluent in read]
        try:
            packed = self.core.parse(" ".join(map(str, fluents)))
        except MissingCapability:
            packed = self.state_machine.state(fluents)
        return Position(self, packed)

    def move_text(self, position: Position, role: int, move: Move) -> str:  # noqa: ARG002
        return str(self.state_machine.move(role, self.role_move(role, move)))

    def parse_move(self, position: Position, role: int, text: str) -> Move:  # noqa: ARG002
        words = text.split()
        bare = len(words) > 1 and not words[0].startswith("(")
        move = parse_term(f"({text})" if bare else text, f"{self.name} move")
        return self._numbered(role, move)

    def parse_line(self, start: Position, text: str) -> tuple[Move, ...]:  # noqa: ARG002
        """Reads a line of moves of roles that take turns."""
        moves = parse_terms(text, f"{self.name} moves")
        return tuple(self._numbered_of_anyone(self._spelling.of(move)) for move in moves)

    # Moves have a number among all roles' here, and one among the role's own in the machine.

    def number(self, role: int, role_move: int) -> Move:
        """The game's number of a role's move."""
        return self._numbers[role][role_move] if self._numbers else role_move

    def role_move(self, role: int, move: Move) -> int:
        """The machine's number of a role's move. Raises IllegalMove if the role never has it."""
        own = self._role_moves[role].get(move, -1) if self._role_moves else move
        if own < 0:
            raise IllegalMove(f"{self.name}: {self.roles[role]} never has the move {move}")
        return own

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self.sheet)

    def _numbered(self, role: int, move: Term) -> Move:
        spelled = self._spelling.of(move)
        try:
            return self.number(role, self.state_machine.move_number(role, spelled))
        except IllegalMove:
            who = self.roles[role]
            raise FormatError(f"{self.name} move: {who} has no move '{move}'") from None

    def _numbered_of_anyone(self, move: Term) -> Move:
        if move not in self._move_numbers:
            raise FormatError(f"{self.name} move: there is no move '{move}'")
        return self._move_numbers[move]

    @cached_property
    def moves(self) -> tuple[Term, ...]:
        """All roles' moves, by number. None for a sheet that is interpreted."""
        if self.propnet_machine is None:
            return ()
        own_moves = self.propnet_machine.ground_game.moves
        return tuple(dict.fromkeys(move for own in own_moves for move in own))

    @cached_property
    def _move_numbers(self) -> dict[Term, Move]:
        return {move: number for number, move in enumerate(self.moves)}

    @cached_property
    def _numbers(self) -> list[list[Move]]:
        """By role and its own number; empty for a sheet that is interpreted."""
        if self.propnet_machine is None:
            return []
        return [
            [self._move_numbers[m] for m in own] for own in self.propnet_machine.ground_game.moves
        ]

    @cached_property
    def _role_moves(self) -> list[dict[Move, int]]:
        return [{number: own for own, number in enumerate(numbers)} for numbers in self._numbers]

    # What the rules reveal.

    @property
    def propnet_machine(self) -> PropnetMachine | None:
        """The propnet that plays the game, if it could be grounded."""
        return self.state_machine.propnet_machine

    def require_propnet(self, what: str) -> PropnetMachine:
        """The propnet. Raises MissingCapability with what it is needed for."""
        if self.propnet_machine is None:
            raise MissingCapability(
                f"{self.sheet.source}: too large to be grounded; {what} needs a propnet"
            )
        return self.propnet_machine

    def turn_based(self, what: str = PATTERNS) -> Game:
        self.require_certainty(what)
        self.require_propnet(what)
        require_turns(self.name, len(self.roles), self.structure, what)
        return super().turn_based(what)

    def simulator(self, what: str) -> Simulator:
        return self.require_propnet(what).propnet

    def random_points(self, games: int, *, seed: int, start: Position) -> list[float]:
        """By a propnet in lanes, which pay even if one game fills one of them."""
        if self.propnet_machine is None:
            played = self.state_machine.play_random_games(games, seed=seed, start=start.packed)
        else:
            propnet = self.propnet_machine.propnet
            played = propnet.play_in_lanes(games, lanes=LANES, seed=seed, start=start.packed)
        return [goals / 100 for goals in played.goal_sums]

    @cached_property
    def structure(self) -> Structure:
        """What the rules reveal about the game. Raises MissingCapability."""
        propnet = self.require_propnet("finding out about its structure")
        if len(propnet.ground_game.fluents) > MAX_FLUENTS:
            raise MissingCapability(f"{self.name}: more than {MAX_FLUENTS:,} fluents to evaluate")
        return find_structure(propnet)

    @cached_property
    def _found(self) -> GameAtoms:
        return GameAtoms(self.structure)

    @cached_property
    def core(self) -> _core.Game:
        self.require_certainty(PATTERNS)
        propnet = self.require_propnet(PATTERNS)
        return turn_core(propnet, self.name, self.structure, self._found, self.moves)

    @cached_property
    def _turns(self) -> _core.Game:
        if NATURE in self.roles or len(self.roles) > 2:
            self._lacks(ONE_MOVER)
        self.require_propnet("finding out whose turn it is")
        if not has_turns(len(self.roles), self.structure):
            self._lacks(ONE_MOVER)
        return self.core

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(self._found.atoms)

    @cached_property
    def state_facts(self) -> Mapping[Term, tuple[int, int]]:
        fluents = self.require_propnet("a logic feature").ground_game.fluents
        return dict(
            zip(fluents, zip(self._found.atom_of, self._found.value_of, strict=True), strict=True)
        )

    @cached_property
    def fluent_facts(self) -> FluentFacts:
        fluents = tuple(self.require_propnet("export").ground_game.fluents)
        return fluent_facts(fluents, len(self.roles), self.structure, self._found)

    @cached_property
    def settled_facts(self) -> Mapping[Term, bool]:
        fluents = list(self.state_facts)
        return {fluents[n]: told for n, told in self._found.settled(self.structure).items()}

    @cached_property
    def board(self) -> Board:
        found = self._found
        return Board(len(found.columns), len(found.rows), (found.columns, found.rows))

    def seen_squares(self, role: int) -> tuple[int, ...]:
        swap = self._found.swap(self.structure.symmetries) if role else None
        seen = list(super().seen_squares(role))
        for fluent, image in enumerate(swap.fluents if swap else ()):
            if (atom := self._found.atom_of[image]) < len(seen):
                seen[atom] = self._found.atom_of[fluent]
        return tuple(seen)

    def drawn_facts(self, facts: Iterable[Fact], role: int) -> tuple[Fact, ...]:
        return tuple(self._drawn_fact.get(fact, fact) if role else fact for fact in facts)

    @cached_property
    def _drawn_fact(self) -> Mapping[Fact, Fact]:
        return self._found.as_drawn(self.structure.symmetries)

    @cached_property
    def usual_length(self) -> int:
        played = self.state_machine.play_random_games(GAMES_MEASURED, seed=0, max_moves=1000)
        return max(1, round(played.moves / GAMES_MEASURED))

    @cached_property
    def moves_bounded(self) -> bool:
        if self.propnet_machine is None:
            return False
        growing = {fluent for fluent, share in enumerate(self.structure.progress) if share}
        return bool(growing) and growing <= self.structure.counted

    def ended_by_count(self, before: Position, last: Position) -> bool:
        earlier = self.structure.with_counts_of(before.packed, last.packed)
        return not self.state_machine.terminal(earlier)

    @cached_property
    def loose_atoms(self) -> tuple[int, ...]:
        squares = self.board.columns * self.board.rows
        left_out = {
            self._found.atom_of[fluent] for fluent in self.structure.counted
        } | self._turn_atoms
        return tuple(
            atom
            for atom in range(squares, len(self.atoms))
            if atom not in left_out and len(self.atoms[atom].values) > 1
        )

    @property
    def view_atoms(self) -> tuple[int, ...]:
        swap = self._found.swap(self.structure.symmetries)
        alike = swap is not None or len(self.roles) == 1
        return () if alike else tuple(sorted(self._turn_atoms))

    @cached_property
    def owners(self) -> tuple[int, ...]:
        propnet = self.require_propnet("whose pieces are whose")
        return owners(self.name, propnet, self.core, self.structure, self._found)

    @property
    def _turn_atoms(self) -> set[int]:
        """Those that tell whose turn it is, and little else."""
        turns = self.structure.turns
        telling = [fluent for fluents in turns.fluents for fluent in fluents] if turns else []
        atoms = {self._found.atom_of[fluent] for fluent in telling}
        values = prod(len(self.atoms[atom].values) for atom in atoms)
        return atoms if values <= MAX_VIEWS else set()

    # Pictures.

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        return self._drawing.symbols

    def picture(self, position: Position, *, unicode: bool = False) -> Picture:  # noqa: ARG002
        said = self._said(position)
        try:
            return self._drawing.picture(position.packed, said)
        except MissingCapability:
            return self._state_picture.picture(self.state_machine.fluents(position.packed), said)

    @cached_property
    def _state_picture(self) -> StatePicture:
        """How states are drawn of which nothing is known but what they say."""
        return StatePicture(self.state_machine.fluents(self.state_machine.start()))

    @cached_property
    def _drawing(self) -> Drawing:
        machine = self.require_propnet("a picture")
        return Drawing(machine, self.structure, self._found, self._turn_atoms)

    def _said(self, position: Position) -> str:
        """Whose turn it is, or how the game has ended."""
        if (payoffs := self.payoffs(position)) is not None:
            return ending_text(self.roles, payoffs, self.payoff_range)
        legal = [self.legal_moves(position, role) for role in range(len(self.roles))]
        choosing = [role for role, moves in zip(self.roles, legal, strict=True) if len(moves) > 1]
        able = [role for role in choosing if role != NATURE] or choosing
        if not able and len(self.roles) <= 2:
            try:
                able = [self.roles[self.mover(position)]]
            except MissingCapability:
                able = []
        return f"{' and '.join(able or self.roles)} to move"
