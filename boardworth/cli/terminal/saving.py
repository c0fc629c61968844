"""Saving a game at the terminal: when it is asked for, and offered at the end."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.joint_moves import save_game
from boardworth.cli.paths import check_new
from boardworth.cli.streams import ask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.rules import History

QUIT = {"quit", "q", "exit"}


class Saving:
    """Writes a game to new files.

    Args:
        players: their names, role by role.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.saved: History | None = None  # the game as it was saved last
        self._players = players

    def save(self, name: str, history: History, payoffs: tuple[int, ...] | None) -> None:
        """Writes the game to a new file, of any name if none is given."""
        from boardworth.errors import BoardworthError

        path = Path(name).expanduser() if name else _free_name(history.game.name)
        try:
            check_new(path)
            save_game(path, history, self._players, payoffs)
        except (BoardworthError, OSError) as error:
            print(error)
            return
        self.saved = history
        print(f"saved: {path}")

    def offer(self, history: History, payoffs: tuple[int, ...] | None) -> None:
        """Asks for a file, where input is a terminal, until the game is saved or dismissed."""
        while sys.stdin.isatty() and history.joint_moves and self.saved != history:
            try:
                name = ask("save the game as (Enter: not at all)> ").strip()
            except EOFError:
                print()
                return
            if name.lower() in {"", *QUIT}:
                return
            if _is_move(name, history):  # typed ahead
                print(f"{name} is a move of the game; as a file: ./{name}")
            else:
                self.save(name, history, payoffs)


def _is_move(text: str, history: History) -> bool:
    """Whether it reads as a move somewhere in this game: notation depends on the position."""
    from boardworth.errors import BoardworthError
    from boardworth.rules.short_moves import read_move

    for position in history.positions:
        for role in range(len(history.game.roles)):
            try:
                read_move(position, role, text)
            except BoardworthError:
                continue
            return True
    return False


def _free_name(game: str) -> Path:
    """A file that is not there yet."""
    numbered = (Path(f"{game}-{number}.txt") for number in count(1))
    return next(path for path in numbered if not path.exists())
