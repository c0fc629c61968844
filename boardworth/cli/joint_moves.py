"""Games as lines of the command line give them, and as files keep them.

Roles may move at the same time: such moves are those of every role that has a choice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boardworth.rules import History, Move, Position


def after_joint_moves(history: History, moves: str) -> History:
    """The game after moves of every role that has a choice, in the roles' order."""
    from boardworth.rules.gdl.syntax.parser import parse_terms

    left = [str(move) for move in parse_terms(moves, "--moves")]
    while left:
        if history.position.over:
            raise BoardworthError(f"--moves {moves}: the game is over before {left[0]}")
        history = history.play_joint(_joint_move(history.position, left))
    return history


def joint_moves_text(history: History) -> str:
    """The moves of a game as `after_joint_moves` reads them."""
    words = []
    for position, joint_move in zip(history.positions, history.joint_moves, strict=False):
        texts = [position.move_text(move, role) for role, move in enumerate(joint_move)]
        chosen = [text for role, text in enumerate(texts) if len(position.legal_moves(role)) > 1]
        words += chosen or texts[:1]
    return " ".join(words)


def save_game(
    path: Path, history: History, players: Sequence[str], payoffs: tuple[int, ...] | None
) -> None:
    """Writes a game in the format of the file's ending, else as moves below the players.

    Args:
        path: the file.
        history: the game.
        players: their names, role by role.
        payoffs: what each role gets; None if the game is not over.
    """
    from boardworth.arena import PlayedGame
    from boardworth.files import written_atomically
    from boardworth.rules.records import write_records
    from boardworth.rules.records.formats import holds_lines
    from boardworth.rules.records.record import player_tag
    from boardworth.rules.records.transcript import start_lines, transcript

    game = history.game
    seats = dict(zip(game.roles, players, strict=True))
    lines = [f"# {game.name}: {', '.join(f'{role} {name}' for role, name in seats.items())}"]
    if game.has_turns:
        played = PlayedGame(history, payoffs, (None,) * len(seats), 0, 0)
        tags = {player_tag(role): name for role, name in seats.items()}
        record = replace(played.record, tags=tags)
        if not holds_lines(path):
            write_records(game, path, [record])
            return
        lines.append(transcript(record))
    else:
        lines += [*start_lines(history.start), joint_moves_text(history)]
        lines.append(f"# payoffs: {payoffs or 'not over'}")
    with written_atomically(path) as file:
        file.write(("\n".join(lines) + "\n").encode())


def _joint_move(position: Position, left: list[str]) -> list[Move]:
    """Takes a move for every role that has a choice; the others make the only one they have."""
    from boardworth.rules.short_moves import read_move

    roles = position.game.roles
    legal = [position.legal_moves(role) for role in range(len(roles))]
    joint_move = []
    for role, own in enumerate(legal):
        move = own[0]
        if len(own) > 1:
            if not left:
                raise BoardworthError(f"--moves: a move of {roles[role]} is missing")
            text = left.pop(0)
            move = read_move(position, role, text)
            if move not in own:
                raise IllegalMove(f"--moves: {text} of {roles[role]} is illegal")
        joint_move.append(move)
    if all(len(own) == 1 for own in legal):
        left.pop(0)  # no role has a choice: the next move in the list is the only one
    return joint_move
