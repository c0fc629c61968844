"""boardworth play: a game at the terminal, against opponents in all other roles."""

from __future__ import annotations

import secrets
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from boardworth.cli.arguments import (
    MovesText,
    Name,
    PositionText,
    Threads,
    history_of,
    limit_of,
    refuse_idle,
)
from boardworth.cli.joint_moves import joint_moves_text, save_game
from boardworth.cli.paths import Input, Words, check_new
from boardworth.cli.streams import ask

if TYPE_CHECKING:
    from boardworth.evaluators import Evaluator
    from boardworth.rules import Game, History, Move, Position
    from boardworth.search import Decision, Limit, Player

_QUIT = {"quit", "q", "exit"}
COMMANDS = ("moves", "hint", "explain", "undo", "save FILE", "quit")


def play(
    model: Name,
    /,
    *,
    side: Annotated[str | None, Words()] = None,
    opponent: Annotated[str | None, Input(players=True)] = None,
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: Threads = 1,
    position: PositionText | None = None,
    moves: MovesText = "",
    unicode: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Play a game. Type a move in notation; 'help' lists what else can be typed.

    At the end the moves are shown, as --moves takes them to go on later, and the position where
    the game began, as --position takes it, unless it is the start. The game can be saved.

    For example:

        boardworth play othello
        boardworth play othello --level 3
        boardworth play othello.model --side white --depth 8
        boardworth play game.gdl --seconds 2
        boardworth play three-stars --side green --opponent uct:500

    Args:
        model: a model file, or a game whose model comes with Boardworth (othello); or any game or
            rule sheet, which UCT plays without a model.
        side: the role that you take, by name; else the one that moves first.
        opponent: the player of all other roles, written as for boardworth match; else the model.
        level: how well the opponent plays, from 1 to 60: it looks that many moves ahead and, in
            Othello, solves endings (default: 12 in Othello, else 1 second a move). Models and
            baselines that search by alpha-beta take a level, and a depth; UCT and playouts take
            nodes or seconds.
        depth: the opponent's limit per move, in plies.
        nodes: the opponent's limit per move, in positions searched, or in simulations.
        seconds: the opponent's limit per move.
        threads: how many search together.
        position: where to start, as text; else the start of the game.
        moves: to play first; where roles do not take turns, of every role that has a choice.
        unicode: draw men as Unicode has them, in games that know such signs.
    """
    if opponent is not None:
        refuse_idle(play, locals(), ["threads"], "--opponent, whose settings have threads=")
    from boardworth.errors import BoardworthError
    from boardworth.search import level as limit_at
    from boardworth.search import usual_limit

    player, evaluator, game = _opponent(model, opponent, threads)
    if side is not None and side not in game.roles:
        raise BoardworthError(f"side '{side}': the roles are {', '.join(game.roles)}")
    start = history_of(game, position, moves)
    you = game.roles.index(side) if side else _first_to_choose(start.position)
    wanted = None if level is None else limit_at(game, level)
    default = player.limit or usual_limit(game, player.needs_time)
    limit = limit_of(depth, nodes, seconds, default, level=wanted)
    if player.limit is not None and player.limit != limit:
        raise BoardworthError(f"{player.name} plays at {player.limit}, not at {limit}")
    player.check_limit(limit)
    Session(player, evaluator, limit, you, start, unicode=unicode).run()


def _opponent(
    what: str, description: str | None, threads: int
) -> tuple[Player, Evaluator | None, Game]:
    """The opponent, the evaluator that explains positions, if any, and the game."""
    from boardworth import _core
    from boardworth.arena import players_of
    from boardworth.evaluators import Evaluator, find_model, is_rule_sheet
    from boardworth.files import shipped_file
    from boardworth.rules import load_game
    from boardworth.search import Fallback, Playouts, Uct, UctSettings, model_player

    evaluator = None
    native = what in _core.game_names()
    if is_rule_sheet(what) or (native and shipped_file(f"{what}.model") is None):
        game = load_game(what)
        if description is None:
            print(f"By UCT alone; boardworth build {what} makes an opponent that has learned.")
            uct = Uct(settings=UctSettings(threads=threads))
            return Fallback((uct, Playouts()), "uct"), None, game
    else:
        model = find_model(what)
        game = model.game
        evaluator = Evaluator(model)
        if description is None:
            return model_player(model, Path(what).stem, threads=threads), evaluator, game
    return players_of([description], game)[0][0], evaluator, game


def _first_to_choose(position: Position) -> int:
    """The first role that has a choice."""
    roles = range(len(position.game.roles))
    return next((role for role in roles if len(position.legal_moves(role)) > 1), 0)


class Session:
    """One game at the terminal: the positions so far, and whose turn it is."""

    def __init__(
        self,
        player: Player,
        evaluator: Evaluator | None,
        limit: Limit,
        you: int,
        start: History,
        *,
        unicode: bool = False,
    ) -> None:
        self.player = player
        self.evaluator = evaluator
        self.game = start.game
        self.limit = limit
        self.you = you
        self.unicode = unicode
        self.histories = [start]  # one for every undo
        self.saved: History | None = None

    @property
    def position(self) -> Position:
        """Where the game is."""
        return self.histories[-1].position

    def run(self) -> None:
        """Plays until the game is over or the user has had enough; then the game is not lost."""
        from boardworth.errors import BoardworthError

        try:
            try:
                self._play()
            except BoardworthError as error:
                print(f"the game cannot go on: {error}")
                self._offer_to_save()
                raise
            self._offer_to_save()
        finally:
            self._show_moves()

    def _show_moves(self) -> None:
        """What resumes a game that is not saved."""
        from boardworth.rules.records.transcript import start_lines

        history = self.histories[-1]
        if history.joint_moves and self.saved != history:
            print(*start_lines(history.start), f"moves: {_moves_text(history)}", sep="\n")

    def _play(self) -> None:
        while (payoffs := self.histories[-1].payoffs) is None:
            self._draw()
            legal = self.position.legal_moves(self.you)
            move = legal[0]
            if len(legal) > 1:
                chosen = self._ask(legal)
                if chosen is None:
                    return
                move = chosen
            self._step(move)
        self._draw()
        print(self._verdict(payoffs))

    def _draw(self) -> None:
        print(f"\n{self.game.draw(self.position, unicode=self.unicode)}")

    def _verdict(self, payoffs: tuple[int, ...]) -> str:
        own = payoffs[self.you]
        low, high = self.game.payoff_range
        others = [payoff for role, payoff in enumerate(payoffs) if role in self._opponents]
        if not others:
            return f"you get {own} of {high} points"
        best = max(others)
        if len(others) > 1:
            return f"you get {own} of {high} points; the best of the others gets {best}"
        margin = abs(own - best) if low >= 0 else abs(own)
        return "a draw" if own == best else f"you {'win' if own > best else 'lose'} by {margin}"

    def _step(self, own: Move) -> None:
        """Plays your move and those of all others, who choose without knowing it."""
        from boardworth.search import Chance

        joint = []
        chance = Chance(secrets.randbits(32))
        for role in range(len(self.game.roles)):
            legal = self.position.legal_moves(role)
            if role == self.you:
                joint.append(own)
                if len(legal) == 1 and self._to_move(role):
                    print(f"your only move is {self.position.move_text(own, role)}")
            elif len(legal) == 1:
                joint.append(legal[0])
                if self._to_move(role):
                    print(f"{self._called(role)} has one move: {self._text(legal[0], role)}")
            else:
                player = self.player if role in self._opponents else chance
                found = player.choose(self.position, role, self.limit, self.histories[-1])
                print(f"{self._called(role)} plays {self._text(found.move, role)}{_said(found)}")
                joint.append(found.move)
        self.histories.append(self.histories[-1].play_joint(joint))

    def _to_move(self, role: int) -> bool:
        """Whether it is this role's turn; where there are no turns, a forced move is not said."""
        return self.game.has_turns and self.position.mover == role

    @property
    def _opponents(self) -> list[int]:
        from boardworth.rules import NATURE

        roles = enumerate(self.game.roles)
        return [role for role, name in roles if role != self.you and name != NATURE]

    def _called(self, role: int) -> str:
        """The opponent's name, and its role if there are several."""
        if role not in self._opponents:
            return "chance"
        if len(self._opponents) == 1:
            return self.player.name
        return f"{self.player.name} ({self.game.roles[role]})"

    def _text(self, move: Move, role: int) -> str:
        return self.position.move_text(move, role)

    def _ask(self, legal: list[Move]) -> Move | None:
        """Does what the user types until that is a move; None when it is to stop."""
        from boardworth.errors import BoardworthError

        known = f"a move such as {self._text(legal[0], self.you)}, or: {', '.join(COMMANDS)}"
        commands = {"hint": self._hint, "explain": self._explain, "undo": self._undo}
        while True:
            try:
                typed = ask(f"{self.game.roles[self.you]}> ").strip()
            except EOFError:
                print()
                return None
            command = typed.lower()
            if command in _QUIT:
                return None
            legal = self.position.legal_moves(self.you)
            try:
                if command in commands:
                    commands[command]()
                elif command.partition(" ")[0] == "save":
                    self._save(typed.partition(" ")[2].strip())
                elif command == "moves":
                    print(" ".join(self._text(move, self.you) for move in legal))
                elif command in {"help", "?", ""}:
                    print(known)
                elif (move := self.position.parse_move(typed, self.you)) in legal:
                    return move
                else:
                    print(f"illegal move {typed}\n{known}")
            except BoardworthError as error:
                print(error if command in commands else f"{error}\n{known}")

    def _hint(self) -> None:
        found = self.player.choose(self.position, self.you, self.limit, self.histories[-1])
        line = self.game.move_texts(self.position, found.pv) if found.pv else []
        text = " ".join(line) or self._text(found.move, self.you)
        print(f"{text} ({found.words} for you)" if found.words else text)

    def _explain(self) -> None:
        evaluator = self.evaluator
        if evaluator is None:
            print("there is no model that could explain it")
            return
        explanation = evaluator.explain(self.position, self.you)
        print(f"{explanation.value:+.2f} {evaluator.model.unit} for you; the largest terms:")
        for term in explanation.terms[:8]:
            print(f"  {term.contribution:+.2f}  {term.name}: {term.holds or 'always'}")

    def _offer_to_save(self) -> None:
        """Asks for a file, where input is a terminal, until the game is saved or dismissed."""
        history = self.histories[-1]
        while sys.stdin.isatty() and history.joint_moves and self.saved != history:
            try:
                name = ask("save the game as (Enter: not at all)> ").strip()
            except EOFError:
                print()
                return
            if name.lower() in {"", *_QUIT}:
                return
            if self._is_move(name):  # typed ahead
                print(f"{name} is a move of the game; as a file: ./{name}")
            else:
                self._save(name)

    def _is_move(self, text: str) -> bool:
        """Whether it reads as a move somewhere in this game: notation depends on the position."""
        from boardworth.errors import BoardworthError

        for position in self.histories[-1].positions:
            for role in range(len(self.game.roles)):
                try:
                    position.parse_move(text, role)
                except BoardworthError:
                    continue
                return True
        return False

    def _save(self, name: str) -> None:
        """Writes the game to a new file."""
        from boardworth.errors import BoardworthError

        history = self.histories[-1]
        path = Path(name).expanduser() if name else _free_name(self.game.name)
        try:
            check_new(path)
            roles = range(len(self.game.roles))
            save_game(path, history, ["you" if r == self.you else self.player.name for r in roles])
        except (BoardworthError, OSError) as error:
            print(error)
            return
        self.saved = history
        print(f"saved: {path}")

    def _undo(self) -> None:
        """Back to your last turn with a choice."""
        earlier = [
            number
            for number, history in enumerate(self.histories[:-1])
            if len(history.position.legal_moves(self.you)) > 1
        ]
        if not earlier:
            print("there is nothing to take back")
            return
        del self.histories[earlier[-1] + 1 :]
        self._draw()


def _moves_text(history: History) -> str:
    """The moves of a game as --moves takes them."""
    if history.game.has_turns:
        return history.game.line_text(history.start, history.moves)
    return joint_moves_text(history)


def _free_name(game: str) -> Path:
    """A file that is not there yet."""
    numbered = (Path(f"{game}-{number}.txt") for number in count(1))
    return next(path for path in numbered if not path.exists())


def _said(found: Decision) -> str:
    """What a player has to say beside its move."""
    if not found.words:
        return ""
    kind = "exactly" if found.exact else f"at depth {found.depth}" if found.depth else ""
    kind = kind or f"after {found.nodes:,} simulations"
    return f" ({found.words} for itself, {kind})"
