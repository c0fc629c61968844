"""A game at the terminal: what is typed, what is shown, and whose turn it is."""

from __future__ import annotations

import secrets
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.joint_moves import joint_moves_text, save_game
from boardworth.cli.paths import check_new
from boardworth.cli.streams import BLANK, ask, edit_lines, notice, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.evaluators import Evaluator
    from boardworth.rules import History, Move, Position
    from boardworth.search import Decision, Limit, Player

_QUIT = {"quit", "q", "exit"}


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
        unicode: bool | None = None,
    ) -> None:
        from boardworth.cli.terminal.board_view import BoardView

        self.player = player
        self.evaluator = evaluator
        self.game = start.game
        self.limit = limit
        self.you = you
        self.histories = [start]  # one for every undo
        self.saved: History | None = None
        self._view = BoardView(self.game, unicode=unicode)
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._show_legal_moves,
            "hint": self._hint,
            "explain": self._explain,
            "board": self._draw,
            "undo": self._undo,
        }

    @property
    def position(self) -> Position:
        """Where the game is."""
        return self.histories[-1].position

    def run(self) -> None:
        """Plays until the game is over or the user has had enough; then the game is not lost."""
        from boardworth.errors import BoardworthError

        edit_lines(self._completions)
        try:
            try:
                self._play()
            except BoardworthError as error:
                say(f"the game cannot go on: {error}")
                self._offer_to_save()
                raise
            self._offer_to_save()
        except KeyboardInterrupt:
            print()  # what is left of the line that was asked for
            raise
        finally:
            self._show_moves()

    def _show_moves(self) -> None:
        """What resumes a game that is not saved."""
        from boardworth.rules.records.transcript import start_lines

        history = self.histories[-1]
        if history.joint_moves and self.saved != history:
            print(*start_lines(history.start), f"moves: {_moves_text(history)}", sep="\n")

    def _play(self) -> None:
        self._greet()
        self._view.prepare(self.position)
        self._draw()
        while (payoffs := self.histories[-1].payoffs) is None:
            legal = self.position.legal_moves(self.you)
            move = legal[0]
            if len(legal) > 1:
                chosen = self._ask(legal)
                if chosen is None:
                    return
                move = chosen
            before = self._view.picture(self.position)
            self._step(move)
            after = self._view.picture(self.position)
            if self.position.over or (before.boards, before.beside) != (after.boards, after.beside):
                self._draw()
        say(self._verdict(payoffs))

    def _greet(self) -> None:
        roles = self.game.roles
        others = " and ".join(roles[role] for role in self._opponents)
        against = f", {self._opponent} is {others}" if others else ""
        say(f"{self.game.name}: you are {roles[self.you]}{against}. Type a move, or help.")

    def _draw(self) -> None:
        from boardworth.rules.marks import Marks, goals, touched_squares

        history = self.histories[-1]
        last = set()
        if history.joint_moves:
            pictures = map(self.game.picture, history.positions[-2:])
            last = touched_squares(*pictures)
        your_turn = not history.position.over and self._choosing
        to_go = goals(history.position, self.you) if your_turn else set()
        self._view.show(history.position, Marks(last, to_go))

    @property
    def _choosing(self) -> bool:
        """Whether you have a choice."""
        return len(self.position.legal_moves(self.you)) > 1

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
        joint, said = [], []
        for role in range(len(self.game.roles)):
            legal = self.position.legal_moves(role)
            if role == self.you:
                joint.append(own)
                if len(legal) == 1 and self._to_move(role):
                    said.append((role, "your only move is {}", "you have to pass", ""))
            elif len(legal) == 1:
                joint.append(legal[0])
                if self._to_move(role):
                    name = self._called(role)
                    said.append((role, f"{name} has one move: {{}}", f"{name} has to pass", ""))
            else:
                found = self._chosen(role)
                joint.append(found.move)
                name = self._called(role)
                said.append((role, f"{name} plays {{}}", f"{name} passes", _said(found)))
        after = self.histories[-1].play_joint(joint)
        for role, plays, passes, more in said:
            text = self._text(joint[role], role)
            passing = self._is_pass(text, after.position)
            say((passes if passing else plays.format(text)) + more)
        self.histories.append(after)

    def _chosen(self, role: int) -> Decision:
        """What another role decides."""
        from boardworth.search import Chance

        if role not in self._opponents:
            chance = Chance(secrets.randbits(32))
            return chance.choose(self.position, role, self.limit, self.histories[-1])
        with notice(f"{self._called(role)} is thinking"):
            return self.player.choose(self.position, role, self.limit, self.histories[-1])

    def _is_pass(self, text: str, after: Position) -> bool:
        """Whether a move of this text, of one word, has left everything on the board as it was."""
        before = self.game.picture(self.position)
        return (
            not any(character.isdigit() or character == "(" for character in text)
            and bool(before.boards)
            and not after.over
            and before.boards == self.game.picture(after).boards
        )

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
            return self._opponent
        return f"{self._opponent} ({self.game.roles[role]})"

    @property
    def _opponent(self) -> str:
        """What plays against you; the model of a game often has only the game's name."""
        name = self.player.name
        return "the model" if name == self.game.name else name

    def _text(self, move: Move, role: int) -> str:
        """A move without the brackets around the whole."""
        text = self.position.move_text(move, role)
        return text[1:-1] if text.startswith("(") and text.count("(") == 1 else text

    def _ask(self, legal: list[Move]) -> Move | None:
        """Does what the user types until that is a move; None when it is to stop."""
        from boardworth.errors import BoardworthError
        from boardworth.rules.short_moves import read_move

        while True:
            try:
                typed = ask(f"{self.game.roles[self.you]}> ").strip()
            except EOFError:
                print()
                return None
            command = typed.lower()
            if command in _QUIT:
                return None
            try:
                if command in self._commands:
                    self._commands[command]()
                elif command.partition(" ")[0] == "save":
                    self._save(typed.partition(" ")[2].strip())
                elif command in {"help", "?", ""}:
                    self._help()
                elif (move := read_move(self.position, self.you, typed)) in legal:
                    return move
                else:
                    self._refuse(f"illegal move {typed}")
            except BoardworthError as error:
                if command in self._commands:
                    say(str(error))
                else:
                    self._refuse(str(error))
            legal = self.position.legal_moves(self.you)

    def _help(self) -> None:
        """What can be typed, and what has to be known for that."""
        from boardworth.cli.terminal.legend import COMMANDS, square_legend

        position = self.position
        say(f"{self._example}, or:")
        print(COMMANDS)
        squares = square_legend(position, self.you, self._view.picture(position))
        for line in filter(None, (squares, self._view.pieces(position))):
            say(line)

    def _refuse(self, why: str) -> None:
        """What was typed is no move."""
        say(why)
        say(f"{self._example}, or help")

    @property
    def _example(self) -> str:
        """A move as it can be typed."""
        from boardworth.rules.short_moves import ShortMoves

        short = ShortMoves(self.position, self.you)
        move, whole = next(iter(short.texts.items()))
        text = short.text(move)
        return f"type a move such as {text}" + (f" for {whole}" if text != whole else "")

    def _completions(self) -> list[str]:
        """What can be typed."""
        from boardworth.rules.short_moves import ShortMoves

        short = ShortMoves(self.position, self.you)
        return [*map(short.text, short.texts), *self._commands, "help", "save ", "quit"]

    def _show_legal_moves(self) -> None:
        from boardworth.rules.short_moves import ShortMoves

        short = ShortMoves(self.position, self.you)
        say(_listed([short.text(move) for move in short.texts]))

    def _hint(self) -> None:
        from boardworth.rules.short_moves import ShortMoves

        position, texts = self.position, []
        with notice("thinking"):
            found = self.player.choose(position, self.you, self.limit, self.histories[-1])
        for move in found.pv or (found.move,):
            role = position.mover if found.pv else self.you
            texts.append(ShortMoves(position, role).text(move))
            position = position.play(move) if found.pv else position
        then = f", then {_listed(texts[1:])}" if texts[1:] else ""
        say(texts[0] + then + (f" ({found.words} for you)" if found.words else ""))

    def _explain(self) -> None:
        evaluator = self.evaluator
        if evaluator is None:
            say("there is no model that could explain it")
            return
        explanation = evaluator.explain(self.position, self.you)
        say(f"{explanation.value:+.2f} {evaluator.model.unit} for you; the largest terms:")
        for term in explanation.terms[:8]:
            say(f"  {term.contribution:+6.2f}  {term.name}: {term.holds or 'always'}", hang=10)
        if explanation.naming:
            say(explanation.naming)

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
        from boardworth.rules.short_moves import read_move

        for position in self.histories[-1].positions:
            for role in range(len(self.game.roles)):
                try:
                    read_move(position, role, text)
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


def _listed(texts: list[str]) -> str:
    """Moves in a row; commas part those of several words, which stay together."""
    between = ", " if any(" " in text for text in texts) else " "
    return between.join(text.replace(" ", BLANK) for text in texts)


def _free_name(game: str) -> Path:
    """A file that is not there yet."""
    numbered = (Path(f"{game}-{number}.txt") for number in count(1))
    return next(path for path in numbered if not path.exists())


def _said(found: Decision) -> str:
    """What a player has to say beside its move."""
    if not found.words:
        return ""
    if found.exact:
        return f" (proven: {found.words} for itself)"
    effort = f"at depth {found.depth}" if found.depth else f"after {found.nodes:,} simulations"
    return f" ({found.words} for itself, {effort})"
