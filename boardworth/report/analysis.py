"""The page about one game: every move on its board beside the best one, and the curve of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.evaluators import in_words
from boardworth.files import FilePath, written_atomically
from boardworth.report.curve import curve_svg
from boardworth.rules.svg import board_svg
from boardworth.search import exact_from, first_player_curve, summarize

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.search import Limit, MoveAnalysis

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


def write_analysis(game: AnalyzedGame, path: FilePath) -> None:
    """Writes one HTML file that needs no other."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True
    )
    page = environment.get_template("analysis.html.jinja").render(
        game=game,
        players=summarize(game.model, game.moves, game.threshold),
        exact=exact_from(game.moves),
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
    after = position.play(one.played.move)
    return {
        "number": number + 1,
        "player": model.game.roles[position.mover],
        "played": position.move_text(one.played.move),
        "value": in_words(model, one.played.units),
        "board": board_svg(after, previous=position, caption=False, size=_BOARD),
        "mistake": game.is_mistake(one),
        "cost": one.cost,
        "best": position.move_text(one.best.move),
        "best_value": in_words(model, one.best.units),
        "expected": " ".join(model.game.move_texts(position, one.best.pv)),
        "exact": one.exact,
    }


def _curve(game: AnalyzedGame) -> str:
    """What the first player had before every move; mistakes are dots that lead to their boards."""
    roles = game.model.game.roles
    won = game.model.target == "win"
    marks = {
        number: f"{number + 1}. {one.position.move_text(one.played.move)} by "
        f"{roles[one.position.mover]} cost {one.cost:.2f} {game.measure}"
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
