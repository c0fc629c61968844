"""boardworth games: what can be played, and what there is for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardworth.cli.output.figures import give

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.rules.gdl import RuleSheet


def games() -> None:
    """List the games that come with Boardworth, with their models and formats of records.

    A game is given to other commands by its name: `boardworth play hex`. Others are given as files
    of rule sheets. A name that a built-in game and a rule sheet share means the built-in one.

    For example:

        boardworth games
        boardworth games --json -
    """
    from boardworth.cli.console import show_table

    found = [*_built_in(), *_by_sheets()]
    sections = [
        [
            (
                game["name"],
                ", ".join(game["roles"]),
                game["name"] if game["model"] else "-",
                " ".join(game["baselines"] or ()),
                ", ".join(game["records"]),
            )
            for game in found
            if game["kind"] == kind
        ]
        for kind in ("built in", "rule sheet")
    ]
    show_table(
        "games: built in, and by rule sheets",
        ("game", "roles", "model", "baselines", "records"),
        sections,
        "records as text are lines of moves; those of games without turns are lines of JSON",
    )
    give(None, {"games": found})


def _built_in() -> Iterator[dict[str, Any]]:
    from boardworth import _core
    from boardworth.evaluators import baseline_names
    from boardworth.files import shipped_file
    from boardworth.rules import load_game
    from boardworth.rules.loading import shipped_sheet
    from boardworth.rules.records.formats import RECORD_FORMATS

    for name in _core.game_names():
        game = load_game(name)
        formats = {one.name: None for one in RECORD_FORMATS.values() if one.game in {name, None}}
        yield {
            "name": name,
            "kind": "built in",
            "roles": game.roles,
            "model": shipped_file(f"{name}.model"),
            "baselines": baseline_names(game),
            "records": list(formats),
            "sheet": shipped_sheet(name),
        }


def _by_sheets() -> Iterator[dict[str, Any]]:
    """Games of rule sheets: their rules are read, but not grounded, which takes seconds each."""
    from boardworth import _core
    from boardworth.files import shipped_file
    from boardworth.rules.gdl.syntax.expressions import read_expressions
    from boardworth.rules.gdl.syntax.parser import rules_of, sheet_text
    from boardworth.rules.loading import sheet_names, sheet_path

    for name in sheet_names():
        if name in _core.game_names():
            continue
        path = sheet_path(name)
        sheet = rules_of(read_expressions(sheet_text(path), name), name)
        yield {
            "name": name,
            "kind": "rule sheet",
            "roles": sheet.roles,
            "model": shipped_file(f"{name}.model"),
            "baselines": None,  # to know them, it must be grounded
            "records": ["text" if _take_turns(sheet) else "JSON"],
            "sheet": path,
        }


def _take_turns(sheet: RuleSheet) -> bool:
    """Whether there are one or two roles, of which one has a choice at the start of the game.

    That is no proof, which would need the rules grounded; it holds for the sheets that we have.
    """
    from boardworth.rules.gdl.interpreted_machine import InterpretedMachine

    machine = InterpretedMachine(sheet)
    choosing = [moves for moves in machine.legal_moves(machine.start()) if len(moves) > 1]
    return len(machine.roles) <= 2 and len(choosing) <= 1
