"""What is found out about our rule sheets, once for all tests; and random games by them."""

import random
from functools import cache
from pathlib import Path

import numpy as np

from boardworth.rules.gdl import parse_rule_sheet, parse_term
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.gdl.structure import find_structure
from boardworth.rules.gdl.syntax.parser import sheet_text

SHEETS = {path.stem: path for path in sorted(Path(__file__).parents[1].glob("games/gdl/*.gdl"))}
# Too large to be proven in the time that is given.
OBSERVED_ONLY = {"amazons", "chess"}


def machine_of(text):
    sheet = parse_rule_sheet(text)
    return PropnetMachine(sheet, ground(sheet))


@cache
def found(name):
    machine = machine_of(sheet_text(SHEETS[name]))
    return machine, find_structure(machine)


def number(machine, text):
    return machine.ground_game.fluents.index(parse_term(text))


def holds(machine, state):
    bits = np.frombuffer(state, np.uint8)
    return np.unpackbits(bits, bitorder="little", count=len(machine.ground_game.fluents))


def random_games(machine, games, seed):
    """States and joint moves, game by game; the last state is an end."""
    draw = random.Random(seed)
    for _ in range(games):
        state, line = machine.start(), []
        while not machine.terminal(state) and len(line) < 60:
            joint = [draw.choice(moves) for moves in machine.legal_moves(state)]
            line.append((state, joint))
            state = machine.play(state, joint)
        yield [*line, (state, None)]
