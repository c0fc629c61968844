"""Reversi's rule sheet and the built-in Othello are one game: positions and moves, translated."""

import random
from dataclasses import dataclass

from boardworth.rules import Game, History, Move, Position, load_game
from boardworth.search import Decision, Limit, Player

_COLUMNS = "abcdefgh"
_CONTENTS = {"X": "black", "O": "white", "-": "empty"}


@dataclass(frozen=True, slots=True)
class ByTheSheet(Player):
    """Plays Othello by asking a player of the rule sheet.

    Attributes:
        sheet: the game by its rule sheet.
        player: that is asked.
        name: for tables and records.
    """

    sheet: Game
    player: Player
    name: str

    def choose(
        self,
        position: Position,
        role: int,
        limit: Limit,
        history: History | None = None,  # noqa: ARG002
    ) -> Decision:
        """The move of Othello that the player makes on the sheet."""
        move = self.player.choose(on_the_sheet(self.sheet, position), role, limit).move
        return Decision(native_move(position.game, self.sheet, move))


def on_the_sheet(sheet: Game, position: Position) -> Position:
    """A position of Othello as the rule sheet has it."""
    squares, mover = position.game.text(position).split()
    fluents = [
        f"(cell {_COLUMNS[square % 8]} {square // 8 + 1} {_CONTENTS[content]})"
        for square, content in enumerate(squares)
    ]
    return sheet.parse(" ".join([*fluents, f"(control {_CONTENTS[mover]})"]))


def native_move(othello: Game, sheet: Game, move: Move) -> Move:
    """A move of the rule sheet as Othello has it; who cannot place a disc passes in both."""
    words = sheet.start().move_text(move).strip("()").split()
    return othello.start().parse_move("pass" if words == ["noop"] else "".join(words[1:]))


def check_agreement(sheet: Game, games: int, seed: int) -> int:
    """Compares the two by random games, position by position; returns how many agreed.

    Players, moves, what they lead to, and who wins must be the same.
    """
    othello = load_game("othello")
    draw = random.Random(f"agreement {seed}")
    positions = 0
    for _ in range(games):
        native, ours = othello.start(), sheet.start()
        while True:
            moves = {native_move(othello, sheet, move): move for move in ours.legal_moves()}
            agree = (
                ours == on_the_sheet(sheet, native)
                and ours.mover == native.mover
                and sorted(moves) == sorted(native.legal_moves())
                and _winner(sheet, ours) == _winner(othello, native)
            )
            if not agree:
                raise AssertionError(f"the rule sheet and Othello differ:\n{native}\n{ours}")
            positions += 1
            if native.over:
                break
            move = draw.choice(sorted(moves))
            native, ours = native.play(move), ours.play(moves[move])
    return positions


def _winner(game: Game, position: Position) -> int | None:
    """1 if the first player has won, -1 if the second has, 0 for a draw; None before the end."""
    score = game.final_score(position)
    return None if score is None else (score > 0) - (score < 0)
