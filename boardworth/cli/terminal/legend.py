"""What can be typed at the terminal, and what that requires: squares, the letters of pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from boardworth.rules import Game, Position
    from boardworth.rules.picture import Picture, Square


def commands_legend(commands: Collection[str], hint: str) -> str:
    """What the commands do, a line for each.

    Args:
        commands: those that mean something in a game.
        hint: what a hint is.
    """
    told = {
        "moves": "the legal moves",
        "hint": hint,
        "explain": "what the position is worth to you, term by term",
        "board": "draws the board again",
        "undo": "takes back your last move",
        "save FILE": "saves the game",
        "resign": "ends the game as lost",
        "quit": "leaves it",
    }
    return "\n".join(
        f"  {name:<9}  {does}" for name, does in told.items() if name.partition(" ")[0] in commands
    )


def example_move(position: Position, role: int) -> str:
    """How a move can be typed, by a usual one: of the shortest texts, the middle one by alphabet.

    In chess and shogi it moves a pawn, or drops a piece in the middle of other boards.
    """
    from boardworth.rules.short_moves import ShortMoves

    short = ShortMoves(position, role)
    texts = sorted((short.text(move), whole) for move, whole in short.texts.items())
    length = min(len(text) for text, _ in texts)
    shortest = [(text, whole) for text, whole in texts if len(text) == length]
    text, whole = shortest[len(shortest) // 2]
    return f"type a move such as {text}" + (f" for {whole}" if text != whole else "")


def square_legend(position: Position, role: int, picture: Picture) -> str:
    """How squares are written whose rows and columns are both numbers; else empty.

    The names of the facts that a board was found by have their numbers in the order of the sheet.
    """
    game = position.game
    moves = (game.move_text(position, role, move) for move in position.legal_moves(role))
    if not any(len(_numbers(text)) >= 2 for text in moves):
        return ""
    for column, row, name in _squares(game, picture):
        if _numbers(name)[-2:] == [column, row]:
            return (
                f"Squares are written column first: {column} {row} is column {column}, row {row}."
            )
        if _numbers(name)[-2:] == [row, column]:
            return f"Squares are written row first: {row} {column} is row {row}, column {column}."
    return ""


def pieces_legend(drawn: Iterable[Square], lettered: Iterable[Square]) -> str:
    """The letters of pieces that are drawn as other signs; empty if there are none.

    Args:
        drawn: the pieces as they are shown.
        lettered: the same pieces in the letters of moves.
    """
    signs: dict[str, str] = {}
    for shown, own in zip(drawn, lettered, strict=True):
        sign, letter = shown.text.strip(), own.text.strip().upper()
        if sign.isascii() or not letter.isascii():
            continue
        # One side's pieces have a mark beside the sign.
        signs[letter] = min(signs.get(letter, sign), sign, key=len)
    if not signs:
        return ""
    told = ", ".join(f"{sign} {letter}" for letter, sign in signs.items())
    return f"Pieces in moves: {told}. With --no-unicode they are drawn so."


def _squares(game: Game, picture: Picture) -> Iterator[tuple[str, str, str]]:
    """Column, row and name of squares of boards of numbers, but for those where both are one."""
    for board in picture.boards:
        if not all(name.isdecimal() for name in (*board.columns, *board.rows)):
            continue
        for number, atom in enumerate(board.atoms):
            row, column = divmod(number, len(board.columns))
            if atom is not None and board.columns[column] != board.rows[row]:
                yield board.columns[column], board.rows[row], game.atoms[atom].name


def _numbers(text: str) -> list[str]:
    return [word for word in text.strip("()").split() if word.isdecimal()]
