"""Games by name, by file, or by the rules themselves."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from boardworth import _core
from boardworth.errors import RulesError, check_kind
from boardworth.files import shipped_file
from boardworth.rules.native import native_game

if TYPE_CHECKING:
    from boardworth.rules.game import Game
    from boardworth.rules.gdl.game import RuleGame

# How the files of rule sheets end.
RULE_SHEETS = (".gdl", ".kif", ".gdl.gz", ".kif.gz")


def load_game(what: str) -> Game:
    """A built-in game, one of the rule sheets that come with Boardworth, or another rule sheet.

    A name that both have, `chess`, means the built-in game; the sheet is reached by its file.

    Args:
        what: a name, a rule sheet's file, or the rules as a text of several lines.

    >>> print(load_game("othello").start().play("f5"))
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - - - - - -
    4 - - - O X - - -
    5 - - - X X X - -
    6 - - - - - - - -
    7 - - - - - - - -
    8 - - - - - - - -
    white to move
    """
    check_kind(what, str, "a game is a name, the path of a rule sheet or its text")
    if what in _core.game_names():
        return native_game(what)
    return load_rule_game(what)


def load_rule_game(what: str) -> RuleGame:
    """The game of a rule sheet: by a name, a file, or the rules as a text of several lines."""
    from boardworth.rules.gdl.syntax.parser import sheet_text

    if "\n" in what:
        first, _, rest = what.partition("\n")
        named = first.startswith("; ")
        return _rule_game(rest if named else what, first[2:].strip() if named else "game")
    path = sheet_path(what)
    return _rule_game(sheet_text(path), path.stem, str(path))


def sheet_path(what: str) -> Path:
    """The file of a rule sheet: the one that comes with Boardworth by that name, or itself."""
    path = shipped_sheet(what) or (Path(what) if Path(what).is_file() else None)
    if path is None and what.endswith((".gdl", ".kif")):
        raise RulesError(f"no such file: {what}")
    if path is None and what in _core.game_names():
        raise RulesError(
            f"{what} has no rule sheet, and one is needed: those that come with Boardworth are "
            f"{', '.join(sheet_names())}"
        )
    if path is None:
        raise RulesError(f"unknown game '{what}': {meant_game(what)}{_known()}, and files of rules")
    return path


def shipped_sheet(name: str) -> Path | None:
    """The file of a rule sheet that comes with Boardworth; `./name` is another file."""
    return shipped_file(f"gdl/{name}.gdl") if Path(name).name == name else None


def sheet_names() -> list[str]:
    """The rule sheets that come with Boardworth."""
    folder = shipped_file("gdl")
    return sorted(path.stem for path in folder.glob("*.gdl")) if folder else []


def game_names() -> list[str]:
    """The games that come with Boardworth: those in C++, then rule sheets."""
    return list(dict.fromkeys([*_core.game_names(), *sheet_names()]))


def meant_game(name: str) -> str:
    """The question whether another game was meant, if there is one of nearly that name."""
    found = get_close_matches(name, game_names(), 1)
    return f"did you mean {found[0]}? " if found else ""


# The games of rule sheets that were pickled last in this process, by their definitions: what comes
# back from other processes is of the same object, and so of the same machine, as what was sent.
_PICKLED: WeakValueDictionary[str, RuleGame] = WeakValueDictionary()


def pickled_rules(game: RuleGame) -> tuple[Any, ...]:
    """How the game of a rule sheet is pickled: by its definition."""
    _PICKLED[game.definition] = game
    return _unpickled_rules, (game.definition,)


def _unpickled_rules(definition: str) -> RuleGame:
    return _PICKLED.get(definition) or load_rule_game(definition)


def _known() -> str:
    return f"the games that come along are {', '.join(game_names())}"


@lru_cache(maxsize=32)
def _rule_game(text: str, name: str, source: str | None = None) -> RuleGame:
    from boardworth.rules.gdl.game import RuleGame
    from boardworth.rules.gdl.machine_choice import machine_for
    from boardworth.rules.gdl.syntax.expressions import read_expressions
    from boardworth.rules.gdl.syntax.parser import rules_of

    called = source or name
    return RuleGame(machine_for(rules_of(read_expressions(text, called), called)), name)
