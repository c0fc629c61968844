"""boardworth play: a game against an evaluation in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.arguments import (
    MovesText,
    PositionText,
    Threads,
    evaluation_of,
    game_of,
    is_rule_sheet,
    limit_of,
    position_of,
)

if TYPE_CHECKING:
    from boardworth._core import SearchResult
    from boardworth.evaluators import Evaluator
    from boardworth.rules import Position
    from boardworth.search import Limit, Player

COMMANDS = ("moves", "hint", "explain", "undo", "quit")


def play(
    model: Path,
    /,
    *,
    side: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: Threads = 1,
    position: PositionText | None = None,
    moves: MovesText = "",
) -> None:
    """Play against a model. Type a move in notation; 'help' lists what else can be typed.

    For example:

        boardworth play othello
        boardworth play othello.model --side white --depth 8
        boardworth play game.gdl --seconds 2

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth; or a rule sheet,
            which UCT plays without a model.
        side: the player you are, by name; else the one who moves first.
        depth: the model's limit per move, in plies (default: 1 second).
        nodes: the model's limit per move, in positions searched.
        seconds: the model's limit per move.
        threads: how many search together.
        position: where to start, as text; else the start of the game.
        moves: to play first.
    """
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import Evaluator
    from boardworth.fitting import Model
    from boardworth.rules import load_game
    from boardworth.search import Limit, RulesPlayer, Uct, UctSettings, advised_player

    evaluator = None
    player: Player
    if is_rule_sheet(model):
        game = load_game(str(model))
        player = RulesPlayer(Uct(settings=UctSettings(threads=threads)), "uct")
        print(f"By UCT alone; boardworth build {model} --budget 60s makes an opponent that learns.")
    else:
        evaluation = evaluation_of(model)
        game = game_of(evaluation)
        player = advised_player(evaluation, model.stem, threads=threads)
        evaluator = Evaluator(evaluation) if isinstance(evaluation, Model) else None
    if side is not None and side not in game.players:
        raise BoardworthError(f"side '{side}': the players are {' and '.join(game.players)}")
    start = position_of(game, position, moves)
    you = game.players.index(side) if side else start.mover
    limit = limit_of(depth, nodes, seconds, Limit(seconds=1))
    Session(player, evaluator, limit, you, start).run()


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
        self.player = player
        self.evaluator = evaluator
        self.game = start.game
        self.limit = limit
        self.you = you
        self.positions = [start]

    def run(self) -> None:
        """Plays until the game is over or the user has had enough."""
        while (outcome := self.game.outcome(self.positions[-1])) is None:
            print(f"\n{self.positions[-1]}")
            if self.positions[-1].mover != self.you:
                self._answer()
            elif not self._ask():
                return
        print(f"\n{self.positions[-1]}")
        if len(self.game.players) == 1:
            print(f"you get {outcome} of {self.game.max_score} points")
            return
        yours = outcome if self.positions[-1].mover == self.you else -outcome
        print("a draw" if yours == 0 else f"you {'win' if yours > 0 else 'lose'} by {abs(yours)}")

    def _answer(self) -> None:
        found = self._found()
        move = found.line[0] if found else self.player.choose(self.positions[-1], self.limit)
        print(f"{self.player.name} plays {self.game.move_text(move)}", end="")
        if found:
            kind = "exactly" if found.exact else f"at depth {found.depth}"
            print(
                f" ({self._worth(found)} for itself, {kind}; expects {self._line(found)})", end=""
            )
        print()
        self.positions.append(self.game.play(self.positions[-1], move))

    def _found(self) -> SearchResult | None:
        """What the player has to say beside its move, if it is one that says more."""
        from boardworth.search import AlphaBeta

        if not isinstance(self.player, AlphaBeta):
            return None
        return self.player.search(self.positions[-1], self.limit)

    def _ask(self) -> bool:
        """Does what the user types; False when that is to stop."""
        from boardworth.errors import BoardworthError

        position = self.positions[-1]
        legal = position.legal_moves()
        if len(legal) == 1:
            print(f"your only move is {self.game.move_text(legal[0])}")
            self.positions.append(position.play(legal[0]))
            return True
        try:
            typed = input(f"{self.game.players[self.you]}> ").strip()
        except EOFError:
            print()
            return False
        command = typed.lower()
        if command in {"quit", "q", "exit"}:
            return False
        known = f"a move such as {self.game.move_text(legal[0])}, or: {', '.join(COMMANDS)}"
        commands = {"hint": self._hint, "explain": self._explain, "undo": self._undo}
        if command in commands:
            commands[command]()
        elif command == "moves":
            print(" ".join(map(self.game.move_text, legal)))
        elif command in {"help", "?", ""}:
            print(known)
        else:
            try:
                self.positions.append(position.play(typed))
            except BoardworthError as error:
                print(f"{error}\n{known}")
        return True

    def _hint(self) -> None:
        found = self._found()
        if found:
            print(f"{self._line(found)} ({self._worth(found)} for you)")
        else:
            move = self.player.choose(self.positions[-1], self.limit)
            print(self.game.move_text(move))

    def _explain(self) -> None:
        if self.evaluator is None:
            print("there is no model that could explain it")
            return
        explanation = self.evaluator.explain(self.positions[-1])
        print(f"{explanation.value:+.2f} {self.evaluator.model.unit} for you; the largest terms:")
        for term in explanation.terms[:8]:
            what = term.configuration or "always"
            print(f"  {term.units / explanation.scale:+.2f}  {term.name}: {what}")

    def _undo(self) -> None:
        """Back to your last turn with a choice."""
        earlier = [
            i
            for i, position in enumerate(self.positions[:-1])
            if position.mover == self.you and len(position.legal_moves()) > 1
        ]
        if earlier:
            del self.positions[earlier[-1] + 1 :]
        else:
            print("there is nothing to take back")

    def _worth(self, found: SearchResult) -> str:
        from boardworth.evaluators import in_words

        assert self.evaluator is not None
        return in_words(self.evaluator.model, found.value)

    def _line(self, found: SearchResult) -> str:
        return " ".join(map(self.game.move_text, found.line))
