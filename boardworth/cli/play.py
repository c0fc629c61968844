"""boardworth play: a game at the terminal, against opponents in all other roles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.arguments import MovesText, PositionText, Threads, limit_of, position_of

if TYPE_CHECKING:
    from boardworth.evaluators import Evaluator
    from boardworth.rules import Game, Move, Position
    from boardworth.search import Decision, Limit, Player

COMMANDS = ("moves", "hint", "explain", "undo", "quit")


def play(
    model: Path,
    /,
    *,
    side: str | None = None,
    opponent: str | None = None,
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: Threads = 1,
    position: PositionText | None = None,
    moves: MovesText = "",
) -> None:
    """Play a game. Type a move in notation; 'help' lists what else can be typed.

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
        opponent: who takes all other roles, written as for boardworth match; else the model.
        level: how well the opponent plays, from 1 to 60: it looks so many moves ahead and, in
            Othello, solves endings (default: 12 in Othello, else 1 second a move).
        depth: the opponent's limit per move, in plies.
        nodes: the opponent's limit per move, in positions searched, or in simulations.
        seconds: the opponent's limit per move.
        threads: how many search together.
        position: where to start, as text; else the start of the game.
        moves: to play first, in games with turns.
    """
    from boardworth.errors import BoardworthError
    from boardworth.search import level as limit_at
    from boardworth.search import usual_limit

    player, evaluator, game = _opponent(model, opponent, threads)
    if side is not None and side not in game.roles:
        raise BoardworthError(f"side '{side}': the roles are {', '.join(game.roles)}")
    start = position_of(game, position, moves)
    you = game.roles.index(side) if side else _first_to_choose(start)
    wanted = None if level is None else limit_at(game, level)
    default = player.limit or usual_limit(game, player.needs_time)
    limit = limit_of(depth, nodes, seconds, default, level=wanted)
    if player.limit is not None and player.limit != limit:
        raise BoardworthError(f"{player.name} plays at {player.limit}, not at {limit}")
    Session(player, evaluator, limit, you, start).run()


def _opponent(
    what: Path, description: str | None, threads: int
) -> tuple[Player, Evaluator | None, Game]:
    """Who plays against the user, what explains positions, and what is played."""
    from boardworth import _core
    from boardworth.arena import players_of
    from boardworth.evaluators import Evaluator, find_model, is_rule_sheet
    from boardworth.files import shipped_file
    from boardworth.rules import load_game
    from boardworth.search import Fallback, Playouts, Uct, UctSettings, model_player

    evaluator = None
    native = str(what) in _core.game_names() and not what.is_file()
    if is_rule_sheet(what) or (native and shipped_file(f"{what}.model") is None):
        game = load_game(str(what))
        if description is None:
            print(f"By UCT alone; boardworth build {what} makes an opponent that has learned.")
            uct = Uct(settings=UctSettings(threads=threads))
            return Fallback((uct, Playouts()), "uct"), None, game
    else:
        model = find_model(what)
        game = model.game
        evaluator = Evaluator(model)
        if description is None:
            return model_player(model, what.stem, threads=threads), evaluator, game
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
        start: Position,
    ) -> None:
        from boardworth.rules import History

        self.player = player
        self.evaluator = evaluator
        self.game = start.game
        self.limit = limit
        self.you = you
        self.histories = [History.after(start)]  # one for every undo

    @property
    def position(self) -> Position:
        """Where the game is."""
        return self.histories[-1].position

    def run(self) -> None:
        """Plays until the game is over or the user has had enough."""
        while (payoffs := self.histories[-1].payoffs) is None:
            print(f"\n{self.position}")
            legal = self.position.legal_moves(self.you)
            move = legal[0]
            if len(legal) > 1:
                chosen = self._ask(legal)
                if chosen is None:
                    return
                move = chosen
            self._step(move)
        print(f"\n{self.position}")
        print(self._verdict(payoffs))

    def _verdict(self, payoffs: tuple[int, ...]) -> str:
        own = payoffs[self.you]
        low, high = self.game.payoff_range
        if len(payoffs) == 1:
            return f"you get {own} of {high} points"
        best = max(payoff for role, payoff in enumerate(payoffs) if role != self.you)
        if len(payoffs) > 2:
            return f"you get {own} of {high} points; the best of the others gets {best}"
        margin = abs(own - best) if low >= 0 else abs(own)
        return "a draw" if own == best else f"you {'win' if own > best else 'lose'} by {margin}"

    def _step(self, own: Move) -> None:
        """Plays your move and those of all others, who choose without knowing it."""
        from boardworth.rules import NATURE
        from boardworth.search import RandomPlayer

        joint = []
        chance = RandomPlayer(len(self.histories))
        for role, name in enumerate(self.game.roles):
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
                player = chance if name == NATURE else self.player
                found = player.choose(self.position, role, self.limit, self.histories[-1])
                print(f"{self._called(role)} plays {self._text(found.move, role)}{_said(found)}")
                joint.append(found.move)
        self.histories.append(self.histories[-1].play_joint(joint))

    def _to_move(self, role: int) -> bool:
        """Whether it is this role's turn; where there are no turns, a forced move is not said."""
        return self.game.has_turns and self.position.mover == role

    def _called(self, role: int) -> str:
        """The opponent's name, and its role if there are several."""
        if len(self.game.roles) == 2:
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
                typed = input(f"{self.game.roles[self.you]}> ").strip()
            except EOFError:
                print()
                return None
            command = typed.lower()
            if command in {"quit", "q", "exit"}:
                return None
            legal = self.position.legal_moves(self.you)
            if command in commands:
                commands[command]()
            elif command == "moves":
                print(" ".join(self._text(move, self.you) for move in legal))
            elif command in {"help", "?", ""}:
                print(known)
            else:
                try:
                    move = self.position.parse_move(typed, self.you)
                    if move in legal:
                        return move
                    print(f"illegal move {typed}\n{known}")
                except BoardworthError as error:
                    print(f"{error}\n{known}")

    def _hint(self) -> None:
        found = self.player.choose(self.position, self.you, self.limit, self.histories[-1])
        line = self.game.move_texts(self.position, found.pv) if found.pv else []
        text = " ".join(line) or self._text(found.move, self.you)
        print(f"{text} ({found.words} for you)" if found.words else text)

    def _explain(self) -> None:
        from boardworth.errors import MissingCapability

        evaluator = self.evaluator
        if evaluator is None:
            print("there is no model that could explain it")
            return
        try:
            explanation = evaluator.explain(self.position, self.you)
        except MissingCapability as error:
            print(error)
            return
        print(f"{explanation.value:+.2f} {evaluator.model.unit} for you; the largest terms:")
        for term in explanation.terms[:8]:
            print(f"  {term.contribution:+.2f}  {term.name}: {term.holds or 'always'}")

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
        print(f"\n{self.position}")


def _said(found: Decision) -> str:
    """What a player has to say beside its move."""
    if not found.words:
        return ""
    kind = "exactly" if found.exact else f"at depth {found.depth}" if found.depth else ""
    kind = kind or f"after {found.nodes:,} simulations"
    return f" ({found.words} for itself, {kind})"
