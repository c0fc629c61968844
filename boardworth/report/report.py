"""Puts the page about a model together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from statistics import pstdev
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from boardworth.errors import BoardworthError, MissingCapability
from boardworth.report.cards import influential_patterns, phases_of_facts
from boardworth.report.conclusion import conclusion, game_title, how_to_read, made_of
from boardworth.report.figures import accuracy_plots, learning_plots
from boardworth.report.heat_maps import HeatMaps, heat_maps
from boardworth.report.page import write_page
from boardworth.report.phases import progress_note
from boardworth.report.plots import interval_plot
from boardworth.report.provenance import history, record_files, settings
from boardworth.report.results import results_of
from boardworth.report.terms import term_table
from boardworth.report.varying_terms import varying_terms
from boardworth.rules.svg import board_svg, heat_svg

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.fitting import Model
    from boardworth.recipes.balance import Balance
    from boardworth.report.results import Results, Summarised
    from boardworth.rules import Game

# What only weighted sums have to show.
_OF_SUMS = ("worth", "terms", "phases", "patterns", "progress_note", "drawn_note")
# Of a role with terms.
_TERMS = 15
# Where intervals of Elo are cut, at least.
_ELO = 200.0


@dataclass(frozen=True, slots=True)
class Hero:
    """The picture of the first screen."""

    svg: Markup
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match with its interval."""

    result: Results
    svg: Markup


def write_report(
    model: Model,
    path: FilePath,
    matches: Sequence[Summarised] = (),
    balance: Balance | None = None,
) -> None:
    """Writes one HTML file about a model, its matches and the balance of its game.

    Args:
        model: what the page is about.
        path: of the page.
        matches: of two players: results of `Match.run`, or of files (`read_results`).
        balance: what `boardworth balance` has found.

    Raises BoardworthError if a match or the balance is of another game that is built in.
    """
    results = [results_of(match) for match in matches]
    _check_games(model.game, results, balance)
    content: dict[str, Any] = {
        **_worth(model),
        "matches": _drawn(results),
        "accuracy": accuracy_plots(model),
        "balance": balance,
        "learning": learning_plots(model),
    }
    write_page(
        "report.html.jinja",
        path,
        **content,
        model=model,
        title=game_title(model.game).capitalize(),
        colours="Blue squares are good to have, orange ones bad.",
        version=version("boardworth"),
        conclusion=conclusion(model, results),
        how_to_read=how_to_read(model),
        made_of=made_of(model),
        held_out=_held_out(model),
        history=history(model),
        settings=settings(model),
        files=record_files(model),
        sections=_sections(model, content),
    )


def _check_games(game: Game, matches: Sequence[Results], balance: Balance | None) -> None:
    """Names of native games are definite; a rule sheet may have had another name."""
    if game.definition != game.name:
        return
    for match in matches:
        if match.game not in (None, game.name):
            players = " and ".join(match.players)
            raise BoardworthError(
                f"the match of {players} is one of {match.game}, the model of {game.name}"
            )
    if balance is not None and balance.balance != game.name:
        raise BoardworthError(
            f"the balance is that of {balance.balance}, the model is of {game.name}"
        )


def _worth(model: Model) -> dict[str, Any]:
    """What it finds worth having: of a weighted sum boards and facts, of others terms."""
    try:
        _ = model.weighted_sum
    except MissingCapability:
        roles = varying_terms(model, _TERMS)
        return {**dict.fromkeys(_OF_SUMS), "roles": roles, "hero": _start(model.game)}
    maps = heat_maps(model)
    return {
        "worth": maps,
        "terms": term_table(model),
        "phases": phases_of_facts(model),
        "patterns": influential_patterns(model),
        "progress_note": progress_note(model),
        "drawn_note": _drawn_note(model.game),
        "roles": (),
        "hero": _start(model.game) if maps is None else _most_telling(model, maps),
    }


def _most_telling(model: Model, maps: HeatMaps) -> Hero:
    """The board on which squares differ most."""
    best = max(maps.maps, key=lambda one: pstdev(one.values.values()))
    svg = heat_svg(model.game, best.values, largest=maps.largest, unit=model.unit, title=best.title)
    board = model.game.board
    grey = maps.grey if len(best.values) < board.columns * board.rows else ""
    return Hero(Markup(svg), best.title, f"{maps.note} {grey}".strip())


def _start(game: Game) -> Hero | None:
    """The start of the game, if there is a board to see."""
    if not game.picture(game.start()).boards:
        return None
    return Hero(Markup(board_svg(game.start())), "the start of the game", "")


def _drawn(matches: Sequence[Results]) -> list[DrawnMatch]:
    """All with intervals of one scale; open ends are cut where it ends."""
    known = [
        abs(end)
        for match in matches
        for end in (match.elo, *match.elo_interval_95)
        if end is not None
    ]
    most = max([_ELO, *known])
    drawn = []
    for match in matches:
        low, high = match.elo_interval_95
        ends = (-most if low is None else low, most if high is None else high)
        middle = match.elo if match.elo is not None else (most if match.share > 1 / 2 else -most)
        svg = interval_plot(f"Elo {match.elo_text}", ends, (-most, most), value=middle, even=0.0)
        drawn.append(DrawnMatch(match, svg))
    return drawn


def _held_out(model: Model) -> str:
    """What accuracy was measured on, and the figures of all of it."""
    figures = model.metrics.get("held_out", {}).get("all")
    if not figures or not figures["rows"]:
        return ""
    return (
        f"{figures['rows']:,} positions that it has not learned from: mean squared error "
        f"{figures['mse']:g}, mean absolute error {figures['mae']:g}, correlation "
        f"{figures['correlation']:g}"
    )


def _drawn_note(game: Game) -> str:
    """How small boards are to be read."""
    grey = "Grey squares are not looked at."
    if game.view_atoms:
        return grey
    same = "for the other side it is the same with sides exchanged"
    return f"Boards show {game.roles[0]} to move; {same}. {grey}" if len(game.roles) == 2 else grey


def _sections(model: Model, content: Mapping[str, Any]) -> dict[str, str]:
    """The titles of those that there are, in their order."""
    name = game_title(model.game)
    titles = {
        "worth": "What squares are worth",
        "terms": "What one more of each is worth",
        "matters": f"What matters in {name}",
        "patterns": "Patterns that matter most",
        "strength": "How strong it is",
        "accuracy": "How accurate it is",
        "balance": f"Is {name} any good?",
        "learning": "How it learned",
        "provenance": "Where it comes from",
    }
    given = {
        **content,
        "worth": content["worth"] and len(content["worth"].maps) > 1,
        "matters": content["phases"] or content["roles"],
        "strength": content["matches"],
        "provenance": True,
    }
    return {key: title for key, title in titles.items() if given[key]}
