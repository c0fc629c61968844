"""The game that a command line speaks of, for completion: its roles and its baselines."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def names() -> list[str]:
    """The games that come with Boardworth."""
    from boardworth.rules import game_names

    return game_names()


def roles(words: Sequence[str]) -> Sequence[str]:
    """The roles that a user can take in the game of a command line; none if it is not known."""
    from boardworth import _core
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import find_model
    from boardworth.rules import NATURE, load_game
    from boardworth.rules.gdl import read_rule_sheet
    from boardworth.rules.loading import sheet_path

    found: Sequence[str] = ()
    what = _what(words)
    with suppress(BoardworthError):
        if what in _core.game_names():
            found = load_game(what).roles
        elif _is_model(what):
            found = find_model(what).game.roles
        elif what:
            found = read_rule_sheet(sheet_path(what)).roles
    return [role for role in found if role != NATURE]


def baselines(words: Sequence[str]) -> Sequence[str]:
    """The names of the hand-made models of the game of a command line; all if it is not known."""
    from boardworth import _core
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import baseline_names, find_model
    from boardworth.rules import load_game

    what = _what(words)
    with suppress(BoardworthError):
        if what in _core.game_names():
            return baseline_names(load_game(what))
        if _is_model(what):
            return baseline_names(find_model(what).game)
    if what:  # whether the players of a sheet own pieces takes too long to find out
        return ["nothing", "material"]
    games = map(load_game, _core.game_names())
    return list(dict.fromkeys(name for game in games for name in baseline_names(game)))


def _what(words: Sequence[str]) -> str:
    """The first word that names a game, a rule sheet or a model; a player's settings may follow."""
    from boardworth.rules.loading import RULE_SHEETS

    known = set(names())
    for word in words:
        what = word.partition(",")[0]
        is_file = _is_model(what) or what.lower().endswith(RULE_SHEETS)
        if what in known or (is_file and Path(what).is_file()):
            return what
    return ""


def _is_model(what: str) -> bool:
    from boardworth.cli.file_kinds import MODEL

    return what.lower().endswith(MODEL.endings)
