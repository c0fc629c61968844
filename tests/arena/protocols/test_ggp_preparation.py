"""A rule sheet is made ready by two machines; what is wrong with it is told once."""

from concurrent.futures import wait
from pathlib import Path

import pytest
from waiting import PATIENCE

from boardworth.arena.protocols.ggp_engine import MEMORY
from boardworth.arena.protocols.ggp_preparation import Preparation
from boardworth.errors import FaultyRules
from boardworth.rules.gdl import parse_rule_sheet

NOUGHTS = (Path(__file__).parents[3] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()


def ready(rules):
    """The games of both machines."""
    prepared = Preparation(rules, 10, MEMORY, None, print)
    games = (prepared.games.best, prepared.games.quick)
    assert not wait(games, PATIENCE).not_done
    prepared.end()
    return [game.result() for game in games]


def test_a_faulty_rule_is_named_once():
    with pytest.warns(FaultyRules) as told:
        games = ready(parse_rule_sheet(f"{NOUGHTS}\n(goal x abc)", "game"))
    assert len(told) == 1
    assert {game.sheet.rules for game in games} == {parse_rule_sheet(NOUGHTS).rules}
