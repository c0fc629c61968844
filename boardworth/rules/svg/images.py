"""Images of positions, of values by square, and of squares that something is said of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.markup import element
from boardworth.rules.marks import Marks, goals, touched_squares
from boardworth.rules.picture import BARE
from boardworth.rules.svg.board import BoardDrawing, Layers, hand_strip
from boardworth.rules.svg.colours import ON_FRAME, heat_colour
from boardworth.rules.svg.elements import text
from boardworth.rules.svg.layout import EDGE, Block, below_each_other, image, side_by_side
from boardworth.rules.svg.pieces import pieces_in

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.picture import Picture
    from boardworth.rules.position import Position

SIZE = 360  # pixels
_HEAT_PIECES = 0.6  # the size of pieces, that the colours of their squares are seen
_STEPS = 11  # colours of a legend
_LEGEND_ENDS = 44  # room for a number at each end of it
_LONGEST = 80  # letters of a fact in a caption
_UNKNOWN = "#8b9691"  # squares that are not looked at


def board_svg(
    position: Position,
    *,
    previous: Position | None = None,
    moves: bool = False,
    coordinates: bool = True,
    caption: bool = True,
    size: int = SIZE,
    unicode: bool = True,
) -> str:
    """A position as an SVG image that needs no other file.

    Args:
        position: what is drawn.
        previous: the position before; the squares of the move between are marked.
        moves: whether to mark the squares that the role to move can come to.
        coordinates: whether to name rows and columns.
        caption: whether to say below the board whose turn it is, and what is not on it.
        size: the width in pixels; the image shrinks where there is less room.
        unicode: whether letters on pieces may be more than ASCII, such as kanji.
    """
    game = position.game
    picture = game.picture(position, unicode=unicode)
    last = touched_squares(game.picture(previous, unicode=unicode), picture) if previous else set()
    to_go = goals(position, _chooser(position)) if moves and not position.over else set()
    said = [picture.said, *_facts_beside(picture)] if caption else []
    content = _boards(
        game, picture, Layers(Marks(last, to_go)), coordinates=coordinates, hands=True
    )
    return image(content, said, title=_title(game, picture), size=size)


def heat_svg(
    game: Game,
    values: Mapping[int, float] | Sequence[float],
    *,
    position: Position | None = None,
    largest: float | None = None,
    unit: str = "",
    title: str = "",
    coordinates: bool = True,
    legend: bool = True,
    size: int = SIZE,
) -> str:
    """A board with squares coloured by numbers: blue above 0, orange below, with a legend.

    Args:
        game: whose board it is.
        values: by atom, as the first role sees the board; squares without a number, or with one
            that is not finite, are grey.
        position: whose pieces are drawn, if any are.
        largest: the number of the strongest colour; else the largest there is.
        unit: what the numbers are measured in.
        title: what it shows.
        coordinates: whether to name rows and columns.
        legend: whether to show which colour means which number.
        size: the width in pixels.
    """
    by_atom = dict(values) if isinstance(values, Mapping) else dict(enumerate(values))
    picture = game.picture(position or game.start(), unicode=True)
    found = {
        square: by_atom[atom]
        for square, atom in enumerate(picture.atoms)
        if atom in by_atom and abs(by_atom[atom]) < float("inf")
    }
    most = largest or max(map(abs, found.values()), default=0.0) or 1.0
    squares = range(len(picture.squares))
    layers = Layers(
        fills={s: heat_colour(found[s] / most) if s in found else _UNKNOWN for s in squares},
        notes={square: f"{value:+.2f} {unit}".strip() for square, value in found.items()},
        pieces=_HEAT_PIECES,
    )
    shown = picture if position else picture.emptied
    content = _boards(game, shown, layers, coordinates=coordinates, hands=position is not None)
    if legend:
        content = below_each_other([content, _legend(most, unit, content.width)])
    return image(content, [], title=title or _title(game, picture), size=size)


def facts_svg(
    game: Game,
    facts: Mapping[int, int],
    *,
    title: str = "",
    coordinates: bool = False,
    size: int = 165,
) -> str:
    """A board on which only some squares are known, as the first role sees it at turn.

    Args:
        game: whose board it is.
        facts: by atom, the number of its value; squares of other atoms are grey.
        title: what it shows.
        coordinates: whether to name rows and columns.
        size: the width in pixels.
    """
    picture = game.picture(game.start(), unicode=True)
    squares = list(zip(picture.squares, picture.atoms, strict=True))
    known = [square is not None and atom in facts for square, atom in squares]
    shown = [
        game.square(atom, facts[atom], unicode=True)
        if own and atom is not None
        else square and BARE
        for own, (square, atom) in zip(known, squares, strict=True)
    ]
    layers = Layers(fills={number: _UNKNOWN for number, own in enumerate(known) if not own})
    content = _boards(game, picture.with_squares(shown), layers, coordinates=coordinates)
    return image(content, [], title=title or game.name, size=size)


def squares_svg(
    game: Game,
    groups: Sequence[Sequence[int]],
    *,
    title: str = "",
    coordinates: bool = False,
    size: int = 200,
) -> str:
    """A board with some squares coloured, group by group: those of a pattern and of its images.

    Args:
        game: whose board it is.
        groups: atoms; the squares of the first group are numbered in their order, those of the
            others have a colour that tells how many of the groups have them.
        title: what it shows.
        coordinates: whether to name rows and columns.
        size: the width in pixels.
    """
    picture = game.picture(game.start())
    square_of = {atom: number for number, atom in enumerate(picture.atoms) if atom is not None}
    first, *others = [[square_of[a] for a in group if a in square_of] for group in groups] or [[]]
    times = [sum(square in group for group in others) for square in range(len(picture.squares))]
    most = max(times, default=0) or 1
    fills = {square: heat_colour(0.5 * n / most) for square, n in enumerate(times) if n}
    fills |= dict.fromkeys(first, heat_colour(0.85))
    layers = Layers(fills=fills, labels={s: str(n) for n, s in enumerate(first, 1)})
    content = _boards(game, picture.emptied, layers, coordinates=coordinates)
    return image(content, [], title=title or game.name, size=size)


def _boards(
    game: Game, picture: Picture, layers: Layers, *, coordinates: bool, hands: bool = False
) -> Block:
    """All boards of a picture, with pieces in hand above and below if the game has such."""
    pieces, first, blocks = pieces_in(game), 0, []
    for board in picture.boards:
        blocks.append(BoardDrawing(board, pieces, layers, first, coordinates=coordinates).block())
        first += len(board.squares)
    drawn = side_by_side(blocks)
    if pieces.style != "wedges" or not hands:
        return drawn
    strips = [
        hand_strip(picture.hands, role, game.roles[role], pieces, drawn.width) for role in (1, 0)
    ]
    return below_each_other([strips[0], drawn, strips[1]])


def _legend(most: float, unit: str, width: float) -> Block:
    """A strip of colours with the numbers of its ends and its middle."""
    left, room = EDGE + _LEGEND_ENDS, width - 2 * (EDGE + _LEGEND_ENDS)
    step = room / _STEPS
    parts = [
        element(
            "rect", x=left + n * step, y=4, width=step + 0.3, height=11,
            fill=heat_colour(2 * n / (_STEPS - 1) - 1),
        )
        for n in range(_STEPS)
    ]  # fmt: skip
    for said, x in ((f"{-most:+.3g}", left - 5), (f"{most:+.3g}", left + room + 5)):
        anchor = "end" if x < width / 2 else "start"
        parts.append(text(said, x, 9.5, 11, fill=ON_FRAME, text_anchor=anchor))
    parts.append(text(unit, width / 2, 24, 11, fill=ON_FRAME))
    return Block("".join(parts), width, 34 if unit else 22)


def _title(game: Game, picture: Picture) -> str:
    return f"{game.name}: {picture.said}" if picture.said else game.name


def _chooser(position: Position) -> int:
    """The role to move; without turns the first that has a choice."""
    try:
        return position.mover
    except MissingCapability:
        roles = range(len(position.game.roles))
        return next((role for role in roles if len(position.legal_moves(role)) > 1), 0)


def _facts_beside(picture: Picture) -> list[str]:
    """What is not on the boards and not drawn beside them, cut where it is long."""
    drawn = {held.said for held in picture.hands}
    facts = [fact for fact in picture.beside if fact not in drawn]
    return [fact if len(fact) <= _LONGEST else f"{fact[:_LONGEST]}…" for fact in facts]
