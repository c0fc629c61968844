"""Which player plays which kind of game: the table of docs/players.md, found by playing.

`python tests/player_table.py` prints it.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent)]

from conftest import packed, random_game, random_model
from engine_scripts import engine_command
from ggp_players import our_player

from boardworth import _core
from boardworth.arena import Match, parse_player
from boardworth.errors import MissingCapability
from boardworth.evaluators import save_model
from boardworth.features import FeatureSet, short_tuples
from boardworth.features.configurations import ConfigurationSet
from boardworth.features.genconf import genconf
from boardworth.positions import SequencePlan
from boardworth.recipes import PaperSettings, functions_from_rules
from boardworth.rules import NATURE, Game, load_game
from boardworth.rules.gdl.game import RuleGame
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.search import Limit, Playouts, RandomPlayer

# By what is said of them in the table. Every native game is here by itself.
SHEETS = {
    "two in turn": "connect-four",
    "three in turn": "three-stars",
    "two at once": "light-cycles",
    "one alone": "peg-solitaire",
    "with chance": "dice-race",
}
INTERPRETED = "too large to ground"
LIMIT = Limit(nodes=20)


def games():
    """Every native game, and rule sheets of every kind, by what the table calls them."""
    found = {name: load_game(name) for name in _core.game_names()}
    found.update({kind: load_game(name) for kind, name in SHEETS.items()})
    sheet = load_game("tic-tac-toe").sheet
    found[INTERPRETED] = RuleGame(InterpretedMachine(sheet), "interpreted tic-tac-toe")
    return found


def pattern_model(game, folder):
    """The file of a model of patterns. Raises MissingCapability."""
    path = folder / f"{game.name}.model"
    save_model(random_model(short_tuples(game.turn_based()), 1, largest=40), path)
    return path


def configuration_model(game, folder):
    """The file of a model of single facts as configurations. Raises MissingCapability."""
    game.turn_based()
    positions = packed([position for seed in range(3) for position in random_game(game, seed)[0]])
    facts = ConfigurationSet(genconf(game, positions, 3, max_length=1))
    path = folder / f"{game.name}.facts"
    save_model(random_model(FeatureSet(game, [], parts=[facts]), 1, largest=40), path)
    return path


def functions_model(game, folder):
    """The file of functions of roles. Raises MissingCapability."""
    if game.rule_sheet is None:
        raise MissingCapability(f"{game.name} has no rule sheet; functions of roles need one")
    path = folder / f"{game.name}.functions"
    settings = PaperSettings(SequencePlan(sequences=30), domains="fluents", scaled=True)
    save_model(functions_from_rules(game, settings), path)
    return path


@dataclass(frozen=True)
class Place:
    """What a description of a player may need."""

    game: Game
    folder: Path
    address: str

    def engine(self, protocol):
        return f"{protocol}:{engine_command(self.folder, protocol, 'plays')}"


# By kind, the description of a player.
KINDS = {
    "`random`": lambda _: "random",
    "`playouts:N`": lambda _: "playouts:2",
    "`uct:N`": lambda _: "uct:8",
    "`baseline:NAME`": lambda _: "baseline:nothing",
    "patterns, alpha-beta": lambda at: str(pattern_model(at.game, at.folder)),
    "patterns, guided UCT": lambda at: f"{pattern_model(at.game, at.folder)},method=guided-uct",
    "configurations, alpha-beta": lambda at: str(configuration_model(at.game, at.folder)),
    "functions of roles, guided UCT": lambda at: (
        f"{functions_model(at.game, at.folder)},method=guided-uct"
    ),
    "functions of roles, MTD(f)": lambda at: f"{functions_model(at.game, at.folder)},method=mtdf",
    "`nboard:'COMMAND'`": lambda at: at.engine("nboard"),
    "`gtp:'COMMAND'`": lambda at: at.engine("gtp"),
    "`uci:'COMMAND'`": lambda at: at.engine("uci"),
    "`usi:'COMMAND'`": lambda at: at.engine("usi"),
    "`http://HOST:PORT`": lambda at: at.address,
}


def cell(kind, place):
    """None after a game without a fault, else why it cannot be played."""
    try:
        game = place.game
        player = parse_player(KINDS[kind](place)).player(game)
        roles = sum(role != NATURE for role in game.roles)
        seated = [player, *(RandomPlayer(n) for n in range(1, roles))]
        limit = Limit(seconds=1000) if kind.startswith("`http") else LIMIT
        if limit is not LIMIT:
            player.greet(limit)
        played = Match(seated, [()], limit, start_seconds=1000).play_one(game, 0)
        player.close()
    except MissingCapability as missing:
        return str(missing)
    assert played.payoffs is not None, (kind, game.name)
    assert not played.faults, (kind, game.name, played.faults)
    return None


def reason(game, text):
    """Why a game cannot be played, without the game's name and files."""
    text = text.partition(": say which")[0]
    for name in (game.name, getattr(game.rule_sheet, "source", game.name)):
        text = text.replace(f"{name}: ", "").replace(name, "the game")
    return text


def table():
    """The lines of the table and of what is missing."""
    found, reasons = {}, []
    with tempfile.TemporaryDirectory() as folder, our_player(Playouts(2)) as server:
        for kind in KINDS:
            for called, game in games().items():
                why = cell(kind, Place(game, Path(folder), server.address))
                if why is not None:
                    why = reason(game, why.replace(folder, "").replace(server.address, "it"))
                    if why not in reasons:
                        reasons.append(why)
                found[kind, called] = why
    marks = {why: f"({'abcdefghijklmnopqrstuvwxyz'[number]})" for number, why in enumerate(reasons)}
    columns = list(games())
    lines = [f"| player | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for kind in KINDS:
        cells = ["yes" if found[kind, c] is None else marks[found[kind, c]] for c in columns]
        lines.append(f"| {kind} | {' | '.join(cells)} |")
    lines.append("")
    lines += [f"- {mark} {why}." for why, mark in marks.items()]
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
