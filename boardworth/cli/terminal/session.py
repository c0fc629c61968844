"""A game at the terminal: what is typed, what is shown, and whose turn it is."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from boardworth.cli.joint_moves import joint_moves_text
from boardworth.cli.streams import BLANK, ask, edit_lines, notice, say
from boardworth.cli.terminal.saving import QUIT, Saving

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardworth.evaluators import Evaluator
    from boardworth.rules import History, Move, Position
    from boardworth.search import Decision, Limit, Player


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
        self._resigned = False
        roles = range(len(self.game.roles))
        self._saving = Saving(["you" if role == you else player.name for role in roles])
        self._view = BoardView(self.game, unicode=unicode)
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._show_legal_moves,
            "hint": self._hint,
            "explain": self._explain,
            "board": self._draw,
            "undo": self._undo,
        }
        # What means nothing here is understood, but not offered.
        idle = {"explain": evaluator is None, "resign": not self._opponents}
        commands = (*self._commands, "save", "resign", "quit")
        self._offered = [name for name in commands if not idle.get(name)]

    @property
    def position(self) -> Position:
        """Where the game is."""
        return self.histories[-1].position

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each role gets; None while the game goes on."""
        from boardworth.arena.referee import forfeit_payoffs

        if self._resigned:
            return forfeit_payoffs(self.game, self.you)
        return self.histories[-1].payoffs

    def run(self) -> None:
        """Plays until the game is over or the user has had enough; then the game is not lost."""
        from boardworth.errors import BoardworthError

        edit_lines(self._completions)
        try:
            try:
                self._play()
            except BoardworthError as error:
                say(f"the game cannot go on: {error}")
                self._saving.offer(self.histories[-1], self.payoffs)
                raise
            self._saving.offer(self.histories[-1], self.payoffs)
        except KeyboardInterrupt:
            print()  # what is left of the line that was asked for
            raise
        finally:
            self._show_moves()

    def _show_moves(self) -> None:
        """What resumes a game that is not saved."""
        from boardworth.rules.records.transcript import start_lines

        history = self.histories[-1]
        if history.joint_moves and self._saving.saved != history:
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
            before = self.position
            self._step(move)
            self._show_step(before, waited=len(legal) == 1)
        say(self._verdict(payoffs))

    def _show_step(self, before: Position, *, waited: bool) -> None:
        """Draws the board if it has changed; if it is your turn after a pass, says so."""
        old, new = self._view.picture(before), self._view.picture(self.position)
        if self.position.over or (old.boards, old.beside) != (new.boards, new.beside):
            self._draw()
        elif waited and self._choosing:
            if self._goals:
                self._draw()
            else:
                self._view.say_beside(self.position)

    def _greet(self) -> None:
        roles = self.game.roles
        others = " and ".join(roles[role] for role in self._opponents)
        against = f", {self._opponent} is {others}" if others else ""
        say(f"{self.game.name}: you are {roles[self.you]}{against}. Type a move, or help.")

    def _draw(self) -> None:
        from boardworth.rules.marks import Marks, touched_squares

        history = self.histories[-1]
        last = set()
        if history.joint_moves:
            pictures = map(self.game.picture, history.positions[-2:])
            last = touched_squares(*pictures)
        self._view.show(history.position, Marks(last, self._goals))

    @property
    def _goals(self) -> set[int]:
        """The squares that you can move to, if it is your turn."""
        from boardworth.rules.marks import goals

        your_turn = not self.position.over and self._choosing
        return goals(self.position, self.you) if your_turn else set()

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
            if command in QUIT:
                return None
            if command == "resign":
                self._resign()
                return None
            try:
                if command in self._commands:
                    self._commands[command]()
                elif command.partition(" ")[0] == "save":
                    name = typed.partition(" ")[2].strip()
                    self._saving.save(name, self.histories[-1], self.payoffs)
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

    def _resign(self) -> None:
        """Ends the game as lost, if there is an opponent to win it."""
        self._resigned = bool(self._opponents)
        if self._resigned:
            say(f"you resign, and {self._opponent} wins")

    def _help(self) -> None:
        """What can be typed, and what has to be known for that."""
        from boardworth.cli.terminal.legend import commands_legend, example_move, square_legend

        position = self.position
        say(f"{example_move(position, self.you)}, or:")
        hint = "what the opponent would play in your place"
        if not self._opponents:
            hint = f"what {self._opponent} would play"
        print(commands_legend(self._offered, hint))
        squares = square_legend(position, self.you, self._view.picture(position))
        for line in filter(None, (squares, self._view.pieces(position))):
            say(line)

    def _refuse(self, why: str) -> None:
        """What was typed is no move."""
        from boardworth.cli.terminal.legend import example_move

        say(why)
        say(f"{example_move(self.position, self.you)}, or help")

    def _completions(self) -> list[str]:
        """What can be typed."""
        from boardworth.rules.short_moves import ShortMoves

        short = ShortMoves(self.position, self.you)
        commands = ("save " if name == "save" else name for name in self._offered)
        return [*map(short.text, short.texts), *commands, "help"]

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


def _said(found: Decision) -> str:
    """What a player has to say beside its move."""
    if not found.words:
        return ""
    if found.exact:
        return f" (proven: {found.words} for itself)"
    effort = f"at depth {found.depth}" if found.depth else f"after {found.nodes:,} simulations"
    return f" ({found.words} for itself, {effort})"
