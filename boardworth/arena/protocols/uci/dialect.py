"""UCI and USI: one protocol in two dialects, of chess and of shogi."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth import _core
from boardworth.errors import FormatError
from boardworth.rules import History

if TYPE_CHECKING:
    from boardworth.rules import Game, Move, Position


@dataclass(frozen=True, slots=True)
class Dialect:
    """The words in which the two differ."""

    name: str  # the greeting; its answer, and a new game, begin with it
    game: str  # what it is for
    position: str  # before the text of a position
    colours: tuple[str, str]  # letters before the times of each role
    hash: str  # the option of the table's size
    ponder: str  # the option of pondering
    overhead: str  # the option of time that is lost between programs
    no_move: str  # the answer where there is no legal move
    mate_plies: int  # plies in a unit of mate scores

    @property
    def solves_mates(self) -> bool:
        """Whether `go mate` is answered by a whole mate, and not by a move."""
        return self is USI

    def move_text(self, position: Position, move: Move, *, chess960: bool = False) -> str:
        """A move as programs write it; with chess960 a king that castles goes to its rook."""
        if self is USI:
            return _core.shogi_usi(move)
        return _core.chess_uci(position.packed, move, chess960)

    def line(self, position: Position, moves: Sequence[Move], *, chess960: bool = False) -> str:
        """Moves one after the other."""
        texts = []
        for move in moves:
            texts.append(self.move_text(position, move, chess960=chess960))
            position = position.play(move)
        return " ".join(texts)

    def position_text(self, history: History, *, chess960: bool = False) -> str:
        """The command that tells an engine a game so far."""
        start = history.start
        usual = start == history.game.start()
        text = "startpos" if usual else f"{self.position} {history.game.text(start)}"
        moves = " ".join(
            self.move_text(position, move, chess960=chess960)
            for position, move in zip(history.positions, history.moves, strict=False)
        )
        return f"position {text} moves {moves}" if moves else f"position {text}"

    def mate(self, plies: int, won: bool) -> int:
        """A mate score: moves of the winner in UCI, plies in USI; negative for the loser."""
        count = -(-plies // self.mate_plies)
        return count if won else -count


UCI = Dialect("uci", "chess", "fen", ("w", "b"), "Hash", "Ponder", "Move Overhead", "(none)", 2)
USI = Dialect(
    "usi", "shogi", "sfen", ("b", "w"), "USI_Hash", "USI_Ponder", "MoveOverhead", "resign", 1
)


class ToldGame:
    """The game that a program speaks of. It is sent anew before every move, but not read anew."""

    def __init__(self, dialect: Dialect, game: Game) -> None:
        self._dialect = dialect
        self._game = game
        self._start: str | None = None
        self._texts: list[str] = []
        self.history = History.after(game.start())

    def read(self, words: Sequence[str]) -> None:
        """Reads what follows the word `position`. Raises BoardworthError; the game stays."""
        end = words.index("moves") if "moves" in words else len(words)
        start, texts = " ".join(words[:end]), list(words[end + 1 :])
        known = len(self._texts)
        if start == self._start and texts[:known] == self._texts:
            history = self.history
        else:
            known, history = 0, History.after(self._position(words[:end]))
        for text in texts[known:]:
            history = _going_on(history)
            history = history.play(history.position.parse_move(text))
        self._start, self._texts, self.history = start, texts, _going_on(history)

    def _position(self, words: Sequence[str]) -> Position:
        if list(words) == ["startpos"]:
            return self._game.start()
        if words and words[0] == self._dialect.position:
            return self._game.parse(" ".join(words[1:]))
        raise FormatError(
            f"position '{' '.join(words)[:60]}': expected startpos, or {self._dialect.position} "
            "and a position"
        )


def any_move(position: Position) -> Move | None:
    """A legal move, also in a game of chess that is over because neither side can win."""
    if legal := position.legal_moves():
        return legal[0]
    if position.game.name != "chess":
        return None
    replay, squares = position.game.core.replay, 64 * 64
    return next((move for move in range(squares) if replay(position.packed, [move])[2]), None)


def _going_on(history: History) -> History:
    """The same without the moves counted since a capture, where they would end a game of chess.

    To programs the fifty-move rule is something that a player may claim.
    """
    position = history.position
    if history.game.name != "chess" or not position.over:
        return history
    *board, _moves, number = history.game.text(position).split()
    uncounted = history.game.parse(" ".join([*board, "0", number]))
    return history if uncounted.over else History.after(uncounted)
