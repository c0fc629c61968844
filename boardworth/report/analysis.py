"""Pages about one game, every move on its board beside the best one, and about one position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.evaluators import in_words
from boardworth.files import FilePath, written_atomically
from boardworth.fitting.shown import explanation_html
from boardworth.report.curve import curve_svg
from boardworth.report.page import write_page
from boardworth.rules.svg import board_svg
from boardworth.search import exact_from, first_player_curve, summarize
from boardworth.words import counted

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Position
    from boardworth.search import Limit, MoveAnalysis, MoveValue

_BOARD = 300  # pixels


@dataclass(frozen=True)
class AnalyzedGame:
    """A game whose moves were analyzed.

    Attributes:
        title: where it comes from.
        model: what it was analyzed with.
        moves: as far as they were analyzed.
        limit: of the search of each position.
        threshold: what a mistake costs, at least.
    """

    title: str
    model: Model
    moves: Sequence[MoveAnalysis]
    limit: Limit
    threshold: float

    @property
    def measure(self) -> str:
        """What costs are measured in."""
        return "points" if self.model.target == "score" else "% to win"

    def is_mistake(self, one: MoveAnalysis) -> bool:
        """Whether a move cost the threshold or more."""
        return one.cost >= self.threshold


@dataclass(frozen=True)
class AnalyzedPosition:
    """A position whose moves were analyzed.

    Attributes:
        position: what was analyzed.
        model: what it was analyzed with.
        values: of its best moves, the best first.
        limit: of the search.
    """

    position: Position
    model: Model
    values: Sequence[MoveValue]
    limit: Limit


def write_position(found: AnalyzedPosition, path: FilePath) -> None:
    """Writes one HTML file that needs no other."""
    position, model = found.position, found.model
    moves = [
        {
            "move": position.move_text(value.move),
            "value": in_words(model, value.units),
            "depth": "exact" if value.exact else value.depth,
            "expected": " ".join(model.game.move_texts(position, value.pv)),
        }
        for value in found.values
    ]
    legal = counted(len(position.legal_moves()), "legal move")
    write_page(
        "position.html.jinja",
        path,
        game=model.game,
        mover=model.game.roles[position.mover],
        text=model.game.text(position),
        board=board_svg(position, moves=True),
        searched=f"The best of {legal}; {found.limit}.",
        best=moves[0],
        moves=moves,
        explanation=explanation_html(model.explain(position)),
    )


def write_analysis(game: AnalyzedGame, path: FilePath) -> None:
    """Writes one HTML file that needs no other."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True
    )
    page = environment.get_template("analysis.html.jinja").render(
        game=game,
        players=summarize(game.model, game.moves, game.threshold),
        exact=_named(game, first - 1) if (first := exact_from(game.moves)) else "",
        count=counted(len(game.moves), *(("ply", "plies") if _counts_pairs(game) else ("move",))),
        curve=_curve(game),
        start=board_svg(game.moves[0].position, size=_BOARD),
        moves=[_described(game, number) for number in range(len(game.moves))],
    )
    with written_atomically(path) as file:
        file.write(page.encode())


def _described(game: AnalyzedGame, number: int) -> dict[str, object]:
    """What the page shows of a move."""
    one, model = game.moves[number], game.model
    position = one.position
    player = model.game.roles[position.mover]
    after = position.play(one.played.move)
    return {
        "place": number + 1,
        "number": _number(game, number),
        "player": player,
        "played": position.move_text(one.played.move),
        "value": f"{in_words(model, one.played.units)} for {player}",
        "board": board_svg(after, previous=position, caption=False, size=_BOARD),
        "mistake": game.is_mistake(one),
        "cost": one.cost,
        "best": position.move_text(one.best.move),
        "best_value": f"{in_words(model, one.best.units)} for {player}",
        "expected": " ".join(model.game.move_texts(position, one.best.pv)),
        "exact": one.exact,
    }


def _counts_pairs(game: AnalyzedGame) -> bool:
    """Whether a move of each player has one number together, as in chess."""
    return game.model.game.definition == "chess"


def _number(game: AnalyzedGame, place: int) -> str:
    """The number of a move as the game counts: 1. and 1... in chess, where a position knows it."""
    if not _counts_pairs(game):
        return f"{place + 1}."
    position = game.moves[place].position
    number = position.game.text(position).split()[-1]
    return f"{number}{'...' if position.mover else '.'}"


def _named(game: AnalyzedGame, place: int) -> str:
    """A move with its number."""
    one = game.moves[place]
    return f"{_number(game, place)} {one.position.move_text(one.played.move)}"


def _curve(game: AnalyzedGame) -> str:
    """What the first player had before every move; mistakes are dots that lead to their boards."""
    roles = game.model.game.roles
    won = game.model.target == "win"
    marks = {
        number: f"{_named(game, number)} by {roles[one.position.mover]} cost {one.cost:.2f} "
        f"{game.measure}"
        for number, one in enumerate(game.moves)
        if game.is_mistake(one)
    }
    return curve_svg(
        first_player_curve(game.model, game.moves),
        marks,
        title=f"What the game was worth to {roles[0]}, move by move",
        most=50.0 if won else None,
        ends=("100 %", "0 %") if won else None,
        movers=[one.position.mover for one in game.moves],
    )
